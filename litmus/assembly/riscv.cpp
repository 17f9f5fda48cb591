// RISC-V, RV64 with the extensions A and M.
// The model has no accesses by devices: i and o in a fence say nothing, and a fence of only these
// is refused. What a store-conditional returns depends on the store itself.
// Source: The RISC-V Instruction Set Manual, volume I (unprivileged): RV32I, RV64I, extension A,
// and "RVWMO", "Source and Destination Register Listings". Tested by
// tests/litmus/assembly_rows_test.cpp.
#include <array>

#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

namespace {

using Rows = std::vector<Row>;

void add_arithmetic(Rows& rows) {
  struct Operation {
    const char* name;
    Arithmetic arithmetic;
    bool immediate, word;  ///< has a form with an immediate, has a form of 32 bits
  };
  const Operation operations[] = {{"add", Arithmetic::add, true, true},
                                  {"sub", Arithmetic::subtract, false, true},
                                  {"mul", Arithmetic::multiply, false, true},
                                  {"and", Arithmetic::bit_and, true, false},
                                  {"or", Arithmetic::bit_or, true, false},
                                  {"xor", Arithmetic::bit_xor, true, false},
                                  {"sll", Arithmetic::shift_left, true, true},
                                  {"srl", Arithmetic::shift_right, true, true},
                                  {"sra", Arithmetic::shift_right_signed, true, true},
                                  {"slt", Arithmetic::less, true, false},
                                  {"sltu", Arithmetic::below, false, false}};
  for (const Operation& o : operations) {
    for (const bool word : {false, true}) {
      if (word && !o.word) continue;
      const std::string suffix = word ? "w" : "";
      const std::uint8_t size = word ? 4 : 8;
      const auto add = [&](const std::string& name, const char* shape) {
        rows.push_back({.name = name + suffix,
                        .shape = shape,
                        .act = Act::arithmetic,
                        .arithmetic = o.arithmetic,
                        .size = size,
                        .sign_extends = true});
      };
      add(o.name, "d a b");
      if (o.immediate) add(std::string(o.name) + "i", "d a i");
    }
  }
  rows.push_back({.name = "li", .shape = "d i", .act = Act::move});
  rows.push_back({.name = "mv", .shape = "d b", .act = Act::move});
}

struct Order {
  const char* suffix;
  TagSet tags;
};

std::array<Order, 5> orders() {
  return {{{"", {Tag::once}},
           {".aq", {Tag::aq}},
           {".rl", {Tag::rl}},
           {".aqrl", {Tag::aq, Tag::rl}},
           {".aq.rl", {Tag::aq, Tag::rl}}}};
}

void add_accesses(Rows& rows) {
  struct Access {
    const char* name;
    Act act;
    std::uint8_t size;
    bool sign_extends;
  };
  const Access accesses[] = {{"lw", Act::load, 4, true},
                             {"lwu", Act::load, 4, false},
                             {"ld", Act::load, 8, false},
                             {"sw", Act::store, 4, false},
                             {"sd", Act::store, 8, false}};
  // The base set has no plain accesses with these bits, but tests do.
  for (const Access& a : accesses)
    for (const Order& order : orders())
      rows.push_back({.name = std::string(a.name) + order.suffix,
                      .shape = a.act == Act::load ? "d m" : "a m",
                      .act = a.act,
                      .tags = order.tags,
                      .write_tags = order.tags,
                      .size = a.size,
                      .sign_extends = a.sign_extends});
}

void add_read_modify_writes(Rows& rows) {
  struct Operation {
    const char* name;
    RmwOperation operation;
  };
  const Operation operations[] = {
      {"amoswap", RmwOperation::exchange},    {"amoadd", RmwOperation::add},
      {"amoand", RmwOperation::bit_and},      {"amoor", RmwOperation::bit_or},
      {"amoxor", RmwOperation::bit_xor},      {"amomax", RmwOperation::signed_max},
      {"amomin", RmwOperation::signed_min},   {"amomaxu", RmwOperation::unsigned_max},
      {"amominu", RmwOperation::unsigned_min}};
  for (const Order& order : orders()) {
    for (const std::uint8_t size : {std::uint8_t{4}, std::uint8_t{8}}) {
      const std::string suffix = (size == 4 ? ".w" : ".d") + std::string(order.suffix);
      rows.push_back({.name = "lr" + suffix,
                      .shape = "d n",
                      .act = Act::load_reserved,
                      .tags = order.tags | TagSet{Tag::exclusive},
                      .size = size,
                      .sign_extends = true});
      rows.push_back({.name = "sc" + suffix,
                      .shape = "t a n",
                      .act = Act::store_conditional,
                      .write_tags = order.tags | TagSet{Tag::exclusive},
                      .size = size});
      for (const Operation& o : operations)
        rows.push_back({.name = o.name + suffix,
                        .shape = "d a n",
                        .act = Act::modify,
                        .operation = o.operation,
                        .tags = order.tags | TagSet{Tag::amo},
                        .write_tags = order.tags | TagSet{Tag::amo},
                        .size = size,
                        .sign_extends = true});
    }
  }
}

const Rows& rows() {
  static const Rows kRows = [] {
    Rows all;
    add_arithmetic(all);
    add_accesses(all);
    add_read_modify_writes(all);
    const TagSet every{Tag::order_rr, Tag::order_rw, Tag::order_wr, Tag::order_ww};
    all.push_back({.name = "fence", .shape = "f g", .act = Act::fence, .tags = {}});
    all.push_back({.name = "fence", .shape = "", .act = Act::fence, .tags = every});
    all.push_back({.name = "fence.tso",
                   .shape = "",
                   .act = Act::fence,
                   .tags = {Tag::order_rr, Tag::order_rw, Tag::order_ww}});
    all.push_back({.name = "fence.i"});  // only about instruction fetches
    const std::pair<const char*, Test> tests[] = {
        {"beq", Test::equal},         {"bne", Test::not_equal}, {"blt", Test::less},
        {"bge", Test::greater_equal}, {"bltu", Test::below},    {"bgeu", Test::above_equal}};
    for (const auto& [name, test] : tests)
      all.push_back({.name = name, .shape = "a b l", .act = Act::branch, .test = test});
    all.push_back({.name = "beqz", .shape = "a l", .act = Act::branch, .test = Test::equal});
    all.push_back({.name = "bnez", .shape = "a l", .act = Act::branch, .test = Test::not_equal});
    all.push_back({.name = "j", .shape = "l", .act = Act::jump});
    all.push_back({.name = "nop"});
    return all;
  }();
  return kRows;
}

/// x0 … x31, or the names of the calling convention.
std::optional<Register> find_register(std::string_view name) {
  constexpr std::array<std::string_view, 32> kNames = {
      "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
      "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
      "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
  std::optional<int> number = number_after("x", name, 31);
  for (std::size_t i = 0; i < kNames.size() && !number; ++i)
    if (name == kNames[i]) number = static_cast<int>(i);
  if (!number) return std::nullopt;
  return Register{*number == 0 ? kZeroRegister : *number, 8};
}

}  // namespace

const Machine kRiscv{.architecture = Architecture::riscv,
                     .rows = rows,
                     .find_register = find_register,
                     .status_sources = StatusSources::store};

}  // namespace ringcheck::litmus::assembly
