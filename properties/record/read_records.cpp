// read-records: a task leaves its inherited event, and what it has counted is told in a record. The
// kernel is repaired; in Linux 6.1 (read-records-as-it-is) no record comes of a task that ends
// (D-11), and that of one that calls exec is written from whichever CPU it is on (D-12).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "properties/core/record_header.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/record/read_record.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-09", "I-118"};
constexpr std::array kSetup = {
    Dial{"CPU of the event", 0, 1}, Dial{"CPU of the task", 0, 1},   Dial{"exec", 0, 1},
    Dial{"inherit_stat", 0, 1},     Dial{"remove_on_exec", 0, 1},    Dial{"id", 0, 1},
    Dial{"sample id", 0, 1},        Dial{"count of the task", 0, 3}, Dial{"ring is paused", 0, 1}};
constexpr std::uint64_t kWords = 16, kTask = std::uint64_t{6} << 32U | 5U, kId = 77;

void judge_record(const AuxCase& example, std::span<const std::uint64_t> record, AuxJudge& judge) {
  std::vector<std::uint64_t> wanted = {0, kTask, example.setup[7]};
  if (example.setup[5] != 0) wanted.push_back(kId);
  if (example.setup[6] != 0) wanted.push_back(kTask);
  constexpr std::uint32_t kRead = 8;
  wanted[0] = std::bit_cast<std::uint64_t>(
      RecordHeader{kRead, 0, static_cast<std::uint16_t>(wanted.size() * sizeof(std::uint64_t))});
  judge.require(std::ranges::equal(record, wanted), "I-118",
                "a record tells other counts than the task has");
}

void run(const AuxCase& example, AuxJudge& judge, ChildRead reads) {
  const std::uint64_t cells = PerfBufferCells::count(kWords);
  std::vector<std::uint64_t> memory(cells + 2);
  const PerfBuffer rb = PerfBuffer::make(0, kWords);
  InheritedEvent event;
  event.cpu = example.setup[0];
  event.inherit_stat = example.setup[3] != 0;
  event.remove_on_exec = example.setup[4] != 0;
  event.reads_id = example.setup[5] != 0;
  event.count = cells;
  event.parent_count = cells + 1;
  event.record = {.primary_id = kId, .sample_type = kSampleTid, .pid = 5, .tid = 6};
  event.record.sample_id_all = example.setup[6] != 0;
  constexpr std::uint64_t kCounted = 10;  // of other tasks
  memory[event.count] = example.setup[7];
  memory[event.parent_count] = kCounted;
  const bool execs = example.setup[2] != 0, paused = example.setup[8] != 0;
  memory[rb.at.paused] = paused ? 1 : 0;
  SequentialCpu<> cpu(memory);
  const auto writer = leave_inherited_event(
      cpu, rb, event, execs ? TaskLeaves::by_exec : TaskLeaves::by_exit, example.setup[1], reads);
  judge.require(!writer || *writer == event.cpu, "I-09",
                "a record is written to the ring of another CPU");
  const bool leaves = !execs || event.remove_on_exec;
  judge.require(memory[event.parent_count] == kCounted + (leaves ? example.setup[7] : 0), "I-118",
                "the count of a task is not added once to that of all");
  const std::uint64_t head = memory[rb.at.data_head];
  const bool told = leaves && event.inherit_stat;
  if (!judge.require(writer.has_value() == told && (head != 0) == (told && !paused), "I-118",
                     "what a task has counted is not told, or told to who did not ask"))
    return;
  const std::span<const std::uint64_t> ring = std::span(memory).subspan(rb.at.data, kWords);
  if (head == 0)
    judge.require(std::ranges::count(ring, std::uint64_t{0}) == std::ssize(ring), "I-118",
                  "a record is written to a ring that takes none");
  else
    judge_record(example, ring.first(head / kWordBytes), judge);
}

void run_repaired(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, ChildRead::its_cpu);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, ChildRead::who_detaches);
}

constexpr std::string_view kTitle = "a task that ends or calls exec leaves an inherited event";

}  // namespace

const AuxSequence kReadRecords = {"read-records", kTitle,      kProperties, kSetup, {},
                                  true,           run_repaired};
const AuxSequence kReadRecordsAsItIs = {
    "read-records-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
