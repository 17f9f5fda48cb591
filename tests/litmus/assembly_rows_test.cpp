// Runs every row of every architecture's table: what it leaves in its target and in memory, how its
// accesses and fences are annotated, where a branch goes. A row without an expectation fails.
// Before each instruction, its first source holds 5, its second 3 (as an immediate too), memory 6,
// and what is compared with memory 6.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <sstream>

#include "litmus/architecture.hpp"
#include "litmus/assembly/machine.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;            // NOLINT(google-build-using-namespace): the tree of a test
using namespace litmus::assembly;  // NOLINT(google-build-using-namespace): its tables

/// The registers for the letters of shapes, in each architecture's words.
struct Dialect {
  const Machine* machine;
  const char *target, *first, *second, *compared, *status, *base;  ///< 4 bytes where names say so
  const char *wide_target, *wide_first, *wide_second, *wide_compared;
  const char* memory;
};

const Dialect kDialects[] = {
    {&kAArch64, "W10", "W11", "W12", "W13", "W14", "X15", "X10", "X11", "X12", "X13", "[X15]"},
    {&kX86, "%ecx", "%ebx", "%edx", "%eax", "", "%rsi", "%rcx", "%rbx", "%rdx", "%rax", "(%rsi)"},
    {&kRiscv, "x10", "x11", "x12", "x13", "x14", "x15", "x10", "x11", "x12", "x13", "0(x15)"},
    {&kPower, "r10", "r11", "r12", "r13", "r14", "r15", "r10", "r11", "r12", "r13", "0(r15)"}};

bool is_wide(const Row& row) {
  return row.size == 8;
}

/// The register of x86-64 called `name`, as the name of fewer bytes that `row` accesses.
std::string narrowed(const Row& row, const std::string& name) {
  if (row.size == 1) return name.substr(0, 1) + name.substr(2, 1) + "l";
  return row.size == 2 ? name.substr(0, 1) + name.substr(2) : name;
}

std::string operand_of(const Dialect& d, const Row& row, const std::string& code) {
  if (code.front() == '=') return code.substr(1);
  const bool wide = is_wide(row);
  const auto narrow = [&](const char* name) {
    return d.machine == &kX86 ? narrowed(row, name) : std::string(name);
  };
  const std::string prefix(d.machine->number_prefix);
  switch (code.front()) {
    case 'd':
      return wide ? d.wide_target : narrow(d.target);
    case 'a':
    case 'x':
      return wide ? d.wide_first : narrow(d.first);
    case 'p':
      return row.act == Act::arithmetic ? d.first : "r0";
    case 'q':
      return d.base;
    case 'b':
      return wide ? d.wide_second : narrow(d.second);
    case 'e':
      return d.second;
    case 'c':
      return wide ? d.wide_compared : narrow(d.compared);
    case 't':
      return d.status;
    case 'i':
      return prefix + "3";
    case 'l':
      return "L";
    case 'f':
      return "r";
    case 'g':
      return "rw";
    default:
      return d.memory;
  }
}

std::string instruction(const Dialect& d, const Row& row) {
  std::string text = row.name;
  std::istringstream shape(row.shape);
  std::string separator = " ";
  for (std::string code; shape >> code; separator = ",")
    text += separator + operand_of(d, row, code);
  return text;
}

/// The name under which the final state shows a register.
std::string bare(const std::string& name) {
  return name.starts_with('%') ? name.substr(1) : name;
}

std::string test_of(const Dialect& d, const Row& row, const std::string& lines, int first = 5,
                    int second = 3) {
  const auto set = [](const std::string& name, const std::string& value) {
    return " 0:" + bare(name) + "=" + value + ";";
  };
  return std::string(row_of(d.machine->architecture).name) + " t\n{ " +
         (is_wide(row) ? "int64_t" : "int") + " x=6;" + set(d.wide_first, std::to_string(first)) +
         set(d.wide_second, std::to_string(second)) + set(d.wide_compared, "6") + set(d.base, "x") +
         " }\n P0 ;\n" + lines + "exists (true)\n";
}

