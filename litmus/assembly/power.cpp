// POWER, 64 bits.
// r0 is zero where an instruction adds it to form an address, and in addi. Comparisons set cr0, and
// branches ask cr0; a hint (+ or -) after a branch says nothing. What stwcx. leaves in cr0 depends
// on its operands, as in herd7. Refused, by name: other condition fields, link register, updates.
// Source: Power ISA, books I and II. Tested by tests/litmus/assembly_rows_test.cpp.
#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

namespace {

using Rows = std::vector<Row>;

void add_arithmetic(Rows& rows) {
  struct Operation {
    const char* name;
    Arithmetic arithmetic;
    const char* shape;
  };
  const Operation operations[] = {
      {"add", Arithmetic::add, "d a b"},       {"sub", Arithmetic::subtract, "d a b"},
      {"subf", Arithmetic::subtract, "d b a"}, {"and", Arithmetic::bit_and, "d a b"},
      {"andc", Arithmetic::and_not, "d a b"},  {"or", Arithmetic::bit_or, "d a b"},
      {"orc", Arithmetic::or_not, "d a b"},    {"xor", Arithmetic::bit_xor, "d a b"},
      {"mulld", Arithmetic::multiply, "d a b"}};
  for (const Operation& o : operations)
    for (const bool records : {false, true})
      rows.push_back({.name = std::string(o.name) + (records ? "." : ""),
                      .shape = o.shape,
                      .act = Act::arithmetic,
                      .arithmetic = o.arithmetic,
                      .size = 8,
                      .flags = records ? Flags::of_result : Flags::none});
  const Operation immediates[] = {{"addi", Arithmetic::add, "d p i"},
                                  {"ori", Arithmetic::bit_or, "d a i"},
                                  {"xori", Arithmetic::bit_xor, "d a i"},
                                  {"mulli", Arithmetic::multiply, "d a i"}};
  for (const Operation& o : immediates)
    rows.push_back({.name = o.name,
                    .shape = o.shape,
                    .act = Act::arithmetic,
                    .arithmetic = o.arithmetic,
                    .size = 8});
  rows.push_back({.name = "andi.",
                  .shape = "d a i",
                  .act = Act::arithmetic,
                  .arithmetic = Arithmetic::bit_and,
                  .size = 8,
                  .flags = Flags::of_result});
  rows.push_back({.name = "li", .shape = "d i", .act = Act::move});
  rows.push_back({.name = "mr", .shape = "d b", .act = Act::move});
  for (const std::uint8_t size : {std::uint8_t{4}, std::uint8_t{8}}) {
    const std::string name = size == 4 ? "cmpw" : "cmpd";
    rows.push_back({.name = name,
                    .shape = "a b",
                    .act = Act::compare,
                    .size = size,
                    .flags = Flags::of_operands});
    rows.push_back({.name = name + "i",
                    .shape = "a i",
                    .act = Act::compare,
                    .size = size,
                    .flags = Flags::of_operands});
  }
}

void add_accesses(Rows& rows) {
  for (const std::uint8_t size : {std::uint8_t{4}, std::uint8_t{8}}) {
    const bool word = size == 4;
    const auto access = [&](const char* name, const char* shape, Act act) {
      rows.push_back({.name = name, .shape = shape, .act = act, .size = size});
    };
    access(word ? "lwz" : "ld", "d m", Act::load);
    access(word ? "lwzx" : "ldx", "d p q", Act::load);
    access(word ? "stw" : "std", "a m", Act::store);
    access(word ? "stwx" : "stdx", "a p q", Act::store);
    const TagSet exclusive{Tag::once, Tag::exclusive};
    access(word ? "lwarx" : "ldarx", "d p q", Act::load_reserved);
    rows.back().tags = exclusive;
    access(word ? "stwcx." : "stdcx.", "a p q", Act::store_conditional);
    rows.back().write_tags = exclusive;
  }
}

const Rows& rows() {
  static const Rows kRows = [] {
    Rows all;
    add_arithmetic(all);
    add_accesses(all);
    const std::pair<const char*, TagSet> fences[] = {
        {"sync", {Tag::mb}},
        {"hwsync", {Tag::mb}},
        {"lwsync", {Tag::order_rr, Tag::order_rw, Tag::order_ww}},
        {"eieio", {Tag::order_ww}},
        {"isync", {Tag::context_sync}}};
    for (const auto& [name, tags] : fences)
      all.push_back({.name = name, .shape = "", .act = Act::fence, .tags = tags});
    const std::pair<const char*, Test> tests[] = {
        {"beq", Test::equal},         {"bne", Test::not_equal}, {"blt", Test::less},
        {"bge", Test::greater_equal}, {"bgt", Test::greater},   {"ble", Test::less_equal}};
    for (const auto& [name, test] : tests)
      for (const char* hint : {"", "+", "-"})
        all.push_back(
            {.name = std::string(name) + hint, .shape = "l", .act = Act::branch, .test = test});
    all.push_back({.name = "b", .shape = "l", .act = Act::jump});
    all.push_back({.name = "nop"});
    return all;
  }();
  return kRows;
}

std::optional<Register> find_register(std::string_view name) {
  if (const auto r = number_after("r", name, 31)) return Register{*r, 8};
  return std::nullopt;
}

}  // namespace

const Machine kPower{.architecture = Architecture::ppc,
                     .rows = rows,
                     .find_register = find_register,
                     .status_sources = StatusSources::operands,
                     .zero_base = true};

}  // namespace ringcheck::litmus::assembly
