// Straight-line tests in assembly, as diy writes them: a register for each value, false
// dependencies by exclusive or of a value with itself, branches to the next instruction. The test
// is made as text and read back, so what is printed from it is what was meant. Tested by
// tests/litmus/straight_assembly_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/architecture.hpp"
#include "litmus/generate/straight_test.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck::litmus {

namespace {

/// How an architecture writes. In the texts a letter after $ is a register, a capital one the
/// register with all its bits: d target, v value, r a value that was read, t temporary, a address
/// (a location's name if there is no register for it); $n is a number, $l a label, $$ the character
/// itself. `;` separates instructions.
struct Wording {
  Architecture architecture;
  std::string_view set;  ///< empty: a store takes a number
  std::string_view load, load_acquire, load_acquire_pc, store, store_release, store_number;
  std::string_view zero;         ///< $t = 0, computed from $r
  std::string_view add_number;   ///< $t = $t + $n
  std::string_view add_address;  ///< $t = $t + $a
  std::string_view branch;       ///< to $l, or not, by $r
  int first_register = 0;
  /// $d = what was there, and $v is there now; empty: no single instruction.
  std::string_view exchange{}, exchange_acquire{}, exchange_release{}, exchange_full{};
  /// $v = $n if `set` is empty; the value that was read is then in the same register.
  std::string_view set_exchanged{};
};

constexpr std::array<Wording, 4> kWordings = {{
    {.architecture = Architecture::aarch64,
     .set = "MOV $v,#$n",
     .load = "LDR $d,[$A]",
     .load_acquire = "LDAR $d,[$A]",
     .load_acquire_pc = "LDAPR $d,[$A]",
     .store = "STR $v,[$A]",
     .store_release = "STLR $v,[$A]",
     .store_number = {},
     .zero = "EOR $t,$r,$r",
     .add_number = "ADD $t,$t,#$n",
     .add_address = "ADD $T,$A,$t,SXTW",
     .branch = "CBNZ $r,$l",
     .exchange = "SWP $v,$d,[$A]",
     .exchange_acquire = "SWPA $v,$d,[$A]",
     .exchange_release = "SWPL $v,$d,[$A]",
     .exchange_full = "SWPAL $v,$d,[$A]"},
    {.architecture = Architecture::x86_64,
     .set = {},
     .load = "movl ($A),$d",
     .load_acquire = {},
     .load_acquire_pc = {},
     .store = "movl $v,($A)",
     .store_release = {},
     .store_number = "movl $$$n,($A)",
     .zero = "movl $r,$t; xorl $r,$t",
     .add_number = "addl $$$n,$t",
     .add_address = "addq $A,$T",
     .branch = "testl $r,$r; jne $l",
     .exchange = "xchgl $v,($A)",
     .set_exchanged = "movl $$$n,$v"},
    {.architecture = Architecture::riscv,
     .set = "ori $v,x0,$n",
     .load = "lw $d,0($A)",
     .load_acquire = {},
     .load_acquire_pc = {},
     .store = "sw $v,0($A)",
     .store_release = {},
     .store_number = {},
     .zero = "xor $t,$r,$r",
     .add_number = "ori $t,$t,$n",
     .add_address = "add $T,$A,$t",
     .branch = "bne $r,x0,$l",
     .first_register = 5,
     .exchange = "amoswap.w $d,$v,($A)"},
    {.architecture = Architecture::ppc,
     .set = "li $v,$n",
     .load = "lwz $d,0($A)",
     .load_acquire = {},
     .load_acquire_pc = {},
     .store = "stw $v,0($A)",
     .store_release = {},
     .store_number = {},
     .zero = "xor $t,$r,$r",
     .add_number = "addi $t,$t,$n",
     .add_address = "add $T,$A,$t",
     .branch = "cmpw $r,$r; beq $l",
     .first_register = 1},
}};

/// The name of a register. Pre: number < 14.
std::string register_name(Architecture architecture, int number, bool whole) {
  constexpr std::array<std::string_view, 14> kX86Names = {"ax", "bx", "cx", "dx", "si", "di", "8",
                                                          "9",  "10", "11", "12", "13", "14", "15"};
  switch (architecture) {
    case Architecture::aarch64:
      return fmt::format("{}{}", whole ? 'X' : 'W', number);
    case Architecture::x86_64: {
      const std::string_view name = kX86Names[static_cast<std::size_t>(number)];
      if (number < 6) return fmt::format("{}{}", whole ? 'r' : 'e', name);
      return fmt::format("r{}{}", name, whole ? "" : "d");
    }
    case Architecture::riscv:
      return fmt::format("x{}", number);
    default:
      return fmt::format("r{}", number);
  }
}

/// Writes one thread.
class AssemblyColumn {
 public:
  AssemblyColumn(const StraightTest& test, std::size_t thread, const Wording& wording, int& labels)
      : test_(test),
        accesses_(test.threads[thread]),
        thread_(thread),
        wording_(wording),
        labels_(labels),
        next_(wording.first_register) {
    results_.resize(accesses_.size(), -1);
    for (std::size_t i = 0; i < accesses_.size(); ++i) write(i);
  }

