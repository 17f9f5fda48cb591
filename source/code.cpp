#include "source/code.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "source/fold_blocks.hpp"
#include "source/fold_branches.hpp"
#include "source/library_call.hpp"
#include "source/orders.hpp"

namespace ringcheck::source {

namespace {

/// `name`, that of a function, without the type of the result, which instances of templates have.
std::string without_result(const std::string& name) {
  if (name.empty() || name.back() != '>') return name;
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    depth += std::string_view(">)}").find(name[at]) != std::string_view::npos   ? 1
             : std::string_view("<({").find(name[at]) != std::string_view::npos ? -1
                                                                                : 0;
    if (depth == 0 && name[at] == ' ') return name.substr(at + 1);
  }
  return name;
}

}  // namespace

std::string readable_name(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // What is no name of C++ may be the code of a type.
  int status = 0;
  char* const told = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (told == nullptr) return name;
  std::string text = told;
  std::free(told);  // NOLINT(cppcoreguidelines-no-malloc): as the interface has it
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (std::size_t at = 0; (at = text.find(kUnnamed, at)) != std::string::npos;)
    text.erase(at, kUnnamed.size());
  // The parameters are what the last closing bracket closes; brackets within them come in pairs.
  std::size_t open = text.rfind(')');
  for (int depth = 0; open != std::string::npos; --open) {
    depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    if (depth == 0) return without_result(text.substr(0, open));
    if (open == 0) break;
  }
  return text;
}

std::string Code::where(std::uint32_t number) const {
  const Place& p = unit.places[number];
  if (p.line == 0) return unit.files.size() > 1 ? unit.files[1] : "?";
  if (p.column == 0) return fmt::format("{}:{}", unit.files[p.file], p.line);
  return fmt::format("{}:{}:{}", unit.files[p.file], p.line, p.column);
}

bool Code::is_of_the_system(std::uint32_t number) const {
  const Place& p = unit.places[number];
  return p.line != 0 && unit.files[p.file].starts_with("/usr/");
}

std::string Code::function_at(std::uint32_t number) const {
  for (const Routine& routine : routines)
    if (std::ranges::find(routine.code, number, &Instruction::place) != routine.code.end())
      return readable_name(routine.name);
  return "";
}

std::string Code::fence_at(std::uint32_t number) const {
  for (const Routine& routine : routines)
    for (const Instruction& i : routine.code)
      if (i.place == number && i.opcode == Opcode::fence && !i.single_thread)
        return "fence " + std::string(name_of(memory_order(i.order)));
  return "";
}

std::uint32_t Code::find_routine(const std::string& name) const {
  for (std::size_t r = 0; r < routines.size(); ++r)
    if (routines[r].name == name) return static_cast<std::uint32_t>(r);
  return UINT32_MAX;
}

namespace {

/// Streams, which only functions that do nothing get; the variables that std::shared_ptr asks, and
/// in which std::call_once hands on its function.
constexpr std::string_view kLibraryVariables[] = {"stdin",
                                                  "stdout",
                                                  "stderr",
                                                  "__libc_single_threaded",
                                                  "_ZSt15__once_callable",
                                                  "_ZSt11__once_call"};

/// Marks calls that only assume something and change nothing.
void mark_assumptions(Function& function, const std::vector<std::string>& externals) {
  for (Block& block : function.blocks)
    for (Instruction& i : block.instructions)
      if (i.opcode == Opcode::call_external &&
          externals[static_cast<std::size_t>(i.a)] == "__VERIFIER_assume")
        i.detail = 1;
}

/// The destructor, which also frees, of the object whose member `name` is: std::thread calls both
/// through the table of what is virtual. UINT32_MAX: it is no such member.
std::uint32_t destroyer_of(const Code& code, const std::string& name) {
  constexpr std::string_view kStart = "_ZNSt6thread11_State_implI";
  constexpr std::string_view kWork = "6_M_runEv";
  if (!name.starts_with(kStart) || !name.ends_with(kWork)) return UINT32_MAX;
  return code.find_routine(name.substr(0, name.size() - kWork.size()) + "D0Ev");
}

}  // namespace

Code make_code(Unit unit) {
  Code code;
  // Variables of the C++ library, which start as zero there too.
  for (Global& global : unit.globals)
    if (std::ranges::find(kLibraryVariables, global.name) != std::end(kLibraryVariables))
      global.external = false;
  code.addresses = AddressLayout::of_pointer_size(unit.pointer_bytes);
  for (Function& function : unit.functions) {
    mark_assumptions(function, unit.externals);
    fold_known_branches(function);
    fold_empty_blocks(function);
    code.routines.push_back(make_routine(function));
    function.blocks.clear();
  }
  for (const std::string& name : unit.externals)
    code.library.push_back(find_library_function(name));
  for (const Routine& routine : code.routines)
    code.destroyers.push_back(destroyer_of(code, routine.name));
  code.unit = std::move(unit);
  return code;
}

}  // namespace ringcheck::source
