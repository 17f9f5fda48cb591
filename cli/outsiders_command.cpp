// `ringcheck mutants --outsiders`: changes of the specification that nobody has chosen, and what
// notices them.
// Tested by tests/cli/outsiders_test.cpp.
#include "cli/outsiders_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <set>
#include <span>
#include <thread>

#include "cli/output.hpp"
#include "cli/outsider_table.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/outsider_hunt.hpp"

namespace ringcheck {
namespace {

using Json = nlohmann::ordered_json;

/// What happened to the changes of an area.
struct NoticedTally {
  std::size_t places = 0, reached = 0, drawn = 0;
  std::array<std::size_t, kOutsiderFates> fates{};

  [[nodiscard]] std::size_t of(OutsiderFate fate) const {
    return fates.at(static_cast<std::size_t>(fate));
  }
  /// Those that make a difference.
  [[nodiscard]] std::size_t real() const { return drawn - of(OutsiderFate::equivalent); }
  void add(const NoticedTally& other) {
    places += other.places;
    reached += other.reached;
    drawn += other.drawn;
    for (std::size_t i = 0; i < fates.size(); ++i) fates.at(i) += other.fates.at(i);
  }
};

std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string line(const std::string& name, const NoticedTally& tally) {
  std::string text =
      fmt::format("{:<12}{:>8}{:>9}{:>7}", name, tally.places, tally.reached, tally.drawn);
  for (const std::size_t count : tally.fates) text += fmt::format("{:>11}", count);
  return text + fmt::format("{:>11}{:>11}\n", percent(tally.of(OutsiderFate::killed), tally.real()),
                            percent(tally.real() - tally.of(OutsiderFate::alive), tally.real()));
}

std::string place_text(const outsider::Place& place) {
  return fmt::format("{}:{} {}: {}", place.file, place.line, place.function, place.change);
}

Json row_json(const TriedOutsider& tried, const std::string& why) {
  const outsider::Place& place = outsider_places()[tried.place];
  return {{"area", area_of(place)},
          {"file", place.file},
          {"line", place.line},
          {"function", place.function},
          {"change", place.change},
          {"fate", fate_name(tried.fate)},
          {"property", tried.property},
          {"check", tried.check},
          {"model", tried.model},
          {"checks", tried.checks},
          {"why", why}};
}

/// A run of the command.
class OutsiderRun {
 public:
  explicit OutsiderRun(const OutsidersOptions& options)
      : options_(options), quiet_(options.json == "-"), known_(equivalent_outsiders()) {
    how_.workers = options.jobs != 0 ? options.jobs : std::thread::hardware_concurrency();
  }

  ExitStatus run() {
    const auto places = outsider_places();
    refuse_stale(places);
    const auto baselines = run_baselines(places, checks(), how_);
    const std::vector<unsigned> reached = reached_places(places.size(), baselines);
    tell_baselines(baselines);
    count_places(reached);
    const std::size_t count = options_.count != 0 ? options_.count : places.size();
    const std::vector<unsigned> chosen = drawn(places, asked_for(reached), count, options_.seed);
    if (chosen.empty())
      throw InputError(
          {fmt::format("--at {}", fmt::join(options_.at, ",")), 0, 0,
           "no check comes by such a place, expected FILE or FILE:LINE below protocol/"});
    hunt_outsiders(chosen, baselines, how_, [&](const TriedOutsider& tried) { take(tried); });
    if (!quiet_) std::cout << table();
    if (!options_.json.empty()) write_output(options_.json, json_rows(rows_));
    refuse_lies();
    return all_.of(OutsiderFate::alive) == 0 ? ExitStatus::holds : ExitStatus::violated;
  }

