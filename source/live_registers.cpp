// A backward analysis of the routine's code.
// Tested by tests/source/rounds_test.cpp.
#include "source/live_registers.hpp"

#include "source/registers.hpp"

namespace ringcheck::source {

namespace {

/// Calls `visit` for the number of each instruction that may come after number `next`.
template <class Visit>
void for_each_successor(const Routine& routine, std::uint32_t next, Visit&& visit) {
  const Instruction& i = routine.code[next];
  switch (i.opcode) {
    case Opcode::give_back:
    case Opcode::unreachable:
    case Opcode::refuse:
      return;
    case Opcode::jump:
      return visit(static_cast<std::uint32_t>(i.target));
    case Opcode::branch:
      visit(static_cast<std::uint32_t>(i.b));
      return visit(static_cast<std::uint32_t>(i.c));
    case Opcode::choose_case:
      visit(static_cast<std::uint32_t>(i.target));
      for (Operand n = 0; n < i.c; ++n)
        visit(routine.cases[static_cast<std::uint32_t>(i.b + n)].target);
      return;
    default:
      if (next + 1 < routine.code.size()) visit(next + 1);
  }
}

/// Calls `visit` for each register that instruction `i` reads, the marks of loops included.
template <class Visit>
void for_each_need(const Routine& routine, const Instruction& i, Visit&& visit) {
  const auto look = [&](Operand x) {
    if (x >= 0) visit(x);
  };
  if (i.opcode == Opcode::repeat_loop) {
    for (Operand n = 0; n < 2 * i.c; ++n)
      look(routine.arguments[static_cast<std::uint32_t>(i.b + n)]);
  } else if (i.opcode == Opcode::take_back) {
    look(i.b);
    look(i.c);
  } else {
    for_each_read(routine, i, visit);
  }
}

}  // namespace

LiveRegisters::LiveRegisters(const Routine& routine) {
  before_.assign(routine.code.size(), Set(routine.registers));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t next = routine.code.size(); next-- > 0;)
      changed = update(routine, static_cast<std::uint32_t>(next)) || changed;
  }
}

bool LiveRegisters::update(const Routine& routine, std::uint32_t next) {
  Set needed(routine.registers);
  for_each_successor(routine, next, [&](std::uint32_t s) {
    for (std::size_t r = 0; r < needed.size(); ++r)
      if (before_[s][r]) needed[r] = true;
  });
  const Instruction& i = routine.code[next];
  for (std::uint32_t n = 0; n < results_of(i); ++n)
    needed[static_cast<std::size_t>(i.target) + n] = false;
  for_each_need(routine, i, [&](Operand x) { needed[static_cast<std::size_t>(x)] = true; });
  if (needed == before_[next]) return false;
  before_[next] = std::move(needed);
  return true;
}

}  // namespace ringcheck::source
