// live traces: what programs did with real buffers, and what they saw after each step. The trace
// itself is checked before the specification runs: a trace that no buffer can show is bad input.
// Tested by tests/properties/core/conform_test.cpp.
#include <fmt/format.h>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/ring/live_buffer.hpp"

namespace ringcheck {
namespace {

/// A step as recorded.
struct RecordedStep {
  std::string place;
  LiveStep step;
  LiveState state;
  std::vector<bool> lost_known;  ///< for each run: whether the row says how many it reports
};

LiveSetup setup_of(Fields& fields) {
  LiveSetup setup;
  setup.data_size = power_of_two(fields, "data_size", 1U << 24U);
  if (setup.data_size < kLivePageSize)
    throw RowError(fields.place("data_size") + ": expected at least a page of 4096");
  const std::string direction = fields.text("direction");
  if (direction != "forward" && direction != "backward")
    throw RowError(fmt::format("{}: saw \"{}\", expected forward or backward",
                               fields.place("direction"), direction));
  setup.backward = direction == "backward";
  setup.sample_id_all = fields.flag("sample_id_all");
  Fields wakeup(fields.any("wakeup"), fields.place("wakeup"));
  const std::string kind = wakeup.text("kind");
  if (kind != "events" && kind != "watermark")
    throw RowError(
        fmt::format("{}: saw \"{}\", expected events or watermark", wakeup.place("kind"), kind));
  setup.by_watermark = kind == "watermark";
  setup.wakeup = wakeup.number("value", UINT32_MAX);
  wakeup.finish();
  for (const Json& json : fields.array("events")) {
    Fields event(json, fields.place("events"));
    setup.sample_types.push_back(event.number("sample_type"));
    event.finish();
  }
  return setup;
}

LiveStep::Op op_of(Fields& fields) {
  const std::string name = fields.text("op");
  const auto found = std::ranges::find(kLiveOpNames, name);
  if (found == kLiveOpNames.end())
    throw RowError(fmt::format("{}: saw \"{}\", expected one of {}", fields.place("op"), name,
                               fmt::join(kLiveOpNames, ", ")));
  return static_cast<LiveStep::Op>(found - kLiveOpNames.begin());
}

RecordedStep step_of(const Json& json, std::string place, const LiveSetup& setup) {
  Fields fields(json, place);
  RecordedStep recorded;
  recorded.step.op = op_of(fields);
  if (recorded.step.op == LiveStep::Op::emit) {
    recorded.step.event = fields.number("event", setup.sample_types.size() - 1);
    recorded.step.count = fields.number("count", UINT32_MAX);
  }
  if (recorded.step.op == LiveStep::Op::poll) recorded.state.ready = fields.flag("ready");
  recorded.state.data_head = fields.wrapping("data_head");
  recorded.state.data_tail = fields.wrapping("data_tail");
  for (const Json& run : fields.array("records")) {
    Fields record(run, fields.place("records"));
    LiveRun seen{record.number("type", UINT32_MAX), record.number("size", UINT16_MAX), 0,
                 record.number("count", UINT32_MAX)};
    // Only a LOST record has such a field.
    const bool lost = seen.type == kRecordLost && record.has("lost");
    recorded.lost_known.push_back(lost);
    if (lost) seen.lost = record.number("lost");
    record.finish();
    recorded.state.records.push_back(seen);
  }
  fields.finish();
  recorded.place = std::move(place);
  return recorded;
}

/// Refuses a step that no buffer could show after `before`.
void require_possible(const LiveSetup& setup, const LiveState& before, const RecordedStep& now) {
  const auto refuse = [&](const std::string& what) {
    throw RowError(now.place + " contradicts the trace: " + what);
  };
  const LiveStep::Op op = now.step.op;
  const LiveState& state = now.state;
  const std::uint64_t moved =
      setup.backward ? before.data_head - state.data_head : state.data_head - before.data_head;
  std::uint64_t written = 0;
  std::uint64_t samples = 0;
  for (const LiveRun& run : state.records) {
    if (run.count == 0 || run.size == 0 || run.size % kWordBytes != 0)
      refuse(fmt::format("{} records of {} bytes, expected at least one, of whole words", run.count,
                         run.size));
    written += run.size * run.count;
    if (run.type == kRecordSample) samples += run.count;
  }
  if (samples > now.step.count)
    refuse(fmt::format("{} samples are written and {} were emitted, expected no more", samples,
                       now.step.count));
  const std::uint64_t there = setup.backward ? std::min(moved, setup.data_size) : moved;
  constexpr std::uint64_t kLargest = UINT16_MAX;
  if (op != LiveStep::Op::emit && moved != 0)
    refuse("data_head moves, expected that of the step before");
  if (op != LiveStep::Op::consume && state.data_tail != before.data_tail)
    refuse("data_tail moves, expected that of the step before");
  // The oldest record of a full backward buffer may be there only in part.
  if (written > there || (written < there && (moved == there || there - written > kLargest)))
    refuse(fmt::format("data_head moves by {} and records take {} bytes, expected the same",
                       relative(moved, 0), written));
  if (setup.backward ? state.data_tail != 0 : state.data_head - state.data_tail > setup.data_size)
    refuse(fmt::format("data_tail is {} and data_head {}, expected no more than the buffer between",
                       relative(state.data_tail, 0), relative(state.data_head, 0)));
}

/// The state as rows have it. `like` says for which runs the row gives the lost count.
Json to_json(const LiveState& state, const RecordedStep& like) {
  Json json = {{"data_head", relative(state.data_head, 0)},
               {"data_tail", relative(state.data_tail, 0)}};
  if (like.step.op == LiveStep::Op::poll) json["ready"] = state.ready ? 1 : 0;
  Json& records = json["records"] = Json::array();
  for (std::size_t i = 0; i < state.records.size(); ++i) {
    const LiveRun& run = state.records[i];
    Json entry = {{"type", run.type}, {"size", run.size}};
    if (run.type == kRecordLost && (i >= like.lost_known.size() || like.lost_known[i]))
      entry["lost"] = run.lost;
    entry["count"] = run.count;
    records.push_back(std::move(entry));
  }
  return json;
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  Expect expect(row);
  fields.text("name");
  const LiveSetup setup = setup_of(fields);
  if (setup.sample_types.empty())
    throw RowError(fields.place("events") + ": saw none, expected at least one");
  std::vector<RecordedStep> steps;
  for (const Json& json : fields.array("steps")) {
    steps.push_back(step_of(json, fmt::format("step {}", steps.size()), setup));
    const std::size_t last = steps.size() - 1;
    require_possible(setup, last == 0 ? LiveState{} : steps[last - 1].state, steps[last]);
  }
  fields.finish();
  if (steps.empty()) throw RowError(fields.place("steps") + ": saw none, expected at least one");

  SpecifiedBuffer buffer(setup);
  for (std::size_t i = 0; i < steps.size() && !expect.differs(); ++i) {
    const RecordedStep& recorded = steps[i];
    const bool consume = recorded.step.op == LiveStep::Op::consume;
    const LiveState state =
        consume ? buffer.consume_to(recorded.state.data_tail) : buffer.take(recorded.step);
    expect.at_step(i);
    expect.same(std::string(kLiveOpNames[static_cast<std::size_t>(recorded.step.op)]),
                to_json(recorded.state, recorded), to_json(state, recorded));
  }
  return expect.first();
}

}  // namespace

const ConformSet kLiveTraceSet = {"live", "what programs saw of real buffers after each step",
                                  check};

}  // namespace ringcheck
