// x86-64, in AT&T order: the target comes last.
// To all threads, an instruction with a LOCK prefix, or xchg with memory, is one step; without
// LOCK, read and write are two steps. A compare-exchange that fails writes nothing, and with LOCK
// is still a fence. In normal memory, lfence and sfence order only what is ordered anyway.
// Source: Intel SDM volume 2 and volume 3, section 8.2. Tested by
// tests/litmus/assembly_rows_test.cpp.
#include <array>

#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

namespace {

using Rows = std::vector<Row>;

struct Suffix {
  const char* text;
  std::uint8_t size;  ///< 0: the registers say it
};
constexpr std::array<Suffix, 5> kSuffixes = {{{"l", 4}, {"q", 8}, {"b", 1}, {"w", 2}, {"", 0}}};

struct Operation {
  const char* name;
  Arithmetic arithmetic;
  RmwOperation in_memory;
  Flags flags;
};
constexpr std::array<Operation, 5> kOperations = {
    {{"add", Arithmetic::add, RmwOperation::add, Flags::of_sum},
     {"sub", Arithmetic::subtract, RmwOperation::subtract, Flags::of_sum},
     {"and", Arithmetic::bit_and, RmwOperation::bit_and, Flags::of_result},
     {"or", Arithmetic::bit_or, RmwOperation::bit_or, Flags::of_result},
     {"xor", Arithmetic::bit_xor, RmwOperation::bit_xor, Flags::of_result}}};

void add_operations(Rows& rows, const Suffix& suffix) {
  for (const Operation& o : kOperations) {
    const std::string name = std::string(o.name) + suffix.text;
    for (const char* shape : {"b d", "i d"})
      rows.push_back({.name = name,
                      .shape = shape,
                      .act = Act::arithmetic,
                      .arithmetic = o.arithmetic,
                      .size = suffix.size,
                      .flags = o.flags});
    for (const char* shape : {"a m", "i m"}) {
      if (suffix.size == 0 && shape[0] == 'i') continue;  // nothing says how many bytes
      for (const bool lock : {false, true})
        rows.push_back({.name = (lock ? "lock " : "") + name,
                        .shape = shape,
                        .act = Act::modify,
                        .operation = o.in_memory,
                        .size = suffix.size,
                        .atomic = lock,
                        .flags = o.flags});
    }
  }
}

void add_moves(Rows& rows, const Suffix& suffix) {
  const std::string s = suffix.text;
  const auto row = [&](const std::string& name, const char* shape, Act act) -> Row& {
    return rows.emplace_back(
        Row{.name = name + s, .shape = shape, .act = act, .size = suffix.size});
  };
  row("mov", "b d", Act::move);
  row("mov", "i d", Act::move);
  row("mov", "m d", Act::load);
  row("mov", "a m", Act::store);
  if (suffix.size != 0) row("mov", "i m", Act::store);
  row("cmp", "b a", Act::compare).flags = Flags::of_operands;
  row("cmp", "i a", Act::compare).flags = Flags::of_operands;
  Row& test = row("test", "b a", Act::compare);
  test.arithmetic = Arithmetic::bit_and;
  test.flags = Flags::of_result;
}

/// movzbl and its kin: bytes of memory with zeros above them.
void add_extending_moves(Rows& rows) {
  struct Move {
    const char* name;
    std::uint8_t memory, size;
  };
  for (const Move& move :
       {Move{"movzbl", 1, 4}, {"movzbq", 1, 8}, {"movzwl", 2, 4}, {"movzwq", 2, 8}})
    rows.push_back({.name = move.name,
                    .shape = "m d",
                    .act = Act::load,
                    .size = move.size,
                    .memory = move.memory});
}

void add_exchanges(Rows& rows, const Suffix& suffix) {
  for (const bool lock : {false, true}) {
    const std::string prefix = lock ? "lock " : "";
    const auto row = [&](const char* name, const char* shape, Act act, bool atomic) -> Row& {
      return rows.emplace_back(Row{.name = prefix + name + suffix.text,
                                   .shape = shape,
                                   .act = act,
                                   .size = suffix.size,
                                   .atomic = atomic});
    };
    row("xchg", "x m", Act::modify, true);
    row("xchg", "m x", Act::modify, true);
    Row& add = row("xadd", "x m", Act::modify, lock);
    add.operation = RmwOperation::add;
    add.flags = Flags::of_sum;
    Row& compare = row("cmpxchg", "a m", Act::compare_exchange, lock);
    compare.fenced = lock;
    compare.flags = Flags::of_operands;
    if (suffix.size == 0) continue;
    for (const auto& [name, operation] :
         {std::pair{"inc", RmwOperation::add}, {"dec", RmwOperation::subtract}}) {
      Row& step = row(name, "m", Act::modify, lock);
      step.operation = operation;
      step.flags = Flags::of_sum;
    }
  }
}

const Rows& rows() {
  static const Rows kRows = [] {
    Rows all;
    for (const Suffix& suffix : kSuffixes) {
      add_operations(all, suffix);
      add_moves(all, suffix);
      add_exchanges(all, suffix);
    }
    add_extending_moves(all);
    all.push_back({.name = "mfence", .shape = "", .act = Act::fence, .tags = {Tag::mb}});
    all.push_back({.name = "lfence", .shape = "", .act = Act::fence, .tags = {Tag::rmb}});
    all.push_back({.name = "sfence", .shape = "", .act = Act::fence, .tags = {Tag::wmb}});
    all.push_back({.name = "nop"});
    // Words of models: what is locked.
    for (Row& row : all)
      if ((row.act == Act::modify || row.act == Act::compare_exchange) && row.atomic)
        row.tags = row.write_tags = {Tag::once, Tag::amo};
    const std::pair<const char*, Test> tests[] = {
        {"je", Test::equal},        {"jz", Test::equal},        {"jne", Test::not_equal},
        {"jnz", Test::not_equal},   {"jl", Test::less},         {"jge", Test::greater_equal},
        {"jg", Test::greater},      {"jle", Test::less_equal},  {"jb", Test::below},
        {"jae", Test::above_equal}, {"ja", Test::above},        {"jbe", Test::below_equal},
        {"js", Test::negative},     {"jns", Test::not_negative}};
    for (const auto& [name, test] : tests)
      all.push_back({.name = name, .shape = "l", .act = Act::branch, .test = test});
    all.push_back({.name = "jmp", .shape = "l", .act = Act::jump});
    return all;
  }();
  return kRows;
}

std::optional<Register> find_register(std::string_view name) {
  if (name.starts_with('%')) name.remove_prefix(1);
  constexpr std::array<std::string_view, 8> kNames = {"ax", "bx", "cx", "dx",
                                                      "si", "di", "bp", "sp"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (same_word(name, "r" + std::string(kNames[i]))) return Register{static_cast<int>(i), 8};
    if (same_word(name, "e" + std::string(kNames[i]))) return Register{static_cast<int>(i), 4};
    if (same_word(name, kNames[i])) return Register{static_cast<int>(i), 2};
    const std::string low(i < 4 ? kNames[i].substr(0, 1) : kNames[i]);
    if (same_word(name, low + "l")) return Register{static_cast<int>(i), 1};
  }
  std::uint8_t size = 8;
  for (const auto& [letter, bytes] : {std::pair{"d", 4}, {"w", 2}, {"b", 1}})
    if (!name.empty() && same_word(name.substr(name.size() - 1), letter))
      size = static_cast<std::uint8_t>(bytes);
  if (size != 8) name.remove_suffix(1);
  const auto number = number_after("r", name, 15);
  if (!number || *number < 8) return std::nullopt;
  return Register{*number, size};
}

}  // namespace

const Machine kX86{.architecture = Architecture::x86_64,
                   .rows = rows,
                   .find_register = find_register,
                   .sized_registers = true,
                   .accumulator = 0,
                   .number_prefix = "$"};

}  // namespace ringcheck::litmus::assembly
