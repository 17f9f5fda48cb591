// group-samples: an event's sample with the counts of its group, before and after an event joins
// the group or leaves it, and meanwhile. An NMI takes the sample in the middle of the change, or
// the change comes between preparing and writing it. The writer is repaired; in Linux 6.1 it writes
// the counts of the group as it is then (group-samples-as-it-is, D-13).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/record/group_read.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-01", "I-12"};
enum GroupStep : std::uint64_t { joins, first_leaves, last_leaves, leader_leaves };
constexpr std::array kSetup = {
    Dial{"siblings", 1, 3},          Dial{"change", joins, leader_leaves},
    Dial{"sampled event", 0, 3},     Dial{"NMI before access", 0, 50},
    Dial{"between its steps", 0, 1}, Dial{"format", 0, 3}};
constexpr std::uint64_t kWords = 64;

/// A group in memory, after the words of its ring.
struct Bench {
  explicit Bench(const AuxCase& example, GroupCount counts)
      : memory(PerfBufferCells::count(kWords) + GroupCells::kCount) {
    group.at = GroupCells::at(PerfBufferCells::count(kWords));
    group.has_times = (example.setup[5] & 1U) != 0;
    group.has_id = (example.setup[5] & 2U) != 0;
    group.counts = counts;
    SequentialCpu<> cpu(memory);
    for (std::uint64_t event = 0; event < kGroupEvents; ++event) promote_sibling(cpu, group, event);
    for (std::uint64_t event = 1; event <= example.setup[0]; ++event)
      perf_group_attach(cpu, group, event);
  }

  PerfBuffer rb = PerfBuffer::make(0, kWords);
  EventGroup group;
  std::vector<std::uint64_t> memory;
  std::uint64_t reserved = 0, filled = 0;
};

/// The event that joins or leaves.
std::uint64_t changed_event(std::uint64_t siblings, std::uint64_t change) {
  if (change == joins) return siblings + 1;
  if (change == leader_leaves) return 0;
  return change == first_leaves ? 1 : siblings;
}

/// Each event knows how many bytes the counts of its group take: those of `events`, or, for one
/// that is none of them, its own.
void judge_sizes(const Bench& bench, std::span<const std::uint64_t> events, AuxJudge& judge) {
  for (std::uint64_t event = 0; event < kGroupEvents; ++event) {
    const std::size_t counts = std::ranges::count(events, event) != 0 ? events.size() : 1;
    const std::uint64_t words = bench.group.before() + counts * bench.group.entry();
    judge.require(bench.memory[bench.group.at.read_size + event] == words * kWordBytes, "I-12",
                  "an event knows another size of its group's counts");
  }
}

/// The number of counts in the sample at `start` leads to its end.
void judge_sample(const Bench& bench, std::uint64_t start, AuxJudge& judge) {
  judge.require(bench.reserved == bench.filled, "I-12",
                "a sample takes other space than was reserved for it");
  judge.require(
      bench.memory[bench.rb.data_word(start)] == header_word(kRecordSample, 0, bench.reserved),
      "I-12", "a sample has another header than a sample of its size");
  const std::uint64_t told = bench.memory[bench.rb.data_word(start + kWordBytes)];
  const std::uint64_t words = 1 + bench.group.before() + told * bench.group.entry();
  if (!judge.require(words * kWordBytes == bench.reserved, "I-12",
                     "the fields of a sample do not end where its record ends"))
    return;
  bool missing = false;
  for (std::uint64_t at = start + (1 + bench.group.before()) * kWordBytes;
       at < start + bench.reserved; at += bench.group.entry() * kWordBytes) {
    const std::uint64_t count = bench.memory[bench.rb.data_word(at)];
    const std::uint64_t id =
        bench.group.has_id ? bench.memory[bench.rb.data_word(at + kWordBytes)] : 0;
    missing = missing || count == 0;
    const std::uint64_t event = count - group_event_count(0);
    judge.require(
        missing ? count == 0 && id == 0
                : event < kGroupEvents && (!bench.group.has_id || id == group_event_id(event)),
        "I-01", "a sample has a count of no event, or one after those that are missing");
  }
}

/// The events of the group of `sampled`, before the change or after it, its leader first.
std::vector<std::uint64_t> group_of(std::uint64_t sampled, std::uint64_t siblings,
                                    std::optional<std::uint64_t> change) {
  if (change == leader_leaves) return {sampled};
  std::vector<std::uint64_t> events;
  for (std::uint64_t event = 0; event <= siblings; ++event) events.push_back(event);
  if (change == joins) events.push_back(siblings + 1);
  if (change && *change != joins) std::erase(events, changed_event(siblings, *change));
  return events;
}

