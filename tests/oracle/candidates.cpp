// Brute-force enumeration of candidate executions, for each combination of one trace per thread.
// Coherence and atomicity concern one location at a time, so the choices of each location are
// listed separately, and their product is the set of candidates. Written without any code of the
// explorer, on purpose: see docs/exploration.md, "How it is tested". Tested by
// tests/explore/oracle_test.cpp.
#include "tests/oracle/candidates.hpp"

#include <algorithm>
#include <array>

#include "graph/check.hpp"
#include "tests/oracle/location_choices.hpp"
#include "tests/oracle/trace.hpp"

namespace ringcheck::oracle {

namespace {

/// Which facts "some write stores value v to location l" a trace needs and provides, one bit per
/// fact.
struct Facts {
  Bits needed = 0, provided = 0;
};

/// The traces of every thread, and the facts that refuse most combinations of them at once.
struct Traces {
  std::vector<std::vector<Trace>> of_thread;
  std::vector<std::vector<Facts>> facts;
  std::vector<Bits> later;  ///< by t: what the threads from t on provide at best
  Bits initial = 0;
};

/// True iff the trace reads a value that nothing writes, which only an await does.
bool awaits_in_vain(const Trace& trace, const ValueSets& values) {
  return std::ranges::any_of(trace.events, [&](const TraceEvent& e) {
    return e.kind == EventKind::read &&
           !std::binary_search(values[e.location].begin(), values[e.location].end(), e.value);
  });
}

/// Returns false when there are more than the limits allow, or more than 64 facts.
bool find_traces(const TestProgram& program, const CandidateOptions& options, Traces& traces) {
  ValueSets values;
  if (!possible_values(program, options.max_traces, values)) return false;
  std::vector<int> base;
  int facts = 0;
  for (const auto& set : values) {
    base.push_back(facts);
    facts += static_cast<int>(set.size());
  }
  if (facts > kMaxBits) return false;
  const auto fact = [&](LocId l, std::uint64_t value) {
    const auto place = std::lower_bound(values[l].begin(), values[l].end(), value);
    return bit(base[l] + static_cast<int>(place - values[l].begin()));
  };
  for (std::size_t l = 0; l < values.size(); ++l)
    traces.initial |= fact(static_cast<LocId>(l), program.initial[l]);

  traces.later.assign(program.threads.size() + 1, 0);
  for (const Code& code : program.threads) {
    auto& of_thread = traces.of_thread.emplace_back();
    auto& facts_of_thread = traces.facts.emplace_back();
    if (!append_traces(code, values, options.max_traces, of_thread)) return false;
    std::erase_if(of_thread, [&](const Trace& trace) { return awaits_in_vain(trace, values); });
    for (const Trace& trace : of_thread) {
      Facts& f = facts_of_thread.emplace_back();
      for (const TraceEvent& e : trace.events) {
        if (e.kind == EventKind::read) f.needed |= fact(e.location, e.value);
        if (e.kind == EventKind::write) f.provided |= fact(e.location, e.value);
      }
    }
  }
  for (std::size_t t = traces.facts.size(); t-- > 0;) {
    traces.later[t] = traces.later[t + 1];
    for (const Facts& f : traces.facts[t]) traces.later[t] |= f.provided;
  }
  return true;
}

class Search {
 public:
  Search(const TestProgram& program, const CandidateOptions& options, const CandidateVisitor& visit)
      : program_(program), options_(options), visit_(visit), chosen_(program.threads.size()) {}

  bool run() {
    return find_traces(program_, options_, traces_) && choose_trace(0, traces_.initial, 0);
  }

 private:
  bool choose_trace(std::size_t t, Bits provided, Bits needed) {
    if (t == chosen_.size()) return enumerate();
    for (std::size_t i = 0; i < traces_.of_thread[t].size(); ++i) {
      if (++combinations_ > options_.max_combinations) return false;
      const Facts& facts = traces_.facts[t][i];
      const Bits now_provided = provided | facts.provided;
      const Bits now_needed = needed | facts.needed;
      if ((now_needed & ~(now_provided | traces_.later[t + 1])) != 0) continue;
      chosen_[t] = &traces_.of_thread[t][i];
      if (!choose_trace(t + 1, now_provided, now_needed)) return false;
    }
    return true;
  }

  /// Enumerates rf and co over the chosen traces.
  bool enumerate() {
    list_accesses();
    choices_.clear();
    for (const auto& accesses : accesses_) {
      choices_.push_back(location_choices(accesses, options_.prune_incoherent));
      if (choices_.back().empty()) return true;
    }
    build_events();
    picked_.assign(accesses_.size(), nullptr);
    return choose_location(0);
  }

  /// Numbers the events as the graph does, initial writes first, and sorts them by location.
  void list_accesses() {
    accesses_.assign(program_.initial.size(), {});
    hard_sources_.assign(program_.initial.size(), 0);
    for (std::size_t l = 0; l < accesses_.size(); ++l) {
      Access init;
      init.event = static_cast<int>(l);
      init.value = program_.initial[l];
      accesses_[l].push_back(init);
    }
    for (std::size_t t = 0; t < chosen_.size(); ++t) {
      const int base = static_cast<int>(hard_sources_.size());
      for (const TraceEvent& e : chosen_[t]->events) list_event(e, static_cast<int>(t), base);
    }
    RC_CHECK(hard_sources_.size() <= kMaxBits, "a program of too many events");
  }

