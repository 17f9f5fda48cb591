// Random programs on a buffer. The numbers are drawn by hand from a generator that the C++ standard
// defines exactly, so a seed means the same everywhere.
// Tested by tests/properties/ring/live_case_test.cpp.
#include "properties/ring/live_case.hpp"

#include <random>

namespace ringcheck {

namespace {

/// Draws numbers.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t index) : random_(seed * 0x9e3779b97f4a7c15U + index) {}
  /// One of 0 … `count` - 1.
  std::uint64_t below(std::uint64_t count) { return random_() % count; }
  bool one_in(std::uint64_t count) { return below(count) == 0; }

 private:
  std::mt19937_64 random_;
};

LiveSetup random_setup(Draw& draw) {
  LiveSetup setup;
  setup.data_size = kLivePageSize << draw.below(2);
  setup.backward = draw.one_in(4);
  setup.sample_id_all = draw.one_in(2);
  setup.by_watermark = draw.one_in(3);
  setup.wakeup = setup.by_watermark ? 16 * (1 + draw.below(setup.data_size / 24)) : draw.below(7);
  setup.sample_types = {
      kSampleIp, kSampleIp | kSampleTid | kSampleAddr,
      kSampleIp | kSampleTid | kSampleTime | kSampleAddr | kSampleId | kSampleCpu | kSamplePeriod};
  return setup;
}

LiveStep random_step(Draw& draw, const LiveSetup& setup) {
  LiveStep step;
  const std::uint64_t kind = draw.below(16);
  if (kind < 9) {
    step.op = LiveStep::Op::emit;
    step.event = draw.below(setup.sample_types.size());
    step.count = 1 + draw.below(draw.one_in(6) ? 120 : 12);
  } else if (kind < 12) {
    step.op = LiveStep::Op::consume;
    step.count = draw.one_in(3) ? UINT32_MAX : draw.below(40);
  } else if (kind == 12) {
    step.op = LiveStep::Op::pause;
  } else if (kind == 13) {
    step.op = LiveStep::Op::resume;
  } else {
    step.op = LiveStep::Op::poll;
  }
  return step;
}

}  // namespace

LiveCase random_live_case(std::uint64_t seed, std::uint64_t index) {
  Draw draw(seed, index);
  LiveCase result{random_setup(draw), {}};
  const std::uint64_t steps = 10 + draw.below(50);
  for (std::uint64_t i = 0; i < steps; ++i) result.steps.push_back(random_step(draw, result.setup));
  return result;
}

Json live_setup_json(const LiveSetup& setup, const std::string& name) {
  Json events = Json::array();
  for (const std::uint64_t sample_type : setup.sample_types)
    events.push_back({{"sample_type", sample_type}});
  return {
      {"name", name},
      {"data_size", setup.data_size},
      {"direction", setup.backward ? "backward" : "forward"},
      {"sample_id_all", setup.sample_id_all ? 1 : 0},
      {"wakeup", {{"kind", setup.by_watermark ? "watermark" : "events"}, {"value", setup.wakeup}}},
      {"events", std::move(events)}};
}

Json live_step_json(const LiveStep& step, const LiveState& state) {
  Json json = {{"op", kLiveOpNames[static_cast<std::size_t>(step.op)]}};
  if (step.op == LiveStep::Op::emit) {
    json["event"] = step.event;
    json["count"] = step.count;
  }
  if (step.op == LiveStep::Op::poll) json["ready"] = state.ready ? 1 : 0;
  json["data_head"] = relative(state.data_head, 0);
  json["data_tail"] = relative(state.data_tail, 0);
  Json& records = json["records"] = Json::array();
  for (const LiveRun& run : state.records) {
    Json entry = {{"type", run.type}, {"size", run.size}};
    if (run.type == kRecordLost) entry["lost"] = run.lost;
    entry["count"] = run.count;
    records.push_back(std::move(entry));
  }
  return json;
}

}  // namespace ringcheck
