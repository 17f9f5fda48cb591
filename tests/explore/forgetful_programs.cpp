#include "tests/explore/forgetful_programs.hpp"

#include "tests/oracle/random.hpp"

namespace ringcheck {

namespace {

using oracle::Random;

constexpr int kMaxStatements = 7;
constexpr int kFewFences = 3;
constexpr int kManyFences = 6;
constexpr int kHalfFences = 8;

/// Where a thread's code is, between its operations.
constexpr std::array<const char*, kMaxStatements + 1> kPlaces = {
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "end"};

/// lwsync, isync, and a fence that orders all.
constexpr TagSet kMachineFences[] = {
    {Tag::order_rr, Tag::order_rw, Tag::order_ww}, {Tag::context_sync}, {Tag::mb}};

/// `fences`: how many operations in twenty are fences. If they are many, all are SC; if they are
/// half, they are those of machine code.
Operation random_operation(Random& random, int locations, int fences) {
  Operation one;
  one.location = static_cast<LocId>(random.below(locations));
  one.value = 1 + static_cast<std::uint64_t>(random.below(2));
  const int kind = random.below(20);
  const int strength = random.below(3);
  if (kind < 9 - fences / 2) {
    one.kind = EventKind::read;
    one.tags = strength == 0 ? TagSet{Tag::acquire} : TagSet{Tag::once};
  } else if (kind < 18 - fences) {
    one.kind = EventKind::write;
    one.tags = strength == 0 ? TagSet{Tag::release} : TagSet{Tag::once};
  } else if (kind < 18) {
    const Tag kinds[] = {Tag::mb, Tag::rmb, Tag::wmb};
    one.tags = fences == kHalfFences ? kMachineFences[strength]
               : fences > kFewFences ? TagSet{Tag::mb}
                                     : TagSet{kinds[strength]};
  } else {
    one.kind = EventKind::choice;
    one.order.full = strength == 0;
    if (strength == 1) one.order.read_tags = {Tag::acquire};
  }
  return one;
}

/// What `one` does or may do: the same access with another order, or as a read-modify-write.
Operation random_alternative(Random& random, const Operation& one, int locations, int fences) {
  Operation other;
  do {
    other = random_operation(random, locations, fences);
  } while ((one.kind == EventKind::fence) != (other.kind == EventKind::fence) ||
           (one.kind == EventKind::read) != (other.kind == EventKind::read));
  other.location = one.location;
  other.value = one.value;
  return other;
}

/// The last loads of a run, whose values the code does not use.
struct LastLoads {
  Word last;
  Word before;
};

void perform(ThreadRun& run, const Operation& one, LastLoads& loads) {
  const std::uint64_t address = address_of(one.location);
  if (one.kind == EventKind::read) {
    loads.before = loads.last;
    loads.last = run.load(address, one.tags);
  }
  if (one.kind == EventKind::write && one.depends) {
    run.scope([&] {
      run.branch(loads.before == loads.before);
      run.store(address, loads.last - loads.last + Word(one.value), one.tags);
    });
  } else if (one.kind == EventKind::write) {
    run.store(address, one.value, one.tags);
  }
  if (one.kind == EventKind::fence) {
    run.scope([&] {
      if (one.tags.has(Tag::context_sync)) run.branch(loads.last == loads.last);
      run.fence(one.tags);
    });
  }
  if (one.kind == EventKind::choice)
    run.read_modify_write(RmwOperation::exchange, address, one.value, one.order);
}

/// `known` are the last reads of a thread, a digit each: the last `reads` of them and of `value`.
std::uint64_t remembered(std::uint64_t known, std::uint64_t value, int reads) {
  return known % (reads == 1 ? 1 : 100) * 10 + value;
}

}  // namespace

Program forgetful(std::string name, const std::vector<Code>& threads) {
  Program program;
  program.name = std::move(name);
  program.locations = {{"x", 0}, {"y", 0}, {"z", 0}, {"v", 0}, {"w", 0}, {"u", 0}};
  for (const Code& code : threads) {
    Thread thread;
    thread.name = std::to_string(program.threads.size());
    for (const Statement& statement : code)
      for (const auto& operations : statement.either)
        for (const Operation& one : operations)
          if (one.kind == EventKind::write || one.kind == EventKind::choice)
            thread.may_write.set(one.location);
    thread.body = [code](ThreadRun& run) {
      LastLoads loads;
      for (std::size_t i = 0; i < code.size(); ++i) {
        run.declare_state(kPlaces[i], {});
        for (const Operation& one : code[i].either[code[i].is_choice ? run.choose(2) : 0])
          perform(run, one, loads);
      }
      run.declare_state(kPlaces[code.size()], {});
    };
    program.threads.push_back(thread);
  }
  return program;
}

Program random_forgetful(std::uint64_t seed, bool depend, bool machine_code) {
  Random random(seed * 0x2545f4914f6cdd1dU);
  const int locations = 2 + random.below(2);
  const int few_or_many = random.below(2) == 0 ? kFewFences : kManyFences;
  const int fences = machine_code ? kHalfFences : few_or_many;
  std::vector<Code> threads(2 + static_cast<std::size_t>(random.below(2)));
  for (Code& code : threads) {
    const int count = threads.size() == 2 ? 4 + random.below(3) : 3 + random.below(2);
    for (int i = 0; i < count; ++i) {
      Operation one = random_operation(random, locations, fences);
      one.depends = depend && random.below(2) == 0;
      code.push_back({{{{one}, {one}}}, random.below(4) == 0});
      if (code.back().is_choice)
        code.back().either[1][0] = random_alternative(random, one, locations, fences);
    }
  }
  return forgetful("seed " + std::to_string(seed), threads);
}

std::string outcome(const ExecutionGraph& graph, int reads) {
  std::string text;
  for (int l = 0; l < graph.locations(); ++l)
    text += std::to_string(graph[graph.co_last(static_cast<LocId>(l))].value);
  for (int t = 0; t < graph.threads(); ++t) {
    std::uint64_t read = 0;
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e != kNoEvent && graph[e].kind == EventKind::read)
        read = remembered(read, graph[e].value, reads);
    }
    text += ' ' + std::to_string(read);
  }
  return text;
}

StateObserver last_reads(int reads) {
  return {3, [reads](const PathStep& step, auto words) -> std::uint64_t {
            if (step.kind != PathStep::Kind::performed) return 0;
            const Event& event = step.graph[step.event];
            std::uint64_t& read = words[event.id.thread];
            if (event.kind == EventKind::read) read = remembered(read, event.value, reads);
            return 0;
          }};
}

}  // namespace ringcheck
