// AArch64.
// ST<op>, and an LSE operation whose target is the zero register, read without returning a value:
// dmb ld does not order the read (NoRet), and the read is not an acquire. A failing CAS reads as a
// successful one does, and may store what it has read. DSB orders memory accesses as DMB does; DSB
// ST holds back later reads too. Refused, by name: conditional instructions other than branches
// (CSEL), pairs, vectors. Source: Arm ARM (DDI 0487), C6.2 and B2.3. Tested by
// tests/litmus/assembly_rows_test.cpp.
#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

namespace {

using Rows = std::vector<Row>;

void add_arithmetic(Rows& rows) {
  const auto both = [&](const char* name, Arithmetic arithmetic, Flags flags = Flags::none) {
    for (const char* shape : {"d a b", "d a i"})
      rows.push_back({.name = name,
                      .shape = shape,
                      .act = Act::arithmetic,
                      .arithmetic = arithmetic,
                      .flags = flags});
  };
  both("ADD", Arithmetic::add);
  both("SUB", Arithmetic::subtract);
  both("SUBS", Arithmetic::subtract, Flags::of_operands);
  both("AND", Arithmetic::bit_and);
  both("ANDS", Arithmetic::bit_and, Flags::of_result);
  both("ORR", Arithmetic::bit_or);
  both("EOR", Arithmetic::bit_xor);
  both("LSL", Arithmetic::shift_left);
  both("LSR", Arithmetic::shift_right);
  both("ASR", Arithmetic::shift_right_signed);
  for (const auto& [name, arithmetic] : {std::pair{"BIC", Arithmetic::and_not},
                                         {"ORN", Arithmetic::or_not},
                                         {"MUL", Arithmetic::multiply}})
    rows.push_back(
        {.name = name, .shape = "d a b", .act = Act::arithmetic, .arithmetic = arithmetic});
  for (const char* shape : {"d a e =SXTW", "d a e =UXTW"})
    rows.push_back({.name = "ADD", .shape = shape, .act = Act::arithmetic});
  rows.push_back({.name = "MOV", .shape = "d b", .act = Act::move});
  rows.push_back({.name = "MOV", .shape = "d i", .act = Act::move});
  rows.push_back({.name = "SXTW", .shape = "d e", .act = Act::move, .sign_extends = true});
  for (const char* shape : {"a b", "a i"}) {
    rows.push_back(
        {.name = "CMP", .shape = shape, .act = Act::compare, .flags = Flags::of_operands});
    rows.push_back({.name = "TST",
                    .shape = shape,
                    .act = Act::compare,
                    .arithmetic = Arithmetic::bit_and,
                    .flags = Flags::of_result});
  }
}

/// How many bytes of memory an instruction accesses, and the end of its name that says so.
struct Width {
  const char* suffix;
  std::uint8_t memory;     ///< 0: as much as its registers hold
  std::uint8_t registers;  ///< 0: their names say it
};
constexpr Width kWidths[] = {{"", 0, 0}, {"B", 1, 4}, {"H", 2, 4}};

void add_accesses(Rows& rows, const Width& width) {
  const auto row = [&](const std::string& name, Act act, const char* shape) -> Row& {
    return rows.emplace_back(Row{.name = name + width.suffix,
                                 .shape = shape,
                                 .act = act,
                                 .size = width.registers,
                                 .memory = width.memory});
  };
  const auto load = [&](const char* name, Act act, const char* shape, TagSet tags) {
    row(name, act, shape).tags = tags;
  };
  const auto store = [&](const char* name, Act act, const char* shape, TagSet tags) {
    row(name, act, shape).write_tags = tags;
  };
  load("LDR", Act::load, "d m", {Tag::once});
  load("LDAR", Act::load, "d n", {Tag::acquire});
  load("LDAPR", Act::load, "d n", {Tag::acquire_pc});
  load("LDXR", Act::load_reserved, "d n", {Tag::once, Tag::exclusive});
  load("LDAXR", Act::load_reserved, "d n", {Tag::acquire, Tag::exclusive});
  store("STR", Act::store, "a m", {Tag::once});
  store("STLR", Act::store, "a n", {Tag::release});
  store("STXR", Act::store_conditional, "t a n", {Tag::once, Tag::exclusive});
  store("STLXR", Act::store_conditional, "t a n", {Tag::release, Tag::exclusive});
}

void add_atomics(Rows& rows, const Width& width) {
  struct Order {
    const char* suffix;
    TagSet read, write;
  };
  const Order orders[] = {{"", {Tag::once}, {Tag::once}},
                          {"A", {Tag::acquire}, {Tag::once}},
                          {"L", {Tag::once}, {Tag::release}},
                          {"AL", {Tag::acquire}, {Tag::release}}};
  struct Operation {
    const char* name;
    RmwOperation operation;
  };
  const Operation operations[] = {
      {"ADD", RmwOperation::add},           {"CLR", RmwOperation::bit_and_not},
      {"EOR", RmwOperation::bit_xor},       {"SET", RmwOperation::bit_or},
      {"SMAX", RmwOperation::signed_max},   {"SMIN", RmwOperation::signed_min},
      {"UMAX", RmwOperation::unsigned_max}, {"UMIN", RmwOperation::unsigned_min}};
  const TagSet amo{Tag::amo};
  for (const Order& order : orders) {
    const auto modify = [&](const std::string& name, const char* shape, RmwOperation operation,
                            TagSet read) {
      rows.push_back({.name = name + order.suffix + width.suffix,
                      .shape = shape,
                      .act = Act::modify,
                      .operation = operation,
                      .tags = read | amo,
                      .write_tags = order.write | amo,
                      .size = width.registers,
                      .memory = width.memory});
    };
    modify("SWP", "a d n", RmwOperation::exchange, order.read);
    rows.push_back({.name = std::string("CAS") + order.suffix + width.suffix,
                    .shape = "c a n",
                    .act = Act::compare_exchange,
                    .tags = order.read | amo,
                    .write_tags = order.write | amo,
                    .size = width.registers,
                    .memory = width.memory});
    for (const Operation& op : operations) {
      modify(std::string("LD") + op.name, "a d n", op.operation, order.read);
      if (order.read == TagSet{Tag::once})
        modify(std::string("ST") + op.name, "a n", op.operation, {Tag::once, Tag::noreturn});
    }
  }
}

void add_fences(Rows& rows) {
  struct Domain {
    const char* full;   ///< its option for all accesses
    const char* other;  ///< what stands before LD and ST
    TagSet tags;
  };
  const Domain domains[] = {{"SY", "", {Tag::domain_system}},
                            {"ISH", "ISH", {}},
                            {"OSH", "OSH", {Tag::domain_outer}},
                            {"NSH", "NSH", {Tag::domain_non_shareable}}};
  for (const Domain& domain : domains) {
    const std::string other = domain.other;
    const auto fence = [&](const char* name, const std::string& option, TagSet tags) {
      rows.push_back(
          {.name = name, .shape = "=" + option, .act = Act::fence, .tags = tags | domain.tags});
    };
    const TagSet dsb{Tag::dsb};
    fence("DMB", domain.full, {Tag::mb});
    fence("DMB", other + "LD", {Tag::rmb});
    fence("DMB", other + "ST", {Tag::wmb});
    fence("DSB", domain.full, dsb | TagSet{Tag::mb});
    fence("DSB", other + "LD", dsb | TagSet{Tag::rmb});
    fence("DSB", other + "ST", dsb | TagSet{Tag::wmb, Tag::order_wr});
  }
  rows.push_back({.name = "ISB", .shape = "", .act = Act::fence, .tags = {Tag::context_sync}});
  rows.push_back({.name = "ISB", .shape = "=SY", .act = Act::fence, .tags = {Tag::context_sync}});
}

void add_branches(Rows& rows) {
  rows.push_back({.name = "B", .shape = "l", .act = Act::jump});
  rows.push_back({.name = "CBZ", .shape = "a l", .act = Act::branch, .test = Test::equal});
  rows.push_back({.name = "CBNZ", .shape = "a l", .act = Act::branch, .test = Test::not_equal});
  const std::pair<const char*, Test> tests[] = {
      {"EQ", Test::equal},         {"NE", Test::not_equal},   {"LT", Test::less},
      {"GE", Test::greater_equal}, {"GT", Test::greater},     {"LE", Test::less_equal},
      {"LO", Test::below},         {"CC", Test::below},       {"HS", Test::above_equal},
      {"CS", Test::above_equal},   {"HI", Test::above},       {"LS", Test::below_equal},
      {"MI", Test::negative},      {"PL", Test::not_negative}};
  for (const auto& [name, test] : tests)
    for (const char* b : {"B.", "B"})
      rows.push_back(
          {.name = std::string(b) + name, .shape = "l", .act = Act::branch, .test = test});
  rows.push_back({.name = "NOP"});
}

const Rows& rows() {
  static const Rows kRows = [] {
    Rows all;
    add_arithmetic(all);
    for (const Width& width : kWidths) {
      add_accesses(all, width);
      add_atomics(all, width);
    }
    add_fences(all);
    add_branches(all);
    return all;
  }();
  return kRows;
}

std::optional<Register> find_register(std::string_view name) {
  if (same_word(name, "XZR")) return Register{kZeroRegister, 8};
  if (same_word(name, "WZR")) return Register{kZeroRegister, 4};
  if (const auto x = number_after("X", name, 30)) return Register{*x, 8};
  if (const auto w = number_after("W", name, 30)) return Register{*w, 4};
  return std::nullopt;
}

}  // namespace

const Machine kAArch64{.architecture = Architecture::aarch64,
                       .rows = rows,
                       .find_register = find_register,
                       .sized_registers = true,
                       .acquires_into_zero = false,
                       .failing_may_write = true,
                       .number_prefix = "#"};

}  // namespace ringcheck::litmus::assembly
