// Straight-line tests in the kernel's C and in standard C.
// A false dependency masks what was read with a power of two that no value of the test reaches: a
// compiler does not know that the result is 0, and herd7 and klitmus7 can read it. A control
// dependency is a branch around the rest of the thread, because the kernel's model counts only what
// is inside.
// Tested by tests/litmus/straight_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/generate/c_words.hpp"
#include "litmus/generate/straight_test.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck::litmus {

namespace {

Expr number(std::int64_t value) {
  Expr e;
  e.number = value;
  return e;
}

Expr name(std::string text) {
  Expr e;
  e.kind = ExprKind::name;
  e.name = std::move(text);
  return e;
}

Expr binary(BinaryOperator op, Expr left, Expr right) {
  Expr e;
  e.kind = ExprKind::binary;
  e.binary = op;
  e.operands = {std::move(left), std::move(right)};
  return e;
}

/// A power of two, at least 128, above all values of the test.
std::int64_t mask_of(const StraightTest& test) {
  std::int64_t mask = 128;
  const auto cover = [&](std::int64_t value) {
    while (mask <= value) mask *= 2;
  };
  for (const StraightLocation& location : test.locations) cover(location.initial);
  for (const auto& thread : test.threads)
    for (const StraightAccess& access : thread) cover(access.value);
  return mask;
}

class ThreadWriter {
 public:
  ThreadWriter(const StraightTest& test, const std::vector<StraightAccess>& accesses,
               const CWords& words)
      : test_(test), accesses_(accesses), words_(words), mask_(mask_of(test)) {}

  ThreadText write() {
    std::set<std::size_t> locations;
    for (const StraightAccess& access : accesses_) locations.insert(access.location);
    for (const std::size_t l : locations)
      text_.parameters.push_back({{type_of(l), 1}, test_.locations[l].name, {}});
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      if (accesses_[i].kind == AccessKind::write) continue;
      registers_.resize(i + 1);
      registers_[i] = fmt::format("r{}", count_++);
      Statement& declaration = text_.body.emplace_back();
      declaration.kind = StatementKind::declare;
      declaration.type = {"int", 0};
      declaration.name = registers_[i];
    }
    body_ = &text_.body;
    for (std::size_t i = 0; i < accesses_.size(); ++i) write(i);
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string type_of(std::size_t location) const {
    for (const auto& thread : test_.threads)
      for (const StraightAccess& access : thread)
        if (access.location == location && access.mark == Mark::plain) return "int";
    return words_.atomic_type;
  }

  void write(std::size_t i) {
    const StraightAccess& access = accesses_[i];
    for (const StraightDependency& dependency : access.dependencies) {
      RC_CHECK(dependency.on < i && accesses_[dependency.on].kind != AccessKind::write,
               "a dependency starts at an earlier access that reads");
      if (dependency.kind == DependencyKind::control) open_branch(dependency.on);
    }
    for (const std::string& fence : access.fences) evaluate(words_.fence(fence));
    if (access.kind == AccessKind::read) {
      assign(registers_[i], words_.read(test_, access.mark, address(access)));
    } else if (access.kind == AccessKind::exchange) {
      assign(registers_[i], words_.exchange(test_, access.mark, address(access), value(access)));
    } else if (access.mark == Mark::plain) {
      Statement& store = body_->emplace_back();
      store.kind = StatementKind::store;
      store.expressions = {address(access), value(access)};
    } else {
      evaluate(words_.write(test_, access.mark, address(access), value(access)));
    }
  }

  void open_branch(std::size_t on) {
    RC_CHECK(accesses_[on].seen.has_value(),
             "a branch asks for the value that the condition names");
    Statement& branch = body_->emplace_back();
    branch.kind = StatementKind::branch;
    branch.expressions = {
        binary(BinaryOperator::equal, name(registers_[on]), number(*accesses_[on].seen))};
    body_ = &branch.first;
  }

