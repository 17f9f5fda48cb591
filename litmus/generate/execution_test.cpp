// The smallest test of an execution.
// Tested by tests/litmus/execution_test_test.cpp and tests/cli/witness_litmus_test.cpp.
#include "litmus/generate/execution_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "graph/check.hpp"
#include "graph/cycle.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck::litmus {

namespace {

/// A fence in the words of a language.
struct TaggedFence {
  TestLanguage language;
  TagSet tags;
  std::string_view word;
};

constexpr TestLanguage kKernelC{Architecture::c, false};
constexpr TestLanguage kStandardC{Architecture::c, true};
constexpr TestLanguage kAarch64Assembly{Architecture::aarch64, false};
constexpr TestLanguage kX86Assembly{Architecture::x86_64, false};
constexpr TestLanguage kRiscvAssembly{Architecture::riscv, false};
constexpr TestLanguage kPpcAssembly{Architecture::ppc, false};

constexpr TagSet kRr{Tag::order_rr};
constexpr TagSet kWw{Tag::order_ww};
constexpr TagSet kRrw{Tag::order_rr, Tag::order_rw};
constexpr TagSet kRww{Tag::order_rw, Tag::order_ww};
constexpr TagSet kNoWr{Tag::order_rr, Tag::order_rw, Tag::order_ww};
constexpr TagSet kEvery{Tag::order_rr, Tag::order_rw, Tag::order_wr, Tag::order_ww};

constexpr auto kTaggedFences = std::to_array<TaggedFence>({
    {kKernelC, {Tag::mb}, "smp_mb"},
    {kKernelC, {Tag::rmb}, "smp_rmb"},
    {kKernelC, {Tag::wmb}, "smp_wmb"},
    {kKernelC, {Tag::before_atomic}, "smp_mb__before_atomic"},
    {kKernelC, {Tag::after_atomic}, "smp_mb__after_atomic"},
    {kStandardC, {Tag::rmb}, "acquire"},
    {kStandardC, {Tag::wmb}, "release"},
    {kStandardC, {Tag::rmb, Tag::wmb}, "acq_rel"},
    {kStandardC, {Tag::mb}, "seq_cst"},
    {kAarch64Assembly, {Tag::mb}, "DMB ISH"},
    {kAarch64Assembly, {Tag::rmb}, "DMB ISHLD"},
    {kAarch64Assembly, {Tag::wmb}, "DMB ISHST"},
    {kAarch64Assembly, {Tag::context_sync}, "ISB"},
    {kX86Assembly, {Tag::mb}, "mfence"},
    {kRiscvAssembly, kRr, "fence r,r"},
    {kRiscvAssembly, kWw, "fence w,w"},
    {kRiscvAssembly, kRrw, "fence r,rw"},
    {kRiscvAssembly, kRww, "fence rw,w"},
    {kRiscvAssembly, kEvery, "fence rw,rw"},
    {kRiscvAssembly, {Tag::mb}, "fence rw,rw"},
    {kPpcAssembly, {Tag::context_sync}, "isync"},
    {kPpcAssembly, kNoWr, "lwsync"},
    {kPpcAssembly, {Tag::mb}, "sync"},
});

/// A name that C and the assemblers take.
std::string identifier(const std::string& name) {
  std::string text;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      text += c;
    else if (c == '.')
      text += '_';
  return text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0 ? "at_" + text
                                                                                     : text;
}

class Maker {
 public:
  Maker(const ExecutionGraph& graph, std::span<const std::string> names, TestLanguage language)
      : graph_(graph), names_(names), language_(language) {}

  StraightTest make(std::span<const EventNumber> named, KeptAccesses which) {
    if (which == KeptAccesses::cycle) keep_cycle();
    if (kept_.empty())
      for (const EventNumber e : named) keep_with_sources(e);
    if (kept_.empty()) keep_shared();
    keep_needed_sources();
    number_locations();
    for (int t = 0; t < graph_.threads(); ++t) thread(static_cast<ThreadId>(t));
    return std::move(test_);
  }

 private:
  void keep_cycle() {
    for (const Edge& edge : shortest_sc_cycle(graph_)) {
      keep(edge.from);
      keep(edge.to);
    }
  }

