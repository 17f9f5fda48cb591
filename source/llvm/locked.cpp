// Inline assembly of x86's atomic instructions: xchg, and xadd, cmpxchg, inc, dec, add, sub, and,
// or and xor with a lock prefix, followed by sete or setz if need be, or with the zero flag as an
// output. Each is a read-modify-write that is fully ordered.
// Sources: Intel SDM, vol. 3, section 9.1.2; LLVM's language reference, "Inline Assembler
// Expressions". Tested by tests/source/assembly_test.cpp.
#include <algorithm>
#include <optional>

#include "source/library/kernel_calls.hpp"
#include "source/llvm/function.hpp"

namespace ringcheck::source {

namespace {

/// An operand of the assembly.
struct AsmOperand {
  bool is_memory = false;
  bool is_flag = false;         ///< output: the zero flag
  bool is_accumulator = false;  ///< eax and its kin
  std::uint32_t bits = 0;
  Operand value = kNoOperand;   ///< what goes in, or the address of memory
  Operand result = kNoOperand;  ///< output: the register that it goes to
  bool is_set = false;          ///< output: it has been
};

/// An instruction of the assembly: its name without the suffix of its size, and its operands.
struct AsmInstruction {
  std::string name;
  bool is_locked = false;
  std::vector<std::string> operands;
};

std::vector<std::string> words_of(const std::string& text, std::string_view separators) {
  std::vector<std::string> words{""};
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth == 0 && separators.find(c) != std::string_view::npos)
      words.emplace_back();
    else
      words.back() += c;
  }
  std::erase(words, "");
  return words;
}

std::optional<AsmInstruction> instruction_of(const std::string& text, bool is_locked) {
  std::vector<std::string> words = words_of(text, " \t,");
  if (words.empty()) return std::nullopt;
  AsmInstruction found{words.front(), is_locked, {words.begin() + 1, words.end()}};
  constexpr std::string_view kNames[] = {"xchg", "xadd", "cmpxchg", "inc", "dec",  "add",
                                         "sub",  "and",  "or",      "xor", "sete", "setz"};
  for (const std::string_view name : kNames) {
    const bool has_size =
        found.name.size() == name.size() + 1 && found.name.starts_with(name) &&
        std::string_view("bwlq").find(found.name.back()) != std::string_view::npos;
    if (found.name == name || has_size) return found.name = name, found;
  }
  return std::nullopt;
}

/// The instructions of `code`; empty if it has others.
std::vector<AsmInstruction> instructions_of(const std::string& code) {
  std::vector<AsmInstruction> found;
  bool is_locked = false;
  for (std::string text : words_of(code, ";\n")) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string::npos) continue;
    text = text.substr(start);
    if (text.starts_with("lock")) {
      is_locked = true;
      text = text.substr(4);
      if (text.find_first_not_of(" \t") == std::string::npos) continue;
    }
    const auto instruction = instruction_of(text, is_locked);
    if (!instruction) return {};
    found.push_back(*instruction);
    is_locked = false;
  }
  return found;
}

struct UpdateRow {
  std::string_view name;
  RmwOp op;
};
constexpr UpdateRow kUpdates[] = {
    {"xchg", RmwOp::exchange}, {"xadd", RmwOp::add},  {"inc", RmwOp::add},
    {"dec", RmwOp::subtract},  {"add", RmwOp::add},   {"sub", RmwOp::subtract},
    {"and", RmwOp::bit_and},   {"or", RmwOp::bit_or}, {"xor", RmwOp::bit_xor}};

/// An operation of `kUpdates` as an instruction that computes a value.
Opcode opcode_of(RmwOp op) {
  switch (op) {
    case RmwOp::add:
      return Opcode::add;
    case RmwOp::subtract:
      return Opcode::subtract;
    case RmwOp::bit_and:
      return Opcode::bit_and;
    case RmwOp::bit_or:
      return Opcode::bit_or;
    default:
      return Opcode::bit_xor;
  }
}

constexpr auto kFullyOrdered = static_cast<std::uint64_t>(Annotation::full);

/// Lowers one piece of assembly.
class LockedLowering {
 public:
  LockedLowering(FunctionLowering& function, LLVMValueRef call, std::string code)
      : function_(function), call_(call), code_(std::move(code)) {}

  void run(const std::string& constraints, const std::vector<AsmInstruction>& instructions) {
    read_operands(constraints);
    for (const AsmInstruction& instruction : instructions) lower(instruction);
    for (AsmOperand& x : operands_) {
      if (x.is_flag) set(x, zero());
      if (x.result != kNoOperand && !x.is_set) refuse();
    }
  }

 private:
  [[noreturn]] void refuse() const { throw NotModelled("inline assembly \"" + code_ + "\""); }

  void read_operands(const std::string& constraints) {
    const std::vector<Leaf> leaves = function_.module().leaves(LLVMTypeOf(call_));
    unsigned argument = 0;
    std::size_t results = 0;
    for (std::string word : words_of(constraints, ",")) {
      if (word.front() == '~') continue;
      const bool is_output = word.front() == '=';
      std::erase_if(word, [](char c) { return c == '=' || c == '&' || c == '%'; });
      AsmOperand x;
      x.is_memory = word.front() == '*';
      x.is_accumulator = word.starts_with("{ax}") || word == "a";
      if (is_output && !x.is_memory) {
        x.is_flag = word.starts_with("{@cc");
        if (x.is_flag && word != "{@ccz}" && word != "{@cce}") refuse();
        x.bits = leaves.at(results).width;
        x.result = function_.result_of(call_, results++);
        operands_.push_back(x);
        continue;
      }
      x.value = function_.argument_of(call_, argument);
      x.bits = x.is_memory ? bits_of_element(argument)
                           : function_.bits_of(LLVMGetOperand(call_, argument));
      ++argument;
      operands_.push_back(x);
      // It shares the register of an output.
      if (word.find_first_not_of("0123456789") == std::string::npos)
        operands_.at(std::stoul(word)).value = x.value;
    }
  }