/// Tags by the names that the tables below use.
std::string tags_text(TagSet tags) {
  constexpr std::pair<Tag, const char*> kNames[] = {{Tag::once, "once"},
                                                    {Tag::acquire, "acquire"},
                                                    {Tag::acquire_pc, "acquire-pc"},
                                                    {Tag::release, "release"},
                                                    {Tag::noreturn, "noreturn"},
                                                    {Tag::aq, "aq"},
                                                    {Tag::rl, "rl"},
                                                    {Tag::amo, "amo"},
                                                    {Tag::mb, "mb"},
                                                    {Tag::rmb, "rmb"},
                                                    {Tag::wmb, "wmb"},
                                                    {Tag::order_rr, "rr"},
                                                    {Tag::order_rw, "rw"},
                                                    {Tag::order_wr, "wr"},
                                                    {Tag::order_ww, "ww"},
                                                    {Tag::context_sync, "context-sync"},
                                                    {Tag::dsb, "dsb"},
                                                    {Tag::domain_system, "sy"},
                                                    {Tag::domain_outer, "osh"},
                                                    {Tag::domain_non_shareable, "nsh"}};
  std::string text;
  for (const auto& [tag, name] : kNames)
    if (tags.has(tag)) text += (text.empty() ? "" : "+") + std::string(name);
  return text;
}

/// What an instruction did: "target memory events".
std::string outcome(const Dialect& d, const Row& row) {
  const std::string line = instruction(d, row);
  const bool swaps = row.shape.find('x') != std::string::npos;
  const bool compares = row.act == Act::compare_exchange;
  const std::string target = bare(compares ? d.wide_compared
                                  : swaps  ? d.wide_first
                                           : d.wide_target);
  const std::string text =
      test_of(d, row, " " + line + " ;\n L: ;\nlocations [x; 0:" + target + "]\n");
  const std::string model(default_model(d.machine->architecture));
  std::string states;
  for (const std::string& state : tests::states_of(text, model)) {
    const std::size_t equals = state.find('=');
    states += (states.empty() ? "" : " or ") +
              state.substr(equals + 1, state.find(';') - equals - 1) + " " +
              state.substr(state.rfind('=') + 1, state.rfind(';') - state.rfind('=') - 1);
  }
  std::string events;
  const auto executions = tests::executions_of(text, model);
  if (executions.empty()) return states + " and no execution";
  const ExecutionGraph& graph = executions.front();
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.kind == EventKind::choice) continue;
    const char* kind = event.kind == EventKind::read    ? "R"
                       : event.kind == EventKind::write ? "W"
                                                        : "F";
    events += std::string(" ") + kind + ":" + tags_text(event.tags);
    if (event.kind == EventKind::write && event.rmw != kNoEvent) events += event.atomic ? "!" : "?";
  }
  return states + events;
}