/// The sample at `start`, of a group that nobody changes meanwhile, has the count of each of its
/// `events`.
void judge_whole(const Bench& bench, std::uint64_t start, std::span<const std::uint64_t> events,
                 AuxJudge& judge) {
  std::uint64_t at = start + kWordBytes;
  const auto next = [&] {
    const std::uint64_t word = bench.memory[bench.rb.data_word(at)];
    at += kWordBytes;
    return word;
  };
  bool whole = next() == events.size();
  if (bench.group.has_times) whole = next() == 0 && whole;
  for (const std::uint64_t event : events) {
    whole = next() == group_event_count(event) && whole;
    if (bench.group.has_id) whole = next() == group_event_id(event) && whole;
  }
  judge.require(whole, "I-01", "a sample has not the counts of all events of its group");
}

/// A sample for a ring that is paused is written nowhere.
template <class Sample>
void judge_refused(Bench& bench, Sample&& sample, AuxJudge& judge) {
  bench.memory[bench.rb.at.paused] = 1;
  sample();
  bench.memory[bench.rb.at.paused] = 0;
  bench.memory[bench.rb.at.lost] = 0;
  const auto ring = std::span(bench.memory).subspan(bench.rb.at.data, kWords);
  judge.require(std::ranges::count(ring, std::uint64_t{0}) == std::ssize(ring), "I-12",
                "a sample is written to a ring that takes none");
}

void run(const AuxCase& example, AuxJudge& judge, GroupCount counts) {
  const std::uint64_t siblings = example.setup[0], change = example.setup[1];
  const std::uint64_t changed = changed_event(siblings, change), sampled = example.setup[2];
  // Who joins or leaves does not run.
  if (sampled > siblings || sampled == changed || changed >= kGroupEvents) return;
  Bench bench(example, counts);
  const auto observer = [&bench](std::uint32_t kind, std::uint64_t, std::uint64_t size,
                                 std::uint64_t, std::uint64_t) {
    if (kind == said::Reserved<>::kKind) bench.reserved = size;
    if (kind == said::Finished<>::kKind) bench.filled = size;
  };
  SequentialCpu<decltype(observer)> plain(bench.memory, observer);
  const auto change_group = [&](auto& cpu) {
    if (change == joins)
      perf_group_attach(cpu, bench.group, changed);
    else
      perf_group_detach(cpu, bench.group, changed);
  };
  const auto sample_of = [&](std::uint64_t event, auto&&... between) {
    const std::uint64_t bytes = prepare_group_sample(plain, bench.group, event);
    (between(), ...);
    const PerfEvent writer{.id = group_event_id(event)};
    output_group_sample(plain, bench.rb, bench.group, event, bytes, writer);
  };
  const auto sample = [&](auto&&... between) { sample_of(sampled, between...); };
  const auto head = [&bench] { return bench.memory[bench.rb.at.data_head]; };
  judge_refused(bench, sample, judge);
  judge_sizes(bench, group_of(0, siblings, std::nullopt), judge);
  sample();
  judge_whole(bench, 0, group_of(sampled, siblings, std::nullopt), judge);
  const std::uint64_t start = head();
  if (example.setup[4] != 0) {
    sample([&] { change_group(plain); });
  } else {
    std::uint64_t left = example.setup[3];
    const auto nmi = [&](auto&) { sample(); };
    using Nmi = InterruptOnce<decltype(nmi)>;
    SequentialCpu<IgnoreObservations, Nmi> cpu(bench.memory, {}, Nmi(&left, nmi));
    change_group(cpu);
    if (left != Nmi::kFired) sample();
  }
  judge_sample(bench, start, judge);
  const std::uint64_t last = head();
  sample();
  judge_whole(bench, last, group_of(sampled, siblings, change), judge);
  judge_sizes(
      bench,
      change == leader_leaves ? std::vector<std::uint64_t>{} : group_of(sampled, siblings, change),
      judge);
  if (change == joins) return;
  // Who has left runs again, on its own.
  const std::uint64_t alone = head();
  sample_of(changed);
  judge_whole(bench, alone, std::span(&changed, 1), judge);
}

void run_prepared(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, GroupCount::of_prepared);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, GroupCount::of_group);
}

constexpr std::string_view kTitle = "a sample with the counts of a group that changes";

}  // namespace

const AuxSequence kGroupSamples = {"group-samples", kTitle, kProperties, kSetup, {}, true,
                                   run_prepared};
const AuxSequence kGroupSamplesAsItIs = {
    "group-samples-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
