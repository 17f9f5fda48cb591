// Additions that an iteration takes back before it is repeated.
// Tested by tests/source/error_test.cpp and tests/source/peers_test.cpp.
#include <algorithm>
#include <optional>
#include <ranges>

#include "source/arithmetic.hpp"
#include "source/awaits.hpp"
#include "source/definitions.hpp"
#include "source/ways_of_loops.hpp"

namespace ringcheck::source {

namespace {

/// What `i` adds if it is an addition of a constant; nullopt: it is not one.
std::optional<std::int64_t> constant_added(const Definitions& definitions, const Instruction& i) {
  if (i.opcode != Opcode::rmw || i.b >= 0 || i.b == kNoOperand) return std::nullopt;
  const auto op = static_cast<RmwOp>(i.detail);
  if (op != RmwOp::add && op != RmwOp::subtract) return std::nullopt;
  const std::int64_t by = as_signed(definitions.constant(i.b), i.width);
  return op == RmwOp::add ? by : -by;
}

/// True iff no instruction from `next` of block `b` on has an effect, and all ways from there
/// repeat `loop`.
bool only_repeats(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
                  const std::vector<bool>& repeats, std::uint32_t b, std::size_t next) {
  const std::vector<Instruction>& code = function.blocks[b].instructions;
  const auto has_effect = [](const Instruction& i) {
    const bool assumes = i.opcode == Opcode::call_external && i.detail == 1;
    return may_have_effect(i) && !assumes;
  };
  if (std::any_of(code.begin() + static_cast<std::ptrdiff_t>(next), code.end(), has_effect))
    return false;
  return std::ranges::all_of(graph.successors(b), [&](std::uint32_t s) {
    return s == loop.header || (repeats[s] && !graph.goes_back(b, s));
  });
}

/// True iff the iteration is sure to have added the opposite of `by` earlier, to the location that
/// `second`, at `at` in block `b`, adds `by` to.
bool has_opposite(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
                  const Definitions& definitions, std::uint32_t b, std::size_t at,
                  std::int64_t by) {
  const Instruction& second = function.blocks[b].instructions[at];
  for (const std::uint32_t o : graph.order()) {
    if (!loop.contains[o] || !graph.dominates(o, b)) continue;
    const std::vector<Instruction>& code = function.blocks[o].instructions;
    for (std::size_t n = 0; n < (o == b ? at : code.size()); ++n)
      if (constant_added(definitions, code[n]) == -by && definitions.same(code[n].a, second.a))
        return true;
  }
  return false;
}

/// A loop whose iterations end with the addition to a counter that was also made before the first
/// one.
class LoopFromTheMiddle {
 public:
  LoopFromTheMiddle(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
                    const Definitions& definitions)
      : function_(function), graph_(graph), loop_(loop), definitions_(definitions) {}

  /// Where the addition is taken back in the middle of the iteration, as block and instruction;
  /// nullopt: the loop is not of this kind.
  [[nodiscard]] std::optional<std::pair<std::uint32_t, std::size_t>> find() const {
    const std::uint32_t before = block_before();
    if (before == kNoBlock || loop_.latches.size() != 1) return std::nullopt;
    const std::uint32_t latch = loop_.latches.front();
    const Instruction* first = last_effect(before);
    const Instruction* again = last_effect(latch);
    if (first == nullptr || again == nullptr) return std::nullopt;
    // The operands of other effects, such as calls, may not be registers.
    const auto by = constant_added(definitions_, *first);
    if (!by || *by == 0 || !are_alike(*first, *again) ||
        !hands_on_outcomes(before, *first, latch, *again) || !leaves_at_its_ends(latch))
      return std::nullopt;
    return only_other_effect(*again, first->a, -*by);
  }

 private:
  /// The one block outside of the loop that goes to its header.
  [[nodiscard]] std::uint32_t block_before() const {
    std::uint32_t before = kNoBlock;
    for (const std::uint32_t p : graph_.predecessors(loop_.header)) {
      if (loop_.contains[p] || !graph_.reached(p)) continue;
      if (before != kNoBlock) return kNoBlock;
      before = p;
    }
    return before;
  }