/// What instructions do to 5, 3 and a memory of 6, by their names without suffixes for order and
/// size.
const std::map<std::string, const char*> kOutcomes[] = {
    // AArch64: target, memory, events
    {{"ADD", "8 6"},
     {"SUB", "2 6"},
     {"SUBS", "2 6"},
     {"AND", "1 6"},
     {"ANDS", "1 6"},
     {"ORR", "7 6"},
     {"EOR", "6 6"},
     {"LSL", "40 6"},
     {"LSR", "0 6"},
     {"ASR", "0 6"},
     {"BIC", "4 6"},
     {"ORN", "4294967293 6"},
     {"MUL", "15 6"},
     {"MOV", "3 6"},
     {"SXTW", "3 6"},
     {"CMP", "0 6"},
     {"TST", "0 6"},
     {"NOP", "0 6"},
     {"B", "0 6"},
     {"LDR", "6 6 R:once"},
     {"LDAR", "6 6 R:acquire"},
     {"LDAPR", "6 6 R:acquire-pc"},
     {"LDXR", "6 6 R:once"},
     {"LDAXR", "6 6 R:acquire"},
     {"STR", "0 5 W:once"},
     {"STLR", "0 5 W:release"},
     {"STXR", "0 6"},
     {"STLXR", "0 6"},
     {"SWP", "6 5 R:once+amo W:once+amo!"},
     {"SWPA", "6 5 R:acquire+amo W:once+amo!"},
     {"SWPL", "6 5 R:once+amo W:release+amo!"},
     {"SWPAL", "6 5 R:acquire+amo W:release+amo!"},
     {"CAS", "6 5 R:once+amo W:once+amo!"},
     {"CASA", "6 5 R:acquire+amo W:once+amo!"},
     {"CASL", "6 5 R:once+amo W:release+amo!"},
     {"CASAL", "6 5 R:acquire+amo W:release+amo!"},
     {"DMB SY", "0 6 F:mb+sy"},
     {"DMB ISH", "0 6 F:mb"},
     {"DMB OSH", "0 6 F:mb+osh"},
     {"DMB NSH", "0 6 F:mb+nsh"},
     {"DMB LD", "0 6 F:rmb+sy"},
     {"DMB ISHLD", "0 6 F:rmb"},
     {"DMB OSHLD", "0 6 F:rmb+osh"},
     {"DMB NSHLD", "0 6 F:rmb+nsh"},
     {"DMB ST", "0 6 F:wmb+sy"},
     {"DMB ISHST", "0 6 F:wmb"},
     {"DMB OSHST", "0 6 F:wmb+osh"},
     {"DMB NSHST", "0 6 F:wmb+nsh"},
     {"DSB SY", "0 6 F:mb+dsb+sy"},
     {"DSB ISH", "0 6 F:mb+dsb"},
     {"DSB OSH", "0 6 F:mb+dsb+osh"},
     {"DSB NSH", "0 6 F:mb+dsb+nsh"},
     {"DSB LD", "0 6 F:rmb+dsb+sy"},
     {"DSB ISHLD", "0 6 F:rmb+dsb"},
     {"DSB OSHLD", "0 6 F:rmb+dsb+osh"},
     {"DSB NSHLD", "0 6 F:rmb+dsb+nsh"},
     {"DSB ST", "0 6 F:wmb+wr+dsb+sy"},
     {"DSB ISHST", "0 6 F:wmb+wr+dsb"},
     {"DSB OSHST", "0 6 F:wmb+wr+dsb+osh"},
     {"DSB NSHST", "0 6 F:wmb+wr+dsb+nsh"},
     {"ISB", "0 6 F:context-sync"},
     {"ISB SY", "0 6 F:context-sync"}},
    // x86-64. lock cmpxchg has a fence on either side.
    {{"add b", "3 6"},
     {"add i", "3 6"},
     {"sub b", "-3 6"},
     {"sub i", "-3 6"},
     {"and b", "0 6"},
     {"and i", "0 6"},
     {"or b", "3 6"},
     {"or i", "3 6"},
     {"xor b", "3 6"},
     {"xor i", "3 6"},
     {"mov b", "3 6"},
     {"mov i", "3 6"},
     {"mov m", "6 6 R:once"},
     {"mov a", "0 5 W:once"},
     {"mov i m", "0 3 W:once"},
     {"movzbl m", "6 6 R:once"},
     {"movzbq m", "6 6 R:once"},
     {"movzwl m", "6 6 R:once"},
     {"movzwq m", "6 6 R:once"},
     {"cmp b", "0 6"},
     {"cmp i", "0 6"},
     {"test b", "0 6"},
     {"add a", "0 11"},
     {"add i m", "0 9"},
     {"sub a", "0 1"},
     {"sub i m", "0 3"},
     {"and a", "0 4"},
     {"and i m", "0 2"},
     {"or a", "0 7"},
     {"or i m", "0 7"},
     {"xor a", "0 3"},
     {"xor i m", "0 5"},
     {"inc m", "0 7"},
     {"dec m", "0 5"},
     {"xchg x", "6 5"},
     {"xchg m", "6 5"},
     {"xadd x", "6 11"},
     {"cmpxchg a", "6 5"},
     {"mfence", "0 6 F:mb"},
     {"lfence", "0 6 F:rmb"},
     {"sfence", "0 6 F:wmb"},
     {"nop", "0 6"},
     {"jmp l", "0 6"}},
    // RISC-V
    {{"add", "8 6"},
     {"sub", "2 6"},
     {"mul", "15 6"},
     {"and", "1 6"},
     {"or", "7 6"},
     {"xor", "6 6"},
     {"sll", "40 6"},
     {"srl", "0 6"},
     {"sra", "0 6"},
     {"slt", "0 6"},
     {"sltu", "0 6"},
     {"addi", "8 6"},
     {"andi", "1 6"},
     {"ori", "7 6"},
     {"xori", "6 6"},
     {"slli", "40 6"},
     {"srli", "0 6"},
     {"srai", "0 6"},
     {"slti", "0 6"},
     {"addw", "8 6"},
     {"subw", "2 6"},
     {"mulw", "15 6"},
     {"sllw", "40 6"},
     {"srlw", "0 6"},
     {"sraw", "0 6"},
     {"addiw", "8 6"},
     {"slliw", "40 6"},
     {"srliw", "0 6"},
     {"sraiw", "0 6"},
     {"li", "3 6"},
     {"mv", "3 6"},
     {"lw", "6 6 R:once"},
     {"lwu", "6 6 R:once"},
     {"ld", "6 6 R:once"},
     {"sw", "0 5 W:once"},
     {"sd", "0 5 W:once"},
     {"fence f g", "0 6 F:rr+rw"},
     {"fence", "0 6 F:rr+rw+wr+ww"},
     {"fence.tso", "0 6 F:rr+rw+ww"},
     {"nop", "0 6"},
     {"j", "0 6"}},
    // POWER
    {{"add", "8 6"},
     {"sub", "2 6"},
     {"subf", "2 6"},
     {"and", "1 6"},
     {"andc", "4 6"},
     {"or", "7 6"},
     {"orc", "-3 6"},
     {"xor", "6 6"},
     {"mulld", "15 6"},
     {"addi", "8 6"},
     {"ori", "7 6"},
     {"xori", "6 6"},
     {"mulli", "15 6"},
     {"andi", "1 6"},
     {"li", "3 6"},
     {"mr", "3 6"},
     {"cmpw", "0 6"},
     {"cmpwi", "0 6"},
     {"cmpd", "0 6"},
     {"cmpdi", "0 6"},
     {"lwz", "6 6 R:once"},
     {"lwzx", "6 6 R:once"},
     {"ld", "6 6 R:once"},
     {"ldx", "6 6 R:once"},
     {"lwarx", "6 6 R:once"},
     {"ldarx", "6 6 R:once"},
     {"stw", "0 5 W:once"},
     {"stwx", "0 5 W:once"},
     {"std", "0 5 W:once"},
     {"stdx", "0 5 W:once"},
     {"stwcx", "0 6"},
     {"stdcx", "0 6"},
     {"sync", "0 6 F:mb"},
     {"hwsync", "0 6 F:mb"},
     {"lwsync", "0 6 F:rr+rw+ww"},
     {"eieio", "0 6 F:ww"},
     {"isync", "0 6 F:context-sync"},
     {"nop", "0 6"},
     {"b", "0 6"}}};