  std::vector<std::string> lines;
  std::string initial;     ///< of this thread's registers
  std::string conditions;  ///< " /\ " and what the registers hold

 private:
  int fresh() {
    const int most = wording_.architecture == Architecture::x86_64 ? 14 : 28;
    if (next_ >= most)
      throw InputError(
          {test_.name, 0, 0,
           fmt::format("saw more than {} values and addresses in a thread, expected no "
                       "more than registers",
                       most)});
    return next_++;
  }

  [[nodiscard]] std::string spell(int number, bool whole) const {
    const bool percent = wording_.architecture == Architecture::x86_64;
    return (percent ? "%" : "") + register_name(wording_.architecture, number, whole);
  }

  /// The registers that an instruction may name, by letter.
  using Names = std::map<char, int>;

  void emit(std::string_view words, const Names& names, std::int64_t number = 0,
            const std::string& text = {}) {
    std::string line;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == ';') {
        lines.push_back(std::exchange(line, {}));
        ++i;  // the blank after
      } else if (words[i] != '$') {
        line += words[i];
      } else if (words[++i] == '$') {
        line += '$';
      } else if (words[i] == 'n') {
        line += fmt::format("{}", number);
      } else if (words[i] == 'l' || (words[i] == 'A' && !text.empty())) {
        line += text;
      } else {
        const char letter = static_cast<char>(words[i] | 0x20);
        line += spell(names.at(letter), words[i] != letter);
      }
    }
    lines.push_back(std::move(line));
  }

  int address_register(std::size_t location) {
    const auto known = addresses_.find(location);
    if (known != addresses_.end()) return known->second;
    const int number = fresh();
    addresses_.emplace(location, number);
    initial +=
        fmt::format(" {}:{}={};", thread_, register_name(wording_.architecture, number, true),
                    test_.locations[location].name);
    return number;
  }

  /// A register that is 0 by a false dependency; -1 if the access has none of this kind.
  int zero_for(const StraightAccess& access, DependencyKind kind) {
    int zero = -1;
    for (const StraightDependency& dependency : access.dependencies) {
      if (dependency.kind != kind) continue;
      if (zero >= 0) reject("two dependencies of one kind");
      zero = fresh();
      emit(wording_.zero, {{'t', zero}, {'r', results_[dependency.on]}});
    }
    return zero;
  }

  [[noreturn]] void reject(std::string_view what) const {
    throw InputError({test_.name, 0, 0,
                      fmt::format("saw {}, expected what {} has here", what,
                                  row_of(wording_.architecture).name)});
  }

  void write(std::size_t i) {
    const StraightAccess& access = accesses_[i];
    for (const StraightDependency& dependency : access.dependencies) {
      RC_CHECK(dependency.on < i && accesses_[dependency.on].kind != AccessKind::write,
               "a dependency starts at an earlier access that reads");
      if (dependency.kind != DependencyKind::control) continue;
      const std::string label = fmt::format("LC{:02}", labels_++);
      emit(wording_.branch, {{'r', results_[dependency.on]}}, 0, label);
      lines.push_back(label + ":");
    }
    for (const std::string& fence : access.fences) lines.push_back(fence);
    const std::string_view words = words_of(access);
    if (words.empty())
      reject(access.kind == AccessKind::exchange ? "an exchange"
                                                 : "a mark that is another instruction");

    Names names;
    const int data = zero_for(access, DependencyKind::data);
    if (access.kind != AccessKind::read) name_value(access, data, names);
    if (access.kind != AccessKind::write) name_result(i, names);
    const bool by_name = wording_.set.empty();  // then locations need no registers
    std::string location = by_name ? test_.locations[access.location].name : "";
    const int zero = zero_for(access, DependencyKind::address);
    if (zero >= 0) {
      const int base = address_register(access.location);
      emit(wording_.add_address, {{'t', zero}, {'a', base}});
      names['a'] = zero;
      location.clear();
    } else if (!by_name) {
      names['a'] = address_register(access.location);
    }
    const bool number = access.kind == AccessKind::write && data < 0 && by_name;
    emit(number ? wording_.store_number : words, names, access.value, location);
  }

  /// Puts the value to be stored into a register, unless the store takes a number. `data`: a
  /// register that is 0 by a dependency, or -1.
  void name_value(const StraightAccess& access, int data, Names& names) {
    const bool exchanges = access.kind == AccessKind::exchange;
    const std::string_view set =
        exchanges && wording_.set.empty() ? wording_.set_exchanged : wording_.set;
    if (data >= 0) {
      emit(wording_.add_number, {{'t', data}}, access.value);
      names['v'] = data;
    } else if (!set.empty()) {
      names['v'] = fresh();
      emit(set, names, access.value);
    }
  }

  /// Chooses the register for what access `i` reads, and names it in the condition.
  void name_result(std::size_t i, Names& names) {
    const StraightAccess& access = accesses_[i];
    const bool in_place = access.kind == AccessKind::exchange && wording_.set.empty();
    results_[i] = in_place ? names.at('v') : fresh();
    names['d'] = results_[i];
    if (access.seen)
      conditions +=
          fmt::format(" /\\ {}:{}={}", thread_,
                      register_name(wording_.architecture, results_[i], true), *access.seen);
  }

  [[nodiscard]] std::string_view words_of(const StraightAccess& access) const {
    if (access.kind == AccessKind::exchange) return words_of_exchange(access.mark);
    const bool reads = access.kind == AccessKind::read;
    switch (access.mark) {
      case Mark::plain:
      case Mark::once:
        return reads ? wording_.load : wording_.store;
      case Mark::acquire:
        return reads ? wording_.load_acquire : "";
      case Mark::acquire_pc:
        return reads ? wording_.load_acquire_pc : "";
      case Mark::release:
        return reads ? "" : wording_.store_release;
      case Mark::full:
      case Mark::seq_cst:
        return "";
    }
    return "";
  }

  [[nodiscard]] std::string_view words_of_exchange(Mark mark) const {
    switch (mark) {
      case Mark::once:
        return wording_.exchange;
      case Mark::acquire:
        return wording_.exchange_acquire;
      case Mark::release:
        return wording_.exchange_release;
      case Mark::full:
        return wording_.exchange_full;
      default:
        return "";
    }
  }

  const StraightTest& test_;
  const std::vector<StraightAccess>& accesses_;
  std::size_t thread_;
  const Wording& wording_;
  int& labels_;
  int next_;
  std::vector<int> results_;                ///< by access: the register that has what it read
  std::map<std::size_t, int> addresses_{};  ///< by location
};

}  // namespace

