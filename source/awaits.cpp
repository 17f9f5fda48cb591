// Source: the transformation of spinloops to assumptions of M. Kokologiannakis, X. Ren, V.
// Vafeiadis, "Dynamic partial order reductions for spinloops", FMCAD 2021.
// Tested by tests/source/verdict_test.cpp.
#include "source/awaits.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "source/arithmetic.hpp"
#include "source/definitions.hpp"
#include "source/ways_of_loops.hpp"

namespace ringcheck::source {

namespace {

/// A loop whose head only asks whether one value, a constant at first, has changed. That value is
/// its condition, and what its iterations compare.
class Condition {
 public:
  Condition(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
            const Uses& uses)
      : function_(function), graph_(graph), loop_(loop), uses_(uses) {}

  /// The index of its phi at the loop's head, if the loop is of this kind.
  [[nodiscard]] std::optional<std::size_t> find() const {
    std::uint32_t before = kNoBlock;
    for (const std::uint32_t p : graph_.predecessors(loop_.header)) {
      if (loop_.contains[p] || !graph_.reached(p)) continue;
      if (before != kNoBlock) return std::nullopt;
      before = p;
    }
    const std::vector<Phi>& phis = function_.blocks[loop_.header].phis;
    for (std::size_t p = 0; p < phis.size(); ++p)
      for (const Phi::Way& way : phis[p].ways)
        if (way.block == before && way.value < 0 &&
            enters_body(phis[p].target, constant(way.value)))
          return others_stay_outside(p) && stays_in_phis(phis[p]) ? std::optional(p) : std::nullopt;
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::uint64_t constant(Operand x) const {
    return function_.constants[constant_number(x)];
  }
  [[nodiscard]] bool in_body(std::uint32_t b) const {
    return loop_.contains[b] && b != loop_.header;
  }

  /// True iff the head, given `value` for register `phi` alone, goes on into the body.
  [[nodiscard]] bool enters_body(Operand phi, std::uint64_t value) const {
    std::unordered_map<Operand, std::uint64_t> known{{phi, value}};
    const auto get = [&](Operand x) -> std::optional<std::uint64_t> {
      if (x == kNoOperand) return 0;
      if (x < 0) return constant(x);
      const auto found = known.find(x);
      return found == known.end() ? std::nullopt : std::optional(found->second);
    };
    for (const Instruction& i : function_.blocks[loop_.header].instructions) {
      if (i.opcode == Opcode::branch) {
        const auto condition = get(i.a);
        return condition && in_body(static_cast<std::uint32_t>(*condition != 0 ? i.b : i.c));
      }
      if (i.opcode > Opcode::count_bits || i.opcode == Opcode::floating) continue;
      const auto a = get(i.a);
      const auto b = get(i.b);
      const auto c = get(i.c);
      if (a && b && c && !has_no_quotient(i, *a, *b)) known[i.target] = compute(i, *a, *b, *c);
    }
    return false;
  }

  /// True iff the body uses none of the other phis at the head.
  [[nodiscard]] bool others_stay_outside(std::size_t condition) const {
    const std::vector<Phi>& phis = function_.blocks[loop_.header].phis;
    for (std::size_t p = 0; p < phis.size(); ++p)
      if (p != condition && std::ranges::any_of(uses_.of(phis[p].target), [&](const Definition& u) {
            return in_body(u.block);
          }))
        return false;
    return true;
  }

  /// True iff the body hands `phi` on to nothing but itself, and the head does not change it.
  [[nodiscard]] bool stays_in_phis(const Phi& phi) const {
    for (const Definition& use : uses_.of(phi.target)) {
      if (use.block == loop_.header && use.instruction != nullptr &&
          std::ranges::any_of(
              phi.ways, [&](const Phi::Way& way) { return way.value == use.instruction->target; }))
        return false;
      if (!in_body(use.block)) continue;
      if (use.phi == nullptr ||
          std::ranges::any_of(uses_.of(use.phi->target), [&](const Definition& u) {
            return u.phi == nullptr || u.phi->target != phi.target;
          }))
        return false;
    }
    return true;
  }

  const Function& function_;
  const GraphOfBlocks& graph_;
  const LoopOfBlocks& loop_;
  const Uses& uses_;
};

/// A read that a value may come from.
struct Read {
  Operand address = kNoOperand;
  Order order = Order::plain;
  bool fails = false;                ///< by a compare-exchange that failed
  Order if_succeeds = Order::plain;  ///< of that compare-exchange when it succeeds
};

/// True iff a read of order `a` orders no more than one of order `b`.
bool at_most(Order a, Order b) {
  const auto rank = [](Order o) {
    switch (o) {
      case Order::plain:
        return 0;
      case Order::relaxed:
      case Order::release:
        return 1;
      case Order::acquire:
      case Order::acquire_release:
        return 2;
      case Order::seq_cst:
        return 3;
    }
    return 3;
  };
  return rank(a) <= rank(b);
}

/// Collects what a phi's value may come from.
class Sources {
 public:
  Sources(const Definitions& definitions, const Phi& phi) : definitions_(definitions) { add(phi); }

