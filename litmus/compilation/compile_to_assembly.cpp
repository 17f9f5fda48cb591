// A whole test: threads, initial state, condition.
// Tested by tests/litmus/compilation_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "graph/diagnostic.hpp"
#include "litmus/assembly/read.hpp"
#include "litmus/compilation/compilation.hpp"
#include "litmus/compilation/thread_compiler.hpp"
#include "litmus/compile.hpp"
#include "litmus/primitives.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace litmus {

namespace {

bool is_wide(const Type& type, int pointers) {
  return type.pointers > pointers || type.base.find("long") != std::string::npos ||
         type.base.find("64") != std::string::npos;
}

bool declares_wide(const std::vector<Statement>& body) {
  return std::ranges::any_of(body, [](const Statement& s) {
    return (s.kind == StatementKind::declare && is_wide(s.type, 0)) || declares_wide(s.first) ||
           declares_wide(s.second);
  });
}

/// The first call of something other than a primitive, or null.
const Expr* other_call(const Expr& expr, const Primitives& primitives) {
  if (expr.kind == ExprKind::call && primitives.find(expr.name) == nullptr) return &expr;
  for (const Expr& operand : expr.operands)
    if (const Expr* found = other_call(operand, primitives)) return found;
  return nullptr;
}

const Expr* other_call(const std::vector<Statement>& body, const Primitives& primitives) {
  for (const Statement& s : body) {
    for (const Expr& expr : s.expressions)
      if (const Expr* found = other_call(expr, primitives)) return found;
    for (const auto* arm : {&s.first, &s.second})
      if (const Expr* found = other_call(*arm, primitives)) return found;
  }
  return nullptr;
}

bool may_be_negative(const Expr& expr, const Primitives& primitives) {
  const bool subtracts = expr.kind == ExprKind::call &&
                         primitives.find(expr.name)->action == Action::read_modify_write &&
                         primitives.find(expr.name)->operation == RmwOperation::subtract;
  return subtracts || (expr.kind == ExprKind::number && expr.number < 0) ||
         (expr.kind == ExprKind::unary && expr.unary != UnaryOperator::logical_not) ||
         (expr.kind == ExprKind::binary && expr.binary == BinaryOperator::subtract) ||
         std::ranges::any_of(expr.operands,
                             [&](const Expr& e) { return may_be_negative(e, primitives); });
}

bool may_be_negative(const std::vector<Statement>& body, const Primitives& primitives) {
  return std::ranges::any_of(body, [&](const Statement& s) {
    return std::ranges::any_of(s.expressions,
                               [&](const Expr& e) { return may_be_negative(e, primitives); }) ||
           may_be_negative(s.first, primitives) || may_be_negative(s.second, primitives);
  });
}

/// Bytes of the test's locations: 8 if it has pointers or longs, or if a value may be below zero,
/// since machines extend 4 bytes in a register in different ways.
int size_of(const LitmusTest& test) {
  const auto wide_thread = [&](const ThreadText& thread) {
    return declares_wide(thread.body) || may_be_negative(thread.body, table_of(test.primitives)) ||
           std::ranges::any_of(thread.parameters,
                               [](const Parameter& p) { return is_wide(p.type, 1); });
  };
  const auto wide_entry = [](const InitialValue& entry) {
    const auto* number = std::get_if<std::int64_t>(&entry.value);
    return number == nullptr || *number < 0 || is_wide(entry.type, 0);
  };
  const bool wide = std::ranges::any_of(test.threads, wide_thread) ||
                    std::ranges::any_of(test.initial, wide_entry);
  return wide ? 8 : 4;
}

class TestCompiler {
 public:
  TestCompiler(const LitmusTest& test, const CompilationTarget& target)
      : test_(test), target_(target), size_(size_of(test)) {
    const auto kernel = std::ranges::find_if(
        kKernelTables, [&](const auto& row) { return row.table == target.kernel; });
    const auto user = std::ranges::find_if(
        kUserTables, [&](const auto& row) { return row.table == target.user; });
    kernel_name_ = kernel->name;
    user_name_ = user->name;
    result_.architecture = kernel->architecture;
  }

  LitmusTest compile() {
    litmus::compile(test_);
    for (const int thread : target_.user_threads)
      if (thread < 0 || thread >= static_cast<int>(test_.threads.size()))
        throw InputError({test_.file, 0, 0,
                          fmt::format("saw thread {} for user space, expected one below {}", thread,
                                      test_.threads.size())});
    result_.name = test_.name;
    result_.file = test_.file;
    for (std::size_t t = 0; t < test_.threads.size(); ++t) threads_.push_back(compiled(t));
    initial_state();
    read_lines();
    result_.quantifier = test_.quantifier;
    result_.condition = renamed(test_.condition);
    for (const StateName& name : test_.locations) result_.locations.push_back(renamed(name));
    filter();
    return std::move(result_);
  }

 private:
  CompiledThread compiled(std::size_t t) const {
    const auto& users = target_.user_threads;
    const bool user = std::ranges::find(users, static_cast<int>(t)) != users.end();
    return ThreadCompiler(test_, t, dialect_of(result_.architecture),
                          user ? rows_of(target_.user) : rows_of(target_.kernel),
                          user ? user_name_ : kernel_name_, size_)
        .compile();
  }

