// Source: man-pages(7) for the sections, groff_man(7) for the macros.
// Tested by tests/cli/shell_completion_test.cpp.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/help_format.hpp"
#include "cli/shell_completion.hpp"

namespace ringcheck {

namespace {

/// `text` escaped for roff: nothing in it is a request.
std::string roff(std::string_view text) {
  std::string escaped;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
    line_begins = c == '\n';
  }
  return escaped;
}

std::string options_of(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    const std::string name =
        option->nonpositional() ? option_text(*option) : positional_text(*option);
    text += fmt::format(".TP\n.B {}\n{}\n", roff(name), roff(option->get_description()));
  }
  return text;
}

/// A section for `command` and one for each below it.
std::string sections_of(const CLI::App& command, const std::string& path) {
  std::string text;
  for (const CLI::App* sub :
       command.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
    const std::string name = path.empty() ? sub->get_name() : path + " " + sub->get_name();
    text += fmt::format(".SS {}\n{}.\n", roff(name), roff(sub->get_description()));
    text += options_of(*sub);
    if (!sub->get_footer().empty()) text += ".PP\n" + roff(sub->get_footer()) + '\n';
    text += sections_of(*sub, name);
  }
  return text;
}

}  // namespace

std::string man_page(const CLI::App& app, std::string_view version) {
  std::string text = fmt::format(
      ".TH RINGCHECK 1 \"\" \"ringcheck {}\" \"User Commands\"\n"
      ".SH NAME\nringcheck \\- a model checker for the Linux perf ring buffer and for C and C++\n"
      ".SH SYNOPSIS\n.B ringcheck\n.I COMMAND\n.RI [ OPTIONS ]\n"
      ".SH DESCRIPTION\n{}.\n",
      version, roff(app.get_description()));
  text += ".SH OPTIONS\n" + options_of(app);
  text += ".SH COMMANDS\n" + sections_of(app, "");
  text += ".SH EXAMPLES\n";
  for (const UsageExample& example : all_examples())
    text += fmt::format(".TP\n.B {}\n{}\n", roff(example.line), roff(example.meaning));
  return text + ".SH EXIT STATUS\n" + roff(app.get_footer()) + '\n';
}

}  // namespace ringcheck
