#pragma once
#include <string>

// The texts of --help, around the list of options.
namespace teaal::driver {

struct HelpText {
  std::string usage, intro, footer;
};
HelpText compile_help();
HelpText run_help();
HelpText check_help();
HelpText bench_help();
HelpText compare_help();
HelpText explain_help();
HelpText tune_help();
HelpText grad_help();
HelpText test_help();
HelpText cache_help();
std::string version_text();

}  // namespace teaal::driver
