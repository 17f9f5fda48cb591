// Hunting outsiders. Each check of each change runs in a process of its own.
// Tested by tests/properties/core/outsider_test.cpp.
#include "properties/core/outsider_hunt.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "check/checksum.hpp"
#include "check/mutant_hunt.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/child_process.hpp"
#include "properties/core/first_finding.hpp"

#if __has_include("protocol/core/outsider_places.hpp")
#include "protocol/core/outsider_places.hpp"
#endif

namespace ringcheck {
namespace {

using Json = nlohmann::ordered_json;

/// If a change makes a check more than so many times longer, the check counts as one that does not
/// end.
constexpr std::uint64_t kLonger = 20;
constexpr std::uint64_t kAtLeast = 1'000'000;
/// Cases on plain memory have a bound of their own, past which a property is violated.
constexpr std::uint64_t kOfCases = 50'000'000;
/// A check that finds a known violation ends there; without the violation it runs all its cases.
constexpr std::uint64_t kOfAllCases = 500'000'000;
/// After so many checks that end in an error of their own, no more are tried.
constexpr unsigned kMostBreaks = 4;

constexpr std::string_view kTooMany = "too many";

Json to_json(const OutsiderAnswer& answer) {
  return {{"violated", answer.violated},
          {"unseen", answer.unseen},
          {"complete", answer.complete},
          {"executions", answer.executions},
          {"cases", answer.cases}};
}

OutsiderAnswer answer_of(const Json& json) {
  return {json["violated"], json["unseen"], json["complete"], json["executions"], json["cases"]};
}

/// Visits and marks are told after the answer.
std::string run_baseline(const OutsiderCheck& check, std::size_t places) {
  std::vector<std::uint8_t> marks(places);
  outsider::state = {};
  outsider::state.marks = marks.data();
  Json json = to_json(check.run(false));
  json["visits"] = outsider::state.visits;
  outsider::state.marks = nullptr;
  json["marks"] = marks;
  return json.dump();
}

/// How much work a check is. The same on every machine.
std::uint64_t cost_of(const OutsiderBaseline& baseline) {
  constexpr std::uint64_t kOfExecution = 500;
  return baseline.visits + kOfExecution * baseline.answer.executions;
}

/// The first of `list` that is not in `known`; empty if there is none.
std::string first_new(const std::vector<std::string>& list, const std::vector<std::string>& known) {
  const std::set<std::string_view> all(known.begin(), known.end());
  const auto found =
      std::ranges::find_if(list, [&](const std::string& word) { return !all.contains(word); });
  return found != list.end() ? *found : "";
}

/// The text of a place, without its line, as a number.
std::uint64_t hash_of(const outsider::Place& place) {
  std::string text;
  for (const std::string_view part : {place.file, place.function, place.change})
    text.append(part).push_back('\0');
  return checksum_number(text);
}

/// What a check says about a change.
struct Notice {
  OutsiderFate fate = OutsiderFate::alive;
  std::string property{};
};

/// A check that finds a known violation says only whether that is gone.
Notice notice_of_known(const std::string& known, const ChildResult& result) {
  if (result.end != ChildEnd::done || result.text == kTooMany) return {};
  const bool gone = answer_of(Json::parse(result.text)).violated.empty();
  return gone ? Notice{OutsiderFate::gone, known} : Notice{};
}

Notice notice_of(const OutsiderBaseline& baseline, const ChildResult& result) {
  if (!baseline.check.known.empty()) return notice_of_known(baseline.check.known, result);
  if (result.end == ChildEnd::threw) return {OutsiderFate::crashes};
  const bool explored = baseline.answer.executions != 0;
  const bool ends = result.end != ChildEnd::too_long && result.text != kTooMany;
  if (!ends && explored) return {OutsiderFate::bound};
  // Code of the specification does not end, or breaks the process that it runs in.
  if (!ends || result.end == ChildEnd::crashed)
    return {OutsiderFate::killed, std::string(kProgress)};
  const OutsiderAnswer answer = answer_of(Json::parse(result.text));
  std::string found = first_new(answer.violated, baseline.answer.violated);
  if (found.empty()) {
    found = first_new(answer.cases, baseline.answer.cases);
    found.resize(std::min(found.find(' '), found.size()));
  }
  if (!found.empty()) return {OutsiderFate::killed, std::move(found)};
  if (!answer.complete) return {OutsiderFate::bound};
  // Threads wait for each other in all executions: none ends.
  if (explored && answer.executions == 0) return {OutsiderFate::killed, std::string(kProgress)};
  found = first_new(baseline.answer.violated, answer.violated);
  if (!found.empty()) return {OutsiderFate::gone, std::move(found)};
  found = first_new(answer.unseen, baseline.answer.unseen);
  if (!found.empty()) return {OutsiderFate::vacuous, std::move(found)};
  return {};
}

/// How many places a check with a change may visit.
std::uint64_t most_visits(const OutsiderBaseline& baseline) {
  if (!baseline.check.known.empty()) return kOfAllCases;
  return kLonger * baseline.visits + (baseline.answer.executions != 0 ? kAtLeast : kOfCases);
}

/// Runs a check with a change, in a process of its own.
Notice try_check(unsigned place, const OutsiderBaseline& baseline, const OutsiderOptions& options) {
  Notice notice;
  run_children(
      1, 1, options.most_seconds,
      [&](std::size_t) {
        outsider::state = {};
        outsider::state.chosen = place;
        outsider::state.most_visits = most_visits(baseline);
        outsider::state.too_many = [] { end_child(std::string(kTooMany)); };
        first_finding = [](std::string_view property) {
          end_child(to_json({{std::string(property)}, {}, true, 0}).dump());
        };
        const Json json = to_json(baseline.check.run(baseline.answer.violated.empty()));
        return json.dump();
      },
      [&](std::size_t, const ChildResult& result) { notice = notice_of(baseline, result); });
  return notice;
}

TriedOutsider try_outsider(unsigned place, const std::vector<const OutsiderBaseline*>& order,
                           const OutsiderOptions& options) {
  TriedOutsider tried;
  tried.place = place;
  unsigned breaks = 0;
  bool open = true;
  for (const OutsiderBaseline* baseline : order) {
    if ((baseline->marks[place] & outsider::reached) == 0) continue;
    ++tried.checks;
    if (!open) continue;
    Notice notice = try_check(place, *baseline, options);
    if (notice.fate == OutsiderFate::alive) continue;
    const bool killed = notice.fate == OutsiderFate::killed;
    if (killed || tried.fate == OutsiderFate::alive) {
      tried.fate = notice.fate;
      tried.property = std::move(notice.property);
      tried.check = baseline->check.name;
      tried.model = baseline->check.model;
    }
    if (notice.fate == OutsiderFate::crashes) ++breaks;
    open = !killed && breaks < kMostBreaks;
  }
  return tried;
}

}  // namespace

std::span<const outsider::Place> outsider_places() {
#if __has_include("protocol/core/outsider_places.hpp")
  return outsider::kPlaces;
#else
  return {};
#endif
}

std::string_view area_of(const outsider::Place& place) {
  return place.file.substr(0, place.file.find('/'));
}

std::string_view fate_name(OutsiderFate fate) {
  constexpr std::array<std::string_view, kOutsiderFates> kNames = {
      "killed", "gone", "vacuous", "bound", "crashes", "equivalent", "alive"};
  return kNames.at(static_cast<std::size_t>(fate));
}

std::vector<OutsiderBaseline> run_baselines(std::span<const outsider::Place> places,
                                            std::vector<OutsiderCheck> checks,
                                            const OutsiderOptions& options) {
  std::vector<OutsiderBaseline> baselines;
  std::set<std::tuple<std::uint64_t, std::uint64_t, std::vector<std::uint8_t>>> known;
  run_children(
      checks.size(), options.workers, options.most_seconds,
      [&](std::size_t i) { return run_baseline(checks[i], places.size()); },
      [&](std::size_t i, const ChildResult& result) {
        OutsiderBaseline baseline{std::move(checks[i]), {}, {}, 0, false};
        if (result.end == ChildEnd::done) {
          const Json json = Json::parse(result.text);
          baseline.answer = answer_of(json);
          baseline.visits = json["visits"];
          baseline.marks = json["marks"].get<std::vector<std::uint8_t>>();
          baseline.usable = baseline.answer.complete && !baseline.not_as_known();
          const bool first =
              baseline.check.model != kSequential ||
              known.emplace(baseline.visits, baseline.answer.executions, baseline.marks).second;
          baseline.usable = baseline.usable && first;
        }
        baselines.push_back(std::move(baseline));
      });
  return baselines;
}

std::vector<unsigned> reached_places(std::size_t places,
                                     const std::vector<OutsiderBaseline>& baselines) {
  std::vector<unsigned> reached;
  for (unsigned place = 0; place < places; ++place)
    if (std::ranges::any_of(baselines, [&](const OutsiderBaseline& baseline) {
          return baseline.usable && (baseline.marks[place] & outsider::reached) != 0;
        }))
      reached.push_back(place);
  return reached;
}

std::vector<unsigned> drawn(std::span<const outsider::Place> places, std::vector<unsigned> from,
                            std::size_t count, std::uint64_t seed) {
  if (from.size() <= count) return from;
  std::map<std::uint64_t, unsigned> alike;
  std::vector<std::uint64_t> lots;
  for (const outsider::Place& place : places) {
    const std::uint64_t reading = hash_of(place);
    // Places with the same text are told apart by their order.
    lots.push_back(std::mt19937_64(seed ^ reading ^ std::uint64_t{alike[reading]++} << 32U)());
  }
  std::ranges::stable_sort(from, {}, [&](unsigned number) { return lots.at(number); });
  from.resize(count);
  std::ranges::sort(from);
  return from;
}

void hunt_outsiders(const std::vector<unsigned>& chosen,
                    const std::vector<OutsiderBaseline>& baselines, const OutsiderOptions& options,
                    const std::function<void(const TriedOutsider&)>& tell) {
  std::vector<const OutsiderBaseline*> order;
  for (const OutsiderBaseline& baseline : baselines)
    if (baseline.usable) order.push_back(&baseline);
  std::ranges::stable_sort(order, {}, [](const OutsiderBaseline* one) { return cost_of(*one); });
  run_children(
      chosen.size(), options.workers, ~0U,
      [&](std::size_t i) {
        const TriedOutsider tried = try_outsider(chosen[i], order, options);
        return Json{static_cast<int>(tried.fate), tried.property, tried.check, tried.model,
                    tried.checks}
            .dump();
      },
      [&](std::size_t i, const ChildResult& result) {
        if (result.end != ChildEnd::done)
          return tell({chosen[i], OutsiderFate::crashes, "", result.text, "", 0});
        const Json json = Json::parse(result.text);
        tell({chosen[i], static_cast<OutsiderFate>(json[0].get<int>()), json[1], json[2], json[3],
              json[4]});
      });
}

}  // namespace ringcheck
