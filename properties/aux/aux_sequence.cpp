#include "properties/aux/aux_sequence.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <exception>
#include <set>
#include <stdexcept>

#include "properties/core/first_finding.hpp"
#include "properties/core/one_at_a_time.hpp"
#include "properties/core/step_bound.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

/// Says nothing while RapidCheck works.
struct SilentListener : rc::detail::TestListener {
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// The most steps of a case.
constexpr int kMostCaseSteps = 100;

/// Any number of the dial, from the first case on. If a dial has many numbers, its ends come more
/// often, because steps tend to go wrong there.
rc::Gen<std::uint64_t> amount_of(const Dial& dial) {
  constexpr std::uint64_t kMany = 16;
  auto any =
      rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint64_t>(dial.least, dial.most + 1));
  if (dial.most - dial.least < kMany) return any;
  return rc::gen::weightedOneOf<std::uint64_t>(
      {{14, any}, {1, rc::gen::just(dial.least)}, {1, rc::gen::just(dial.most)}});
}

rc::Gen<AuxStep> any_step(std::span<const Dial> kinds) {
  const auto any_kind =
      rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, kinds.size()));
  return rc::gen::mapcat(any_kind, [kinds](std::size_t kind) {
    return rc::gen::map(amount_of(kinds[kind]), [kind](std::uint64_t amount) {
      return AuxStep{kind, amount};
    });
  });
}

AuxCase any_case(const AuxSequence& sequence) {
  AuxCase example;
  for (const Dial& dial : sequence.setup) example.setup.push_back(*amount_of(dial));
  if (!sequence.steps.empty())
    example.steps = *rc::gen::resize(
        kMostCaseSteps, rc::gen::container<std::vector<AuxStep>>(any_step(sequence.steps)));
  return example;
}

/// How RapidCheck draws cases.
rc::detail::TestParams params_of(std::uint64_t seed, std::uint64_t cases) {
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = static_cast<int>(cases);
  return params;
}

/// Calls `body` for random cases, until one fails.
template <class Body>
void draw_cases(std::uint64_t seed, std::uint64_t cases, Body&& body) {
  SilentListener listener;
  const auto property = rc::detail::toProperty(std::forward<Body>(body));
  const std::scoped_lock lock(one_generator_at_a_time());
  // Given a map of its own, RapidCheck neither reads nor prints its configuration.
  rc::detail::checkProperty(property, rc::detail::TestMetadata(), params_of(seed, cases), listener,
                            {});
}

AuxSearchResult search_random(const AuxSequence& sequence, DefectSet defects,
                              const AuxSearch& search) {
  AuxSearchResult result;
  bool shrinking = false;
  draw_cases(search.seed, search.cases, [&] {
    const AuxCase example = any_case(sequence);
    if (!shrinking) ++result.cases;
    const std::optional<AuxFinding> finding = run_case(sequence, example, defects, search.property);
    if (!finding) return;
    if (first_finding != nullptr) first_finding(finding->property);
    shrinking = true;
    result.finding = finding;
    result.example = example;
    RC_FAIL(std::string(finding->property));
  });
  return result;
}

/// Calls `go_on(case)` for each set-up in order, until it says false.
template <class GoOn>
void try_all(const AuxSequence& sequence, GoOn&& go_on) {
  AuxCase example;
  for (const Dial& dial : sequence.setup) example.setup.push_back(dial.least);
  while (go_on(example)) {
    std::size_t i = example.setup.size();
    while (i > 0 && example.setup[i - 1] == sequence.setup[i - 1].most) {
      --i;
      example.setup[i] = sequence.setup[i].least;
    }
    if (i == 0) return;
    ++example.setup[i - 1];
  }
}

AuxSearchResult search_all(const AuxSequence& sequence, DefectSet defects,
                           std::string_view property) {
  AuxSearchResult result;
  try_all(sequence, [&](const AuxCase& example) {
    ++result.cases;
    result.finding = run_case(sequence, example, defects, property);
    if (result.finding) result.example = example;
    return !result.finding;
  });
  return result;
}

/// Runs one case; an exception is a finding if the search is for `property`, or for any.
std::optional<AuxFinding> judged(const AuxSequence& sequence, const AuxCase& example,
                                 DefectSet defects, std::string_view property, AuxJudge& judge) {
  const auto thrown = [&](AuxFinding finding) -> std::optional<AuxFinding> {
    if (judge.finding()) return judge.finding();
    if (property.empty() || property == finding.property) return finding;
    return std::nullopt;
  };
  const StepBound bound(kMostSteps);
  try {
    sequence.run(example, defects, judge);
  } catch (const std::out_of_range&) {
    return thrown({"I-39", "memory outside the buffer is touched"});
  } catch (const LoopBoundReached&) {
    return thrown({kProgress, "code does not end"});
  } catch (const std::exception&) {
    return thrown({kProgress, "code ends in an error of its own"});
  }
  return judge.finding();
}

}  // namespace

std::optional<AuxFinding> run_case(const AuxSequence& sequence, const AuxCase& example,
                                   DefectSet defects, std::string_view property) {
  AuxJudge judge(property.empty() ? sequence.properties : std::span(&property, 1));
  return judged(sequence, example, defects, property, judge);
}

std::map<std::string_view, std::uint64_t> count_classes(const AuxSequence& sequence,
                                                        std::uint64_t seed, std::uint64_t cases) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const Share& share : sequence.shares) counts[share.name] = 0;
  draw_cases(seed, cases, [&] {
    const AuxCase example = any_case(sequence);
    AuxJudge judge(sequence.properties);
    judged(sequence, example, {}, "", judge);
    for (const std::string_view name : judge.classes()) ++counts[name];
  });
  return counts;
}

AuxSearchResult search_cases(const AuxSequence& sequence, DefectSet defects,
                             const AuxSearch& search) {
  return sequence.exhaustive ? search_all(sequence, defects, search.property)
                             : search_random(sequence, defects, search);
}

ViolatingCases violating_cases(const AuxSequence& sequence, DefectSet defects,
                               const AuxSearch& search) {
  ViolatingCases violating;
  std::set<std::string_view> ways;
  std::uint64_t number = 0;
  const auto take = [&](const AuxCase& example) {
    if (const auto finding = run_case(sequence, example, defects, search.property)) {
      violating.numbers.push_back(number);
      ways.insert(finding->what);
    }
    ++number;
    return true;
  };
  if (sequence.exhaustive)
    try_all(sequence, take);
  else
    draw_cases(search.seed, search.cases, [&] { take(any_case(sequence)); });
  violating.ways.assign(ways.begin(), ways.end());
  return violating;
}

std::string case_text(const AuxSequence& sequence, const AuxCase& example) {
  std::string text;
  for (std::size_t i = 0; i < example.setup.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", sequence.setup[i].name, example.setup[i]);
  for (std::size_t i = 0; i < example.steps.size(); ++i) {
    const Dial& kind = sequence.steps[example.steps[i].kind];
    text += i == 0 ? ": " : ", ";
    text += kind.most == 0 ? std::string(kind.name)
                           : fmt::format("{} {}", kind.name, example.steps[i].amount);
  }
  return text;
}

}  // namespace ringcheck
