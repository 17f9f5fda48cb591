// The reader, the mapping, and what is told, beside any driver.
// Tested by `make kernel`.
#include "kernel/calls/driver_sides.hpp"

namespace ringcheck {
namespace {

/// What follows trace sums of another prefix.
constexpr std::uint64_t kSumFactor = 31;

/// What reader and mapping do; `set(word, value)` stores, `word(at)` loads.
template <class Set, class Word>
bool run_reader(const Call& call, const AuxAreaSetup& setup, const AuxAreaWords& words, Set&& set,
                Word&& word) {
  switch (static_cast<DriverOp>(call.op)) {
    case DriverOp::aux_tail:
      set(words.aux.user_tail,
          call.at(0) == 0 ? word(words.aux.user_head) : setup.head + call.at(0));
      return true;
    case DriverOp::data_tail:
      set(words.ring.data_tail, word(words.ring.data_head));
      return true;
    case DriverOp::mapped:
      set(words.aux.aux_mmap_count, call.at(0));
      return true;
    default:
      return false;
  }
}

}  // namespace

bool KernelDriver::run_other(const Call& call) {
  return run_reader(
      call, area_setup_, area_words_,
      [&](std::uint64_t at, std::uint64_t value) { area_.set(at, value); },
      [&](std::uint64_t at) { return word(at); });
}

const std::uint8_t* KernelDriver::page(std::uint64_t number) const {
  return static_cast<std::uint8_t*>(
      area_.call<decltype(rc_aux_page)>("rc_aux_page")(area_.buffer, static_cast<int>(number)));
}

void KernelDriver::tell_area(Answers& answers) {
  tell_area(answers, [&](std::uint64_t number) { return page(number); });
}

void KernelDriver::tell_area(Answers& answers,
                             const std::function<const std::uint8_t*(std::uint64_t)>& page) {
  answer(answers, "handle->event",
         static_cast<std::int64_t>(
             area_.number_of(area_.call<decltype(rc_aux_event)>("rc_aux_event")(handle_))));
  answer(answers, "warnings", static_cast<std::int64_t>(area_.machine.warnings.size()));
  std::uint64_t sum = 0;
  for (std::uint64_t number = 0; number < area_setup_.aux_pages; ++number) {
    const std::uint8_t* bytes = page(number);
    for (std::uint64_t i = 0; i < area_setup_.page_bytes; ++i) sum = sum * kSumFactor + bytes[i];
  }
  answer(answers, "sum of the trace", static_cast<std::int64_t>(sum));
}

bool SpecifiedDriver::run_other(const Call& call) {
  return run_reader(
      call, area_setup_, area_words_,
      [&](std::uint64_t at, std::uint64_t value) { area_.word(at) = value; },
      [&](std::uint64_t at) { return word(at); });
}

void SpecifiedDriver::tell_area(Answers& answers) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  number("handle->event", word(area_words_.handles[0].event));
  number("warnings", area_.warnings);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < area_words_.aux_bytes; ++i)
    sum = sum * kSumFactor + word(area_words_.area + i);
  number("sum of the trace", sum);
}

void SpecifiedDriver::write_bytes(std::uint64_t at, std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; ++i) area_.word(area_words_.area + at + i) = ++written_;
}

ReserveOrder reserve_order_of(const NativeObject& object) {
  return object.says("local_try_cmpxchg") ? ReserveOrder::head_first : ReserveOrder::tail_first;
}

}  // namespace ringcheck
