// Lowers statements.
#include "litmus/lowering.hpp"

namespace ringcheck::litmus {

void collect_assigned(const std::vector<Statement>& statements, std::set<std::string>& names,
                      bool with_declared) {
  for (const Statement& s : statements) {
    const bool declares =
        s.kind == StatementKind::declare && (with_declared || !s.expressions.empty());
    if (declares || s.kind == StatementKind::assign) names.insert(s.name);
    collect_assigned(s.first, names, with_declared);
    collect_assigned(s.second, names, with_declared);
  }
}

void Lowering::lower_all(const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    const int before = temporaries_;
    lower(statement);
    temporaries_ = before;
  }
}

void Lowering::lower(const Statement& s) {
  if (s.place.line > 0) place_ = s.place;
  switch (s.kind) {
    case StatementKind::declare:
      if (!s.expressions.empty()) assign(s.name, s.expressions[0]);
      break;
    case StatementKind::assign:
      assign(s.name, s.expressions[0]);
      break;
    case StatementKind::store: {
      const Address address = lower_address(s.expressions[0]);
      emit_store(address, lower(s.expressions[1]), {});
      break;
    }
    case StatementKind::evaluate:
      lower_call(s.expressions[0], false);
      break;
    case StatementKind::branch:
      lower_if(s);
      break;
    case StatementKind::block:
      lower_all(s.first);
      break;
  }
}

void Lowering::lower_if(const Statement& s) {
  std::set<std::string> names;
  collect_assigned(s.first, names, false);
  collect_assigned(s.second, names, false);
  std::vector<Slot> assigned;
  assigned.reserve(names.size());
  for (const std::string& name : names) assigned.push_back(result_.locals.find(name)->second);
  const Slot condition = lower(s.expressions[0]);
  emit_branch(
      condition, [&] { lower_all(s.first); }, [&] { lower_all(s.second); }, assigned);
}

void Lowering::assign(const std::string& name, const Expr& value) {
  const Slot from = lower(value);
  move_into(result_.locals.find(name)->second, from);
}

}  // namespace ringcheck::litmus
