// What the order of SC events is for, row by row: executions that one part of it forbids, and
// neighbours that it allows. Each is grown in every order of its threads; the checker and the
// model's text are asked about it.
#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "models/cat_checker.hpp"
#include "models/fast_rc11_sc.hpp"

namespace ringcheck {
namespace {

/// | separates threads, and ; events. `W x rel 1` writes 1, `R x acq 1` reads it; 0 is the initial
/// value, and values are places in coherence order. Orders are rlx, acq, rel and sc. `F sc` and
/// `F rel` are fences.
struct Row {
  std::string_view name;
  std::string_view threads;
  bool allowed;
};

const Row kRows[] = {
    {"store_buffering", "W x sc 1; R y sc 0 | W y sc 1; R x sc 0", false},
    {"store_buffering_of_a_relaxed_read", "W x sc 1; R y rlx 0 | W y sc 1; R x sc 0", true},
    {"writes_alone", "W x sc 2; W y sc 1 | W y sc 2; W x sc 1", false},
    {"fence_and_access", "W x rlx 1; F sc; R y rlx 0 | W y sc 1; R x sc 0", false},
    {"fence_and_access_that_is_relaxed", "W x rlx 1; F sc; R y rlx 0 | W y rlx 1; R x sc 0", true},
    {"happens_before_between_other_locations",
     "W x sc 1; W y rel 1 | R y acq 1; R z sc 0 | W z sc 1; R x sc 0", false},
    {"no_happens_before_between_other_locations",
     "W x sc 1; W y rlx 1 | R y acq 1; R z sc 0 | W z sc 1; R x sc 0", true},
    {"happens_before_from_the_same_location",
     "W x sc 1; W x rel 2 | R x acq 2; R z sc 0 | W z sc 1; R x sc 0", true},
    {"happens_before_to_the_same_location",
     "W x sc 1; W z rel 1 | R z acq 1; R z sc 1 | W z sc 2; R x sc 0", true},
    {"happens_before_to_the_same_location_after_a_fence",
     "W x sc 1; W z rel 1 | R z acq 1; F rel; R z sc 1 | W z sc 2; R x sc 0", false},
    {"happens_before_at_one_location", "W x sc 1 | R x sc 1; R y sc 0 | W y sc 1; R x sc 0", false},
    {"fence_that_acquires_what_was_read",
     "W x sc 1 | R x rlx 1; F sc; R z rlx 0 | W z sc 1; R x sc 0", false},
    {"fence_that_knows_of_what_follows",
     "W x sc 1; W y rel 1 | R y acq 1; F sc; R z rlx 0 | W z sc 1; R x sc 0", false},
    {"fence_that_knows_of_a_later_write",
     "W x sc 1 | W x rlx 2; F sc; R z rlx 0 | W z sc 1; R x sc 0", false},
    {"fence_that_has_read_a_later_write",
     "W x sc 1 | W x rlx 2 | R x rlx 2; F sc; R z rlx 0 | W z sc 1; R x sc 0", true},
};

/// The graph of a row, and which events each thread has, in order.
struct Built {
  ExecutionGraph graph;
  std::vector<std::vector<EventNumber>> threads;
};

std::vector<std::string> parts(std::string_view text, char separator) {
  std::vector<std::string> result;
  std::istringstream in{std::string(text)};
  for (std::string part; std::getline(in, part, separator);) result.push_back(part);
  return result;
}

TagSet tags_of(const std::string& order, bool fence) {
  const std::map<std::string, Tag> tags = {{"rlx", Tag::once},
                                           {"acq", Tag::acquire},
                                           {"rel", fence ? Tag::wmb : Tag::release},
                                           {"sc", fence ? Tag::mb : Tag::seq_cst}};
  return {tags.at(order)};
}

Built built(std::string_view text) {
  const std::string_view locations = "xyz";
  const std::vector<std::string> threads = parts(text, '|');
  Built result;
  result.graph.reset(std::vector<std::uint64_t>(locations.size()), static_cast<int>(threads.size()),
                     false);
  for (std::size_t t = 0; t < threads.size(); ++t) {
    result.threads.emplace_back();
    for (const std::string& part : parts(threads[t], ';')) {
      std::istringstream in(part);
      std::string kind;
      std::string location;
      std::string order;
      Event event;
      event.id = {static_cast<ThreadId>(t), static_cast<std::uint16_t>(result.threads[t].size())};
      in >> kind;
      if (kind == "F") {
        event.kind = EventKind::fence;
        event.materialised = true;
      } else {
        in >> location;
        event.kind = kind == "W" ? EventKind::write : EventKind::read;
        event.location = static_cast<LocId>(locations.find(location));
      }
      in >> order >> event.value;
      event.value_known = true;
      event.tags = tags_of(order, kind == "F");
      result.threads[t].push_back(result.graph.add(event));
    }
  }
  return result;
}

/// The write to `l` that has the greatest value up to `most` of those in coherence order.
EventNumber write_up_to(const ExecutionGraph& graph, LocId l, std::uint64_t most) {
  EventNumber w = graph.co_last(l);
  while (graph[w].value > most) w = graph[w].co_prev;
  return w;
}

/// Resolves or places `e`. Returns what the checker says about it; a read whose write is not there
/// yet must wait, which is no answer.
enum class Answer { admitted, refused, waits };
Answer step(const Rc11ScChecker& checker, Rc11ScChecker::State& state, ExecutionGraph& graph,
            EventNumber e) {
  const Event event = graph[e];
  bool admitted = true;
  if (event.kind != EventKind::fence) {
    const bool reads = event.kind == EventKind::read;
    const EventNumber w = write_up_to(graph, event.location, event.value - (reads ? 0 : 1));
    if (reads && graph[w].value != event.value) return Answer::waits;
    admitted =
        reads ? checker.admits_read(state, graph, e, w) : checker.admits_write(state, graph, e, w);
    if (reads)
      graph.resolve_read(e, w);
    else
      graph.place_write(e, w);
  }
  if (admitted) checker.commit(state, graph, e);
  return admitted ? Answer::admitted : Answer::refused;
}

/// Grows the execution by going through the threads in `order` again and again. Returns whether
/// every event is admitted. `whole`: the graph at the end.
bool grows(std::string_view text, const std::vector<std::size_t>& order, ExecutionGraph& whole) {
  auto [graph, threads] = built(text);
  const Rc11ScChecker checker;
  Rc11ScChecker::State state;
  checker.start(state, graph);
  std::vector<std::size_t> next(threads.size());
  std::size_t left = 0;
  for (const auto& thread : threads) left += thread.size();
  bool admitted = true;
  while (left > 0) {
    const std::size_t before = left;
    for (const std::size_t t : order) {
      while (next[t] < threads[t].size()) {
        const Answer answer = step(checker, state, graph, threads[t][next[t]]);
        if (answer == Answer::waits) break;
        admitted = admitted && answer == Answer::admitted;
        ++next[t];
        --left;
      }
    }
    if (left == before) throw std::logic_error("reads of each other");
  }
  whole = graph;
  return admitted;
}

class ScRows : public ::testing::TestWithParam<Row> {};

TEST_P(ScRows, AreAnsweredInEveryOrder) {
  const Row& row = GetParam();
  std::vector<std::size_t> order(parts(row.threads, '|').size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  CatChecker text(find_model("rc11"));
  do {
    ExecutionGraph graph;
    EXPECT_EQ(grows(row.threads, order, graph), row.allowed) << "first thread " << order[0];
    EXPECT_EQ(Rc11ScChecker().consistent(graph), row.allowed);
    EXPECT_EQ(text.consistent(graph), row.allowed) << "by the text";
  } while (std::ranges::next_permutation(order).found);
}

INSTANTIATE_TEST_SUITE_P(Rows, ScRows, ::testing::ValuesIn(kRows),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace ringcheck
