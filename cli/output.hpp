#pragma once
// Where the command's output goes.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "check/parameter.hpp"

namespace ringcheck {

/// Writes `text` to `path`, or to standard output for "-". A file appears whole or not at all; a
/// device or a pipe is written to as it is.
/// Errors: InputError when the file cannot be written.
void write_output(const std::string& path, std::string_view text);

/// Finds out whether write_output can write to `path`, before long work is done for it; nothing is
/// left there. Errors: as for write_output.
void require_writable(const std::string& path);

/// Makes the folder `path` if it is not there. Errors: InputError if it cannot be made, which says
/// that it was to be a place for `what`.
void require_folder(const std::string& path, std::string_view what);

/// The whole text of file `path`, or of standard input for "-". Errors: InputError when it cannot
/// be read, or is longer than any input of this command.
std::string read_input(const std::string& path);

/// Parameters as a JSON object: numbers as numbers, choices as words.
nlohmann::ordered_json parameters_json(const Parameters& parameters);

/// The name of the schema of JSON rows (docs/ci.md).
inline constexpr const char* kSchema = "ringcheck-1";

/// Rows as a JSON array, one row per line, in the order given; each begins with the name of the
/// schema (docs/ci.md).
std::string json_rows(const nlohmann::ordered_json& rows);

/// A line on standard error that says what is being done; the next one overwrites it. Prints
/// nothing unless standard error is a terminal. If progress was asked for all the same, each is a
/// line of its own.
class Progress {
 public:
  explicit Progress(bool asked_for = false);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Wipes the line.
  ~Progress();
  void show(const std::string& what);
  /// True iff somebody sees what is shown.
  [[nodiscard]] bool wanted() const { return terminal_ || asked_for_; }
  /// Wipes the line, to make room for other output.
  void wipe();
  /// True iff each line replaces the one before.
  [[nodiscard]] bool overwrites() const { return terminal_; }

 private:
  bool terminal_;
  bool asked_for_;
};

/// Shows how many parts of a study are done: "3 of 7 `parts`". `asked_for` as for Progress.
std::function<void(std::size_t, std::size_t)> show_progress(std::string parts,
                                                            bool asked_for = false);

}  // namespace ringcheck
