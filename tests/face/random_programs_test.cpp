// Random programs written in the public interface against the same programs on the engine: the same
// executions, each once, under every model.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "face/session.hpp"
#include "models/for_programs.hpp"
#include "ringcheck/array.hpp"
#include "ringcheck/linux.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/oracle/ir.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

using oracle::Code;
using oracle::Instruction;
using oracle::Op;
using oracle::Operand;
using oracle::Ordering;
using oracle::Use;

using Number = tracked<std::uint64_t>;
using Object = var<std::uint64_t>;
constexpr std::size_t kObjects = 4;
using Objects = array<Object, kObjects>;

/// Registers, and the branches that are open.
struct Frame {
  std::vector<Number> registers = std::vector<Number>(oracle::kMaxRegisters);
  std::vector<std::unique_ptr<control_scope>> scopes;

  [[nodiscard]] Number value(const Operand& operand) const {
    if (operand.use == Use::none) return operand.constant;
    const Number& reg = registers[operand.reg];
    return operand.constant + (operand.use == Use::masked ? reg & 0U : reg);
  }
  [[nodiscard]] tracked<std::size_t> index(const Operand& operand) const {
    if (operand.use == Use::none) return operand.constant;
    return operand.constant + (registers[operand.reg] & (operand.use == Use::masked ? 0U : 1U));
  }
  [[nodiscard]] tracked<bool> holds(const oracle::Condition& c) const {
    return c.equal ? registers[c.reg] == c.constant : registers[c.reg] != c.constant;
  }
  void keep(const Instruction& i, const Number& result) {
    if (i.target != oracle::kNoRegister) registers[i.target] = result;
  }
};

/// The kernel's primitives.
struct Kernel {
  static Number load(const element<Object>& at, Ordering ordering) {
    if (ordering == Ordering::plain) return at.load();
    return ordering == Ordering::acquire ? kernel::smp_load_acquire(at) : kernel::READ_ONCE(at);
  }
  static void store(const element<Object>& at, const Number& value, Ordering ordering) {
    if (ordering == Ordering::plain) return at.store(value);
    if (ordering == Ordering::release) return kernel::smp_store_release(at, value);
    kernel::WRITE_ONCE(at, value);
  }
  static detail::ordering of(Ordering ordering) {
    switch (ordering) {
      case Ordering::acquire:
        return detail::ordering::kernel_acquire;
      case Ordering::release:
        return detail::ordering::kernel_release;
      case Ordering::full:
        return detail::ordering::kernel_full;
      case Ordering::noreturn:
        return detail::ordering::kernel_no_return;
      default:
        return detail::ordering::kernel_relaxed;
    }
  }
  static Number modify(const Instruction& i, const element<Object>& at, const Number& value,
                       const Number& expected) {
    if (i.op == Op::compare_exchange)
      return kernel::detail::compare_exchange(at, expected, value, of(i.ordering), {});
    const auto what = i.op == Op::add ? detail::operation::add : detail::operation::exchange;
    return kernel::detail::update(at, what, value, of(i.ordering), {});
  }
  static void fence(Tag tag) {
    switch (tag) {
      case Tag::mb:
        return kernel::smp_mb();
      case Tag::rmb:
        return kernel::smp_rmb();
      case Tag::wmb:
        return kernel::smp_wmb();
      case Tag::before_atomic:
        return kernel::smp_mb__before_atomic();
      case Tag::after_atomic:
        return kernel::smp_mb__after_atomic();
      default:
        return kernel::barrier();
    }
  }
};

/// C++, as far as it can say what the kernel does.
struct Cxx {
  static std::memory_order of(Ordering ordering) {
    if (ordering == Ordering::acquire) return std::memory_order_acquire;
    return ordering == Ordering::release ? std::memory_order_release : std::memory_order_relaxed;
  }
  static Number load(const element<Object>& at, Ordering ordering) {
    if (ordering == Ordering::plain) return at.load();
    return detail::to_tracked<std::uint64_t>(
        detail::load(at.at(), detail::call_of<std::uint64_t>(of(ordering), {})));
  }
  static void store(const element<Object>& at, const Number& value, Ordering ordering) {
    if (ordering == Ordering::plain) return at.store(value);
    detail::store(at.at(), detail::to_word(value),
                  detail::call_of<std::uint64_t>(of(ordering), {}));
  }
  static Number modify(const Instruction& i, const element<Object>& at, const Number& value,
                       const Number& expected) {
    const auto how = detail::call_of<std::uint64_t>(of(i.ordering), {});
    if (i.op == Op::compare_exchange)
      return detail::to_tracked<std::uint64_t>(
          detail::compare_exchange(at.at(), detail::to_word(expected), detail::to_word(value), how,
                                   detail::ordering::relaxed));
    const auto what = i.op == Op::add ? detail::operation::add : detail::operation::exchange;
    return detail::to_tracked<std::uint64_t>(
        detail::update(at.at(), what, detail::to_word(value), how));
  }
  static void fence(Tag tag) {
    ringcheck::atomic_thread_fence(tag == Tag::mb    ? std::memory_order_seq_cst
                                   : tag == Tag::rmb ? std::memory_order_acquire
                                                     : std::memory_order_release);
  }
};

