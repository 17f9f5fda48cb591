// Compiled code on machines that reorder: first the compiler rewrites the code, then the model
// orders the result.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explore/checked_cpu.hpp"
#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

constexpr std::uint32_t kTold = 1, kDeparts = 2;
constexpr std::uint64_t kX = address_of(0), kY = address_of(1), kZ = address_of(2);
constexpr std::array kMachines = {"armv8", "riscv", "power"};

using CpuCode = std::function<void(CheckedCpu&)>;
using Outcomes = std::set<std::string>;

/// Thread 0, which is compiled, with what interrupts it once; and thread 1, which runs as written.
struct Threads {
  CpuCode code, other;
  CpuCode interrupt = nullptr;
  unsigned departures = 0;
  ControlExtent control = ControlExtent::ever;
  std::uint64_t torn = 0;
};

void tell(CheckedCpu& cpu, const Word& value) {
  cpu.observe(kTold, value);
}

Word load(CheckedCpu& cpu, unsigned place, const Word& address, bool plain = true) {
  cpu.at_place(place);
  return plain ? cpu.load(address) : cpu.read_once(address);
}

void store(CheckedCpu& cpu, unsigned place, const Word& address, const Word& value,
           bool plain = true) {
  cpu.at_place(place);
  if (plain) return cpu.store(address, value);
  cpu.write_once(address, value);
}

Program program_of(const Threads& threads) {
  auto plan = std::make_shared<InterruptPlan>();
  Program program;
  program.name = "compiled";
  program.locations = {{"x", 0}, {"y", 0}, {"z", 0}};
  LocationSet all;
  for (LocId l = 0; l < 3; ++l) all.set(l);
  if (threads.interrupt) {
    InterruptHandler handler;
    handler.name = "interrupt";
    handler.reads = handler.writes = all;
    handler.body = threads.interrupt;
    plan->handlers.push_back(std::move(handler));
    plan->everywhere = true;
  }
  for (int t = 0; t < 2; ++t) {
    Thread thread;
    thread.name = "P" + std::to_string(t);
    thread.may_write = all;
    thread.body = [plan, threads, t](ThreadRun& run) {
      static const InterruptPlan kNone;
      std::optional<Compiler> compiler;
      CheckedCpuOptions options;
      options.control = threads.control;
      if (t == 0 && threads.departures > 0)
        options.compiler =
            &compiler.emplace(CompilerOptions{threads.departures, threads.torn, kDeparts});
      CheckedCpu cpu(run, options, t == 0 ? *plan : kNone);
      (t == 0 ? threads.code : threads.other)(cpu);
      cpu.keep_order();
      cpu.interrupt_point();
      cpu.end_of_code();
    };
    program.threads.push_back(std::move(thread));
  }
  return program;
}

/// What the threads told, in their order.
Outcomes outcomes(const Threads& threads, std::string_view model) {
  Outcomes all;
  const Program program = program_of(threads);
  explore(program, find_model(model), {}, [&](const Execution& execution) {
    if (execution.ending != Ending::complete) return true;
    std::vector<std::string> told;
    for (const Observation& o :
         transcribe(program, execution.graph, find_model(model).dependence()).observations)
      if (o.kind == kTold) told.push_back(std::to_string(o.numbers[0]));
    all.insert(fmt::format("{}", fmt::join(told, " ")));
    return true;
  });
  return all;
}

struct Row {
  const char* name;
  CpuCode code, other;
  const char* outcome;
  bool written, compiled;  ///< whether it occurs, under each machine's model
};

