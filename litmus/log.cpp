// Reads logs of litmus tests. Text between answers is skipped: litmus7 writes the code of a test,
// the machine and times there. Source: herd7's and litmus7's manuals, sections on output and "Tools
// for log processing". Tested by tests/litmus/log_test.cpp.
#include "litmus/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// A value in one form: hexadecimal numbers become decimal ones.
std::string value_of(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) {
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(text.data() + 2, text.data() + text.size(), number, 16);
    if (error == std::errc{} && end == text.data() + text.size()) return std::to_string(number);
  }
  return std::string(text);
}

/// The text of a location without its brackets: x of [x].
std::string_view unbracketed(std::string_view name) {
  if (name.starts_with('[') && name.ends_with(']')) return name.substr(1, name.size() - 2);
  return name;
}

/// Reads the text of one log.
class LogReader {
 public:
  explicit LogReader(std::string_view text) : lines_{std::string(text)} {}

  LitmusLog read() {
    for (std::string line; std::getline(lines_, line);) take(trim(line));
    end_test();
    return std::move(log_);
  }

 private:
  void take(std::string_view line) {
    if (line.starts_with("Test ")) return start(line.substr(5));
    if (test_.name.empty()) return;
    if (line.starts_with("States ")) {
      in_states_ = true;
      test_.has_states = true;
      return;
    }
    if (line.starts_with("Histogram ")) {
      in_states_ = test_.has_states = test_.counted = true;
      return;
    }
    if (in_states_ && line.find('=') != std::string_view::npos && line.ends_with(';'))
      return take_state(line);
    in_states_ = false;
    if (line.starts_with("Hash=")) test_.hash = std::string(line.substr(5));
    if (line.starts_with("Condition ")) test_.condition = std::string(line.substr(10));
    if (line.starts_with("Bound ")) test_.bounded = true;
    if (line.starts_with("Positive: ") && !answered_) take_witnesses(line.substr(10));
    if (line.starts_with("Observation ")) take_observation(line.substr(12));
  }

  void start(std::string_view rest) {
    end_test();
    test_.name = std::string(rest.substr(0, rest.find_first_of(kBlanks)));
    inverted_ = rest.ends_with(" Forbidden");
  }

  // herd7: the state. litmus7: how often, a sign (* if it satisfies the condition), > and the
  // state.
  void take_state(std::string_view line) {
    std::uint64_t seen = 0;
    const std::size_t arrow = line.find('>');
    if (test_.counted && arrow != std::string_view::npos) {
      seen = number_of(line);
      line.remove_prefix(arrow + 1);
    }
    test_.states[state_of(line)] += seen;
  }

  void take_observation(std::string_view rest) {
    std::istringstream words{std::string(rest)};
    std::string name;
    std::string word;
    std::uint64_t positive = 0;
    std::uint64_t negative = 0;
    words >> name >> word >> positive >> negative;
    if (words) answer(positive, negative);
  }

  // 3, Negative: 9997: what satisfies the condition, for ~exists what does not satisfy its
  // proposition.
  void take_witnesses(std::string_view rest) {
    constexpr std::string_view kNegative = "Negative: ";
    const std::size_t at = rest.find(kNegative);
    if (at == std::string_view::npos || at + kNegative.size() == rest.size()) return;
    const std::uint64_t positive = number_of(rest);
    const std::uint64_t negative = number_of(rest.substr(at + kNegative.size()));
    inverted_ ? answer(negative, positive) : answer(positive, negative);
  }

  void answer(std::uint64_t positive, std::uint64_t negative) {
    test_.positive = positive;
    test_.negative = negative;
    answered_ = true;
  }

  void end_test() {
    in_states_ = false;
    if (!answered_ && test_.has_states)
      test_.error = "the log ends before its lines Witnesses and Observation";
    if (!test_.name.empty() && (answered_ || test_.has_states)) merge();
    test_ = {};
    answered_ = false;
  }

