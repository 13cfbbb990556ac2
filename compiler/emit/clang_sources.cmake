# The files of this folder that know Clang; each costs 10 to 30 s and about 1 GB to compile.
set(emit_clang_sources clang_facade.cc clang_analysis.cc clang_shake.cc clang_lint.cc clang_spread.cc
                       clang_format.cc)
