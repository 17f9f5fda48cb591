#pragma once
// `ringcheck list`.

#include <functional>
#include <string>

#include "cli/exit_status.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// What `list` is asked for.
struct ListOptions {
  std::string kind;       ///< of things; empty: all
  std::string name;       ///< of one thing; empty: all
  std::string json;       ///< path of the JSON output, "-" for standard output, empty for text
  bool markdown = false;  ///< of `coverage`: the page docs/coverage.md
};

/// Prints names, or the things of one name. Errors: InputError for an unknown kind or name.
ExitStatus list(const ListOptions& options);

void add_list(CLI::App& app, std::function<ExitStatus()>& action);

}  // namespace ringcheck
