// Statements, registers and text of a thread.
// Locals and addresses keep a register each, from the front of the list. Intermediate values take
// registers from the back, until the end of their statement.
// Tested by tests/litmus/compilation_test.cpp.
#include "litmus/compilation/thread_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "litmus/lower.hpp"

namespace ringcheck::litmus {

namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

ThreadCompiler::ThreadCompiler(const LitmusTest& test, std::size_t thread, const Dialect& dialect,
                               std::span<const CompilationRow> rows, std::string_view table_name,
                               int size)
    : test_(test),
      thread_(thread),
      rows_(rows),
      table_name_(table_name),
      size_(size),
      dialect_(dialect) {}

CompiledThread ThreadCompiler::compile() {
  for (const InitialValue& entry : test_.initial)
    if (entry.of.thread == static_cast<int>(thread_)) local(entry.of.name, entry.of.place);
  statements(test_.threads[thread_].body);
  if (may_fail_) {
    result_.ok = new_permanent(test_.threads[thread_].place);
    emit(dialect_.move_number, {{'d', spelled(result_.ok)}, {'n', "1"}});
    put_label(fmt::format("Fail{}", thread_));
  }
  return std::move(result_);
}

void ThreadCompiler::refuse(const Place& place, const std::string& message) const {
  reject(test_, place, message);
}

std::string ThreadCompiler::new_permanent(const Place& place) {
  if (permanents_ + temporaries_ >= dialect_.registers.size())
    refuse(place, fmt::format("saw more values in P{} than {} registers, expected fewer", thread_,
                              dialect_.registers.size()));
  return std::string(dialect_.registers[permanents_++]);
}

std::string ThreadCompiler::new_temporary(const Place& place) {
  if (permanents_ + temporaries_ >= dialect_.registers.size())
    refuse(place, fmt::format("saw more values in P{} than {} registers, expected fewer", thread_,
                              dialect_.registers.size()));
  ++temporaries_;
  return std::string(dialect_.registers[dialect_.registers.size() - temporaries_]);
}

std::string ThreadCompiler::new_label() {
  return fmt::format("LC{}{}", thread_, labels_++);
}

std::string ThreadCompiler::local(const std::string& name, const Place& place) {
  const auto found = result_.locals.find(name);
  if (found != result_.locals.end()) return found->second;
  return result_.locals.emplace(name, new_permanent(place)).first->second;
}

std::string ThreadCompiler::spelled(const std::string& reg) const {
  return dialect_.spell(reg, size_);
}

std::string ThreadCompiler::in_register(const Value& value, const Place& place) {
  if (!value.number) return value.reg;
  if (*value.number == 0 && !dialect_.zero.empty()) return std::string(dialect_.zero);
  std::string reg = new_temporary(place);
  move(reg, value);
  return reg;
}

std::string ThreadCompiler::immediate(const Value& value, const Place& place) {
  if (value.number && !dialect_.immediate.empty())
    return fmt::format("{}{}", dialect_.immediate, *value.number);
  return spelled(in_register(value, place));
}

void ThreadCompiler::emit(std::string_view instructions, const Bindings& bindings) {
  std::string text;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const char c = instructions[i];
    if (c == '{') {
      const std::size_t bar = instructions.find('|', i);
      const std::size_t end = instructions.find('}', i);
      text += size_ == 4 ? instructions.substr(i + 1, bar - i - 1)
                         : instructions.substr(bar + 1, end - bar - 1);
      i = end;
    } else if (c == '$') {
      const char letter = instructions[++i];
      if (letter == 'F') may_fail_ = true;
      text += letter == '$' ? "$" : bindings.at(letter);
    } else {
      text += c;
    }
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    result_.cells.push_back(trimmed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void ThreadCompiler::move(const std::string& target, const Value& value) {
  if (value.number)
    emit(dialect_.move_number, {{'d', spelled(target)}, {'n', std::to_string(*value.number)}});
  else if (value.reg != target)
    emit(dialect_.move, {{'d', spelled(target)}, {'x', spelled(value.reg)}});
}

void ThreadCompiler::statements(const std::vector<Statement>& body) {
  for (const Statement& s : body) {
    const std::size_t before = temporaries_;
    statement(s);
    temporaries_ = before;
  }
}

void ThreadCompiler::statement(const Statement& s) {
  switch (s.kind) {
    case StatementKind::declare:
    case StatementKind::assign: {
      const std::string target = local(s.name, s.place);
      if (!s.expressions.empty()) move(target, value(s.expressions[0], &target));
      break;
    }
    case StatementKind::store: {
      const std::string where = address(s.expressions[0]);
      primitive("WRITE_ONCE", where, value(s.expressions[1]), {}, s.place, nullptr);
      break;
    }
    case StatementKind::evaluate:
      call(s.expressions[0], nullptr);
      break;
    case StatementKind::branch: {
      const std::string otherwise = new_label();
      jump_if(s.expressions[0], false, otherwise);
      statements(s.first);
      if (s.second.empty()) {
        put_label(otherwise);
        break;
      }
      const std::string end = new_label();
      emit(dialect_.jump, {{'L', end}});
      put_label(otherwise);
      statements(s.second);
      put_label(end);
      break;
    }
    case StatementKind::block:
      statements(s.first);
      break;
  }
}

}  // namespace ringcheck::litmus