LitmusTest assembly_test(const StraightTest& test, Architecture architecture) {
  const auto* wording = std::ranges::find(kWordings, architecture, &Wording::architecture);
  RC_CHECK(wording != kWordings.end(), "an architecture with assembly");
  std::string initial, condition;
  for (const StraightLocation& location : test.locations) {
    if (location.initial != 0) initial += fmt::format(" {}={};", location.name, location.initial);
    if (location.final_value)
      condition += fmt::format(" /\\ [{}]={}", location.name, *location.final_value);
  }
  std::vector<std::vector<std::string>> columns;
  std::size_t rows = 0;
  int labels = 0;
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    AssemblyColumn column(test, t, *wording, labels);
    initial += column.initial;
    condition += column.conditions;
    rows = std::max(rows, column.lines.size());
    columns.push_back(std::move(column.lines));
  }
  std::string text = fmt::format("{} {}\n{{{} }}\n", row_of(architecture).name, test.name, initial);
  for (std::size_t t = 0; t < columns.size(); ++t) text += fmt::format("{}P{}", t ? " | " : " ", t);
  text += " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < columns.size(); ++t)
      text += (t ? " | " : " ") + (row < columns[t].size() ? columns[t][row] : "");
    text += " ;\n";
  }
  condition = condition.empty() ? "true" : condition.substr(4);
  text += fmt::format("exists ({})\n", condition);
  return parse_litmus(text, test.name);
}

}  // namespace ringcheck::litmus