 private:
  [[nodiscard]] std::vector<OutsiderCheck> checks() const {
    auto all = options_.machines == 0 ? outsider_checks(options_.seed)
                                      : outsider_machines(options_.seed, options_.machines);
    std::erase_if(all, [&](const OutsiderCheck& check) {
      return check.name.find(options_.checks) == std::string::npos;
    });
    return all;
  }
  void tell_baselines(const std::vector<OutsiderBaseline>& baselines) const {
    if (quiet_) return;
    const auto usable = std::ranges::count_if(baselines, &OutsiderBaseline::usable);
    std::cout << fmt::format("seed {}, {} checks of {}\n", options_.seed, usable, baselines.size());
    for (const OutsiderBaseline& one : baselines)
      if (one.not_as_known())
        std::cout << fmt::format("left out: {} is {} without a change\n", one.check.name,
                                 one.answer.violated.empty() ? "not violated" : "violated");
    std::cout << std::flush;
  }
  void count_places(const std::vector<unsigned>& reached) {
    const std::set<unsigned> seen(reached.begin(), reached.end());
    for (unsigned place = 0; place < outsider_places().size(); ++place) {
      NoticedTally& tally = areas_[std::string(area_of(outsider_places()[place]))];
      ++tally.places;
      if (seen.contains(place)) ++tally.reached;
    }
  }
  [[nodiscard]] std::vector<unsigned> asked_for(std::vector<unsigned> reached) const {
    if (options_.at.empty()) return reached;
    std::erase_if(reached, [&](unsigned number) {
      const outsider::Place& place = outsider_places()[number];
      const std::string text = fmt::format("{}:{}:", place.file, place.line);
      return std::ranges::none_of(options_.at,
                                  [&](const std::string& at) { return text.starts_with(at); });
    });
    return reached;
  }
  void take(TriedOutsider tried) {
    const outsider::Place& place = outsider_places()[tried.place];
    std::string why;
    const auto known = std::ranges::find_if(known_, [&](const EquivalentOutsider& row) {
      return row.is(outsider_places(), tried.place);
    });
    if (known != known_.end()) {
      why = known->why;
      if (tried.fate == OutsiderFate::alive)
        tried.fate = OutsiderFate::equivalent;
      else if (known->change != "*")
        lies_.push_back(fmt::format("{}: {}", place_text(place), fate_name(tried.fate)));
    }
    NoticedTally& tally = areas_[std::string(area_of(place))];
    for (NoticedTally* one : {&tally, &all_}) {
      ++one->drawn;
      ++one->fates.at(static_cast<std::size_t>(tried.fate));
    }
    rows_.push_back(row_json(tried, why));
    if (quiet_ || tried.fate == OutsiderFate::killed) return;
    std::cout << fmt::format("{:<11}{}{}\n", fate_name(tried.fate), place_text(place), by(tried))
              << std::flush;
  }
  static std::string by(const TriedOutsider& tried) {
    if (tried.check.empty()) return fmt::format(" ({} checks)", tried.checks);
    return fmt::format(" ({}{}{}, {})", tried.property, tried.property.empty() ? "" : " in ",
                       tried.check, tried.model);
  }
  std::string table() {
    std::string text = fmt::format("{:<12}{:>8}{:>9}{:>7}", "area", "changes", "reached", "drawn");
    for (std::size_t i = 0; i < kOutsiderFates; ++i)
      text += fmt::format("{:>11}", fate_name(static_cast<OutsiderFate>(i)));
    text += fmt::format("{:>11}{:>11}\n", "killed %", "noticed %");
    NoticedTally sum;
    for (const auto& [name, tally] : areas_) {
      text += line(name, tally);
      sum.add(tally);
    }
    return text + line("all", sum);
  }
  void refuse_stale(std::span<const outsider::Place> places) const {
    const std::string text = stale_rows(known_, places);
    if (!text.empty())
      throw InputError(
          {"docs/outsiders.md", 0, 0, "has rows for changes that there are not any more:" + text});
  }
  void refuse_lies() const {
    if (lies_.empty()) return;
    std::string text;
    for (const std::string& lie : lies_) text += "\n  " + lie;
    throw InputError(
        {"docs/outsiders.md", 0, 0, "says that changes make no difference that do:" + text});
  }

  const OutsidersOptions& options_;
  bool quiet_;
  OutsiderOptions how_;
  std::vector<EquivalentOutsider> known_;
  std::map<std::string, NoticedTally> areas_;
  NoticedTally all_;
  std::vector<std::string> lies_;
  Json rows_ = Json::array();
};

}  // namespace

ExitStatus outsiders(const OutsidersOptions& options) {
  if (outsider_places().empty())
    throw InputError({"--outsiders", 0, 0,
                      "this build has the specification as it is written; `make outsiders` "
                      "makes one with changes that can be turned on: build/outsiders/ringcheck"});
  if (!options.json.empty()) require_writable(options.json);
  return OutsiderRun(options).run();
}

}  // namespace ringcheck