/// What read-modify-writes of a family leave in memory.
const std::map<std::string, const char*> kModified = {
    {"ADD", "11"}, {"CLR", "2"},  {"EOR", "3"},  {"SET", "7"},  {"SMAX", "6"}, {"SMIN", "5"},
    {"UMAX", "6"}, {"UMIN", "5"}, {"swap", "5"}, {"add", "11"}, {"and", "4"},  {"or", "7"},
    {"xor", "3"},  {"max", "6"},  {"min", "5"},  {"maxu", "6"}, {"minu", "5"}};

/// Where a branch goes for (5, 3), (-1, 3), (3, 3) and (3, 5): 1 if it is taken.
const std::map<std::string, const char*> kTaken = {{"EQ", "0010"},
                                                   {"NE", "1101"},
                                                   {"LT", "0101"},
                                                   {"GE", "1010"},
                                                   {"GT", "1000"},
                                                   {"LE", "0111"},
                                                   {"LO", "0001"},
                                                   {"CC", "0001"},
                                                   {"HS", "1110"},
                                                   {"CS", "1110"},
                                                   {"HI", "1100"},
                                                   {"LS", "0011"},
                                                   {"MI", "0101"},
                                                   {"PL", "1010"},
                                                   {"je", "0010"},
                                                   {"jz", "0010"},
                                                   {"jne", "1101"},
                                                   {"jnz", "1101"},
                                                   {"jl", "0101"},
                                                   {"jge", "1010"},
                                                   {"jg", "1000"},
                                                   {"jle", "0111"},
                                                   {"jb", "0001"},
                                                   {"jae", "1110"},
                                                   {"ja", "1100"},
                                                   {"jbe", "0011"},
                                                   {"js", "0101"},
                                                   {"jns", "1010"},
                                                   {"beq", "0010"},
                                                   {"bne", "1101"},
                                                   {"blt", "0101"},
                                                   {"bge", "1010"},
                                                   {"bltu", "0001"},
                                                   {"bgeu", "1110"},
                                                   {"bgt", "1000"},
                                                   {"ble", "0111"},
                                                   // These compare with zero.
                                                   {"CBZ", "0000"},
                                                   {"CBNZ", "1111"},
                                                   {"beqz", "0000"},
                                                   {"bnez", "1111"}};