  /// Keeps both halves of what is one step to all threads.
  void keep(EventNumber e) {
    if (e == kNoEvent || graph_.is_init(e)) return;
    kept_.insert(e);
    if (graph_[e].atomic && graph_[e].rmw != kNoEvent) kept_.insert(graph_[e].rmw);
  }

  void keep_with_sources(EventNumber e) {
    if (e == kNoEvent || graph_.is_init(e)) return;
    if (graph_[e].kind != EventKind::read && graph_[e].kind != EventKind::write) return;
    keep(e);
    if (graph_[e].kind == EventKind::read) keep(graph_[e].rf);
  }

  /// Keeps every access to a location that several threads access.
  void keep_shared() {
    std::map<LocId, std::set<ThreadId>> threads;
    for (int e = graph_.locations(); e < graph_.size(); ++e) {
      const Event& event = graph_[static_cast<EventNumber>(e)];
      if (event.location != kNoLocation) threads[event.location].insert(event.id.thread);
    }
    for (int e = graph_.locations(); e < graph_.size(); ++e) {
      const Event& event = graph_[static_cast<EventNumber>(e)];
      if (event.location != kNoLocation && threads[event.location].size() > 1)
        keep(static_cast<EventNumber>(e));
    }
  }

  [[nodiscard]] bool kept(EventNumber e) const { return kept_.count(e) != 0; }

  /// A dropped write may count as the initial one only if no kept write comes before it.
  void keep_needed_sources() {
    for (bool grew = true; grew;) {
      grew = false;
      for (const EventNumber r : std::set<EventNumber>(kept_)) {
        if (graph_[r].kind != EventKind::read || kept(graph_[r].rf) || graph_.is_init(graph_[r].rf))
          continue;
        const bool covers = std::ranges::any_of(kept_, [&](EventNumber w) {
          return graph_[w].kind == EventKind::write && graph_[w].location == graph_[r].location &&
                 graph_.co_before(w, graph_[r].rf);
        });
        if (covers) keep(graph_[r].rf);
        grew = grew || covers;
      }
    }
  }

  void number_locations() {
    std::map<LocId, std::vector<EventNumber>> writes;
    for (const EventNumber e : kept_) {
      auto& of_location = writes[graph_[e].location];
      if (graph_[e].kind == EventKind::write) of_location.push_back(e);
    }
    for (auto& [location, order] : writes) {
      std::ranges::sort(order,
                        [&](EventNumber a, EventNumber b) { return graph_.co_before(a, b); });
      for (const EventNumber w : order)
        value_.emplace(w, static_cast<std::int64_t>(value_of_next(location)));
      location_.emplace(location, test_.locations.size());
      StraightLocation& entry = test_.locations.emplace_back();
      entry.name = unused_name(identifier(names_[location]));
      if (order.size() > 1) entry.final_value = static_cast<std::int64_t>(order.size());
    }
  }

  [[nodiscard]] std::string unused_name(const std::string& name) const {
    const auto taken = [&](const std::string& text) {
      return std::ranges::find(test_.locations, text, &StraightLocation::name) !=
             test_.locations.end();
    };
    std::string text = name;
    for (int n = 2; taken(text); ++n) text = fmt::format("{}_{}", name, n);
    return text;
  }

  std::size_t value_of_next(LocId location) { return ++last_value_[location]; }

  void thread(ThreadId t) {
    std::vector<StraightAccess> accesses;
    std::vector<std::string> fences;
    number_.clear();
    for (int slot = 0; slot < graph_.slots(t); ++slot) {
      const EventNumber e = graph_.at(t, slot);
      if (e == kNoEvent) continue;
      if (graph_[e].kind == EventKind::fence) {
        if (!accesses.empty()) add_fence(fences, e);
      } else if (kept(e)) {
        access(accesses, e, fences);
      }
    }
    if (!accesses.empty()) test_.threads.push_back(std::move(accesses));
  }

