// Tested by tests/source/thread_titles_test.cpp.
#include "source/thread_titles.hpp"

#include <string_view>

#include <fmt/format.h>

namespace ringcheck::source {

namespace {

/// The first argument of the innermost std::tuple in `name`: what a std::thread calls.
std::string_view called_type(std::string_view name) {
  constexpr std::string_view kTuple = "std::tuple<";
  const std::size_t start = name.rfind(kTuple);
  if (start == std::string_view::npos) return {};
  int depth = 0;
  for (std::size_t at = start + kTuple.size(); at < name.size(); ++at) {
    const char c = name[at];
    if (depth == 0 && (c == ',' || c == '>')) {
      std::string_view type = name.substr(start + kTuple.size(), at - start - kTuple.size());
      while (type.ends_with(' ')) type.remove_suffix(1);
      return type;
    }
    depth += c == '<' || c == '(' || c == '{' ? 1 : c == '>' || c == ')' || c == '}' ? -1 : 0;
  }
  return {};
}

/// Where the first instruction of `routine` that has a place comes from: `file:line`, without
/// folders.
std::string line_of(const Code& code, const Routine& routine) {
  for (const Instruction& i : routine.code) {
    const Place& place = code.place(i.place);
    if (place.line == 0) continue;
    const std::string& file = code.unit.files[place.file];
    return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), place.line);
  }
  return "";
}

/// "lambda at file:line"; empty: no routine is the call of lambda `type`.
std::string title_of_lambda(const Code& code, std::string_view type) {
  const std::string call = std::string(type) + "::operator()";
  for (const Routine& routine : code.routines) {
    if (routine.name.find("cl") == std::string::npos || readable_name(routine.name) != call)
      continue;
    if (const std::string line = line_of(code, routine); !line.empty()) return "lambda at " + line;
  }
  return "";
}

}  // namespace

bool is_work_of_std_thread(const Code& code, std::uint32_t routine) {
  return code.routines[routine].name.starts_with("_ZNSt6thread11_State_impl");
}

std::string title_of_thread(const Code& code, std::uint32_t routine,
                            const std::function<std::optional<std::uint64_t>()>& find_held) {
  const std::string& linked = code.routines[routine].name;
  std::string name = readable_name(linked);
  if (!is_work_of_std_thread(code, routine)) return name;
  if (const std::optional<std::uint64_t> held = find_held())
    if (const std::uint64_t number = code.addresses.slot(*held); number < code.routines.size())
      return readable_name(code.routines[number].name);
  const std::string_view type = called_type(name);
  if (type.empty()) return "std::thread";
  if (type.find("$_") == std::string_view::npos && type.find("lambda") == std::string_view::npos)
    return std::string(type);
  const std::string lambda = title_of_lambda(code, type);
  return lambda.empty() ? "lambda" : lambda;
}

}  // namespace ringcheck::source
