// Tested by tests/explore/reachable_ends_test.cpp.
#include "explore/candidate.hpp"

#include <algorithm>

namespace ringcheck {

namespace {

/// Puts the events of threads into one graph.
class Builder {
 public:
  Builder(const Program& program, const Candidate& candidate, const DecidedPart& part)
      : program_(program), candidate_(candidate), part_(part), ends_(candidate.threads.size(), 0) {
    for (std::size_t l = 0; l < program.locations.size(); ++l)
      locations_.push_back(static_cast<LocId>(l));
  }

  /// All events of the threads.
  ExecutionGraph build_events() {
    for (std::size_t t = 0; t < ends_.size(); ++t)
      ends_[t] = candidate_.threads[t]->slots(static_cast<ThreadId>(t));
    return build(true);
  }

  /// With all locations of the program, or those that are accessed.
  ExecutionGraph build(bool all_locations) {
    decide();
    if (!all_locations) leave_out_locations();
    std::vector<std::uint64_t> initial;
    for (std::size_t l = 0; l < locations_.size(); ++l)
      if (locations_[l] != kNoLocation) initial.push_back(program_.locations[l].initial);
    graph_.reset(initial, static_cast<int>(program_.threads.size()), true);
    for (std::size_t t = 0; t < ends_.size(); ++t) add_events(static_cast<ThreadId>(t));
    for (std::size_t l = 0; l < candidate_.orders.size(); ++l) place(l);
    for (std::size_t r = 0; r < candidate_.reads.size(); ++r)
      if (resolved_[r]) resolve(candidate_.reads[r]);
    return std::move(graph_);
  }

 private:
  /// A location that nothing accesses makes a graph larger, and no difference.
  void leave_out_locations() {
    std::vector<bool> accessed(locations_.size(), false);
    for (std::size_t t = 0; t < ends_.size(); ++t) {
      const ExecutionGraph& own = *candidate_.threads[t];
      const auto id = static_cast<ThreadId>(t);
      for (int slot = 0; slot < std::min(own.slots(id), ends_[t]); ++slot)
        if (const EventNumber e = own.at(id, slot); e != kNoEvent && own[e].location != kNoLocation)
          accessed[own[e].location] = true;
    }
    LocId next = 0;
    for (std::size_t l = 0; l < locations_.size(); ++l)
      locations_[l] = accessed[l] ? next++ : kNoLocation;
  }

  /// What is decided, and how far threads go for that.
  void decide() {
    const auto extend = [&](ThreadId t, int slot) { ends_[t] = std::max(ends_[t], slot + 1); };
    for (std::size_t l = 0; l < candidate_.orders.size(); ++l)
      for (std::size_t w = 0; w < candidate_.orders[l].size(); ++w)
        if (part_.writes[l][w]) {
          const CandidateWrite& write = candidate_.orders[l][w];
          extend(write.thread, write.slot);
          placed_.push_back(write.structure);
        }
    std::ranges::sort(placed_);
    for (std::size_t r = 0; r < candidate_.reads.size(); ++r) {
      const CandidateRead& read = candidate_.reads[r];
      resolved_.push_back(part_.reads[r] && (read.source == kNoStructure ||
                                             std::ranges::binary_search(placed_, read.source)));
      if (resolved_.back()) extend(read.thread, read.slot);
    }
  }

  void add_events(ThreadId t) {
    const ExecutionGraph& own = *candidate_.threads[t];
    std::vector<EventNumber> numbers(static_cast<std::size_t>(own.size()), kNoEvent);
    const int end = std::min(own.slots(t), ends_[t]);
    for (int slot = 0; slot < end; ++slot) {
      const EventNumber e = own.at(t, slot);
      if (e != kNoEvent) numbers[e] = graph_.add(bare(own[e]));
    }
    for (int slot = 0; slot < end; ++slot) {
      const EventNumber e = own.at(t, slot);
      if (e == kNoEvent) continue;
      const auto rename = [&](const EventSet& loads) {
        EventSet renamed;
        for_each(loads, [&](int l) { renamed.set(numbers[static_cast<std::size_t>(l)]); });
        return renamed;
      };
      const Dependencies& from = own.dependencies(e);
      graph_.dependencies(numbers[e]) = {rename(from.address), rename(from.data),
                                         rename(from.control)};
      Event& event = graph_.event(numbers[e]);
      if (own[e].rmw != kNoEvent) event.rmw = numbers[own[e].rmw];
      if (event.rmw == kNoEvent && event.kind == EventKind::read) {
        event.atomic = false;
        event.claim = Claim::none;
      }
    }
  }

  /// The event as it is when nothing is decided.
  [[nodiscard]] Event bare(const Event& event) const {
    Event bare = event;
    if (event.location != kNoLocation) bare.location = locations_[event.location];
    const bool at_once = event.kind == EventKind::fence || event.kind == EventKind::choice;
    bare.materialised = at_once;
    bare.rf = bare.rmw = bare.co_prev = bare.co_next = kNoEvent;
    bare.co_position = 0;
    if (event.kind == EventKind::read) bare.value_known = false;
    return bare;
  }