  /// The fences around a fully ordered read-modify-write belong to it and are dropped with it.
  void add_fence(std::vector<std::string>& fences, EventNumber e) const {
    const TagSet tags = graph_[e].tags;
    if (tags.has(Tag::of_full_rmw) || tags.has(Tag::compiler_barrier)) return;
    const auto word = std::ranges::find_if(kTaggedFences, [&](const TaggedFence& f) {
      return f.language == language_ && f.tags == tags;
    });
    if (word == kTaggedFences.end())
      throw InputError({"witness", 0, 0, "saw a fence that the test's language has no word for"});
    if (fences.empty() || fences.back() != word->word) fences.emplace_back(word->word);
  }

  [[nodiscard]] static Mark mark_of(const Event& event) {
    if (event.tags.empty() || event.tags == TagSet{Tag::local}) return Mark::plain;
    if (event.tags.has(Tag::of_full_rmw)) return Mark::full;
    if (event.tags.has(Tag::seq_cst)) return Mark::seq_cst;
    if (event.tags.has(Tag::acquire)) return Mark::acquire;
    if (event.tags.has(Tag::release)) return Mark::release;
    return Mark::once;
  }

  void access(std::vector<StraightAccess>& accesses, EventNumber e,
              std::vector<std::string>& fences) {
    const Event& event = graph_[e];
    const bool exchange = event.atomic && event.rmw != kNoEvent;
    if (exchange && event.kind == EventKind::write) {
      merge_write(accesses.back(), e);
      return;
    }
    StraightAccess& a = accesses.emplace_back();
    a.kind = exchange                        ? AccessKind::exchange
             : event.kind == EventKind::read ? AccessKind::read
                                             : AccessKind::write;
    a.location = location_.at(event.location);
    a.mark = mark_of(event);
    // Machines have no plain accesses, nor does the assembly that is printed.
    if (language_.architecture != Architecture::c && a.mark == Mark::plain) a.mark = Mark::once;
    if (event.kind == EventKind::write) a.value = value_.at(e);
    if (event.kind == EventKind::read) {
      const auto source = value_.find(event.rf);
      a.seen = source == value_.end() ? 0 : source->second;
      number_[e] = accesses.size() - 1;
    }
    a.fences = std::move(fences);
    fences.clear();
    add_dependencies(a, e);
  }

  /// The write of a read-modify-write, whose read is the access before it.
  void merge_write(StraightAccess& a, EventNumber w) const {
    a.value = value_.at(w);
    const Mark mark = mark_of(graph_[w]);
    if (mark == Mark::release && a.mark == Mark::once)
      a.mark = mark;
    else if (mark == Mark::release && a.mark == Mark::acquire && language_ == kStandardC)
      a.mark = Mark::full;
  }

  void add_dependencies(StraightAccess& a, EventNumber e) const {
    const Dependencies& all = graph_.dependencies(e);
    const auto add = [&](const EventSet& sources, DependencyKind kind) {
      for (const auto& [read, number] : number_)
        if (read != e && sources.test(read)) a.dependencies.push_back({kind, number});
    };
    add(all.address, DependencyKind::address);
    if (a.kind != AccessKind::read) add(all.data, DependencyKind::data);
    add(all.control, DependencyKind::control);
  }

