// What a compiler may do to plain accesses, and what prevents it. All under sc, so that nothing
// else moves an access.
#include "explore/compiler.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "explore/checked_cpu.hpp"
#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

constexpr std::uint32_t kTold = 1;        ///< a value that code tells
constexpr std::uint32_t kToldSecond = 3;  ///< something, then a value
constexpr std::uint32_t kDeparts = 2;     ///< what the compiler does
constexpr std::uint64_t kX = address_of(0), kY = address_of(1);
constexpr std::uint64_t kOld = 0x0'ffff'ffff, kNew = 0x1'0000'0001;

using CpuCode = std::function<void(CheckedCpu&)>;

/// How the accesses of a row are marked.
enum class Mark { plain, once };

Word load(CheckedCpu& cpu, unsigned place, std::uint64_t address, Mark mark = Mark::plain) {
  cpu.at_place(place);
  return mark == Mark::plain ? cpu.load(address) : cpu.read_once(address);
}

void store(CheckedCpu& cpu, unsigned place, std::uint64_t address, std::uint64_t value,
           Mark mark = Mark::plain) {
  cpu.at_place(place);
  if (mark == Mark::plain) return cpu.store(address, value);
  cpu.write_once(address, value);
}

void tell(CheckedCpu& cpu, const Word& value) {
  cpu.observe(kTold, value);
}

/// Two threads: `code`, which is compiled, and `other`, which is not.
Program program_of(const CpuCode& code, const CpuCode& other, unsigned departures, bool tears,
                   std::uint64_t initial) {
  static const InterruptPlan no_interrupts;
  Program program;
  program.name = "compiled";
  program.locations = {{"x", initial}, {"y", 0}};
  for (int t = 0; t < 2; ++t) {
    Thread thread;
    thread.name = "P" + std::to_string(t);
    thread.may_write.set(0);
    thread.may_write.set(1);
    thread.body = [body = t == 0 ? code : other, departures, tears, t](ThreadRun& run) {
      std::optional<Compiler> compiler;
      CheckedCpuOptions options;
      if (t == 0 && departures > 0)
        options.compiler =
            &compiler.emplace(CompilerOptions{departures, tears ? ~std::uint64_t{0} : 0, kDeparts});
      CheckedCpu cpu(run, options, no_interrupts);
      body(cpu);
      cpu.keep_order();
    };
    program.threads.push_back(std::move(thread));
  }
  return program;
}

struct Seen {
  std::set<std::string> outcomes;  ///< what the threads told, in their order
  std::set<Departure> departures;
};

Seen run(const Program& program, std::string_view model = "sc") {
  Seen seen;
  explore(program, find_model(model), {}, [&](const Execution& execution) {
    std::vector<std::string> told;
    for (const Observation& o :
         transcribe(program, execution.graph, find_model(model).dependence()).observations) {
      const auto text = [&](std::size_t i) { return std::to_string(o.numbers[i]); };
      if (o.kind == kTold) told.push_back(text(0));
      if (o.kind == kToldSecond) told.push_back(text(1));
      if (o.kind == kDeparts) seen.departures.insert(static_cast<Departure>(o.numbers[0]));
    }
    seen.outcomes.insert(fmt::format("{}", fmt::join(told, " ")));
    return true;
  });
  return seen;
}

/// Looks at y, then at x, and tells both.
void look_y_x(CheckedCpu& cpu) {
  tell(cpu, cpu.read_once(kY));
  tell(cpu, cpu.read_once(kX));
}

struct Row {
  const char* name;
  CpuCode code, other;
  const char* outcome;  ///< asked for
  bool occurs;
  unsigned departures = 1;
  bool tears = false;
  std::uint64_t initial = 0;
};

