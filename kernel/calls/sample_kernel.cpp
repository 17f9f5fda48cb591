// Samples on the kernel's text.
// Tested by `make kernel`.
#include "kernel/calls/sample_sides.hpp"

namespace ringcheck {

SampleKernel::SampleKernel(const NativeObject& object, const SampleSetup& setup,
                           const SampleWords& words)
    : words_(words), area_(object, setup.area, words) {
  area_.make([&](void* event) { area_.call<decltype(rc_set_pmu)>("rc_set_pmu")(event, 1, 0); });
  area_.call<decltype(rc_set_sampled)>("rc_set_sampled")(area_.events[0], area_.events[2],
                                                         &setup.sampled);
  area_.add(
      area_.call<decltype(rc_buffer_place)>("rc_buffer_place")(area_.buffer, RC_AUX_IN_SAMPLING),
      words.driver);
  area_.machine.tracing = true;
}

int SampleKernel::sample(unsigned event, std::uint64_t period, std::uint64_t chain) {
  return area_.call<decltype(rc_take_sample)>("rc_take_sample")(area_.events[event], period,
                                                                static_cast<unsigned>(chain));
}

void SampleKernel::run(const Call& call, Answers& answers) {
  switch (static_cast<SampleOp>(call.op)) {
    case SampleOp::sample:
      answer(answers, "perf_event_output", sample(0, call.at(0), call.at(1)));
      break;
    case SampleOp::prepare: {
      rc_prepared prepared{};
      area_.call<decltype(rc_prepare_sample)>("rc_prepare_sample")(
          area_.events[0], static_cast<unsigned>(call.at(0)), &prepared);
      answer(answers, "header.size", prepared.size);
      answer(answers, "stack_user_size", prepared.stack_size);
      answer(answers, "aux_size", static_cast<std::int64_t>(prepared.aux_size));
      break;
    }
    case SampleOp::data_tail:
      area_.set(words_.ring.data_tail, word(words_.ring.data_head));
      break;
  }
  answer(answers, "warnings", static_cast<std::int64_t>(area_.machine.warnings.size()));
}

}  // namespace ringcheck
