#pragma once
// Where the registers of a function get their values, and who uses these values.

#include <cstdint>
#include <vector>

#include "source/graph_of_blocks.hpp"
#include "source/ir.hpp"
#include "source/registers.hpp"

namespace ringcheck::source {

/// What defines a register: an instruction, or a phi.
struct Definition {
  const Instruction* instruction = nullptr;
  const Phi* phi = nullptr;
  std::uint32_t block = kNoBlock;
};

/// The definitions of a function's registers.
class Definitions {
 public:
  explicit Definitions(const Function& function) : function_(function), of_(function.registers) {
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      for (const Phi& phi : function.blocks[b].phis)
        of_[static_cast<std::size_t>(phi.target)] = {nullptr, &phi, b};
      for (const Instruction& i : function.blocks[b].instructions) {
        for (std::uint32_t n = 0; n < results_of(i); ++n)
          of_[static_cast<std::size_t>(i.target) + n] = {&i, nullptr, b};
      }
    }
  }

  /// Null for constants and parameters.
  [[nodiscard]] const Definition* find(Operand operand) const {
    if (operand < 0) return nullptr;
    const Definition& d = of_[static_cast<std::size_t>(operand)];
    return d.instruction != nullptr || d.phi != nullptr ? &d : nullptr;
  }

  /// True iff the two operands are sure to have the same value where both are defined.
  [[nodiscard]] bool same(Operand a, Operand b, int depth = 0) const {
    if (a == b) return true;
    if (a == kNoOperand || b == kNoOperand) return false;
    if (a < 0 && b < 0)
      return function_.constants[constant_number(a)] == function_.constants[constant_number(b)];
    const Definition* x = find(a);
    const Definition* y = find(b);
    if (x == nullptr || y == nullptr || depth > 8) return false;
    const Instruction* i = x->instruction;
    const Instruction* j = y->instruction;
    if (i == nullptr || j == nullptr || i->opcode != j->opcode || i->width != j->width ||
        i->detail != j->detail || i->order != j->order || !computes(*i))
      return false;
    return same(i->a, j->a, depth + 1) && same(i->b, j->b, depth + 1) &&
           same(i->c, j->c, depth + 1);
  }

  [[nodiscard]] std::uint64_t constant(Operand x) const {
    return function_.constants[constant_number(x)];
  }

  /// Follows copies and changes of width.
  [[nodiscard]] Operand without_casts(Operand operand) const {
    for (const Definition* d = find(operand); d != nullptr && d->instruction != nullptr;
         d = find(operand)) {
      const Opcode opcode = d->instruction->opcode;
      if (opcode != Opcode::copy && opcode != Opcode::truncate && opcode != Opcode::sign_extend)
        return operand;
      operand = d->instruction->a;
    }
    return operand;
  }

 private:
  static bool computes(const Instruction& i) { return i.opcode <= Opcode::index; }

  const Function& function_;
  std::vector<Definition> of_;
};

/// Who uses the values of registers.
class Uses {
 public:
  explicit Uses(const Function& function) : of_(function.registers) {
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      for (const Phi& phi : function.blocks[b].phis)
        for (const Phi::Way& way : phi.ways)
          if (way.value >= 0)
            of_[static_cast<std::size_t>(way.value)].push_back({nullptr, &phi, b});
      for (const Instruction& i : function.blocks[b].instructions)
        for_each_read(function, i, [&](Operand x) {
          of_[static_cast<std::size_t>(x)].push_back({&i, nullptr, b});
        });
    }
  }

  [[nodiscard]] const std::vector<Definition>& of(Operand x) const {
    return of_[static_cast<std::size_t>(x)];
  }

  /// True iff something in `loop` does more with `value` than hand it on.
  [[nodiscard]] bool matters_in(const LoopOfBlocks& loop, Operand value) const {
    std::vector<Operand> open{value};
    std::vector<bool> seen(of_.size());
    while (!open.empty()) {
      const auto x = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (seen[x]) continue;
      seen[x] = true;
      for (const Definition& use : of_[x]) {
        if (!loop.contains[use.block]) continue;
        if (use.phi == nullptr) return true;
        open.push_back(use.phi->target);
      }
    }
    return false;
  }

 private:
  std::vector<std::vector<Definition>> of_;
};

}  // namespace ringcheck::source
