#pragma once
// The answer that a litmus test's author expects, and whether an answer agrees.

#include <optional>
#include <string>
#include <string_view>

#include "litmus/litmus.hpp"

namespace ringcheck {

/// The answers that a head comment can expect.
enum class ExpectedAnswer : std::uint8_t {
  never,
  sometimes,
  always,
  allowed,   ///< sometimes or always
  maybe,     ///< any answer
  deadlock,  ///< no execution comes to an end
  refused,   ///< the model has no meaning for the test; no answer agrees
};

/// An expectation as a head comment states it.
struct LitmusExpectation {
  std::string text;                      ///< as written: Never DATARACE
  std::optional<ExpectedAnswer> answer;  ///< empty: `text` says something else
  bool data_race = false;                ///< a data race is expected too
  /// Positive and negative executions; nullopt: any.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> counts{};
  bool tells_races = false;  ///< an expectation without data race says that there is none
};

/// The expectation for `model` in the text of a test: of the first line
/// `Expected: model=Answer …` of a comment that names the model, else of the first line
/// `Result: Answer` or `Result: Answer DATARACE`, in which authors of Linux-kernel tests speak of
/// the kernel's model. nullopt when there is neither.
std::optional<LitmusExpectation> read_expectation(std::string_view text, std::string_view model);

/// The answer of `result` in the words of expectations: Never, Never DATARACE, DEADLOCK, …
std::string answer_text(const LitmusResult& result);

/// True iff `result`, of a run under `model` that reached no limit, is what `expected` says.
/// If the model knows data races, a race must be expected if and only if there is one. A race
/// forgives any other answer, because a racy program has no meaning.
/// Pre: expected.answer. Source: tools/memory-model/scripts/judgelitmus.sh of Linux 6.5.
bool agrees(const LitmusResult& result, const LitmusExpectation& expected, const Model& model);

/// An expectation in words: an answer, and perhaps DATARACE.
LitmusExpectation expectation_of(std::string_view words);

/// Judges `result`, the answer of `model` to the test in `text`, by `given` or, without that, by
/// what the text expects.
LitmusJudgement judge(std::string_view text, const LitmusResult& result, const Model& model,
                      const std::optional<LitmusExpectation>& given = std::nullopt);

}  // namespace ringcheck
