#pragma once
// Expected answers from a file: herd7's kinds files, and rows of JSON.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "litmus/expectation.hpp"

namespace ringcheck {

/// The answers that a file expects, by test.
class ExpectationFile {
 public:
  /// Reads `text`, the contents of `file`. A line is one of
  ///   NAME ANSWER         herd7's kinds file; ANSWER is Allowed, Forbidden, Required, Never,
  ///                       Sometimes, Always, Maybe, DEADLOCK or Refused, perhaps DATARACE after it
  ///   {"name": …, "observation": …}   as `litmus run --json` writes: name or file, observation;
  ///                       and, where they are there, model, positive and negative
  /// Blank lines and lines that begin with # are skipped. Errors: InputError with the place.
  static ExpectationFile read(std::string_view text, const std::string& file);

  /// What is expected of the test called `name`, read from `path`, under `model`; nullopt: nothing.
  [[nodiscard]] std::optional<LitmusExpectation> find(const std::string& name,
                                                      const std::string& path,
                                                      const std::string& model) const;

  [[nodiscard]] std::size_t size() const { return by_key_.size(); }

 private:
  void read_json(std::string_view line, const std::string& file, int number);
  void read_kind(std::string_view line, const std::string& file, int number);

  /// By model (empty: any) and then name, or the last part of the path.
  std::map<std::pair<std::string, std::string>, LitmusExpectation> by_key_;
};

}  // namespace ringcheck