std::vector<Row> rows() {
  const auto stores = [](Mark first, Mark second, bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      store(cpu, 1, kX, 1, first);
      if (barrier) cpu.barrier();
      store(cpu, 2, kY, 1, second);
    };
  };
  // Store buffering: both loads see nothing yet only if a store comes after a load.
  const auto store_load = [](Mark mark, bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      store(cpu, 1, kX, 1, mark);
      if (barrier) cpu.barrier();
      tell(cpu, load(cpu, 2, kY, mark));
    };
  };
  const CpuCode y_then_x = [](CheckedCpu& cpu) {
    cpu.write_once(kY, 1);
    tell(cpu, cpu.read_once(kX));
  };
  // x is looked at before and after y, and is older after y than y is.
  const auto two_loads = [](Mark mark, bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      tell(cpu, load(cpu, 1, kX, mark));
      tell(cpu, load(cpu, 2, kY, Mark::once));
      if (barrier) cpu.barrier();
      tell(cpu, load(cpu, 3, kX, mark));
    };
  };
  const CpuCode x_then_y = [](CheckedCpu& cpu) {
    cpu.write_once(kX, 1);
    cpu.write_once(kY, 1);
  };
  const auto two_stores = [](Mark mark, bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      store(cpu, 1, kX, 1, mark);
      store(cpu, 2, kY, 1, Mark::once);
      if (barrier) cpu.barrier();
      store(cpu, 3, kX, 2, mark);
    };
  };
  const auto wide_store = [](Mark mark) -> CpuCode {
    return [=](CheckedCpu& cpu) { store(cpu, 1, kX, kNew, mark); };
  };
  const CpuCode look_x = [](CheckedCpu& cpu) { tell(cpu, cpu.read_once(kX)); };
  const auto wide_load = [](Mark mark) -> CpuCode {
    return [=](CheckedCpu& cpu) { tell(cpu, load(cpu, 1, kX, mark)); };
  };
  const CpuCode store_new = [](CheckedCpu& cpu) { cpu.write_once(kX, kNew); };
  const auto two_uses = [](bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      const Word local = load(cpu, 1, kX);
      tell(cpu, local);
      if (barrier) cpu.barrier();
      tell(cpu, cpu.use_again(1, kX, local, 0));
    };
  };
  const CpuCode store_x = [](CheckedCpu& cpu) { cpu.write_once(kX, 1); };
  const auto early = [](bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      cpu.foresee_load(2, kX, 0);
      tell(cpu, load(cpu, 1, kY, Mark::once));
      if (barrier) cpu.barrier();
      tell(cpu, load(cpu, 2, kX));
    };
  };
  const auto late = [](bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      cpu.load_later(1, kX, kToldSecond, 0);
      if (barrier) cpu.barrier();
      store(cpu, 2, kY, 1, Mark::once);
    };
  };
  const CpuCode answer = [](CheckedCpu& cpu) {
    const Word seen = cpu.read_once(kY);
    cpu.write_once(kX, seen);
  };
  const std::string old_high_new_low = std::to_string((kOld & ~0xffffffffULL) | 1);
  const std::string new_high_old_low = std::to_string((kNew & ~0xffffffffULL) | 0xffffffff);
  static const std::string kMixed[] = {old_high_new_low, new_high_old_low};
  return {
      {"reorder two stores", stores(Mark::plain, Mark::plain, false), look_y_x, "1 0", true},
      {"not over a barrier", stores(Mark::plain, Mark::plain, true), look_y_x, "1 0", false},
      {"not as written", stores(Mark::plain, Mark::plain, false), look_y_x, "1 0", false, 0},
      {"not if both are once", stores(Mark::once, Mark::once, false), look_y_x, "1 0", false},
      {"plain over once", stores(Mark::once, Mark::plain, false), look_y_x, "1 0", true},
      {"once over plain", stores(Mark::plain, Mark::once, false), look_y_x, "1 0", true},
      {"reorder store and load", store_load(Mark::plain, false), y_then_x, "0 0", true},
      {"not over a barrier", store_load(Mark::plain, true), y_then_x, "0 0", false},
      {"not if both are once", store_load(Mark::once, false), y_then_x, "0 0", false},
      {"merge two loads", two_loads(Mark::plain, false), x_then_y, "0 1 0", true},
      {"not over a barrier", two_loads(Mark::plain, true), x_then_y, "0 1 0", false},
      {"not once", two_loads(Mark::once, false), x_then_y, "0 1 0", false},
      {"merge two stores", two_stores(Mark::plain, false), look_y_x, "1 0", true},
      {"not over a barrier after both", two_stores(Mark::once, true), look_y_x, "1 0", false},
      {"not once", two_stores(Mark::once, false), look_y_x, "1 0", false},
      {"tear a store, low first", wide_store(Mark::plain), look_x, kMixed[0].c_str(), true, 1, true,
       kOld},
      {"tear a store, high first", wide_store(Mark::plain), look_x, kMixed[1].c_str(), true, 1,
       true, kOld},
      {"not once", wide_store(Mark::once), look_x, kMixed[0].c_str(), false, 1, true, kOld},
      {"tear a load", wide_load(Mark::plain), store_new, kMixed[1].c_str(), true, 1, true, kOld},
      {"tear a load", wide_load(Mark::plain), store_new, kMixed[0].c_str(), true, 1, true, kOld},
      {"not once", wide_load(Mark::once), store_new, kMixed[1].c_str(), false, 1, true, kOld},
      {"load again", two_uses(false), store_x, "0 1", true},
      {"not after a barrier", two_uses(true), store_x, "0 1", false},
      {"load early", early(false), x_then_y, "1 0", true},
      {"not over a barrier", early(true), x_then_y, "1 0", false},
      {"load late", late(false), answer, "1", true},
      {"not over a barrier", late(true), answer, "1", false},
  };
}

TEST(Compiler, DoesWhatNothingForbids) {
  for (const Row& row : rows()) {
    const Seen seen = run(program_of(row.code, row.other, row.departures, row.tears, row.initial));
    EXPECT_EQ(seen.outcomes.count(row.outcome) == 1, row.occurs)
        << row.name << ", asked for " << row.outcome;
  }
}