/// Runs the instruction at `pc` and returns the next one's index.
template <class Language>
int step(const Code& code, int pc, Frame& frame, Objects& objects) {
  const Instruction& i = code[static_cast<std::size_t>(pc)];
  switch (i.op) {
    case Op::load:
      frame.keep(i, Language::load(objects[frame.index(i.address)], i.ordering));
      break;
    case Op::store:
      Language::store(objects[frame.index(i.address)], frame.value(i.value), i.ordering);
      break;
    case Op::exchange:
    case Op::add:
    case Op::compare_exchange:
      frame.keep(i, Language::modify(i, objects[frame.index(i.address)], frame.value(i.value),
                                     frame.value(i.expected)));
      break;
    case Op::fence:
      Language::fence(i.fence);
      break;
    case Op::choose:
      frame.keep(i, choose(i.choices));
      break;
    case Op::branch:
      frame.scopes.push_back(std::make_unique<control_scope>());
      if (!frame.holds(i.condition)) return oracle::jump_target(code, pc);
      break;
    case Op::otherwise:
      return oracle::jump_target(code, pc);
    case Op::end:
      frame.scopes.pop_back();
      break;
    case Op::assume:
      assume(frame.holds(i.condition));
      break;
    case Op::await:
      break;  // none: see expressible()
  }
  return pc + 1;
}

/// The same program in the public interface.
template <class Language>
program in_public(const oracle::TestProgram& text) {
  return {"test program", [text] {
            Objects objects(std::uint64_t{0});
            for (std::size_t l = 0; l < text.initial.size(); ++l) objects[l] = text.initial[l];
            std::vector<thread> threads;
            for (const Code& code : text.threads)
              threads.emplace_back([&objects, &code] {
                Frame frame;
                for (int pc = 0; pc < static_cast<int>(code.size());)
                  pc = step<Language>(code, pc, frame, objects);
                while (!frame.scopes.empty()) frame.scopes.pop_back();
              });
          }};
}

/// What users can write: branches that order, updates that are atomic, no loads that read only one
/// value.
oracle::TestProgram expressible(oracle::TestProgram text) {
  text.initial.resize(kObjects, 0);
  for (Code& code : text.threads) {
    for (Instruction& i : code) {
      i.atomic = true;
      i.speculative = false;
      if (i.op != Op::await) continue;
      i.op = Op::load;
      i.expected = {};
    }
  }
  return text;
}
/// The same in words that C++ has.
oracle::TestProgram in_cxx_words(oracle::TestProgram text) {
  for (Code& code : text.threads)
    for (Instruction& i : code) {
      if (i.ordering == Ordering::full || i.ordering == Ordering::noreturn)
        i.ordering = Ordering::once;
      if (i.op == Op::fence && i.fence != Tag::mb && i.fence != Tag::rmb) i.fence = Tag::wmb;
    }
  return text;
}

/// Canonical texts of all executions, complete and blocked, sorted; a text that comes twice is in
/// it twice.
std::multiset<std::string> of_public(const program& its, const std::string& name) {
  std::multiset<std::string> texts;
  explore_in_rounds(its, model(name), 1000, [&](const Session& session) {
    texts.clear();
    explore(session.program(), session.model(), {}, [&](const Execution& execution) {
      texts.insert(execution.graph.canonical());
      return true;
    });
  });
  return texts;
}
std::multiset<std::string> of_engine(const Program& its, const Model& model) {
  std::multiset<std::string> texts;
  explore(its, model, {}, [&](const Execution& execution) {
    texts.insert(execution.graph.canonical());
    return true;
  });
  return texts;
}

class RandomPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(RandomPrograms, OfTheKernelsPrimitivesHaveTheEnginesExecutions) {
  const Model model = for_programs(find_model(GetParam()));
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto text = expressible(oracle::random_program(seed, 25));
    ASSERT_EQ(of_public(in_public<Kernel>(text), GetParam()), of_engine(lower(text), model))
        << seed << '\n'
        << oracle::to_text(text);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, RandomPrograms,
                         ::testing::Values("sc", "x86-tso", "armv8", "riscv", "power", "rc11",
                                           "lkmm"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(RandomPrograms, OfCxxHaveTheEnginesExecutionsUnderRc11) {
  const Model model = for_programs(find_model("rc11"));
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto text = in_cxx_words(expressible(oracle::random_program(seed, 25)));
    ASSERT_EQ(of_public(in_public<Cxx>(text), "rc11"), of_engine(lower(text), model))
        << seed << '\n'
        << oracle::to_text(text);
  }
}

}  // namespace
}  // namespace ringcheck
