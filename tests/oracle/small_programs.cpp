// A thread is a number in base 7, one digit per operation, and a program is a sorted tuple of such
// numbers. Of a tuple and its copy with swapped locations, the smaller is taken.
#include "tests/oracle/small_programs.hpp"

#include <algorithm>

namespace ringcheck::oracle {

namespace {

constexpr int kOperations =
    7;  ///< digits: load x, load y, store x, store y, exchange x, exchange y, fence
constexpr int kFence = 6;

int swap_locations(int thread, int operations) {
  int swapped = 0;
  int place = 1;
  for (int i = 0; i < operations; ++i, place *= kOperations, thread /= kOperations) {
    const int digit = thread % kOperations;
    swapped += place * (digit == kFence ? kFence : digit ^ 1);
  }
  return swapped;
}

bool is_least(const std::vector<int>& program, int operations) {
  std::vector<int> swapped;
  for (const int thread : program) swapped.push_back(swap_locations(thread, operations));
  std::ranges::sort(swapped);
  return program <= swapped;
}

Instruction operation(int digit, std::uint64_t value, std::uint8_t reg) {
  Instruction i;
  if (digit == kFence) {
    i.op = Op::fence;
    return i;
  }
  constexpr Op kOps[] = {Op::load, Op::store, Op::exchange};
  i.op = kOps[digit / 2];
  i.address.constant = static_cast<std::uint64_t>(digit % 2);
  if (i.op != Op::load) i.value.constant = value;
  if (i.op != Op::store) i.target = reg;
  return i;
}

TestProgram decode(const std::vector<int>& threads, int operations) {
  TestProgram program;
  program.initial = {0, 0};
  std::uint64_t value = 0;
  for (int thread : threads) {
    Code& code = program.threads.emplace_back();
    for (int i = 0; i < operations; ++i, thread /= kOperations)
      code.push_back(operation(thread % kOperations, ++value, static_cast<std::uint8_t>(i)));
  }
  return program;
}

}  // namespace

void for_each_small_program(int threads, int operations,
                            const std::function<void(const TestProgram&)>& visit) {
  int codes = 1;
  for (int i = 0; i < operations; ++i) codes *= kOperations;
  std::vector<int> program(static_cast<std::size_t>(threads), 0);
  for (;;) {
    if (is_least(program, operations)) visit(decode(program, operations));
    // The next sorted tuple: raise the last number that can be raised, and level those after it.
    auto last = program.end();
    while (last != program.begin() && *(last - 1) == codes - 1) --last;
    if (last == program.begin()) return;
    --last;
    const int raised = *last + 1;
    std::fill(last, program.end(), raised);
  }
}

}  // namespace ringcheck::oracle