  void evaluate(Expr expression) {
    Statement& statement = body_->emplace_back();
    statement.kind = StatementKind::evaluate;
    statement.expressions = {std::move(expression)};
  }

  void assign(const std::string& target, Expr expression) {
    Statement& statement = body_->emplace_back();
    statement.kind = StatementKind::assign;
    statement.name = target;
    statement.expressions = {std::move(expression)};
  }

  /// r & mask, for each dependency of this kind.
  [[nodiscard]] std::vector<Expr> zeros(const StraightAccess& access, DependencyKind kind) const {
    std::vector<Expr> all;
    for (const StraightDependency& dependency : access.dependencies)
      if (dependency.kind == kind)
        all.push_back(
            binary(BinaryOperator::bit_and, name(registers_[dependency.on]), number(mask_)));
    return all;
  }

  [[nodiscard]] Expr address(const StraightAccess& access) const {
    Expr e = name(test_.locations[access.location].name);
    for (Expr& zero : zeros(access, DependencyKind::address))
      e = binary(BinaryOperator::add, std::move(e), std::move(zero));
    return e;
  }

  [[nodiscard]] Expr value(const StraightAccess& access) const {
    Expr e = number(access.value);
    for (Expr& zero : zeros(access, DependencyKind::data))
      e = binary(BinaryOperator::add, std::move(zero), std::move(e));
    return e;
  }

  const StraightTest& test_;
  const std::vector<StraightAccess>& accesses_;
  const CWords& words_;
  std::int64_t mask_;
  ThreadText text_;
  std::vector<Statement>* body_ = nullptr;  ///< where the next statement goes
  std::vector<std::string> registers_;      ///< by access; empty for writes
  int count_ = 0;
};

/// The condition: all that the test says of values. `register_of` names the register of what an
/// access has read.
Proposition condition_of(const StraightTest& test) {
  std::vector<Proposition> all;
  const auto add = [&](StateName of, std::int64_t value) {
    Proposition p;
    p.kind = PropositionKind::equal;
    p.left = std::move(of);
    p.right = value;
    all.push_back(std::move(p));
  };
  for (const StraightLocation& location : test.locations)
    if (location.final_value) add({-1, location.name, {}}, *location.final_value);
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    int count = 0;
    for (const StraightAccess& access : test.threads[t]) {
      if (access.kind == AccessKind::write) continue;
      const std::string name = fmt::format("r{}", count++);
      if (access.seen) add({static_cast<int>(t), name, {}}, *access.seen);
    }
  }
  if (all.empty()) return {};
  if (all.size() == 1) return all.front();
  Proposition p;
  p.kind = PropositionKind::conjunction;
  p.operands = std::move(all);
  return p;
}

LitmusTest c_test(const StraightTest& test, const CWords& words) {
  LitmusTest result;
  result.name = test.name;
  result.file = test.name;
  for (const StraightLocation& location : test.locations)
    if (location.initial != 0)
      result.initial.push_back({{}, {-1, location.name, {}}, location.initial});
  for (const auto& accesses : test.threads)
    result.threads.push_back(ThreadWriter(test, accesses, words).write());
  result.condition = condition_of(test);
  return result;
}

}  // namespace

LitmusTest kernel_c_test(const StraightTest& test) {
  return c_test(test, kKernelWords);
}

LitmusTest c11_test(const StraightTest& test) {
  return c_test(test, kC11Words);
}

std::string text_with_head(const LitmusTest& test, const TestHead& head) {
  std::string text = print_litmus(test);
  std::string above;
  if (!head.cycle.empty()) above += fmt::format("\"{0}\"\nCycle={0}\n", head.cycle);
  if (!head.comment.empty()) {
    above += "(*\n";
    for (const std::string& line : head.comment)
      above += line.empty() ? " *\n" : " * " + line + "\n";
    above += " *)\n";
  }
  return text.insert(text.find('\n') + 1, above);
}

}  // namespace ringcheck::litmus