std::vector<Row> rows() {
  const CpuCode look_y_x = [](CheckedCpu& cpu) {
    const Word y = cpu.read_once(kY);
    cpu.smp_rmb();
    tell(cpu, y);
    tell(cpu, cpu.read_once(kX));
  };
  const CpuCode write_x_y = [](CheckedCpu& cpu) {
    cpu.write_once(kX, 1);
    cpu.smp_wmb();
    cpu.write_once(kY, 1);
  };
  const auto writer = [](bool fence) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      store(cpu, 1, kX, 1);
      fence ? cpu.smp_wmb() : cpu.barrier();
      store(cpu, 2, kY, 1);
    };
  };
  const auto reader = [](bool fence) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      const Word y = load(cpu, 1, kY);
      tell(cpu, y);
      fence ? cpu.smp_rmb() : cpu.barrier();
      tell(cpu, load(cpu, 2, kX));
    };
  };
  // Load buffering: thread 1 stores x after its load of y.
  const CpuCode answer = [](CheckedCpu& cpu) {
    tell(cpu, cpu.read_once(kY));
    cpu.smp_mb();
    cpu.write_once(kX, 1);
  };
  const auto load_then_store = [](bool branches) -> CpuCode {
    return [=](CheckedCpu& cpu) {
      const Word x = load(cpu, 1, kX);
      tell(cpu, x);
      if (!branches || cpu.branch(x == Word(1))) store(cpu, 2, kY, 1);
    };
  };
  // The value goes through memory at which nobody else looks, or through a register instead.
  const CpuCode through_memory = [](CheckedCpu& cpu) {
    const Word x = load(cpu, 1, kX, false);
    tell(cpu, x);
    store(cpu, 2, kZ, x);
    store(cpu, 4, kY, load(cpu, 3, kZ), false);
  };
  // The number stored is a constant, whatever the register holds: the merged access has no
  // dependency.
  const CpuCode constant_from_register = [](CheckedCpu& cpu) {
    const Word x = load(cpu, 1, kX, false);
    tell(cpu, x);
    store(cpu, 2, kZ, 1);
    store(cpu, 4, kY, load(cpu, 3, kZ), false);
  };
  // Thread 1 stores to y what it loads from x: the held-back store feeds the load that the branch
  // needs.
  const CpuCode copy = [](CheckedCpu& cpu) { cpu.write_once(kY, cpu.read_once(kX)); };
  const CpuCode store_then_branch = [](CheckedCpu& cpu) {
    const Word y = load(cpu, 1, kY, false);
    tell(cpu, y);
    store(cpu, 2, kX, 1);
    if (cpu.branch(y == Word(1))) store(cpu, 3, kZ, 1);
  };
  return {
      {"a compiler keeps what smp_wmb orders", writer(true), look_y_x, "1 0", false, false},
      {"barrier() orders no machine's stores", writer(false), look_y_x, "1 0", true, true},
      {"a compiler keeps what smp_rmb orders", reader(true), write_x_y, "1 0", false, false},
      {"barrier() orders no machine's loads", reader(false), write_x_y, "1 0", true, true},
      {"a store may pass a load", load_then_store(false), answer, "1 1", true, true},
      {"no store is made before its branch", load_then_store(true), answer, "1 1", false, false},
      {"a register carries the dependency", through_memory, answer, "1 1", false, false},
      {"a constant carries none", constant_from_register, answer, "1 1", true, true},
      {"a branch waits for what is held back", store_then_branch, copy, "1", true, true},
  };
}

TEST(CompiledMachine, OrdersWhatTheCompilerMade) {
  for (const Row& row : rows())
    for (const char* machine : kMachines) {
      SCOPED_TRACE(fmt::format("{}, {}", row.name, machine));
      EXPECT_EQ(outcomes({row.code, row.other}, machine).count(row.outcome) == 1, row.written);
      Threads compiled{row.code, row.other};
      compiled.departures = 2;
      EXPECT_EQ(outcomes(compiled, machine).count(row.outcome) == 1, row.compiled);
    }
}

/// An access of straight code, to a location of its own.
struct Access {
  unsigned place;
  bool store, plain;
};

/// Makes `accesses` in this order, and tells by place what they loaded.
CpuCode straight(const std::vector<Access>& accesses) {
  return [accesses](CheckedCpu& cpu) {
    std::array<Word, 3> loaded{};
    for (const Access& one : accesses) {
      const std::uint64_t address = kX + one.place;
      if (one.store)
        store(cpu, one.place, address, 1, one.plain);
      else
        loaded[one.place] = load(cpu, one.place, address, one.plain);
    }
    cpu.keep_order();
    for (const Word& value : loaded) tell(cpu, value);
  };
}

/// All orders into which a compiler may put straight code: an access passes an earlier store unless
/// both are marked.
std::vector<std::vector<Access>> rewritten(const std::vector<Access>& source) {
  std::vector<std::vector<Access>> all;
  std::vector<std::size_t> order = {0, 1, 2};
  do {
    bool may = true;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = i + 1; j < 3; ++j)
        if (order[j] < order[i]) {
          const Access& passed = source[order[j]];
          may = may && passed.store && (passed.plain || source[order[i]].plain);
        }
    if (may) all.push_back({source[order[0]], source[order[1]], source[order[2]]});
  } while (std::ranges::next_permutation(order).found);
  return all;
}