  [[nodiscard]] const Instruction* last_effect(std::uint32_t b) const {
    const std::vector<Instruction>& code = function_.blocks[b].instructions;
    const auto found = std::ranges::find_if(code | std::views::reverse, may_have_effect);
    return found == code.rend() ? nullptr : &*found;
  }

  [[nodiscard]] bool are_alike(const Instruction& a, const Instruction& b) const {
    return a.opcode == b.opcode && a.detail == b.detail && a.width == b.width &&
           a.order == b.order && definitions_.same(a.a, b.a) && definitions_.same(a.b, b.b);
  }

  /// True iff the header gets nothing but the results of the two additions.
  [[nodiscard]] bool hands_on_outcomes(std::uint32_t before, const Instruction& first,
                                       std::uint32_t latch, const Instruction& again) const {
    return std::ranges::all_of(function_.blocks[loop_.header].phis, [&](const Phi& phi) {
      return std::ranges::all_of(phi.ways, [&](const Phi::Way& way) {
        const Operand value = definitions_.without_casts(way.value);
        return (way.block == before && value == first.target) ||
               (way.block == latch && value == again.target);
      });
    });
  }

  [[nodiscard]] bool leaves_at_its_ends(std::uint32_t latch) const {
    for (const std::uint32_t b : graph_.order())
      if (loop_.contains[b] && b != loop_.header && b != latch &&
          std::ranges::any_of(graph_.successors(b),
                              [&](std::uint32_t s) { return !loop_.contains[s]; }))
        return false;
    return true;
  }

  /// The only effect in the loop besides `again`, if it adds `by` to `address`.
  [[nodiscard]] std::optional<std::pair<std::uint32_t, std::size_t>> only_other_effect(
      const Instruction& again, Operand address, std::int64_t by) const {
    std::optional<std::pair<std::uint32_t, std::size_t>> found;
    for (const std::uint32_t b : graph_.order()) {
      if (!loop_.contains[b]) continue;
      const std::vector<Instruction>& code = function_.blocks[b].instructions;
      for (std::size_t n = 0; n < code.size(); ++n) {
        if (!may_have_effect(code[n]) || &code[n] == &again) continue;
        if (found || constant_added(definitions_, code[n]) != by ||
            !definitions_.same(code[n].a, address))
          return std::nullopt;
        found = {b, n};
      }
    }
    return found;
  }

  const Function& function_;
  const GraphOfBlocks& graph_;
  const LoopOfBlocks& loop_;
  const Definitions& definitions_;
};

}  // namespace

std::vector<TakenBack> find_additions_taken_back(const Function& function,
                                                 const GraphOfBlocks& graph,
                                                 const std::vector<Await>& awaits) {
  const Definitions definitions(function);
  std::vector<TakenBack> found;
  for (std::size_t l = 0; l < graph.loops().size(); ++l) {
    const LoopOfBlocks& loop = graph.loops()[l];
    if (const auto at = LoopFromTheMiddle(function, graph, loop, definitions).find()) {
      found.push_back({at->first, at->second, l, true});
      continue;
    }
    if (!awaits[l].waits) continue;
    const std::vector<bool> repeats = blocks_that_repeat(function, graph, loop);
    for (const std::uint32_t b : graph.order()) {
      if (!loop.contains[b]) continue;
      for (std::size_t n = 0; n < function.blocks[b].instructions.size(); ++n) {
        const auto by = constant_added(definitions, function.blocks[b].instructions[n]);
        if (by && *by != 0 && has_opposite(function, graph, loop, definitions, b, n, *by) &&
            only_repeats(function, graph, loop, repeats, b, n + 1))
          found.push_back({b, n, l, false});
      }
    }
  }
  return found;
}

}  // namespace ringcheck::source