// A left-out store shows in what the compiler says; other threads see the same as if it came late.
TEST(Compiler, LeavesOutAStoreThatIsFollowedByAnother) {
  const auto code = [](bool barrier) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      store(cpu, 1, kX, 1);
      if (barrier) cpu.barrier();
      store(cpu, 2, kX, 2);
    };
  };
  const CpuCode look = [](CheckedCpu& cpu) { tell(cpu, cpu.read_once(kX)); };
  EXPECT_EQ(run(program_of(code(false), look, 1, false, 0)).departures,
            std::set{Departure::dropped});
  EXPECT_TRUE(run(program_of(code(true), look, 1, false, 0)).departures.empty());
}

// There is one code, whoever runs it: what is swapped once is swapped each time.
TEST(Compiler, DepartsInTheSamePlaceEachTime) {
  const CpuCode code = [](CheckedCpu& cpu) {
    for (std::uint64_t round = 1; round <= 2; ++round) {
      store(cpu, 1, kX, round);
      store(cpu, 2, kY, round);
      cpu.barrier();
    }
  };
  const auto look_at = [](const std::vector<std::uint64_t>& addresses) -> CpuCode {
    return [addresses](CheckedCpu& cpu) {
      for (const std::uint64_t address : addresses) tell(cpu, cpu.read_once(address));
    };
  };
  const Program both = program_of(code, look_at({kY, kX, kY, kX}), 1, false, 0);
  EXPECT_EQ(run(both).outcomes.count("1 0 2 1"), 1U);  // y first, both times
  const Program second = program_of(code, look_at({kX, kY, kY, kX}), 1, false, 0);
  EXPECT_EQ(run(second).outcomes.count("1 0 2 1"), 0U);  // x first, then y first
}

TEST(Compiler, DepartsNoMoreOftenThanItMay) {
  const CpuCode code = [](CheckedCpu& cpu) {
    store(cpu, 1, kX, 1);
    store(cpu, 2, kY, 1);
    cpu.barrier();
    store(cpu, 3, kX, 2);
    store(cpu, 4, kY, 2);
  };
  const CpuCode look = [](CheckedCpu& cpu) {
    for (int i = 0; i < 4; ++i) tell(cpu, cpu.read_once(i % 2 == 0 ? kY : kX));
  };
  EXPECT_EQ(run(program_of(code, look, 1, false, 0)).outcomes.count("1 0 2 1"), 0U);
  EXPECT_EQ(run(program_of(code, look, 2, false, 0)).outcomes.count("1 0 2 1"), 1U);
}

/// Random straight code: loads, stores, marks, barrier()s, uses of what was loaded. It tells
/// everything at the end, since what is told about an access moves with the access.
CpuCode random_code(std::uint32_t seed) {
  return [seed](CheckedCpu& cpu) {
    std::array<Word, 9> told{};
    std::minstd_rand random(seed);
    Word local;
    std::uint64_t from = kX;
    unsigned loaded = 0;
    for (unsigned place = 1; place <= 8; ++place) {
      const std::uint64_t address = random() % 2 == 0 ? kX : kY;
      const Mark mark = random() % 3 == 0 ? Mark::once : Mark::plain;
      const auto what = random() % 8;
      if (what == 0) {
        cpu.barrier();
      } else if (what == 1 && loaded != 0) {
        told[place] = cpu.use_again(loaded, from, local, place);
      } else if (what < 5) {
        store(cpu, place, address, std::uint64_t{place} << (random() % 2 == 0 ? 0U : 32U), mark);
        if (address == from) loaded = 0;
      } else {
        local = load(cpu, place, address, mark);
        told[place] = local;
        loaded = mark == Mark::plain ? place : 0;
        from = address;
      }
    }
    cpu.keep_order();
    for (const Word& value : told) tell(cpu, value);
    tell(cpu, cpu.read_once(kX));
    tell(cpu, cpu.read_once(kY));
  };
}

// What a single thread can tell stays as the source has it.
TEST(Compiler, KeepsWhatAThreadAloneCanTell) {
  const CpuCode nobody = [](CheckedCpu&) {};
  std::size_t departed = 0;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const Seen source = run(program_of(random_code(seed), nobody, 0, true, 0));
    const Seen compiled = run(program_of(random_code(seed), nobody, 2, true, 0));
    EXPECT_EQ(compiled.outcomes, source.outcomes) << "seed " << seed;
    EXPECT_EQ(source.outcomes.size(), 1U);
    departed += compiled.departures.size();
  }
  EXPECT_GT(departed, 100U);
}

// For source code, whose branches end with their scope; compiled_machine_test.cpp has machine code.
TEST(Compiler, IsRefusedUnderModelsWithLoadBuffering) {
  const CpuCode code = [](CheckedCpu& cpu) { store(cpu, 1, kX, 1); };
  const Program program = program_of(code, look_y_x, 1, false, 0);
  for (const char* model : {"armv8", "riscv", "power", "lkmm"})
    EXPECT_THROW(run(program, model), InputError) << model;
  for (const char* model : {"sc", "x86-tso", "rc11"}) EXPECT_NO_THROW(run(program, model)) << model;
}

}  // namespace
}  // namespace ringcheck
