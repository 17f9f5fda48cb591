// Random cycles in every language: what is printed is read back, sequential consistency shows none
// of them, and assembly has the same verdict as the kernel's C.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "graph/diagnostic.hpp"
#include "litmus/generate/cycle.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the parts of a test

Direction random_direction() {
  return *rc::gen::element(Direction::read, Direction::write);
}

std::optional<Mark> random_mark(const CycleLanguage& language, Direction direction) {
  std::vector<Mark> marks;
  for (const MarkWord& word : language.marks)
    if (direction == Direction::read ? word.of_reads : word.of_writes) marks.push_back(word.mark);
  if (marks.empty()) return std::nullopt;
  return *rc::gen::elementOf(marks);
}

Relaxation random_internal(const CycleLanguage& language, Direction from, Direction to) {
  Relaxation r;
  r.from = from;
  r.to = to;
  r.same_location = *rc::gen::inRange(0, 4) == 0;
  switch (*rc::gen::inRange(0, 10)) {
    case 4:
      r.same_location = true;
      r.kind = RelaxationKind::detour;
      return r;
    case 5:
      if (from == Direction::write || to == Direction::read || language.exchange.empty()) break;
      r.same_location = true;
      r.kind = RelaxationKind::exchange;
      return r;
    case 0:
      r.kind = RelaxationKind::fence;
      r.fence = (*rc::gen::elementOf(language.fences)).name;
      break;
    case 1:
      if (from == Direction::write) break;
      r.kind = RelaxationKind::dependency;
      r.dependency = *rc::gen::element(DependencyKind::address, DependencyKind::control);
      if (to == Direction::write && *rc::gen::arbitrary<bool>())
        r.dependency = DependencyKind::data;
      break;
    case 2:
      if (from == Direction::read && to == Direction::read) break;
      r.same_location = true;
      r.kind = from == Direction::read ? RelaxationKind::from_read
               : to == Direction::read ? RelaxationKind::reads_from
                                       : RelaxationKind::coherence;
      return r;
    default:
      break;
  }
  if (*rc::gen::arbitrary<bool>() && !language.marks.empty()) {
    // Marks of neighbours could differ; those of a thread's only edge are free.
    r.from_mark = random_mark(language, from);
    r.to_mark = random_mark(language, to);
  }
  return r;
}

/// Makes the first two edges within threads lead to another location, when fewer than two do.
void leave_location(std::vector<Relaxation>& edges) {
  if (std::ranges::count(edges, false, &Relaxation::same_location) > 1) return;
  int left = 2;
  for (Relaxation& r : edges) {
    if (r.external || left-- <= 0) continue;
    if (r.kind >= RelaxationKind::detour) r.kind = RelaxationKind::program_order;
    r.same_location = false;
  }
}

/// A well-formed cycle of two or three threads, of which two have several accesses.
std::vector<Relaxation> random_edges(const CycleLanguage& language) {
  std::vector<Relaxation> edges;
  const int threads = *rc::gen::inRange(2, 4);
  const Direction first = random_direction();
  Direction next = first;
  for (int t = 0; t < threads; ++t) {
    const bool last = t + 1 == threads;
    // Nothing communicates from a read to a read.
    const bool must_write = last && first == Direction::read;
    const int least = t < 2 || (must_write && next == Direction::read) ? 2 : 1;
    const int accesses = *rc::gen::inRange(least, 4);
    for (int i = 1; i < accesses; ++i) {
      const Direction to = must_write && i + 1 == accesses ? Direction::write : random_direction();
      Relaxation r = random_internal(language, next, to);
      if (accesses > 2) r.from_mark = r.to_mark = std::nullopt;
      edges.push_back(r);
      next = to;
    }
    Relaxation r;
    r.external = true;
    r.same_location = true;
    r.from = next;
    r.to = last ? first : next == Direction::read ? Direction::write : random_direction();
    r.kind = r.from == Direction::read ? RelaxationKind::from_read
             : r.to == Direction::read ? RelaxationKind::reads_from
                                       : RelaxationKind::coherence;
    edges.push_back(r);
    next = r.to;
  }
  leave_location(edges);
  return edges;
}

