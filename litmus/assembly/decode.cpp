// Matches an instruction against the rows of its architecture.
// An instruction may have several rows, for operands of different shapes. When none fits, the error
// comes from the row that fits furthest.
// Tested by tests/litmus/assembly_test.cpp.
#include "litmus/assembly/decode.hpp"

#include <algorithm>
#include <optional>
#include <sstream>

#include "litmus/arithmetic.hpp"

namespace ringcheck::litmus::assembly {

namespace {

/// Why a row does not fit.
struct Mismatch {
  std::size_t operand = 0;  ///< how many operands fit
  Place place;
  std::string saw, expected;
};

std::string text_of(const Operand& operand) {
  if (operand.kind == OperandKind::number) return std::to_string(operand.number);
  if (operand.kind == OperandKind::word) return operand.word;
  return operand.word + "…";
}

class Decoder {
 public:
  Decoder(const Machine& machine, const AssemblyLine& line, const Row& row, const Names& names)
      : machine_(machine), line_(line), row_(row), names_(names) {}

  /// The step, or nothing if the row does not fit.
  std::optional<Step> decode() {
    step_.row = &row_;
    step_.place = line_.place;
    step_.tags = row_.tags;
    step_.write_tags = row_.write_tags;
    std::istringstream shape(row_.shape);
    std::size_t i = 0;
    for (std::string code; shape >> code; ++i) {
      if (i >= line_.operands.size())
        return fail(i, line_.place, "no more operands", "operand " + std::to_string(i + 1));
      if (!operand(code, line_.operands[i], i)) return std::nullopt;
    }
    if (i < line_.operands.size())
      return fail(i, line_.operands[i].place, "'" + text_of(line_.operands[i]) + "'",
                  "no more operands");
    finish();
    return step_;
  }

  [[nodiscard]] const Mismatch& mismatch() const { return mismatch_; }

 private:
  std::nullopt_t fail(std::size_t operand, const Place& place, std::string saw,
                      std::string expected) {
    mismatch_ = {operand, place, std::move(saw), std::move(expected)};
    return std::nullopt;
  }

  bool wrong(const Operand& o, std::size_t i, const std::string& expected) {
    fail(i, o.place, "'" + text_of(o) + "'", expected);
    return false;
  }

  bool operand(const std::string& code, const Operand& o, std::size_t i) {
    if (code.front() == '=')
      return (o.kind == OperandKind::word && same_word(o.word, code.substr(1))) ||
             wrong(o, i, code.substr(1));
    switch (code.front()) {
      case 'i':
        if (o.kind != OperandKind::number) return wrong(o, i, "a number");
        (uses_b() ? step_.b : step_.a) = {.number = static_cast<std::uint64_t>(o.number)};
        return true;
      case 'm':
      case 'n':
        return memory(o, i, code.front() == 'm');
      case 'l':
        return label(o, i);
      case 'f':
        return fence_set(o, i, before_);
      case 'g':
        return fence_set(o, i, after_) && order_by_sets();
      default:
        return reg(code.front(), o, i);
    }
  }

  /// An immediate is the second operand of arithmetic, and the first of an instruction that writes
  /// memory.
  [[nodiscard]] bool uses_b() const {
    return row_.act == Act::arithmetic || row_.act == Act::move || row_.act == Act::compare;
  }

