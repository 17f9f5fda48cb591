// Well-formed cycles, and their normal form.
// Tested by tests/litmus/cycle_test.cpp.
#include "litmus/generate/cycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "graph/diagnostic.hpp"

namespace ringcheck::litmus {

namespace {

std::string_view word_of(Direction direction) {
  return direction == Direction::read ? "a read" : "a write";
}

[[noreturn]] void reject(std::string_view option, const Place& place, std::string what) {
  throw InputError({std::string(option), place.line, place.column, std::move(what)});
}

/// Makes each edge fit the one after it.
void join(std::vector<Relaxation>& edges, const CycleLanguage& language, std::string_view option) {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    Relaxation& edge = edges[i];
    Relaxation& next = edges[(i + 1) % edges.size()];
    if (edge.to != next.from)
      reject(
          option, next.place,
          fmt::format("saw '{}', which begins with {}, after '{}', expected one that begins with "
                      "{}",
                      text_of(next, language), word_of(next.from), text_of(edge, language),
                      word_of(edge.to)));
    if (edge.to_mark && next.from_mark && *edge.to_mark != *next.from_mark)
      reject(option, next.place,
             fmt::format("saw '{}' after '{}', expected the same mark on both sides of the access",
                         text_of(next, language), text_of(edge, language)));
    const std::optional<Mark> mark = edge.to_mark ? edge.to_mark : next.from_mark;
    edge.to_mark = next.from_mark = mark;
  }
  // An edge has both marks or none.
  if (language.marks.empty()) return;
  bool changed = true;
  while (std::exchange(changed, false)) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      Relaxation& edge = edges[i];
      if (edge.from_mark.has_value() == edge.to_mark.has_value()) continue;
      changed = true;
      if (edge.from_mark)
        edges[(i + 1) % edges.size()].from_mark = edge.to_mark = Mark::once;
      else
        edges[(i + edges.size() - 1) % edges.size()].to_mark = edge.from_mark = Mark::once;
    }
  }
}

void require_threads(const std::vector<Relaxation>& edges, const CycleLanguage& language,
                     std::string_view option) {
  const auto external = std::ranges::count(edges, true, &Relaxation::external);
  if (external < 2)
    reject(option, edges.front().place,
           fmt::format("saw '{}', with {} between threads, expected two or more of Rfe, Fre, Coe",
                       text_of(edges, language), external == 0 ? "no edge" : "one edge"));
  if (external == static_cast<long>(edges.size()))
    reject(option, edges.front().place,
           fmt::format("saw '{}', expected an edge within a thread, such as PodWW",
                       text_of(edges, language)));
}

void require_locations(const std::vector<Relaxation>& edges, const CycleLanguage& language,
                       std::string_view option) {
  const auto away = std::ranges::find(edges, false, &Relaxation::same_location);
  if (away == edges.end()) {
    const auto breaks = [](const Relaxation& r) { return r.kind < RelaxationKind::detour; };
    if (std::ranges::none_of(edges, breaks))
      reject(option, edges.front().place,
             fmt::format("saw '{}', expected an edge such as PosRR or PodWW besides communication",
                         text_of(edges, language)));
    return;
  }
  if (std::ranges::count(edges, false, &Relaxation::same_location) == 1)
    reject(
        option, away->place,
        fmt::format("saw '{}' alone leaves its location, expected another such edge, which comes "
                    "back",
                    text_of(*away, language)));
}

/// The first and last accesses of threads; `first` is the first edge of a thread.
std::vector<std::string> ends_of_threads(const std::vector<Relaxation>& edges, std::size_t first) {
  std::vector<std::string> threads;
  const auto letter = [](Direction d) { return d == Direction::read ? 'R' : 'W'; };
  std::string ends(1, letter(edges[first].from));
  bool alone = true;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Relaxation& edge = edges[(first + i) % edges.size()];
    if (!edge.external) {
      alone = false;
      continue;
    }
    if (!alone) ends += letter(edge.from);
    threads.push_back(ends);
    ends.assign(1, letter(edge.to));
    alone = true;
  }
  return threads;
}

std::string family_text(const std::vector<std::string>& ends) {
  std::string text;
  for (const std::string& thread : ends) text += (text.empty() ? "" : "+") + thread;
  return text;
}

/// diy's order of threads in families.
std::vector<int> ranks_of(const std::vector<std::string>& ends) {
  std::vector<int> ranks;
  for (const std::string& thread : ends) {
    constexpr std::string_view kOrder[] = {"W", "WW", "RR", "RW", "WR", "R"};
    ranks.push_back(static_cast<int>(std::ranges::find(kOrder, thread) - std::begin(kOrder)));
  }
  return ranks;
}

/// The text by which rotations are sorted, with coherence under its older name.
std::string sort_text(const std::vector<Relaxation>& edges, const CycleLanguage& language) {
  std::string text;
  for (const Relaxation& edge : edges) {
    std::string word = text_of(edge, language);
    if (edge.kind == RelaxationKind::coherence) word.replace(0, 2, "Ws");
    text += word + " ";
  }
  return text;
}

}  // namespace

Cycle make_cycle(std::vector<Relaxation> edges, const CycleLanguage& language,
                 std::string_view option) {
  require_threads(edges, language, option);
  join(edges, language, option);
  require_locations(edges, language, option);
  std::size_t best = edges.size();
  std::tuple<std::vector<int>, std::string> least;
  for (std::size_t first = 0; first < edges.size(); ++first) {
    if (!edges[(first + edges.size() - 1) % edges.size()].external) continue;
    std::vector<Relaxation> turned = edges;
    std::ranges::rotate(turned, turned.begin() + static_cast<std::ptrdiff_t>(first));
    auto key = std::tuple(ranks_of(ends_of_threads(turned, 0)), sort_text(turned, language));
    if (best == edges.size() || key < least) {
      best = first;
      least = std::move(key);
    }
  }
  std::ranges::rotate(edges, edges.begin() + static_cast<std::ptrdiff_t>(best));
  return {std::move(edges)};
}

std::string family_of_cycle(const Cycle& cycle) {
  return family_text(ends_of_threads(cycle.edges, 0));
}

}  // namespace ringcheck::litmus
