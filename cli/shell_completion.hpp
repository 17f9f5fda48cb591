#pragma once
// Completions for shells, and the manual page: all from the command line itself.

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace ringcheck {

/// The completions of `app` for `shell`: bash, zsh or fish. Errors: InputError for another shell.
/// Pre: finish_command_line has been called for `app`.
std::string completion_text(const CLI::App& app, std::string_view shell);

/// The manual page of `app` as roff, section 1. Pre: as above.
std::string man_page(const CLI::App& app, std::string_view version);

}  // namespace ringcheck