  void read_from(EventNumber r, EventNumber w) {
    Event& read = graph_.event(r);
    read.rf = w;
    read.value = graph_[w].value;
    read.value_known = read.materialised = true;
  }

  void place(std::size_t l) {
    for (std::size_t w = 0; w < candidate_.orders[l].size(); ++w) {
      const CandidateWrite& write = candidate_.orders[l][w];
      if (!part_.writes[l][w]) continue;
      const EventNumber e = graph_.at(write.thread, write.slot);
      graph_.place_write(e, graph_.co_last(locations_[l]));
      numbers_.push_back({write.structure, e});
    }
  }

  void resolve(const CandidateRead& read) {
    const EventNumber r = graph_.at(read.thread, read.slot);
    EventNumber w = graph_[r].location;
    for (const auto& [structure, number] : numbers_)
      if (structure == read.source) w = number;
    read_from(r, w);
  }

  const Program& program_;
  const Candidate& candidate_;
  const DecidedPart& part_;
  std::vector<LocId> locations_;   ///< by location of the program: its number in the graph
  std::vector<int> ends_;          ///< by thread: slots that are in the graph
  std::vector<bool> resolved_;     ///< by read
  std::vector<Structure> placed_;  ///< in ascending order
  std::vector<std::pair<Structure, EventNumber>> numbers_;
  ExecutionGraph graph_;
};

/// Looks for a least part that is refused.
class Reduction {
 public:
  Reduction(const Program& program, const Candidate& candidate, const GraphJudge& is_consistent)
      : program_(program), candidate_(candidate), is_consistent_(is_consistent) {
    for (std::size_t l = 0; l < candidate.orders.size(); ++l)
      for (std::size_t w = 0; w < candidate.orders[l].size(); ++w) decisions_.push_back({l, w});
    for (std::size_t r = 0; r < candidate.reads.size(); ++r) decisions_.push_back({kRead, r});
  }

  DecidedPart run() {
    std::vector<std::size_t> all(decisions_.size());
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = n;
    return part_of(needed({}, false, all));
  }

 private:
  static constexpr std::size_t kRead = SIZE_MAX;
  struct Decision {
    std::size_t location = 0;  ///< kRead: of a read
    std::size_t number = 0;
  };
  using Decisions = std::vector<std::size_t>;

  [[nodiscard]] DecidedPart part_of(const Decisions& decisions) const {
    DecidedPart part;
    part.reads.assign(candidate_.reads.size(), false);
    for (const auto& order : candidate_.orders) part.writes.emplace_back(order.size(), false);
    for (const std::size_t d : decisions) {
      const Decision& decision = decisions_[d];
      if (decision.location == kRead)
        part.reads[decision.number] = true;
      else
        part.writes[decision.location][decision.number] = true;
    }
    return part;
  }

  [[nodiscard]] bool refused(const Decisions& decisions) const {
    return !is_consistent_(Builder(program_, candidate_, part_of(decisions)).build(false));
  }

  /// A least set of `among` that is refused together with `given`, which `among` is.
  Decisions needed(const Decisions& given, bool given_grew, const Decisions& among) {
    if (given_grew && refused(given)) return {};
    if (among.size() <= 1) return among;
    const auto middle = among.begin() + static_cast<std::ptrdiff_t>(among.size() / 2);
    const Decisions first(among.begin(), middle);
    const Decisions second(middle, among.end());
    const Decisions of_second = needed(joined(given, first), true, second);
    Decisions of_first = needed(joined(given, of_second), !of_second.empty(), first);
    return joined(std::move(of_first), of_second);
  }

  static Decisions joined(Decisions a, const Decisions& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  const Program& program_;
  const Candidate& candidate_;
  const GraphJudge& is_consistent_;
  std::vector<Decision> decisions_;
};

}  // namespace

DecidedPart all_of(const Candidate& candidate) {
  DecidedPart part;
  part.reads.assign(candidate.reads.size(), true);
  for (const auto& order : candidate.orders) part.writes.emplace_back(order.size(), true);
  return part;
}

ExecutionGraph graph_of(const Program& program, const Candidate& candidate,
                        const DecidedPart& part) {
  return Builder(program, candidate, part).build(true);
}

ExecutionGraph events_alone(const ExecutionGraph& own, ThreadId t) {
  Program program;
  program.locations.resize(static_cast<std::size_t>(own.locations()));
  program.threads.resize(static_cast<std::size_t>(own.threads()));
  ExecutionGraph nothing;
  nothing.reset(program.initial_values(), own.threads(), true);
  Candidate candidate;
  candidate.threads.assign(program.threads.size(), &nothing);
  candidate.threads[t] = &own;
  candidate.orders.resize(program.locations.size());
  const DecidedPart part = all_of(candidate);
  Builder builder(program, candidate, part);
  return builder.build_events();
}

DecidedPart least_refused_part(const Program& program, const Candidate& candidate,
                               const GraphJudge& is_consistent) {
  return Reduction(program, candidate, is_consistent).run();
}

}  // namespace ringcheck
