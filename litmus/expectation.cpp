// Reads the expectation in a litmus test's comments, and judges an answer by it.
// Looking at lines is enough: no line of code begins like these.
// Tested by tests/litmus/expectation_test.cpp.
#include "litmus/expectation.hpp"

#include <algorithm>
#include <array>

#include "graph/check.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kDataRace = "data-race";

struct AnswerWord {
  std::string_view text;
  ExpectedAnswer answer;
};

constexpr std::array kWords = {
    AnswerWord{"Never", ExpectedAnswer::never},
    AnswerWord{"Sometimes", ExpectedAnswer::sometimes},
    AnswerWord{"Always", ExpectedAnswer::always},
    AnswerWord{"Allowed", ExpectedAnswer::allowed},
    AnswerWord{"Allow", ExpectedAnswer::allowed},
    AnswerWord{"Forbidden", ExpectedAnswer::never},
    AnswerWord{"Forbid", ExpectedAnswer::never},
    AnswerWord{"Required", ExpectedAnswer::always},
    AnswerWord{"Require", ExpectedAnswer::always},
    AnswerWord{"Maybe", ExpectedAnswer::maybe},
    AnswerWord{"DEADLOCK", ExpectedAnswer::deadlock},
    AnswerWord{"Refused", ExpectedAnswer::refused},
};

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

/// What follows `keyword` on a comment line that begins with it, up to the comment's end.
std::optional<std::string_view> value_of(std::string_view line, std::string_view keyword) {
  std::string_view rest = trim(line);
  for (const std::string_view open : {"(*", "/*", "//", "*"}) {
    if (!rest.starts_with(open)) continue;
    rest = trim(rest.substr(open.size()));
    break;
  }
  if (!rest.starts_with(keyword)) return std::nullopt;
  rest.remove_prefix(keyword.size());
  for (const std::string_view close : {"*)", "*/"}) rest = rest.substr(0, rest.find(close));
  return trim(rest);
}

/// Splits off the first word of `text`.
std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

std::optional<ExpectedAnswer> answer_of(std::string_view word) {
  const auto* found = std::ranges::find(kWords, word, &AnswerWord::text);
  if (found == kWords.end()) return std::nullopt;
  return found->answer;
}

/// `value`: what follows Result:.
LitmusExpectation read_result(std::string_view value) {
  LitmusExpectation expectation;
  expectation.text = value;
  expectation.tells_races = true;
  expectation.answer = answer_of(take_word(value));
  const std::string_view race = take_word(value);
  expectation.data_race = race == "DATARACE";
  if (!(race.empty() || expectation.data_race) || !trim(value).empty()) expectation.answer.reset();
  return expectation;
}

/// `value`: what follows Expected:.
std::optional<LitmusExpectation> read_expected(std::string_view value, std::string_view model) {
  while (!trim(value).empty()) {
    const std::string_view word = take_word(value);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || word.substr(0, equals) != model) continue;
    const std::string_view answer = word.substr(equals + 1);
    LitmusExpectation expectation;
    expectation.text = answer;
    expectation.answer = answer_of(answer);
    return expectation;
  }
  return std::nullopt;
}

bool races(const LitmusResult& result) {
  return std::ranges::find(result.flags, kDataRace) != result.flags.end();
}

bool knows_races(const Model& model) {
  const std::vector<std::string> flags = model.flag_names();
  return std::ranges::find(flags, kDataRace) != flags.end();
}

ExpectedAnswer answer_of(const LitmusResult& result) {
  if (result.positive + result.negative == 0) return ExpectedAnswer::deadlock;
  switch (result.observation) {
    case LitmusObservation::never:
      return ExpectedAnswer::never;
    case LitmusObservation::sometimes:
      return ExpectedAnswer::sometimes;
    case LitmusObservation::always:
      return ExpectedAnswer::always;
  }
  RC_CHECK(false, "an observation that does not exist");
}

}  // namespace

std::optional<LitmusExpectation> read_expectation(std::string_view text, std::string_view model) {
  std::optional<LitmusExpectation> result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (const auto value = value_of(line, "Expected:"))
      if (auto expected = read_expected(*value, model)) return expected;
    if (result) continue;
    if (const auto value = value_of(line, "Result:")) result = read_result(*value);
  }
  return result;
}

std::string answer_text(const LitmusResult& result) {
  const auto* word = std::ranges::find(kWords, answer_of(result), &AnswerWord::answer);
  RC_CHECK(word != kWords.end(), "an answer without a word for it");
  return std::string(word->text) + (races(result) ? " DATARACE" : "");
}

bool agrees(const LitmusResult& result, const LitmusExpectation& expected, const Model& model) {
  RC_CHECK(expected.answer.has_value(), "an expectation without an answer has nothing to judge");
  if (expected.tells_races && knows_races(model)) {
    if (expected.data_race != races(result)) return false;
    if (expected.data_race) return true;
  }
  const ExpectedAnswer answer = answer_of(result);
  if (expected.counts && *expected.counts != std::pair{result.positive, result.negative})
    return false;
  if (*expected.answer == ExpectedAnswer::allowed) return result.positive > 0;
  if (*expected.answer == ExpectedAnswer::maybe) return answer != ExpectedAnswer::deadlock;
  return answer == *expected.answer;
}

LitmusExpectation expectation_of(std::string_view words) {
  return read_result(words);
}

LitmusJudgement judge(std::string_view text, const LitmusResult& result, const Model& model,
                      const std::optional<LitmusExpectation>& given) {
  const auto expectation = given ? given : read_expectation(text, model.name());
  if (!expectation) return {};
  if (!expectation->answer) return {Agreement::not_understood, expectation->text};
  if (result.bound_reached()) return {Agreement::undecided, expectation->text};
  const bool agreed = agrees(result, *expectation, model);
  return {agreed ? Agreement::agrees : Agreement::disagrees, expectation->text};
}

}  // namespace ringcheck
