// Which words of a command line, and which witnesses, are about programs.
#include "cli/program_commands.hpp"

#include <algorithm>
#include <array>

namespace ringcheck {

bool is_program_file(const std::string& name) {
  constexpr std::array kEndings{".c", ".cc", ".cpp", ".cxx", ".ll", ".bc"};
  return std::ranges::any_of(kEndings, [&](const char* ending) { return name.ends_with(ending); });
}

bool is_program_witness(const std::string& text) {
  return text.find("\"ringcheck-program-witness-") != std::string::npos;
}

}  // namespace ringcheck
