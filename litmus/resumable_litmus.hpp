#pragma once
// A run of a litmus test that can stop at a limit, go on later, and be divided.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "explore/division.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

/// A run of a litmus test in parts, also in several processes: nothing is lost and nothing counted
/// twice.
class ResumableLitmus {
 public:
  /// The test in `text` under the model of this name. Ignores the limits and `show` of `options`.
  /// Errors: InputError, as for parse_litmus and run_litmus.
  ResumableLitmus(const std::string& text, const std::string& file, const std::string& model,
                  const LitmusOptions& options);
  /// The run that `json`, made by to_json(), describes. Errors: InputError for anything else.
  explicit ResumableLitmus(const nlohmann::ordered_json& json);
  ResumableLitmus(ResumableLitmus&&) noexcept;
  ResumableLitmus& operator=(ResumableLitmus&&) noexcept;
  ~ResumableLitmus();

  /// Explores what is left, up to the limits. Errors: InputError, as for run_litmus.
  void run(const ExploreLimits& limits);
  /// True iff nothing is left.
  [[nodiscard]] bool done() const;
  /// What is known by now.
  [[nodiscard]] LitmusResult result() const;
  [[nodiscard]] const ExploreCounts& counts() const;
  /// What is being run, what is known and what is left.
  [[nodiscard]] nlohmann::ordered_json to_json() const;
  /// The text of the test, and the model.
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const Model& model() const;

  /// The same run of these subtrees alone, before anything is known.
  [[nodiscard]] ResumableLitmus part(std::vector<Path> paths) const;
  /// As in ResumableCheck.
  std::vector<Piece> divide(std::size_t pieces);
  [[nodiscard]] std::vector<Path> left() const;
  void append(ResumableLitmus&& other);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ringcheck