  void list_event(const TraceEvent& e, int thread, int base) {
    Access access;
    access.event = static_cast<int>(hard_sources_.size());
    access.thread = thread;
    access.is_read = e.kind == EventKind::read;
    access.value = e.value;
    Bits sources = e.address | e.data | e.control;
    if (e.kind == EventKind::write && e.partner >= 0) {
      sources |= bit(e.partner);
      if (e.atomic) access.atomic_with = base + e.partner;
    }
    hard_sources_.push_back(sources << base);
    if (e.location != kNoLocation) accesses_[e.location].push_back(access);
  }

  bool choose_location(std::size_t l) {
    if (l == choices_.size()) return emit();
    for (const LocationChoice& choice : choices_[l]) {
      picked_[l] = &choice;
      if (!choose_location(l + 1)) return false;
    }
    return true;
  }

  bool emit() {
    if (out_of_thin_air()) return true;
    if (++candidates_ > options_.max_candidates) return false;
    graph_ = events_only_;
    bool blocked = false;
    for (const Trace* trace : chosen_) blocked |= trace->blocked;
    for (std::size_t l = 0; l < accesses_.size(); ++l) {
      const auto& order = picked_[l]->order;
      for (std::size_t i = 1; i < order.size(); ++i)
        graph_.place_write(number(order[i]), number(order[i - 1]));
      std::size_t r = 0;
      for (const Access& a : accesses_[l])
        if (a.is_read) graph_.resolve_read(number(a.event), number(picked_[l]->sources[r++]));
    }
    visit_(graph_, blocked);
    return true;
  }

  static EventNumber number(int event) { return static_cast<EventNumber>(event); }

  /// True iff hard dependencies and rf have a cycle: some events are left when those without
  /// sources are taken away.
  [[nodiscard]] bool out_of_thin_air() const {
    std::array<Bits, kMaxBits> sources{};
    const std::size_t count = hard_sources_.size();
    std::ranges::copy(hard_sources_, sources.begin());
    for (std::size_t l = 0; l < accesses_.size(); ++l) {
      std::size_t r = 0;
      for (const Access& a : accesses_[l])
        if (a.is_read) sources[static_cast<std::size_t>(a.event)] |= bit(picked_[l]->sources[r++]);
    }
    Bits done = 0;
    std::size_t done_count = 0;
    for (bool more = true; more;) {
      more = false;
      for (std::size_t e = 0; e < count; ++e) {
        const Bits own = bit(static_cast<int>(e));
        if ((done & own) != 0 || (sources[e] & ~done) != 0) continue;
        done |= own;
        ++done_count;
        more = true;
      }
    }
    return done_count != count;
  }

  /// The graph of the chosen traces' events, without rf and co.
  void build_events() {
    events_only_.reset(program_.initial, static_cast<int>(chosen_.size()),
                       options_.track_dependencies);
    for (std::size_t t = 0; t < chosen_.size(); ++t) {
      const int base = events_only_.size();
      for (const TraceEvent& e : chosen_[t]->events) add_event(e, static_cast<ThreadId>(t), base);
    }
  }

  void add_event(const TraceEvent& e, ThreadId thread, int base) {
    Event event;
    event.id = {thread, e.slot};
    event.kind = e.kind;
    event.location = e.location;
    event.tags = e.tags;
    event.atomic = e.atomic;
    event.instruction = e.instruction;
    if (e.partner >= 0) event.rmw = number(base + e.partner);
    if (e.kind == EventKind::read && e.partner >= 0) event.claim = Claim::sure;
    event.value_known = e.kind == EventKind::write || e.kind == EventKind::choice;
    if (event.value_known) event.value = e.value;
    event.materialised = e.kind == EventKind::fence || e.kind == EventKind::choice;
    const EventNumber n = events_only_.add(event);
    if (!options_.track_dependencies) return;
    Dependencies& d = events_only_.dependencies(n);
    d.address.set_word(0, e.address << base);
    d.data.set_word(0, e.data << base);
    d.control.set_word(0, e.control << base);
  }

  const TestProgram& program_;
  const CandidateOptions& options_;
  const CandidateVisitor& visit_;
  Traces traces_;
  std::vector<const Trace*> chosen_;
  std::vector<std::vector<Access>> accesses_;  // of each location
  std::vector<Bits> hard_sources_;             // of each event: all that it depends on but its rf
  std::vector<std::vector<LocationChoice>> choices_;
  std::vector<const LocationChoice*> picked_;
  ExecutionGraph events_only_, graph_;
  std::size_t combinations_ = 0;
  std::size_t candidates_ = 0;
};

}  // namespace

bool for_each_candidate(const TestProgram& program, const CandidateOptions& options,
                        const CandidateVisitor& visit) {
  const std::string what = defect(program);
  RC_CHECK(what.empty(), what + " in\n" + to_text(program));
  return Search(program, options, visit).run();
}

std::optional<Executions> consistent_executions(const TestProgram& program,
                                                const CandidateOptions& options,
                                                const Judge& judge) {
  Executions executions;
  const auto keep = [&](ExecutionGraph& graph, bool blocked) {
    ++executions.candidates;
    if (judge(graph))
      (blocked ? executions.blocked : executions.complete).push_back(graph.canonical());
  };
  if (!for_each_candidate(program, options, keep)) return std::nullopt;
  std::ranges::sort(executions.complete);
  std::ranges::sort(executions.blocked);
  return executions;
}

}  // namespace ringcheck::oracle
