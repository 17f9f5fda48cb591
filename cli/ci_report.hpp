#pragma once
// Results for continuous-integration systems: JUnit XML and SARIF.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace ringcheck {

/// What a command prints, and for whom else it writes.
struct CiOptions {
  std::string junit;      ///< path of JUnit XML, empty for none
  std::string sarif;      ///< path of SARIF, empty for none
  bool quiet = false;     ///< print only what is violated or not decided
  bool no_times = false;  ///< leave out what differs from run to run
};

/// Adds `--junit`, `--sarif`, `--quiet` and `--no-times`.
void add_ci_options(CLI::App& command, CiOptions& options);

/// Errors: InputError when a file cannot be written.
void require_ci_writable(const CiOptions& options);

/// How a check ended, in the terms of these systems.
enum class CiOutcome : std::uint8_t {
  passed,
  accepted,   ///< violated, but known and accepted
  failed,     ///< violated
  undecided,  ///< a bound was reached, or it could not be run
  skipped,    ///< nothing was judged
};

/// One check.
struct CiRow {
  std::string suite;  ///< what was checked: a scenario, a program, a folder
  std::string name;   ///< under what: a model with its settings
  CiOutcome outcome = CiOutcome::passed;
  std::string rule;     ///< id of what is violated: a property, or a kind of error
  std::string title;    ///< what the rule says, in a sentence
  std::string message;  ///< what was seen, in a line
  std::string details;  ///< the same at length
  std::string finding;  ///< id of the finding that explains it, empty for none
  std::string file;     ///< where, empty for none
  int line = 0;         ///< 0: none
  int column = 0;
  double seconds = 0;
};

/// The rows as JUnit XML, one test suite with this title.
/// Source: the common subset of what Jenkins' junit-10.xsd and GitLab's documentation describe.
std::string junit_of(const std::vector<CiRow>& rows, const std::string& title);

/// The rows that did not pass as SARIF 2.1.0.
std::string sarif_of(const std::vector<CiRow>& rows, std::string_view version);

/// Writes the files that `options` names; `title` is the test suite's.
void write_ci_files(const CiOptions& options, std::vector<CiRow> rows, const std::string& title);

/// `text` escaped for XML, as the value of an attribute or the content of an element.
std::string xml_escaped(const std::string& text);

}  // namespace ringcheck
