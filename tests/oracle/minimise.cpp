// Greedy: try every single simplification, keep the first that still fails, start over until none
// does. Tested by tests/explore/oracle_test.cpp.
#include "tests/oracle/minimise.hpp"

#include <utility>

namespace ringcheck::oracle {

namespace {

using Fails = std::function<bool(const TestProgram&)>;

class Minimiser {
 public:
  Minimiser(TestProgram program, const Fails& fails) : best_(std::move(program)), fails_(fails) {}

  TestProgram run() {
    while (drop_thread() || drop_instruction() || simplify_instruction() || drop_location()) {
    }
    return std::move(best_);
  }

 private:
  bool accept(TestProgram candidate) {
    if (candidate == best_ || !defect(candidate).empty() || !fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_thread() {
    for (std::size_t t = 0; t < best_.threads.size(); ++t) {
      TestProgram candidate = best_;
      candidate.threads.erase(candidate.threads.begin() + static_cast<std::ptrdiff_t>(t));
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  /// Removes an instruction, a branch with all that is in it, or only the brackets of a branch.
  bool drop_instruction() {
    for (std::size_t t = 0; t < best_.threads.size(); ++t) {
      const Code& code = best_.threads[t];
      for (int i = 0; i < static_cast<int>(code.size()); ++i) {
        const Op op = code[static_cast<std::size_t>(i)].op;
        if (op == Op::end) continue;
        if (op == Op::branch && (drop(t, i, end_of(code, i)) || drop_brackets(t, i))) return true;
        if (op == Op::otherwise && drop(t, i, jump_target(code, i) - 1)) return true;
        if (op != Op::branch && op != Op::otherwise && drop(t, i, i)) return true;
      }
    }
    return false;
  }

  static int end_of(const Code& code, int branch) {
    const int target = jump_target(code, branch);
    const bool has_otherwise = code[static_cast<std::size_t>(target) - 1].op == Op::otherwise;
    return has_otherwise ? jump_target(code, target - 1) : target;
  }

  bool drop(std::size_t t, int first, int last) {
    TestProgram candidate = best_;
    Code& code = candidate.threads[t];
    code.erase(code.begin() + first, code.begin() + last + 1);
    return accept(std::move(candidate));
  }

  bool drop_brackets(std::size_t t, int branch) {
    TestProgram candidate = best_;
    Code& code = candidate.threads[t];
    const int end = end_of(code, branch);
    const int target = jump_target(code, branch);
    code.erase(code.begin() + end);
    if (target != end) code.erase(code.begin() + target - 1);
    code.erase(code.begin() + branch);
    return accept(std::move(candidate));
  }

  template <class Change>
  bool change(std::size_t t, std::size_t i, Change&& how) {
    TestProgram candidate = best_;
    how(candidate.threads[t][i]);
    return accept(std::move(candidate));
  }

  bool simplify_instruction() {
    for (std::size_t t = 0; t < best_.threads.size(); ++t) {
      for (std::size_t i = 0; i < best_.threads[t].size(); ++i) {
        const auto plain_operand = [](Operand& operand) {
          operand = {operand.constant, kNoRegister, Use::none};
        };
        if (change(t, i, [&](Instruction& x) { plain_operand(x.address); }) ||
            change(t, i, [&](Instruction& x) { plain_operand(x.value); }) ||
            change(t, i, [&](Instruction& x) { plain_operand(x.expected); }) ||
            change(t, i, [&](Instruction& x) { x.ordering = Ordering::once; }) ||
            change(t, i, [&](Instruction& x) { x.atomic = true; }) ||
            change(t, i, [&](Instruction& x) { x.speculative = false; }) ||
            change(t, i,
                   [&](Instruction& x) {
                     if (x.op == Op::await) x.op = Op::load;
                   }) ||
            change(t, i,
                   [&](Instruction& x) {
                     if (is_rmw(x.op)) x.op = Op::load;
                   }) ||
            change(t, i, [&](Instruction& x) {
              if (x.op == Op::compare_exchange) x.op = Op::exchange;
            }))
          return true;
      }
    }
    return false;
  }

  bool drop_location() {
    TestProgram candidate = best_;
    if (candidate.initial.size() < 2) return false;
    candidate.initial.pop_back();
    return accept(std::move(candidate));
  }

  TestProgram best_;
  const Fails& fails_;
};

}  // namespace

TestProgram minimise(TestProgram program, const Fails& fails) {
  return Minimiser(std::move(program), fails).run();
}

}  // namespace ringcheck::oracle
