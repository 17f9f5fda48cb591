// Tested by tests/source/verdict_test.cpp.
#include "source/fold_blocks.hpp"

#include <algorithm>

#include "source/graph_of_blocks.hpp"
#include "source/registers.hpp"

namespace ringcheck::source {

namespace {

class Folding {
 public:
  explicit Folding(Function& function) : function_(function) {}

  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      const GraphOfBlocks graph(function_);
      for (const std::uint32_t b : graph.order())
        if (can_go(graph, b)) {
          remove(graph, b);
          changed = true;
          break;
        }
    }
  }

 private:
  [[nodiscard]] std::uint32_t target(std::uint32_t b) const {
    return static_cast<std::uint32_t>(function_.blocks[b].instructions.back().target);
  }

  bool can_go(const GraphOfBlocks& graph, std::uint32_t b) const {
    const Block& block = function_.blocks[b];
    if (b == graph.order().front() || block.instructions.size() != 1 ||
        block.instructions[0].opcode != Opcode::jump)
      return false;
    const std::uint32_t to = target(b);
    // The head of a loop stays, and so does what separates a branch from it.
    if (to == b || graph.goes_back(b, to)) return false;
    for (const std::uint32_t p : graph.predecessors(b)) {
      if (!graph.reached(p) || graph.goes_back(p, b)) return false;
      // A block that goes to both would need two values for one way.
      const auto& its = graph.successors(p);
      if (std::ranges::count(its, b) != 1 || std::ranges::count(its, to) != 0) return false;
    }
    return used_by_phis_alone(b, to);
  }

  bool used_by_phis_alone(std::uint32_t b, std::uint32_t to) const {
    const auto is_own = [&](Operand x) {
      return std::ranges::any_of(function_.blocks[b].phis,
                                 [&](const Phi& phi) { return phi.target == x; });
    };
    for (std::uint32_t other = 0; other < function_.blocks.size(); ++other) {
      for (const Phi& phi : function_.blocks[other].phis)
        for (const Phi::Way& way : phi.ways)
          if (way.value >= 0 && is_own(way.value) && (other != to || way.block != b)) return false;
      bool used = false;
      for (const Instruction& i : function_.blocks[other].instructions)
        for_each_read(function_, i, [&](Operand x) { used = used || is_own(x); });
      if (used) return false;
    }
    return true;
  }

  void remove(const GraphOfBlocks& graph, std::uint32_t b) {
    const std::uint32_t to = target(b);
    const std::vector<std::uint32_t>& before = graph.predecessors(b);
    for (Phi& phi : function_.blocks[to].phis) {
      const auto way = std::ranges::find(phi.ways, b, &Phi::Way::block);
      if (way == phi.ways.end()) continue;
      const Operand value = way->value;
      phi.ways.erase(way);
      for (const std::uint32_t p : before) phi.ways.push_back({p, value_from(b, p, value)});
    }
    for (const std::uint32_t p : before) redirect(p, b, to);
    function_.blocks[b].phis.clear();
  }

  /// What `value` is at the end of `b` when control came from `p`.
  Operand value_from(std::uint32_t b, std::uint32_t p, Operand value) const {
    for (const Phi& phi : function_.blocks[b].phis) {
      if (phi.target != value) continue;
      return std::ranges::find(phi.ways, p, &Phi::Way::block)->value;
    }
    return value;
  }

  void redirect(std::uint32_t p, std::uint32_t from, std::uint32_t to) {
    Instruction& last = function_.blocks[p].instructions.back();
    const auto change = [&](Operand& x) {
      if (x == static_cast<Operand>(from)) x = static_cast<Operand>(to);
    };
    if (last.opcode != Opcode::branch) change(last.target);
    if (last.opcode == Opcode::branch) {
      change(last.b);
      change(last.c);
    }
    if (last.opcode == Opcode::choose_case)
      for (Operand c = 0; c < last.c; ++c)
        if (std::uint32_t& t = function_.cases[static_cast<std::uint32_t>(last.b + c)].target;
            t == from)
          t = to;
  }

  Function& function_;
};

}  // namespace

void fold_empty_blocks(Function& function) {
  if (!function.blocks.empty()) Folding(function).run();
}

}  // namespace ringcheck::source
