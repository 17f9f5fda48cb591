// How far a program of filters has come, and what is told of both sides.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/filter_sides.hpp"

namespace ringcheck {
namespace {

/// Words of a text, by the numbers of a call.
std::string number_text(std::uint64_t number, std::uint64_t form) {
  constexpr std::uint64_t kHex = 0, kDecimal = 1;
  if (form == kHex) return fmt::format("{:#x}", number);
  return form == kDecimal ? fmt::format("{}", number) : fmt::format("0{:o}", number);
}

/// Numbers of a clause in a call of set_filter, and those before the first one.
constexpr std::size_t kBeforeClauses = 4, kClauseNumbers = 6;

std::string clause_text(const Call& call, std::size_t at) {
  constexpr std::array<std::string_view, 5> kActions = {"filter", "start", "stop", "", "filters"};
  enum Form : std::uint64_t { address, range, file, file_range, nothing };
  const std::uint64_t form = call.at(at + 1);
  std::string text(kActions.at(call.at(at)));
  text += ' ';
  if (form == nothing) return text;
  text += number_text(call.at(at + 2), call.at(at + 5));
  if (form == range || form == file_range)
    text += '/' + number_text(call.at(at + 3), call.at(at + 5));
  if (form == file || form == file_range)
    text += std::string("@/") + static_cast<char>('a' + static_cast<char>(call.at(at + 4)));
  return text;
}

}  // namespace

std::string filter_text_of(const Call& call) {
  constexpr std::string_view kOddities = " ,\n@/x0g9";
  std::string text;
  const std::uint64_t clauses = call.at(0), times = call.at(1), odd = call.at(2);
  for (std::uint64_t i = 0; i < clauses; ++i) {
    const std::uint64_t repeats = i + 1 == clauses ? times : 0;
    for (std::uint64_t time = 0; time <= repeats; ++time)
      text += clause_text(call, kBeforeClauses + i * kClauseNumbers) + ',';
  }
  if (odd != 0 && !text.empty())
    text.at(odd / kOddities.size() % text.size()) = kOddities.at(odd % kOddities.size());
  return text;
}

FilterPlan::FilterPlan(const FilterSetup& setup)
    : of_cpu_(setup.family.of_cpu != 0), kernel_(setup.family.kernel_thread != 0) {
  threads_[0] = State::runs;
  events_[0] = Event::there;
  cpu_.fill(-1);
  event_of_.fill(kFamilyThreads);
  event_of_[0] = 0;
  for (unsigned i = 0; i < kFamilyThreads; ++i) spaces_.at(i) = i;
}

bool FilterPlan::can_schedule(const Call& call) const {
  const unsigned number = thread_of(call);
  const auto op = static_cast<FilterOp>(call.op);
  if (op == FilterOp::sched_out) return cpu_of(number) >= 0;
  if (event_of(number) == kFamilyThreads) return false;
  if (op == FilterOp::switch_to) {
    const unsigned second = thread_of(call, 1);
    return !of_cpu_ && is_on_cpu(number) && number != second && !is_on_cpu(second) &&
           event_of(second) != kFamilyThreads;
  }
  bool can = !is_on_cpu(number) && (!of_cpu_ || call.at(1) == 0);
  for (const int cpu : cpu_) can = can && cpu != static_cast<int>(call.at(1));
  return can;
}

const CallGuard* FilterPlan::guard(const Call& call, std::uint64_t areas) const {
  const auto op = static_cast<FilterOp>(call.op);
  const unsigned thread = thread_of(call);
  switch (op) {
    case FilterOp::set_filter:
    case FilterOp::close:
      return nullptr;
    case FilterOp::reap:
      return events_.at(thread) == Event::left ? nullptr : &guards::kNotLeft;
    case FilterOp::sched_in:
    case FilterOp::sched_out:
    case FilterOp::switch_to:
      return can_schedule(call) ? nullptr : &guards::kNotSchedulable;
    default:
      break;
  }
  if (threads_.at(thread) != State::runs) return &guards::kNoThread;
  if (op == FilterOp::leave) return nullptr;
  if (kernel_ && thread == 0) return &guards::kNoAddressSpace;
  if (op == FilterOp::fork) return next_ == kFamilyThreads ? &bounds::kFurtherThread : nullptr;
  if (op == FilterOp::exec) return shares_first(thread) ? &bounds::kSharedSpace : nullptr;
  if (op != FilterOp::map && areas == 0) return &guards::kNothingMapped;
  return op != FilterOp::unmap && areas + 2 > kFamilyMappings ? &bounds::kManyAreas : nullptr;
}

void FilterPlan::forked(bool has_event) {
  threads_.at(next_) = State::runs;
  if (has_event) {
    events_.at(next_) = Event::there;
    event_of_.at(next_) = next_;
  }
  ++next_;
}

void FilterPlan::left(unsigned thread) {
  threads_.at(thread) = State::left;
  spaces_.at(thread) = thread;
  if (of_cpu_ || event_of(thread) == kFamilyThreads) return;
  events_.at(event_of(thread)) = Event::left;
  event_of_.at(thread) = kFamilyThreads;
}

bool FilterPlan::shares_first(unsigned thread) const {
  for (unsigned i = 0; i < kFamilyThreads; ++i)
    if (i != thread && spaces_.at(i) == thread) return true;
  return false;
}

void tell_event(unsigned number, const rc_event_filters& of, Answers& answers) {
  const auto tell = [&](std::string_view what, std::uint64_t value) {
    answer(answers, fmt::format("event {}: {}", number, what), static_cast<std::int64_t>(value));
  };
  if (of.there == 0) return;
  for (unsigned i = 0; i < RC_MOST_RANGES; ++i) {
    if (of.start[i] == 0 && of.size[i] == 0) continue;
    tell(fmt::format("range {} starts", i), of.start[i]);
    tell(fmt::format("range {} has", i), of.size[i]);
  }
  tell("addr_filters_gen", of.generation);
  tell("hw.addr_filters_gen", of.hw_generation);
  tell("filters of its driver", of.count);
  for (unsigned i = 0; i < of.count; ++i) {
    tell("first", of.first[i]);
    tell("last", of.last[i]);
    tell("config", of.config[i]);
  }
  tell("thread", of.thread);
  tell("stops", of.stops);
  tell("starts", of.starts);
  tell("oncpu", static_cast<std::uint64_t>(static_cast<std::int64_t>(of.oncpu)));
}

void tell_unit(const rc_unit_filters& of, Answers& answers) {
  const auto tell = [&](std::string_view what, std::uint64_t value) {
    answer(answers, std::string(what), static_cast<std::int64_t>(value));
  };
  tell("unit: control", of.ctl);
  for (unsigned i = 0; i < RC_COMPARATORS; ++i) {
    if (of.values[i] == 0 && of.types[i] == 0) continue;
    tell(fmt::format("unit: address {}", i), of.values[i]);
    tell(fmt::format("unit: type {}", i), of.types[i]);
  }
  tell("unit: include", of.include);
  tell("unit: start and stop", of.start_stop);
  tell("unit: started", of.started);
}

}  // namespace ringcheck
