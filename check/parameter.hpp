#pragma once
// Parameters of scenarios: named numbers and choices, each with a default and a range.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// A parameter that a scenario has: a number in a range, or one of several words.
struct Parameter {
  std::string_view name;
  std::string_view description;
  std::uint64_t standard = 0;  ///< default; for a choice, the index of the word
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  bool power_of_two = false;
  std::span<const std::string_view> words{};  ///< of a choice; empty for a number

  /// What a value may be, for messages: "1 … 8", "a power of two, 2 … 32", "plain or marked".
  [[nodiscard]] std::string range() const;
};

/// Values of all parameters of a scenario.
class Parameters {
 public:
  /// The defaults of `declared`. Pre: `declared` outlives this.
  explicit Parameters(std::span<const Parameter> declared);

  /// Sets the parameter that "NAME=VALUE" names.
  /// Errors: InputError that says what was expected, for a name that is not declared or a value out
  /// of range.
  void set(std::string_view assignment);
  /// Errors as for set(assignment).
  void set(std::string_view name, std::string_view value);

  /// The value of parameter `i` of declared(); for a choice, the index of its word.
  [[nodiscard]] std::uint64_t value(std::size_t i) const { return values_[i]; }
  /// The value of parameter `i` of declared(), as text.
  [[nodiscard]] std::string text(std::size_t i) const;
  /// "records=3 polls=2 …".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::span<const Parameter> declared() const { return declared_; }

  friend bool operator==(const Parameters& a, const Parameters& b) {
    return a.values_ == b.values_;
  }

 private:
  std::span<const Parameter> declared_;
  std::vector<std::uint64_t> values_;
};

}  // namespace ringcheck