  /// The width of what the pointer that is argument `n` points to.
  [[nodiscard]] std::uint32_t bits_of_element(unsigned n) const {
    constexpr std::string_view kName = "elementtype";
    const unsigned kind = LLVMGetEnumAttributeKindForName(kName.data(), kName.size());
    const LLVMAttributeRef element = LLVMGetCallSiteEnumAttribute(call_, n + 1, kind);
    if (element == nullptr) refuse();
    return 8 * static_cast<std::uint32_t>(
                   function_.module().size_of(LLVMGetTypeAttributeValue(element)));
  }

  /// Operand `text` of an instruction: `$1`, `${1:b}`.
  AsmOperand& operand(const std::string& text) {
    std::string number = text;
    std::erase_if(number, [](char c) { return c == '{' || c == '}'; });
    number = number.substr(0, number.find(':'));
    const bool is_number = number.size() > 1 && number.front() == '$' &&
                           number.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!is_number || std::stoul(number.substr(1)) >= operands_.size()) refuse();
    return operands_[std::stoul(number.substr(1))];
  }

  void set(AsmOperand& x, Operand value) {
    if (x.result == kNoOperand) refuse();
    function_.emit(call_, Opcode::copy, 64, x.result, value, kNoOperand);
    x.is_set = true;
  }

  [[nodiscard]] Operand zero() const {
    if (zero_ == kNoOperand) refuse();
    return zero_;
  }

  Operand computed(Opcode opcode, std::uint32_t bits, Operand a, Operand b) {
    return function_.emit(call_, opcode, bits, function_.new_register(), a, b).target;
  }

  /// What the library's function `name` finds in `memory`.
  Operand found(const char* name, const AsmOperand& memory, std::vector<Operand> more) {
    more.insert(more.begin(), {memory.value, function_.number(memory.bits / 8)});
    const Operand old = function_.call_library(call_, name, more);
    return computed(Opcode::truncate, memory.bits, old, kNoOperand);
  }

  void lower(const AsmInstruction& i) {
    if (i.name == "sete" || i.name == "setz") {
      if (i.operands.size() != 1) refuse();
      AsmOperand& to = operand(i.operands[0]);
      if (!to.is_memory) return set(to, zero());
      function_.emit(call_, Opcode::store, to.bits, kNoOperand, to.value, zero());
      return;
    }
    const bool has_one = i.name == "inc" || i.name == "dec";
    if (i.operands.size() != (has_one ? 1U : 2U) || (!i.is_locked && i.name != "xchg")) refuse();
    AsmOperand* memory = &operand(i.operands.back());
    AsmOperand* other = has_one ? nullptr : &operand(i.operands.front());
    if (i.name == "xchg" && !memory->is_memory) std::swap(memory, other);
    if (!memory->is_memory || (other != nullptr && other->is_memory)) refuse();
    if (i.name == "cmpxchg") return compare_exchange(*memory, *other);
    update(i.name, *memory, other);
  }

  void update(std::string_view name, const AsmOperand& memory, AsmOperand* other) {
    const RmwOp op = std::ranges::find(kUpdates, name, &UpdateRow::name)->op;
    const Operand by = other == nullptr ? function_.number(1) : other->value;
    if (by == kNoOperand) refuse();
    const Operand order = function_.number(kFullyOrdered);
    if (op == RmwOp::exchange) return set(*other, found("__LKMM_xchg", memory, {by, order}));
    const auto number = std::ranges::find(kKernelOperations, op) - kKernelOperations.begin();
    const Operand old = found("__LKMM_atomic_fetch_op", memory,
                              {by, order, function_.number(static_cast<std::uint64_t>(number))});
    if (name == "xadd") set(*other, old);
    const Operand fresh = computed(opcode_of(op), memory.bits, old, by);
    zero_ = computed(Opcode::equal, memory.bits, fresh, function_.number(0));
  }

  void compare_exchange(const AsmOperand& memory, const AsmOperand& desired) {
    const auto accumulator = std::ranges::find_if(operands_, &AsmOperand::is_accumulator);
    if (accumulator == operands_.end() || accumulator->value == kNoOperand ||
        desired.value == kNoOperand)
      refuse();
    const Operand expected = accumulator->value;
    const Operand old =
        found("__LKMM_cmpxchg", memory, {expected, desired.value, function_.number(kFullyOrdered)});
    if (accumulator->result != kNoOperand) set(*accumulator, old);
    zero_ = computed(Opcode::equal, memory.bits, old, expected);
  }

  FunctionLowering& function_;
  LLVMValueRef call_;
  std::string code_;
  std::vector<AsmOperand> operands_;
  Operand zero_ = kNoOperand;  ///< the zero flag, once an instruction has set it
};

}  // namespace

bool FunctionLowering::lower_locked(LLVMValueRef i, const std::string& code,
                                    const std::string& constraints) {
  if (!module_.unit().triple.starts_with("x86_64")) return false;
  const std::vector<AsmInstruction> instructions = instructions_of(code);
  if (instructions.empty()) return false;
  LockedLowering(*this, i, code).run(constraints, instructions);
  return true;
}

}  // namespace ringcheck::source
