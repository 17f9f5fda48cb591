// Tested by tests/explore/reachable_ends_test.cpp.
#include "explore/candidate_rules.hpp"

#include <algorithm>

namespace ringcheck {

namespace {

using Order = std::vector<CandidateWrite>;

/// Adds to `rule` that `v` is before `w`, unless that goes without saying.
void add_before(Rule& rule, const CandidateWrite& v, const CandidateWrite& w) {
  if (v.thread != w.thread) rule.wrong.push_back(Atom::before(v.structure, w.structure));
}

bool is_before(const CandidateWrite& v, const CandidateWrite& w, const Chosen& is_chosen) {
  if (v.thread == w.thread) return v.slot < w.slot;
  return is_chosen(Atom::before(v.structure, w.structure));
}

/// Orders the writes of a location, or tells what is missing.
void put_in_order(Order& order, const Chosen& is_chosen, std::vector<Rule>& broken) {
  const std::size_t before = broken.size();
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const CandidateWrite& v = order[i];
      const CandidateWrite& w = order[j];
      if (is_before(v, w, is_chosen) || is_before(w, v, is_chosen)) continue;
      const Atom one = Atom::before(v.structure, w.structure);
      const Atom other = Atom::before(w.structure, v.structure);
      broken.push_back({{Atom::there(v.structure), Atom::there(w.structure)}, {one, other}});
      broken.push_back({{one, other}, {}});
    }
  if (broken.size() > before) return;
  std::vector<std::pair<std::size_t, CandidateWrite>> ranked;
  for (const CandidateWrite& w : order)
    ranked.push_back({static_cast<std::size_t>(std::ranges::count_if(
                          order, [&](const auto& v) { return is_before(v, w, is_chosen); })),
                      w});
  std::ranges::stable_sort(ranked, {}, [](const auto& r) { return r.first; });
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = ranked[n].second;
  // A total relation that is no order has a cycle of three.
  for (const CandidateWrite& u : order)
    for (const CandidateWrite& v : order)
      for (const CandidateWrite& w : order) {
        if (u.structure > v.structure || u.structure > w.structure) continue;
        if (&u == &v || &v == &w || &u == &w || !is_before(u, v, is_chosen) ||
            !is_before(v, w, is_chosen) || !is_before(w, u, is_chosen))
          continue;
        Rule rule;
        add_before(rule, u, v);
        add_before(rule, v, w);
        add_before(rule, w, u);
        broken.push_back(std::move(rule));
      }
}

/// An access to a location, and the write that it is or reads from.
struct Access {
  ThreadId thread = 0;
  int slot = 0;
  const CandidateRead* read = nullptr;    ///< null: it is a write
  const CandidateWrite* write = nullptr;  ///< null: the initial one
  std::size_t position = 0;               ///< of `write` in coherence order, from 1; 0: initial
};

std::vector<Access> accesses_of(const Candidate& candidate, std::size_t location) {
  const Order& order = candidate.orders[location];
  std::vector<Access> all;
  for (std::size_t n = 0; n < order.size(); ++n)
    all.push_back({order[n].thread, order[n].slot, nullptr, &order[n], n + 1});
  for (const CandidateRead& read : candidate.reads) {
    const ExecutionGraph& own = *candidate.threads[read.thread];
    if (own[own.at(read.thread, read.slot)].location != location) continue;
    Access access{read.thread, read.slot, &read, nullptr, 0};
    for (std::size_t n = 0; n < order.size(); ++n)
      if (order[n].structure == read.source) {
        access.write = &order[n];
        access.position = n + 1;
      }
    all.push_back(access);
  }
  std::ranges::sort(all, [](const Access& a, const Access& b) {
    return std::pair(a.thread, a.slot) < std::pair(b.thread, b.slot);
  });
  return all;
}

void add_read(Rule& rule, const Access& access) {
  if (access.read != nullptr)
    rule.wrong.push_back(Atom::reads(access.read->structure, access.read->source));
}

/// What `a` sees or writes comes before what `b` does, which is after it in its thread.
void check_pair(const Access& a, const Access& b, std::vector<Rule>& broken) {
  const bool agree =
      b.read == nullptr && a.read != nullptr ? a.position < b.position : a.position <= b.position;
  if (agree || (a.read == nullptr && b.read == nullptr)) return;
  Rule rule;
  add_read(rule, a);
  add_read(rule, b);
  if (a.read == nullptr) rule.wrong.push_back(Atom::there(a.write->structure));
  if (b.read == nullptr) rule.wrong.push_back(Atom::there(b.write->structure));
  if (b.write != nullptr && a.write != b.write) add_before(rule, *b.write, *a.write);
  broken.push_back(std::move(rule));
}

/// Nothing of another thread comes between the read and the write of `own`, which are atomic.
void check_atomic(const Access& read, const Access& own, const Order& order,
                  std::vector<Rule>& broken) {
  for (std::size_t n = read.position; n + 1 < own.position; ++n) {
    const CandidateWrite& between = order[n];
    if (between.thread == own.thread) continue;
    Rule rule;
    add_read(rule, read);
    rule.wrong.push_back(Atom::there(own.write->structure));
    if (read.write != nullptr) add_before(rule, *read.write, between);
    add_before(rule, between, *own.write);
    broken.push_back(std::move(rule));
  }
}

void check_location(const Candidate& candidate, std::size_t location, std::vector<Rule>& broken) {
  const std::vector<Access> all = accesses_of(candidate, location);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size() && all[j].thread == all[i].thread; ++j) {
      check_pair(all[i], all[j], broken);
      if (all[j].read != nullptr || all[i].read == nullptr) continue;
      const ExecutionGraph& own = *candidate.threads[all[j].thread];
      const Event& write = own[own.at(all[j].thread, all[j].slot)];
      if (write.atomic && write.rmw != kNoEvent && own[write.rmw].id.index == all[i].slot)
        check_atomic(all[i], all[j], candidate.orders[location], broken);
    }
}

}  // namespace

std::vector<Rule> broken_rules(const Program& program, Candidate& candidate,
                               const Chosen& is_chosen) {
  std::vector<Rule> broken;
  for (Order& order : candidate.orders) put_in_order(order, is_chosen, broken);
  if (!broken.empty()) return broken;
  for (std::size_t l = 0; l < program.locations.size(); ++l) check_location(candidate, l, broken);
  return broken;
}

Rule rule_of(const Candidate& candidate, const DecidedPart& part) {
  Rule rule;
  std::vector<Structure> placed;
  for (std::size_t l = 0; l < candidate.orders.size(); ++l) {
    const CandidateWrite* last = nullptr;
    for (std::size_t w = 0; w < candidate.orders[l].size(); ++w) {
      if (!part.writes[l][w]) continue;
      const CandidateWrite& write = candidate.orders[l][w];
      placed.push_back(write.structure);
      rule.wrong.push_back(Atom::there(write.structure));
      if (last != nullptr) add_before(rule, *last, write);
      last = &write;
    }
  }
  for (std::size_t r = 0; r < candidate.reads.size(); ++r) {
    const CandidateRead& read = candidate.reads[r];
    const bool resolved =
        read.source == kNoStructure || std::ranges::find(placed, read.source) != placed.end();
    if (part.reads[r] && resolved) rule.wrong.push_back(Atom::reads(read.structure, read.source));
  }
  return rule;
}

}  // namespace ringcheck