  void merge() {
    auto [place, fresh] = log_.emplace(test_.name, test_);
    if (fresh) return;
    LoggedTest& sum = place->second;
    for (const auto& [state, seen] : test_.states) sum.states[state] += seen;
    if (test_.counted) {
      sum.positive += test_.positive;
      sum.negative += test_.negative;
    } else {
      sum.positive = std::max(sum.positive, test_.positive);
      sum.negative = std::max(sum.negative, test_.negative);
    }
    sum.bounded = sum.bounded || test_.bounded;
    if (sum.error.empty()) sum.error = test_.error;
  }

  std::istringstream lines_;
  LitmusLog log_;
  LoggedTest test_;
  bool in_states_ = false;
  bool answered_ = false;
  bool inverted_ = false;  ///< Positive counts what does not satisfy the proposition: ~exists
};

LoggedTest test_of(const nlohmann::json& row) {
  LoggedTest test;
  const auto text = [&](const char* key) {
    return row.contains(key) && row[key].is_string() ? row[key].get<std::string>() : std::string();
  };
  test.name = text("name");
  if (test.name.empty()) {
    test.name = text("file");
    test.name.erase(0, test.name.find_last_of('/') + 1);
    if (test.name.ends_with(".litmus")) test.name.resize(test.name.size() - 7);
  }
  test.error = text("error");
  test.condition = text("condition");
  if (row.contains("positive")) test.positive = row["positive"].get<std::uint64_t>();
  if (row.contains("negative")) test.negative = row["negative"].get<std::uint64_t>();
  test.bounded = row.contains("limit_reached") || row.contains("loops_cut");
  test.has_states = row.contains("states");
  if (test.has_states)
    for (const auto& state : row["states"]) test.states[state_of(state.get<std::string>())] = 0;
  return test;
}

LitmusLog read_json(std::string_view text, const std::string& file) {
  LitmusLog log;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (trim(line).empty()) continue;
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (row.is_discarded() || !row.is_object())
      throw InputError(
          Diagnostic{file, number, 1, "saw no JSON object in the line, expected an answer"});
    try {
      LoggedTest test = test_of(row);
      const std::string name = test.name;
      log.insert_or_assign(name, std::move(test));
    } catch (const nlohmann::json::exception&) {
      throw InputError(Diagnostic{file, number, 1,
                                  "saw a row whose numbers or states are none, expected positive, "
                                  "negative and states as `litmus run --json` writes them"});
    }
  }
  return log;
}

}  // namespace

std::string_view LoggedTest::observation() const {
  if (positive == 0) return "Never";
  return negative == 0 ? "Always" : "Sometimes";
}

LoggedState state_of(std::string_view text) {
  LoggedState state;
  while (!text.empty()) {
    const std::string_view part = trim(text.substr(0, text.find(';')));
    text.remove_prefix(std::min(
        text.size(), text.find(';') == std::string_view::npos ? text.size() : text.find(';') + 1));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) continue;
    state[std::string(unbracketed(trim(part.substr(0, equals))))] =
        value_of(trim(part.substr(equals + 1)));
  }
  return state;
}

std::string text_of(const LoggedState& state) {
  std::string text;
  for (const auto& [name, value] : state) {
    const bool local = name.find(':') != std::string::npos;
    text += (text.empty() ? "" : " ") +
            (local ? fmt::format("{}={};", name, value) : fmt::format("[{}]={};", name, value));
  }
  return text;
}

LitmusLog read_litmus_log(std::string_view text, const std::string& file) {
  LitmusLog log = trim(text).starts_with('{') ? read_json(text, file) : LogReader(text).read();
  if (log.empty())
    throw InputError(Diagnostic{file, 0, 0,
                                "saw no answer to a test, expected a log of herd7, litmus7 or "
                                "klitmus7, or JSON of `ringcheck litmus run --json`"});
  return log;
}

}  // namespace ringcheck
