// Random programs in C have as many executions as the brute-force enumerator finds for the same
// accesses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "models/for_programs.hpp"
#include "tests/oracle/candidates.hpp"
#include "tests/oracle/random.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

using oracle::Op;
using oracle::Ordering;

constexpr const char* kHead =
    "#include <pthread.h>\n#include <stdatomic.h>\n"
    "#define R(x, o) atomic_load_explicit(&x, memory_order_##o)\n"
    "#define W(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)\n"
    "#define A(x) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed)\n"
    "atomic_int x[2];\n";

/// A program, in C and for the enumerator.
struct Twins {
  std::string c = kHead;
  oracle::TestProgram program;
};

/// Which accesses a program makes.
enum class Style {
  language,  ///< every order, additions
  machine,   ///< relaxed ones, with dependencies
  pointers,  ///< the same, and places that were loaded
};

class Generator {
 public:
  Generator(std::uint64_t seed, Style style) : random_(seed), style_(style) {
    twins_.program.initial = {0, 0};
  }

  Twins make() {
    const int threads = 2 + random_.below(2);
    std::string main = "int main(void) { pthread_t t;";
    for (int t = 0; t < threads; ++t) {
      add_thread(t, threads == 2 ? 3 : 2);
      main += fmt::format(" pthread_create(&t, 0, f{}, 0);", t);
    }
    twins_.c += main + " return 0; }\n";
    return twins_;
  }

 private:
  void add_thread(int t, int most) {
    code_ = &twins_.program.threads.emplace_back();
    loaded_ = 0;
    twins_.c += fmt::format("void *f{}(void *p) {{", t);
    const int accesses = 1 + random_.below(most);
    for (int n = 0; n < accesses; ++n) add_access();
    if (loaded_ > 0 && random_.percent(50)) add_branch();
    twins_.c += " return 0; }\n";
  }

  void add_access() {
    const int kind = random_.below(style_ == Style::machine ? 4 : 5);
    if (kind < 2) return add_load();
    if (kind < 4) return add_store();
    oracle::Instruction i;
    i.op = Op::add;
    const std::string place = choose_place(i.address);
    i.value.constant = 1;
    code_->push_back(i);
    twins_.c += fmt::format(" A({});", place);
  }

  /// Says where an access is made. Returns that in C.
  std::string choose_place(oracle::Operand& address) {
    if (style_ == Style::pointers && loaded_ > 0 && random_.percent(60)) {
      address.reg = static_cast<std::uint8_t>(random_.below(loaded_));
      address.use = oracle::Use::value;
      return fmt::format("x[r{} & 1]", address.reg);
    }
    address.constant = static_cast<std::uint64_t>(random_.below(2));
    return fmt::format("x[{}]", address.constant);
  }

  void add_load() {
    oracle::Instruction i;
    i.op = Op::load;
    i.target = static_cast<std::uint8_t>(loaded_);
    const std::string place = choose_place(i.address);
    const bool acquires = style_ == Style::language && random_.percent(50);
    i.ordering = acquires ? Ordering::acquire : Ordering::once;
    code_->push_back(i);
    twins_.c +=
        fmt::format(" int r{} = R({}, {});", loaded_++, place, acquires ? "acquire" : "relaxed");
  }

  void add_store() {
    oracle::Instruction i;
    i.op = Op::store;
    const std::string place = choose_place(i.address);
    i.value.constant = 1U + static_cast<std::uint32_t>(random_.below(2));
    const bool releases = style_ == Style::language && random_.percent(50);
    i.ordering = releases ? Ordering::release : Ordering::once;
    std::string value = fmt::format("{}", i.value.constant);
    if (loaded_ > 0 && random_.percent(40)) {
      i.value.reg = static_cast<std::uint8_t>(random_.below(loaded_));
      i.value.use = oracle::Use::masked;
      value += fmt::format(" + (r{} & 0)", i.value.reg);
    }
    code_->push_back(i);
    twins_.c += fmt::format(" W({}, {}, {});", place, value, releases ? "release" : "relaxed");
  }

  /// A store if the last load has read 1.
  void add_branch() {
    oracle::Instruction i;
    i.op = Op::branch;
    i.condition = {static_cast<std::uint8_t>(loaded_ - 1), true, 1};
    code_->push_back(i);
    twins_.c += fmt::format(" if (r{} == 1)", loaded_ - 1);
    add_store();
    code_->emplace_back();
  }

  oracle::Random random_;
  Style style_;
  Twins twins_;
  oracle::Code* code_ = nullptr;
  int loaded_ = 0;
};

void expect_as_many(Style style, std::initializer_list<const char*> models, std::uint64_t seed) {
  const Twins twins = Generator(seed, style).make();
  ASSERT_EQ(oracle::defect(twins.program), "");
  const auto code = code_of(twins.c);
  CheckOptions options;
  options.races = false;
  for (const char* name : models) {
    const Model model = for_programs(find_model(name));
    oracle::CandidateOptions limits;
    limits.track_dependencies = model.dependence() == Dependence::syntactic;
    const auto expected = oracle::consistent_executions(
        twins.program, limits, [&](ExecutionGraph& graph) { return !model.refusal(graph); });
    ASSERT_TRUE(expected.has_value());
    EXPECT_EQ(check_program(code, model, options).executions, expected->complete.size())
        << name << "\n"
        << twins.c;
  }
}

TEST(RandomPrograms, HaveAsManyExecutionsAsTheEnumeratorFinds) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    expect_as_many(Style::language, {"sc", "x86-tso", "rc11"}, seed);
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    expect_as_many(Style::machine, {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}, seed);
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    expect_as_many(Style::pointers, {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}, seed);
}

}  // namespace
}  // namespace ringcheck::source::tests