  bool reg(char code, const Operand& o, std::size_t i) {
    const auto found = o.kind == OperandKind::word ? machine_.find_register(o.word) : std::nullopt;
    if (!found) return wrong(o, i, "a register");
    if (code == 'e' || code == 't') {
      if (machine_.sized_registers && found->size != 4) return wrong(o, i, "a register of 4 bytes");
    } else if (!sized_alike(*found)) {
      return wrong(o, i, "a register of " + std::to_string(size_) + " bytes");
    }
    const bool zero =
        found->number == kZeroRegister || (code == 'p' && machine_.zero_base && found->number == 0);
    const Source source{.slot = zero ? -1 : names_.slot_of(found->number),
                        .number = 0,
                        .size = found->size,
                        .sign_extends = row_.sign_extends};
    switch (code) {
      case 'd':
        target(source);
        break;
      case 'x':
        target(source);
        step_.a = source;
        break;
      case 'c':
        target(source);
        step_.b = source;
        break;
      case 't':
        step_.status = source.slot;
        break;
      case 'a':
        step_.a = source;
        break;
      case 'p':
        (row_.act == Act::arithmetic ? step_.a : step_.base) = source;
        break;
      case 'q':
        step_.offset = source;
        break;
      default:
        step_.b = source;
        break;
    }
    if (code == 'e' && row_.shape.find("SXTW") != std::string::npos) step_.b.sign_extends = true;
    return true;
  }

  /// All registers of an instruction have one size, which its name may say.
  bool sized_alike(const Register& r) {
    if (!machine_.sized_registers) return true;
    if (size_ == 0) size_ = row_.size;
    if (size_ == 0) size_ = r.size;
    return size_ == r.size;
  }

  void target(const Source& source) {
    step_.target = source.slot;
    step_.target_size = source.size;
    has_target_ = true;
  }

  bool memory(const Operand& o, std::size_t i, bool with_offset) {
    if (o.kind != OperandKind::memory || o.parts.empty())
      return wrong(o, i, "an address in brackets");
    const char* close = o.word == "[" ? "]" : ")";
    const Operand& base = o.parts.front();
    const auto found =
        base.kind == OperandKind::word ? machine_.find_register(base.word) : std::nullopt;
    if (found) {
      if (machine_.sized_registers && found->size != 8)
        return wrong(base, i, "a register of 8 bytes");
      const bool zero =
          found->number == kZeroRegister || (machine_.zero_base && found->number == 0);
      if (!zero) step_.base = {.slot = names_.slot_of(found->number)};
    } else {
      const auto location = base.kind == OperandKind::word ? names_.locations.find(base.word)
                                                           : names_.locations.end();
      if (machine_.architecture != Architecture::x86_64 || location == names_.locations.end())
        return wrong(base, i, "a register");
      step_.base = {.number = address_of(location->second)};
    }
    step_.offset = {.number = static_cast<std::uint64_t>(o.number)};
    if (o.parts.size() == 1 && (with_offset || o.number == 0)) return true;
    if (!with_offset || o.parts.size() > 3) return wrong(o.parts.back(), i, close);
    return index(o, i, close);
  }

  /// AArch64: [X1,#0], [X1,X2], [X1,W2,SXTW]
  bool index(const Operand& o, std::size_t i, const char* close) {
    if (machine_.architecture != Architecture::aarch64) return wrong(o.parts[1], i, close);
    const Operand& by = o.parts[1];
    if (by.kind == OperandKind::number) {
      step_.offset = {.number = static_cast<std::uint64_t>(by.number)};
      return o.parts.size() == 2 || wrong(o.parts[2], i, close);
    }
    const auto found = machine_.find_register(by.word);
    if (!found) return wrong(by, i, "a register or a number");
    const bool extended = o.parts.size() == 3;
    const bool sign = extended && same_word(o.parts[2].word, "SXTW");
    if (extended && !sign && !same_word(o.parts[2].word, "UXTW"))
      return wrong(o.parts[2], i, "SXTW or UXTW");
    const int size = extended ? 4 : 8;
    if (found->size != size)
      return wrong(by, i, "a register of " + std::to_string(size) + " bytes");
    if (found->number != kZeroRegister)
      step_.offset = {
          .slot = names_.slot_of(found->number), .size = found->size, .sign_extends = sign};
    return true;
  }

  bool label(const Operand& o, std::size_t i) {
    const auto found = names_.labels.find(o.word);
    if (o.kind != OperandKind::word || found == names_.labels.end())
      return wrong(o, i, "a label of the thread");
    step_.jump = found->second;
    return true;
  }

  struct Accesses {
    bool reads = false, writes = false;
  };