template <class Map>
std::optional<std::string> find(const Map& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional<std::string>(found->second);
}

/// AArch64: LD<op> and ST<op> with their orders.
std::optional<std::string> expected_lse(const std::string& name) {
  const bool stores = name.starts_with("ST");
  if (!stores && !name.starts_with("LD")) return std::nullopt;
  for (const auto& [suffix, read, write] : {std::tuple{"AL", "acquire", "release"},
                                            {"A", "acquire", "once"},
                                            {"L", "once", "release"},
                                            {"", "once", "once"}}) {
    const std::string stem = name.substr(2);
    if (!stem.ends_with(suffix)) continue;
    const auto memory = find(kModified, stem.substr(0, stem.size() - std::string(suffix).size()));
    if (!memory) continue;
    return (stores ? "0 " : "6 ") + *memory + " R:" + read + (stores ? "+noreturn" : "") +
           "+amo W:" + write + "+amo!";
  }
  return std::nullopt;
}

/// RISC-V: lr, sc and amo<op> with their bits.
std::optional<std::string> expected_a_extension(std::string name) {
  if (name == "fence.i") return "0 6";
  if (name.ends_with(".aq.rl")) name.replace(name.size() - 3, 3, "rl");
  for (const char* plain : {"lw", "lwu", "ld", "sw", "sd"}) {
    if (!name.starts_with(std::string(plain) + ".")) continue;
    std::string text = *find(kOutcomes[2], plain);
    const std::string bits = name.substr(name.find('.') + 1);
    return text.replace(text.find("once"), 4, bits == "aqrl" ? "aq+rl" : bits);
  }
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos || name.size() < dot + 2) return std::nullopt;
  const std::string stem = name.substr(0, dot);
  const std::string bits = name.substr(dot + 2);
  const std::string order = bits.empty()    ? "once"
                            : bits == ".aq" ? "aq"
                            : bits == ".rl" ? "rl"
                                            : "aq+rl";
  if (stem == "lr") return "6 6 R:" + order;
  if (stem == "sc") return "0 6";
  if (!stem.starts_with("amo")) return std::nullopt;
  const auto memory = find(kModified, stem.substr(3));
  if (!memory) return std::nullopt;
  return "6 " + *memory + " R:" + order + "+amo W:" + order + "+amo!";
}