// The outcomes of compiled code are those of all its rewritings, each run as written.
TEST(CompiledMachine, IsTheRewritingsOfStraightCode) {
  for (unsigned kinds = 0; kinds < 64; ++kinds) {
    std::vector<Access> source;
    for (unsigned i = 0; i < 3; ++i)
      source.push_back({i, (kinds >> i & 1U) != 0, (kinds >> (3 + i) & 1U) != 0});
    // Thread 1 goes the other way round, loads what is stored and stores what is loaded, in order.
    const CpuCode other = [source](CheckedCpu& cpu) {
      for (std::size_t i = 3; i-- > 0;) {
        if (source[i].store)
          tell(cpu, cpu.read_once(kX + i));
        else
          cpu.write_once(kX + i, 1);
        cpu.smp_mb();
      }
    };
    for (const char* machine : {"x86-tso", "armv8", "riscv", "power"}) {
      Outcomes expected;
      for (const auto& accesses : rewritten(source))
        expected.merge(outcomes({straight(accesses), other}, machine));
      Threads compiled{straight(source), other};
      compiled.departures = 3;
      EXPECT_EQ(outcomes(compiled, machine), expected) << machine << ", kinds " << kinds;
    }
  }
}

/// Random code with branches, which runs twice; x and z are this CPU's own, y is set by the other.
CpuCode random_code(std::uint32_t seed) {
  return [seed](CheckedCpu& cpu) {
    std::minstd_rand random(seed);
    std::array<Word, 8> told{};
    Word local;
    for (unsigned step = 1; step <= 8; ++step) {
      const unsigned place = (step - 1) % 4 + 1;
      if (place == 1) random.seed(seed);
      const std::uint64_t own = random() % 2 == 0 ? kX : kZ;
      const bool plain = random() % 3 != 0;
      switch (random() % 8) {
        case 0:
          cpu.barrier();
          break;
        case 1:
        case 2:
          told[step - 1] = local = load(cpu, place, kY, plain);
          break;
        case 3:
          told[step - 1] = local = load(cpu, place, own, plain);
          break;
        case 4:
        case 5:
          if (cpu.branch(local == Word(1))) store(cpu, place, own, step, plain);
          break;
        default:
          store(cpu, place, own, local + Word(step), plain);
      }
    }
    cpu.keep_order();
    for (const Word& value : told) tell(cpu, value);
  };
}

// A CPU sees its own accesses in the order of its code, and so do its interrupts. If another CPU
// makes one store, machines that reorder show what sc shows.
TEST(CompiledMachine, ShowsInterruptsTheOrderOfTheCode) {
  const CpuCode look = [](CheckedCpu& cpu) {
    tell(cpu, cpu.read_once(kZ));
    tell(cpu, cpu.read_once(kX));
  };
  const CpuCode set_y = [](CheckedCpu& cpu) { cpu.write_once(kY, 1); };
  std::size_t more = 0;
  for (std::uint32_t seed = 1; seed <= 80; ++seed) {
    Threads threads{random_code(seed), set_y, look};
    const Outcomes written = outcomes(threads, "sc");
    threads.departures = 1;
    const Outcomes compiled = outcomes(threads, "sc");
    if (compiled != written) ++more;
    for (const char* machine : kMachines)
      EXPECT_EQ(outcomes(threads, machine), compiled) << machine << ", seed " << seed;
  }
  EXPECT_GT(more, 20U);
}

TEST(CompiledMachine, RefusesWhatItCannotOrder) {
  const CpuCode nothing = [](CheckedCpu&) {};
  // Each thread's load may read what the other one stores after its own.
  const CpuCode indexed = [](CheckedCpu& cpu) {
    tell(cpu, load(cpu, 2, Word(kX) + load(cpu, 1, kY)));
    cpu.write_once(kX, 1);
  };
  const CpuCode passing = [](CheckedCpu& cpu) {
    tell(cpu, cpu.read_once(kX));
    cpu.write_once(kY, 1);
  };
  const CpuCode store_x = [](CheckedCpu& cpu) { store(cpu, 1, kX, 1); };
  struct Refusal {
    Threads threads;
    const char* saw;
  };
  Threads scoped{store_x, nothing, nullptr, 1, ControlExtent::scope};
  Threads torn{store_x, nothing, nullptr, 1, ControlExtent::ever, ~std::uint64_t{0}};
  Threads unknown{indexed, passing, nullptr, 1};
  const std::vector<Refusal> refusals = {{scoped, "saw branches that end with their scope"},
                                         {torn, "saw torn accesses"},
                                         {unknown, "saw an access at an address"}};
  for (const Refusal& refusal : refusals) {
    std::string what;
    try {
      outcomes(refusal.threads, "armv8");
    } catch (const InputError& error) {
      what = error.what();
    }
    EXPECT_NE(what.find(refusal.saw), std::string::npos) << what;
    EXPECT_NO_THROW(outcomes(refusal.threads, "sc")) << refusal.saw;
  }
}

}  // namespace
}  // namespace ringcheck
