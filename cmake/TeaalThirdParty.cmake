find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
find_package(yaml-cpp REQUIRED)
if(TEAAL_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
if(TEAAL_FUZZ)
  return()  # the fuzzed rooms use no LLVM
endif()

# LLVMConfigVersion accepts only major.minor ("19" is refused). Clang is pinned to the same tree so that
# another installed LLVM is never mixed in.
set(TEAAL_LLVM 19 CACHE STRING "LLVM major version (19 or newer)")
find_package(LLVM ${TEAAL_LLVM}.1 REQUIRED CONFIG HINTS /usr/lib/llvm-${TEAAL_LLVM})
find_package(Clang REQUIRED CONFIG NO_DEFAULT_PATH
             PATHS ${LLVM_DIR}/../clang /usr/lib/llvm-${TEAAL_LLVM}/lib/cmake/clang)

# Exactly the two shared libraries: Debian's static Clang libraries clash with the shared LLVM.
add_library(teaal_llvm INTERFACE)
set_target_properties(teaal_llvm PROPERTIES EXPORT_NAME llvm)
target_include_directories(teaal_llvm SYSTEM INTERFACE $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${CLANG_INCLUDE_DIRS}>)
separate_arguments(teaal_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(teaal_llvm INTERFACE ${teaal_llvm_definitions})
target_link_libraries(teaal_llvm INTERFACE clang-cpp LLVM)
