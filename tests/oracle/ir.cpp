// The test programs' representation: the meaning of instructions as far as it is not the
// interpreter's business, and printing. Tested by tests/explore/oracle_test.cpp.
#include "tests/oracle/ir.hpp"

#include <fmt/format.h>

#include "graph/check.hpp"

namespace ringcheck::oracle {

bool is_rmw(Op op) {
  return op == Op::exchange || op == Op::add || op == Op::compare_exchange;
}

bool is_access(Op op) {
  return op == Op::load || op == Op::await || op == Op::store || is_rmw(op);
}

bool may_write(Op op) {
  return op == Op::store || is_rmw(op);
}

TagSet read_tags(Ordering ordering) {
  switch (ordering) {
    case Ordering::plain:
      return {};
    case Ordering::acquire:
      return {Tag::acquire};
    case Ordering::noreturn:
      return {Tag::once, Tag::noreturn};
    default:
      return {Tag::once};
  }
}

TagSet write_tags(Ordering ordering) {
  switch (ordering) {
    case Ordering::plain:
      return {};
    case Ordering::release:
      return {Tag::release};
    default:
      return {Tag::once};
  }
}

int jump_target(const Code& code, int pc) {
  const bool from_branch = code[static_cast<std::size_t>(pc)].op == Op::branch;
  int depth = 0;
  for (int i = pc + 1; i < static_cast<int>(code.size()); ++i) {
    const Op op = code[static_cast<std::size_t>(i)].op;
    if (op == Op::branch) ++depth;
    if (depth == 0 && op == Op::end) return i;
    if (depth == 0 && op == Op::otherwise && from_branch) return i + 1;
    if (op == Op::end) --depth;
  }
  RC_CHECK(false, "a branch without an end");
}

namespace {

bool register_in_range(std::uint8_t reg, bool needed) {
  return reg < kMaxRegisters || (!needed && reg == kNoRegister);
}

std::string operand_defect(const Operand& operand) {
  return register_in_range(operand.reg, operand.use != Use::none) ? "" : "a register out of range";
}

std::string instruction_defect(const Instruction& i, std::size_t locations) {
  if (is_access(i.op)) {
    const std::uint64_t last = i.address.constant + (i.address.use == Use::value ? 1 : 0) +
                               (i.pieces > 1 ? i.pieces - 1U : 0U);
    if (last >= locations) return "a location out of range";
  }
  if (!register_in_range(i.target, i.op == Op::load || i.op == Op::choose)) return "no target";
  if (i.op == Op::choose && i.choices == 0) return "a choice among nothing";
  if (i.op == Op::branch || i.op == Op::assume)
    if (!register_in_range(i.condition.reg, true)) return "a condition on no register";
  for (const Operand* operand : {&i.address, &i.value, &i.expected})
    if (std::string text = operand_defect(*operand); !text.empty()) return text;
  return "";
}

}  // namespace

std::string defect(const TestProgram& program) {
  for (const Code& code : program.threads) {
    std::vector<bool> has_otherwise;
    for (const Instruction& i : code) {
      if (std::string text = instruction_defect(i, program.initial.size()); !text.empty())
        return text;
      if (i.op == Op::branch) has_otherwise.push_back(false);
      if (has_otherwise.size() > kMaxNesting) return "too many branches within branches";
      if (i.op != Op::otherwise && i.op != Op::end) continue;
      if (has_otherwise.empty()) return "an end without a branch";
      if (i.op == Op::end) {
        has_otherwise.pop_back();
      } else {
        if (has_otherwise.back()) return "two otherwise in a branch";
        has_otherwise.back() = true;
      }
    }
    if (!has_otherwise.empty()) return "a branch without an end";
  }
  return "";
}

namespace {

std::string location_name(std::uint64_t l) {
  return l < 3 ? std::string(1, static_cast<char>('x' + l)) : fmt::format("l{}", l);
}

std::string address_text(const Operand& a) {
  if (a.use == Use::none) return location_name(a.constant);
  return fmt::format("{}[r{} & {}]", location_name(a.constant), a.reg, a.use == Use::value ? 1 : 0);
}

std::string value_text(const Operand& v) {
  if (v.use == Use::none) return fmt::format("{}", v.constant);
  return fmt::format("{} + r{}{}", v.constant, v.reg, v.use == Use::masked ? " & 0" : "");
}

std::string ordering_text(const Instruction& i) {
  constexpr const char* kNames[] = {"plain", "once", "acquire", "release", "noreturn", "full"};
  return std::string(kNames[static_cast<int>(i.ordering)]) + (i.atomic ? "" : "_local") +
         (i.pieces == 0 ? "" : fmt::format(":{}", i.pieces));
}

std::string fence_text(Tag tag) {
  switch (tag) {
    case Tag::mb:
      return "mb";
    case Tag::rmb:
      return "rmb";
    case Tag::wmb:
      return "wmb";
    case Tag::before_atomic:
      return "before_atomic";
    case Tag::after_atomic:
      return "after_atomic";
    case Tag::compiler_barrier:
      return "barrier";
    default:
      return "?";
  }
}

std::string condition_text(const Condition& c) {
  return fmt::format("r{} {} {}", c.reg, c.equal ? "==" : "!=", c.constant);
}

std::string text_of(const Instruction& i) {
  const std::string target = i.target == kNoRegister ? "" : fmt::format("r{} = ", i.target);
  switch (i.op) {
    case Op::load:
      return fmt::format("{}load.{} {}", target, ordering_text(i), address_text(i.address));
    case Op::store:
      return fmt::format("store.{} {}, {}", ordering_text(i), address_text(i.address),
                         value_text(i.value));
    case Op::exchange:
    case Op::add:
      return fmt::format("{}{}.{} {}, {}", target, i.op == Op::add ? "add" : "exchange",
                         ordering_text(i), address_text(i.address), value_text(i.value));
    case Op::compare_exchange:
      return fmt::format("{}cmpxchg.{} {}, {} -> {}", target, ordering_text(i),
                         address_text(i.address), value_text(i.expected), value_text(i.value));
    case Op::await:
      return fmt::format("{}await.{} {} == {}", target, ordering_text(i), address_text(i.address),
                         i.expected.constant);
    case Op::fence:
      return "fence." + fence_text(i.fence);
    case Op::choose:
      return fmt::format("{}choose {}", target, i.choices);
    case Op::branch:
      return (i.speculative ? "if_speculatively " : "if ") + condition_text(i.condition) + " {";
    case Op::otherwise:
      return "} else {";
    case Op::end:
      return "}";
    case Op::assume:
      return "assume " + condition_text(i.condition);
  }
  return "?";
}

}  // namespace

std::string to_text(const TestProgram& program) {
  std::string text;
  for (std::size_t l = 0; l < program.initial.size(); ++l)
    text += fmt::format("{} = {}; ", location_name(l), program.initial[l]);
  text += '\n';
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    text += fmt::format("thread {}:\n", t);
    std::size_t depth = 1;
    for (const Instruction& i : program.threads[t]) {
      if ((i.op == Op::otherwise || i.op == Op::end) && depth > 1) --depth;
      text += std::string(2 * depth, ' ') + text_of(i) + "\n";
      if (i.op == Op::branch || i.op == Op::otherwise) ++depth;
    }
  }
  return text;
}

}  // namespace ringcheck::oracle