  /// True iff the phi says whether a compare-exchange has succeeded, and starts out as false.
  [[nodiscard]] bool are_outcomes() const { return !other_than_outcomes_ && outcomes_ > 0; }
  /// True iff the phi always holds what the last read of one place gave, and the read of the
  /// compare-exchange at the end of an iteration is no weaker than the others. If
  /// `loads_are_alike`, it need be no weaker only when the compare-exchange succeeds.
  [[nodiscard]] bool are_reads_of_one_place(bool loads_are_alike) const {
    if (!all_are_reads_ || reads_.empty()) return false;
    for (const Read& read : reads_) {
      if (!definitions_.same(read.address, reads_.front().address)) return false;
      if (read.fails) continue;
      for (const Read& other : reads_)
        if (other.fails && !at_most(read.order, loads_are_alike ? other.if_succeeds : other.order))
          return false;
      for (const Read& other : reads_)
        if (!other.fails && other.order != read.order) return false;
    }
    return true;
  }

 private:
  void add(const Phi& phi) {
    if (std::ranges::find(seen_, &phi) != seen_.end()) return;
    seen_.push_back(&phi);
    for (const Phi::Way& way : phi.ways) add(definitions_.without_casts(way.value));
  }
  void add(Operand value) {
    const Definition* d = definitions_.find(value);
    if (d != nullptr && d->phi != nullptr) return add(*d->phi);
    if (value < 0) {
      const std::uint64_t number = definitions_.constant(value);
      if (number != 0 && number != kUndefined) other_than_outcomes_ = true;
      if (number != kUndefined) all_are_reads_ = false;
      return;
    }
    if (d != nullptr && d->instruction->opcode == Opcode::cmpxchg &&
        d->instruction->target + 1 == value) {
      ++outcomes_;
      all_are_reads_ = false;
      return;
    }
    other_than_outcomes_ = true;
    if (d != nullptr && d->instruction->opcode == Opcode::load) {
      reads_.push_back({d->instruction->a, d->instruction->order, false, Order::plain});
      return;
    }
    if (d != nullptr && d->instruction->opcode == Opcode::cmpxchg &&
        d->instruction->target == value) {
      reads_.push_back(
          {d->instruction->a, d->instruction->fail_order, true, d->instruction->order});
      return;
    }
    all_are_reads_ = false;
  }

  const Definitions& definitions_;
  std::vector<const Phi*> seen_;
  std::vector<Read> reads_;
  int outcomes_ = 0;
  bool all_are_reads_ = true;
  bool other_than_outcomes_ = false;
};

}  // namespace

std::vector<Await> find_awaits(const Function& function, const GraphOfBlocks& graph) {
  const Definitions definitions(function);
  const Uses uses(function);
  std::vector<Await> awaits;
  for (const LoopOfBlocks& loop : graph.loops()) {
    Await& await = awaits.emplace_back();
    const std::vector<Phi>& phis = function.blocks[loop.header].phis;
    if (const auto condition = Condition(function, graph, loop, uses).find()) {
      await.waits = true;
      await.compared.push_back(*condition);
      continue;
    }
    const auto waits = [&](bool loads_are_alike) {
      return std::ranges::all_of(phis, [&](const Phi& phi) {
        const Sources sources(definitions, phi);
        return sources.are_reads_of_one_place(loads_are_alike) || sources.are_outcomes();
      });
    };
    await.waits = waits(false);
    await.waits_if_loads_are_alike = waits(true);
    if (await.waits) {
      await.repeats = blocks_that_repeat(function, graph, loop);
      continue;
    }
    for (std::size_t p = 0; p < phis.size(); ++p)
      if (uses.matters_in(loop, phis[p].target)) await.compared.push_back(p);
  }
  return awaits;
}

}  // namespace ringcheck::source