  void initial_state() {
    const Type type{size_ == 8 ? "int64_t" : "", 0};
    std::set<std::string> named;
    for (const InitialValue& entry : test_.initial) {
      if (entry.of.thread >= 0) continue;
      result_.initial.push_back({type, {-1, entry.of.name, {}}, entry.value});
      named.insert(entry.of.name);
    }
    for (const ThreadText& thread : test_.threads)
      for (const Parameter& p : thread.parameters)
        if ((size_ == 8 || !is_accessed(p.name)) && named.insert(p.name).second)
          result_.initial.push_back({type, {-1, p.name, {}}, std::int64_t{0}});
    for (const InitialValue& entry : test_.initial)
      if (entry.of.thread >= 0) result_.initial.push_back({{}, renamed(entry.of), entry.value});
    for (std::size_t t = 0; t < threads_.size(); ++t)
      for (const auto& [location, reg] : threads_[t].addresses)
        result_.initial.push_back({{}, {static_cast<int>(t), reg, {}}, AddressOf{location, {}}});
  }

  /// Whether some instruction names the location; if not, the initial state has to.
  [[nodiscard]] bool is_accessed(const std::string& location) const {
    const auto names = [&](const CompiledThread& thread) {
      const std::string operand = "(" + location + ")";
      return std::ranges::any_of(thread.addresses,
                                 [&](const auto& address) { return address.first == location; }) ||
             std::ranges::any_of(thread.cells, [&](const std::string& cell) {
               return cell.find(operand) != std::string::npos;
             });
    };
    return std::ranges::any_of(threads_, names);
  }

  void read_lines() {
    std::size_t rows = 1;
    for (const CompiledThread& thread : threads_) rows = std::max(rows, thread.cells.size() + 1);
    std::vector<std::vector<Cell>> table(rows);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      table[0].push_back({fmt::format("P{}", t), {}});
      for (std::size_t r = 1; r < rows; ++r)
        table[r].push_back(
            {r <= threads_[t].cells.size() ? threads_[t].cells[r - 1] : std::string(), {}});
    }
    result_.threads = assembly::read_threads(table, test_.file, {});
  }

  StateName renamed(const StateName& name) const {
    if (name.thread < 0) return name;
    const auto& locals = threads_[static_cast<std::size_t>(name.thread)].locals;
    return {name.thread, locals.at(name.name), name.place};
  }

  Proposition renamed(const Proposition& proposition) const {
    Proposition copy = proposition;
    if (copy.kind == PropositionKind::equal || copy.kind == PropositionKind::not_equal) {
      copy.left = renamed(copy.left);
      if (const auto* name = std::get_if<StateName>(&copy.right)) copy.right = renamed(*name);
    }
    for (Proposition& operand : copy.operands) operand = renamed(operand);
    return copy;
  }

  /// Keeps the test's own filter, and adds that no store-conditional failed.
  void filter() {
    std::vector<Proposition> all;
    if (test_.filter) all.push_back(renamed(*test_.filter));
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (threads_[t].ok.empty()) continue;
      Proposition& ok = all.emplace_back();
      ok.kind = PropositionKind::equal;
      ok.left = {static_cast<int>(t), threads_[t].ok, {}};
      ok.right = std::int64_t{1};
    }
    if (all.size() == 1) result_.filter = all[0];
    if (all.size() < 2) return;
    result_.filter.emplace();
    result_.filter->kind = PropositionKind::conjunction;
    result_.filter->operands = std::move(all);
  }

  const LitmusTest& test_;
  const CompilationTarget& target_;
  int size_;
  std::string_view kernel_name_, user_name_;
  std::vector<CompiledThread> threads_;
  LitmusTest result_;
};

}  // namespace

}  // namespace litmus

CompilationTarget find_target(std::string_view spoken) {
  using namespace litmus;
  const std::string_view name = canonical_kernel_architecture(spoken);
  for (const auto& row : kKernelTables) {
    if (row.name != name) continue;
    switch (row.table) {
      case KernelTable::arm64:
      case KernelTable::arm64_llsc:
        return {row.table, UserTable::arm64, {}};
      case KernelTable::x86_64:
        return {row.table, UserTable::x86_64, {}};
      case KernelTable::riscv:
      case KernelTable::generic:
        return {row.table, UserTable::generic, {}};
      case KernelTable::powerpc:
        return {row.table, UserTable::powerpc, {}};
    }
  }
  std::string names;
  for (const auto& row : kKernelTables) names.append(names.empty() ? "" : ", ").append(row.name);
  throw InputError(
      {"", 0, 0, fmt::format("saw the architecture '{}', expected one of {}", name, names)});
}

litmus::UserTable find_user_table(std::string_view spoken, litmus::KernelTable kernel) {
  using namespace litmus;
  const std::string_view name = canonical_kernel_architecture(spoken);
  const auto of_kernel =
      std::ranges::find_if(kKernelTables, [&](const auto& row) { return row.table == kernel; });
  std::string names;
  for (const auto& row : kUserTables) {
    const bool generic =
        row.table == UserTable::generic && of_kernel->architecture == Architecture::riscv;
    if (row.architecture != of_kernel->architecture && !generic) continue;
    if (row.name == name) return row.table;
    names.append(names.empty() ? "" : ", ").append(row.name);
  }
  throw InputError(
      {"", 0, 0, fmt::format("saw the user table '{}', expected one of {}", name, names)});
}

LitmusTest compile_to_assembly(const LitmusTest& test, const CompilationTarget& target) {
  if (test.architecture != litmus::Architecture::c)
    throw InputError({test.file, 1, 1, "saw an assembly test, expected one in Linux-kernel C"});
  for (const litmus::ThreadText& thread : test.threads)
    if (const litmus::Expr* call =
            litmus::other_call(thread.body, litmus::table_of(test.primitives)))
      throw InputError({test.file, call->place.line, call->place.column,
                        fmt::format("saw {}, expected a primitive of the kernel", call->name)});
  return litmus::TestCompiler(test, target).compile();
}

}  // namespace ringcheck