LitmusTest printed_form(const StraightTest& test, Architecture architecture) {
  return architecture == Architecture::c ? kernel_c_test(test) : assembly_test(test, architecture);
}

/// The test of the cycle. The case is discarded when its exchange has marks that no exchange has,
/// or when nothing tells its coherence order.
StraightTest test_of(const Cycle& cycle, const CycleLanguage& language, Observers observers) {
  try {
    StraightTest test = test_of_cycle(cycle, language, "--cycle", observers);
    test.name = name_of_cycle(cycle, language);
    return test;
  } catch (const InputError&) {
    RC_DISCARD("an exchange that is plain, or three writes");
  }
}

RC_GTEST_PROP(RandomCycle, IsReadBackAndNeverSequential, ()) {
  const CycleLanguage& language = *rc::gen::elementOf(cycle_languages());
  const std::vector<Relaxation> edges = random_edges(language);
  const std::string words = text_of(edges, language);
  RC_LOG() << language.name << ": " << words << "\n";
  RC_ASSERT(parse_relaxations(words, language, "") == edges);
  const Cycle cycle = make_cycle(edges, language, "");
  RC_ASSERT(make_cycle(parse_relaxations(text_of(cycle.edges, language), language, ""), language,
                       "") == cycle);
  const StraightTest straight = test_of(cycle, language, Observers::accept);
  RC_PRE(straight.threads.size() < 6U);  // each detour and observer is a thread
  const LitmusTest test = printed_form(straight, language.architecture);
  const std::string text =
      text_with_head(test, {text_of(cycle.edges, language), {"Expected: sc=Never"}});
  RC_LOG() << text;
  const LitmusTest again = tests::parse(text);
  RC_ASSERT(again == test);
  const LitmusResult result = run_litmus(again, find_model("sc"));
  RC_ASSERT(result.observation == LitmusObservation::never);
  RC_ASSERT(result.negative > 0U);
}

struct Machine {
  Architecture architecture;
  const char* model;
  std::array<const char*, 3> fences;  ///< smp_mb, smp_rmb, smp_wmb
};

// A machine's vocabulary says what its instructions do for the kernel's words. Both ways must lead
// to one answer. Data dependencies and branches are the same on both sides.
RC_GTEST_PROP(RandomCycle, HasTheVerdictOfItsAssembly, ()) {
  const Machine machine = *rc::gen::element(
      Machine{Architecture::aarch64, "armv8", {"DMB ISH", "DMB ISHLD", "DMB ISHST"}},
      Machine{Architecture::x86_64, "x86-tso", {"mfence", "lfence", "sfence"}},
      Machine{Architecture::riscv, "riscv", {"fence rw,rw", "fence r,r", "fence w,w"}},
      Machine{Architecture::ppc, "power", {"sync", "lwsync", "lwsync"}});
  const CycleLanguage& kernel = find_cycle_language("LKMM");
  StraightTest test =
      test_of(make_cycle(random_edges(kernel), kernel, ""), kernel, Observers::avoid);
  RC_PRE(test.threads.size() < 5U);
  for (auto& thread : test.threads)
    for (StraightAccess& access : thread)
      if (access.mark != Mark::plain) access.mark = Mark::once;
  const LitmusTest in_c = kernel_c_test(test);
  for (auto& thread : test.threads)
    for (StraightAccess& access : thread)
      for (std::string& fence : access.fences)
        fence = machine.fences[fence == "smp_mb" ? 0 : fence == "smp_rmb" ? 1 : 2];
  const bool exchanges = std::ranges::any_of(test.threads, [](const auto& thread) {
    return std::ranges::count(thread, AccessKind::exchange, &StraightAccess::kind) > 0;
  });
  RC_PRE(!exchanges || machine.architecture != Architecture::ppc);
  const LitmusTest in_assembly = assembly_test(test, machine.architecture);
  RC_LOG() << print_litmus(in_c) << print_litmus(in_assembly);
  const Model model = find_model(machine.model);
  RC_ASSERT(run_litmus(in_c, model).observation == run_litmus(in_assembly, model).observation);
}

}  // namespace
}  // namespace ringcheck