  const ExecutionGraph& graph_;
  std::span<const std::string> names_;
  TestLanguage language_;
  std::set<EventNumber> kept_;
  std::map<EventNumber, std::int64_t> value_;  ///< of kept writes
  std::map<LocId, std::size_t> last_value_;
  std::map<LocId, std::size_t> location_;      ///< number in the test
  std::map<EventNumber, std::size_t> number_;  ///< of the kept reads of a thread: their accesses
  StraightTest test_;
};

/// A way to put more order between two accesses.
struct Barrier {
  std::string name;
  void (*apply)(StraightAccess& before, StraightAccess& after, const std::string& name);
};

void add_fence(StraightAccess& /*before*/, StraightAccess& after, const std::string& name) {
  after.fences.push_back(name);
}

template <Mark Marked>
void mark_before(StraightAccess& before, StraightAccess&, const std::string&) {
  before.mark = Marked;
}
template <Mark Marked>
void mark_after(StraightAccess&, StraightAccess& after, const std::string&) {
  after.mark = Marked;
}

/// Orders of the two accesses, and a fence. Plain accesses stay plain: an order would make them
/// atomic.
std::vector<Barrier> c11_barriers_between(const StraightAccess& before,
                                          const StraightAccess& after) {
  std::vector<Barrier> all;
  if (after.kind == AccessKind::write && after.mark == Mark::once)
    all.push_back({"release", mark_after<Mark::release>});
  if (before.kind == AccessKind::read && before.mark == Mark::once)
    all.push_back({"acquire", mark_before<Mark::acquire>});
  all.push_back({"seq_cst", add_fence});
  return all;
}

/// Barriers of the language between an access like `before` and one like `after`, weakest first.
std::vector<Barrier> barriers_between(const ExecutionTest& test, const StraightAccess& before,
                                      const StraightAccess& after) {
  std::vector<Barrier> all;
  const auto fence = [&](std::string name) { all.push_back({std::move(name), add_fence}); };
  const bool reads = before.kind != AccessKind::write;
  const bool writes = after.kind != AccessKind::read;
  if (test.language == kStandardC) return c11_barriers_between(before, after);
  if (test.language == kKernelC) {
    if (before.kind != AccessKind::read && writes) fence("smp_wmb");
    if (reads && after.kind != AccessKind::write) fence("smp_rmb");
    if (after.kind == AccessKind::write && after.mark != Mark::release)
      all.push_back({"release", mark_after<Mark::release>});
    if (before.kind == AccessKind::read && before.mark != Mark::acquire)
      all.push_back({"acquire", mark_before<Mark::acquire>});
    fence("smp_mb");
    return all;
  }
  for (const TaggedFence& word : kTaggedFences)
    if (word.language == test.language && word.tags != TagSet{Tag::mb} && word.tags != kEvery)
      fence(std::string(word.word));
  for (const TaggedFence& word : kTaggedFences)
    if (word.language == test.language && (word.tags == TagSet{Tag::mb} || word.tags == kEvery))
      fence(std::string(word.word));
  return all;
}

bool forbidden(const ExecutionTest& test, const Model& model) {
  return run_litmus(test.litmus(), model).observation == LitmusObservation::never;
}

/// `stronger` with the name of `test` and of the barrier.
StrongerTest named(StrongerTest stronger, const ExecutionTest& test) {
  std::string suffix = stronger.barrier;
  std::ranges::replace_if(
      suffix, [](char c) { return c == ' ' || c == ','; }, '-');
  stronger.test.test.name = test.test.name + "+" + suffix;
  return stronger;
}

}  // namespace

LitmusTest ExecutionTest::litmus() const {
  if (language.architecture != Architecture::c) return assembly_test(test, language.architecture);
  return language.is_standard_c ? c11_test(test) : kernel_c_test(test);
}

ExecutionTest test_of_execution(const ExecutionGraph& graph, std::span<const std::string> names,
                                std::span<const EventNumber> named, TestLanguage language,
                                const std::string& name, KeptAccesses kept) {
  RC_CHECK(graph.tracks_dependencies(), "an execution with its dependencies");
  ExecutionTest result{Maker(graph, names, language).make(named, kept), language};
  result.test.name = name;
  return result;
}

std::optional<StrongerTest> forbid(const ExecutionTest& test, const Model& model) {
  StrongerTest every{test, ""};
  for (std::size_t t = 0; t < test.test.threads.size(); ++t) {
    for (std::size_t i = 1; i < test.test.threads[t].size(); ++i) {
      const auto& accesses = test.test.threads[t];
      const std::vector<Barrier> barriers = barriers_between(test, accesses[i - 1], accesses[i]);
      for (const Barrier& barrier : barriers) {
        StrongerTest stronger{test, barrier.name};
        auto& changed = stronger.test.test.threads[t];
        barrier.apply(changed[i - 1], changed[i], barrier.name);
        if (forbidden(stronger.test, model)) return named(stronger, test);
      }
      every.test.test.threads[t][i].fences.push_back(barriers.back().name);
      every.barrier += (every.barrier.empty() ? "" : "+") + barriers.back().name;
    }
  }
  if (every.barrier.empty() || !forbidden(every.test, model)) return std::nullopt;
  return named(every, test);
}

}  // namespace ringcheck::litmus