  bool fence_set(const Operand& o, std::size_t i, Accesses& set) {
    const bool known = o.kind == OperandKind::word && !o.word.empty() &&
                       o.word.find_first_not_of("iorw") == std::string::npos;
    if (!known) return wrong(o, i, "a set of r, w, i and o");
    set.reads = o.word.find('r') != std::string::npos;
    set.writes = o.word.find('w') != std::string::npos;
    return set.reads || set.writes || wrong(o, i, "r or w: devices are not modelled");
  }

  bool order_by_sets() {
    TagSet tags;
    if (before_.reads && after_.reads) tags = tags | TagSet{Tag::order_rr};
    if (before_.reads && after_.writes) tags = tags | TagSet{Tag::order_rw};
    if (before_.writes && after_.reads) tags = tags | TagSet{Tag::order_wr};
    if (before_.writes && after_.writes) tags = tags | TagSet{Tag::order_ww};
    step_.tags = tags;
    return true;
  }

  void finish() {
    step_.size = row_.size != 0 ? row_.size : size_ != 0 ? size_ : std::uint8_t{8};
    if (row_.memory != 0) step_.size = row_.memory;
    const bool has_a = row_.shape.find_first_of("axpi") != std::string::npos;
    if (row_.act == Act::arithmetic && row_.shape.find_first_of("ap") == std::string::npos)
      step_.a = {.slot = step_.target, .size = step_.target_size};
    if (row_.act == Act::modify && !has_a) step_.a = {.number = 1};
    if (row_.act == Act::compare_exchange && row_.shape.front() != 'c') {
      const int slot = names_.slot_of(machine_.accumulator);
      step_.b = {.slot = slot, .size = step_.size};
      step_.target = slot;
      step_.target_size = step_.size;
    }
    if (row_.act == Act::modify && has_target_ && step_.target < 0 && !machine_.acquires_into_zero)
      step_.tags = {Tag::once, Tag::noreturn, Tag::amo};
  }

  const Machine& machine_;
  const AssemblyLine& line_;
  const Row& row_;
  const Names& names_;
  Step step_;
  Mismatch mismatch_;
  std::uint8_t size_ = 0;  ///< of the registers; 0: not known yet
  bool has_target_ = false;
  Accesses before_, after_;
};

void tell_faults(Step& step, const AssemblyLine& line) {
  const auto tell = [&](Fault fault, const std::string& what) {
    step.faults[static_cast<std::size_t>(fault)] =
        "line " + std::to_string(line.place.line) + ", " + line.mnemonic + ": " + what;
  };
  tell(Fault::address, kAddressFault);
  tell(Fault::number, kNumberFault);
  tell(Fault::no_access, "an access through a value that is no address");
  tell(Fault::size, "an access of " + std::to_string(step.size) +
                        " bytes to a location of another size: mixed sizes are not modelled");
  tell(Fault::unaligned, "an access of " + std::to_string(step.size) +
                             " bytes that is not aligned, or leaves its location");
  tell(Fault::narrow, "an address does not fit in 4 bytes");
  tell(Fault::overflow, "a sum in memory overflows 4 bytes, which is not modelled");
  tell(Fault::flags, "flags of carry and overflow are not modelled here");
  tell(Fault::between,
       "a store to the reserved location before its store-conditional is not modelled");
}

}  // namespace

Step decode(const Machine& machine, const AssemblyLine& line, const Names& names) {
  std::optional<Mismatch> best;
  for (const Row& row : machine.rows()) {
    if (!same_word(row.name, line.mnemonic)) continue;
    Decoder decoder(machine, line, row, names);
    if (std::optional<Step> step = decoder.decode()) {
      tell_faults(*step, line);
      return std::move(*step);
    }
    if (!best || decoder.mismatch().operand > best->operand) best = decoder.mismatch();
  }
  if (!best)
    reject(names.test, line.place,
           "saw '" + line.mnemonic + "', expected an instruction that is modelled");
  reject(names.test, best->place, "saw " + best->saw + ", expected " + best->expected);
}

}  // namespace ringcheck::litmus::assembly
