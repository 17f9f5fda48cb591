// Interpreting test programs against ThreadRun.
// A run may end inside any call without unwinding, so frames hold nothing but numbers and fixed
// arrays; the code itself is owned by the thread's body.
#include "tests/explore/lowering.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "explore/thread_run.hpp"

namespace ringcheck {

namespace {

using oracle::Instruction;
using oracle::Op;
using oracle::Operand;
using oracle::Use;

/// Registers, and the control dependencies to return to at the end of each open branch.
struct Frame {
  std::array<Word, oracle::kMaxRegisters> registers;
  std::array<SourceSet, oracle::kMaxNesting> outer;
  std::size_t depth = 0;

  [[nodiscard]] Word value(const Operand& operand) const {
    if (operand.use == Use::none) return operand.constant;
    const Word& reg = registers[operand.reg];
    return Word(operand.constant) + (operand.use == Use::masked ? reg & Word(0) : reg);
  }
  [[nodiscard]] Word address(const Operand& operand) const {
    const Word base = address_of(static_cast<LocId>(operand.constant));
    if (operand.use == Use::none) return base;
    return base + (registers[operand.reg] & Word(operand.use == Use::masked ? 0 : 1));
  }
  [[nodiscard]] Truth holds(const oracle::Condition& c) const {
    return c.equal ? registers[c.reg] == Word(c.constant) : registers[c.reg] != Word(c.constant);
  }
  void keep(const Instruction& i, const Word& result) {
    if (i.target != oracle::kNoRegister) registers[i.target] = result;
  }
};
static_assert(std::is_trivially_destructible_v<Frame>);

RmwOperation operation_of(Op op) {
  if (op == Op::exchange) return RmwOperation::exchange;
  return op == Op::add ? RmwOperation::add : RmwOperation::compare_exchange;
}

/// The pieces of an access of several sizes.
struct Pieces {
  std::array<AccessPiece, 8> all;
  std::size_t count;

  Pieces(const Instruction& i, const Frame& frame) : count(i.pieces) {
    const Word first = frame.address(i.address);
    for (std::size_t p = 0; p < count; ++p) all[p] = {first + Word(p), 8};
  }
  [[nodiscard]] std::span<const AccessPiece> span() const { return {all.data(), count}; }
};

void access_pieces(const Instruction& i, Frame& frame, ThreadRun& run) {
  const Pieces pieces(i, frame);
  const TagSet reads = oracle::read_tags(i.ordering);
  const TagSet writes = oracle::write_tags(i.ordering);
  if (i.op == Op::load) return frame.keep(i, run.load(pieces.span(), reads));
  if (i.op == Op::store) return run.store(pieces.span(), frame.value(i.value), writes);
  RmwOrder order{reads, writes, i.ordering == oracle::Ordering::full, i.atomic};
  order.bits = static_cast<std::uint8_t>(8 * i.pieces);
  frame.keep(i, run.read_modify_write(operation_of(i.op), pieces.span(), frame.value(i.value),
                                      order, frame.value(i.expected)));
}

void read_modify_write(const Instruction& i, Frame& frame, ThreadRun& run) {
  const RmwOrder order{oracle::read_tags(i.ordering), oracle::write_tags(i.ordering),
                       i.ordering == oracle::Ordering::full, i.atomic};
  frame.keep(i, run.read_modify_write(operation_of(i.op), frame.address(i.address),
                                      frame.value(i.value), order, frame.value(i.expected)));
}

/// Runs the instruction at `pc` and returns the next one's index.
int step(const oracle::Code& code, int pc, Frame& frame, ThreadRun& run) {
  const Instruction& i = code[static_cast<std::size_t>(pc)];
  if (i.pieces > 0) {
    access_pieces(i, frame, run);
    return pc + 1;
  }
  switch (i.op) {
    case Op::load:
      frame.keep(i, run.load(frame.address(i.address), oracle::read_tags(i.ordering)));
      break;
    case Op::await:
      frame.keep(i, run.await_equal(frame.address(i.address), i.expected.constant,
                                    oracle::read_tags(i.ordering)));
      break;
    case Op::store:
      run.store(frame.address(i.address), frame.value(i.value), oracle::write_tags(i.ordering));
      break;
    case Op::exchange:
    case Op::add:
    case Op::compare_exchange:
      read_modify_write(i, frame, run);
      break;
    case Op::fence:
      run.fence({i.fence});
      break;
    case Op::choose:
      frame.keep(i, run.choose(i.choices));
      break;
    case Op::branch: {
      frame.outer[frame.depth++] = run.control();
      const Truth condition = frame.holds(i.condition);
      const bool taken =
          i.speculative ? run.branch_speculatively(condition) : run.branch(condition);
      if (!taken) return oracle::jump_target(code, pc);
      break;
    }
    case Op::otherwise:
      return oracle::jump_target(code, pc);
    case Op::end:
      run.set_control(frame.outer[--frame.depth]);
      break;
    case Op::assume:
      run.assume(frame.holds(i.condition));
      break;
  }
  return pc + 1;
}

void interpret(const oracle::Code& code, ThreadRun& run) {
  Frame frame;
  for (int pc = 0; pc < static_cast<int>(code.size());) pc = step(code, pc, frame, run);
}

/// The fence that stands right before the write of instruction `pc`, if there is one.
TagSet fence_before_write(const oracle::Code& code, std::size_t pc) {
  if (pc == 0 || code[pc].op != Op::store || code[pc].pieces > 1) return {};
  return code[pc - 1].op == Op::fence ? TagSet{code[pc - 1].fence} : TagSet{};
}

/// Declares what `code` may write, and the tags and fences that all its writes to a location share.
void declare_writes(const oracle::Code& code, std::size_t locations, Thread& thread) {
  thread.least_tags.assign(locations, {});
  thread.least_fences.assign(locations, {});
  const auto declare = [&](std::size_t l, TagSet tags, TagSet fence) {
    const bool first = !thread.may_write.test(static_cast<int>(l));
    thread.may_write.set(static_cast<int>(l));
    thread.least_tags[l] = first ? tags : thread.least_tags[l] & tags;
    thread.least_fences[l] = first ? fence : thread.least_fences[l] & fence;
  };
  for (std::size_t pc = 0; pc < code.size(); ++pc) {
    const Instruction& i = code[pc];
    if (!oracle::may_write(i.op)) continue;
    const TagSet tags = oracle::write_tags(i.ordering);
    const TagSet fence = fence_before_write(code, pc);
    for (std::uint64_t p = 0; p < std::max<std::uint64_t>(i.pieces, 1); ++p)
      declare(i.address.constant + p, tags, fence);
    if (i.address.use == Use::value) declare(i.address.constant + 1, tags, fence);
  }
}

}  // namespace

Program lower(const oracle::TestProgram& program) {
  Program lowered;
  lowered.name = "test program";
  for (std::size_t l = 0; l < program.initial.size(); ++l)
    lowered.locations.push_back({"l" + std::to_string(l), program.initial[l]});
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const oracle::Code& code = program.threads[t];
    Thread& thread = lowered.threads.emplace_back();
    thread.name = "t" + std::to_string(t);
    thread.body = [code](ThreadRun& run) { interpret(code, run); };
    declare_writes(code, program.initial.size(), thread);
  }
  return lowered;
}

}  // namespace ringcheck