/// x86-64: names without prefix and suffix, with the first letter of the shape, or all of it.
std::optional<std::string> expected_x86(const Row& row) {
  const bool lock = row.name.starts_with("lock ");
  std::string stem = lock ? row.name.substr(5) : row.name;
  const auto& map = kOutcomes[1];
  if (row.shape.empty() || row.shape == "l") {
    auto whole = find(map, row.shape.empty() ? stem : stem + " l");
    if (whole) return whole;
  }
  for (const char* suffix : {"", "l", "q", "b", "w"}) {
    if (!stem.ends_with(suffix)) continue;
    const std::string name = stem.substr(0, stem.size() - std::string(suffix).size());
    auto found = find(map, name + " " + row.shape);
    if (!found) found = find(map, name + " " + row.shape.substr(0, 1));
    if (!found) continue;
    std::string text = *found;
    if (name == "cmpxchg" && lock) return text + " F:mb R:once+amo W:once+amo! F:mb";
    // Narrow registers wrap.
    const char* wrapped = row.size == 1 ? "253" : row.size == 2 ? "65533" : "4294967293";
    if (text.starts_with("-3") && row.size != 8) text = wrapped + text.substr(2);
    const bool modifies = row.act == Act::modify || row.act == Act::compare_exchange;
    if (modifies) text += lock || name == "xchg" ? " R:once+amo W:once+amo!" : " R:once W:once?";
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> expected(const Dialect& d, const Row& row) {
  std::string name = row.name;
  if (d.machine == &kX86) return expected_x86(row);
  if (d.machine == &kAArch64) {
    if (row.act == Act::fence && !row.shape.empty()) name += " " + row.shape.substr(1);
    if (row.memory != 0) name.pop_back();  // B or H
    const auto plain = find(kOutcomes[0], name);
    return plain ? plain : expected_lse(name);
  }
  if (d.machine == &kRiscv) {
    if (row.shape == "f g") name += " f g";
    const auto plain = find(kOutcomes[2], name);
    return plain ? plain : expected_a_extension(name);
  }
  if (name.ends_with('.')) name.pop_back();
  return find(kOutcomes[3], name);
}

std::string taken(const Dialect& d, const Row& row) {
  std::string compare;
  if (row.shape == "l") {
    if (d.machine == &kAArch64) compare = " CMP W11,W12 ;\n";
    if (d.machine == &kX86) compare = " cmpl %edx,%ebx ;\n";
    if (d.machine == &kPower) compare = " cmpw r11,r12 ;\n";
  }
  const std::string set = d.machine == &kAArch64 ? "MOV W10,#1"
                          : d.machine == &kX86   ? "movl $1,%ecx"
                          : d.machine == &kRiscv ? "li x10,1"
                                                 : "li r10,1";
  std::string text;
  for (const auto& [first, second] : {std::pair{5, 3}, {-1, 3}, {3, 3}, {3, 5}}) {
    const std::string test = test_of(d, row,
                                     compare + " " + instruction(d, row) + " ;\n " + set +
                                         " ;\n L: ;\nlocations [0:" + bare(d.wide_target) + "]\n",
                                     first, second);
    const auto states = tests::states_of(test, std::string(default_model(d.machine->architecture)));
    text += states.size() == 1 && states[0].ends_with("=0;") ? "1" : "0";
  }
  return text;
}

TEST(AssemblyRows, EachDoesWhatItSays) {
  int rows = 0;
  for (const Dialect& d : kDialects) {
    for (const Row& row : d.machine->rows()) {
      SCOPED_TRACE(std::string(row_of(d.machine->architecture).name) + ": " + instruction(d, row));
      ++rows;
      if (row.act == Act::branch) {
        std::string name = row.name;
        if (d.machine == &kAArch64 && row.shape == "l") name = name.substr(name.size() - 2);
        if (name.ends_with('+') || name.ends_with('-')) name.pop_back();
        const auto expectation = find(kTaken, name);
        ASSERT_TRUE(expectation) << "a row without an expectation";
        EXPECT_EQ(taken(d, row), *expectation);
        continue;
      }
      const auto expectation = expected(d, row);
      ASSERT_TRUE(expectation) << "a row without an expectation";
      EXPECT_EQ(outcome(d, row), *expectation);
    }
  }
  EXPECT_GT(rows, 400);
}

}  // namespace
}  // namespace ringcheck
