// A run of a user's thread: values with their sources, and how a run ends. Its accesses are in
// thread_accesses.cpp, its waits in thread_waits.cpp, the objects that it makes and reaches in
// thread_objects.cpp.
// Tested by tests/face.
#include "face/thread_context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/thread_run_errors.hpp"
#include "face/call_to_the_end.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {
namespace {

// The number of a set of sources is the run's stamp, which gives away values of another run, then a
// place in the run's list.
constexpr unsigned kStampShift = 20;
constexpr std::uint32_t kStamps = 1U << (32U - kStampShift);

std::uint32_t next_stamp() {
  thread_local std::uint32_t stamp = 0;
  return stamp = (stamp + 1) % kStamps;
}

}  // namespace

ThreadContext::ThreadContext(const RunSettings& settings, ThreadRun& run, Recording* recording)
    : settings_(settings), run_(run), recording_(recording), stamp_(next_stamp()) {
  sources_.resize(settings_.repeats ? 2 : 1);
}

ThreadContext::~ThreadContext() {
  end_made_objects();
}

void ThreadContext::run(const std::function<void()>& body) {
  std::string escaped;
  {
    const CurrentContext current(*this);
    try {
      call_to_the_end(body);
    } catch (const EndOfRun&) {
      escaped.clear();  // the run knows
    } catch (const std::exception& error) {
      escaped = fmt::format("an exception that nothing catches: {}", error.what());
    } catch (...) {
      escaped = "an exception that nothing catches";
    }
    end_made_objects();
  }
  if (reason_ != nullptr) std::rethrow_exception(reason_);
  if (run_.has_stopped()) return;
  locate({});
  if (!escaped.empty()) violate(escaped, "fault");
}

void ThreadContext::end_for_reason() {
  if (reason_ != nullptr) return;
  try {
    throw;
  } catch (const ProgramTooLarge& failure) {
    Diagnostic its = failure.diagnostic();
    its.message += at_place();
    reason_ = std::make_exception_ptr(ProgramTooLarge(std::move(its)));
  } catch (const InputError& failure) {
    Diagnostic its = failure.diagnostic();
    its.message += at_place();
    reason_ = std::make_exception_ptr(InputError(std::move(its)));
  } catch (...) {
    reason_ = std::current_exception();
  }
}

void ThreadContext::reject(const std::string& what) {
  ringcheck::reject(run_.program(), run_.thread(), what);
}

void ThreadContext::refuse(const std::string& what, const Place& where) {
  act([&] {
    locate(where);
    reject(what);
  });
}

void ThreadContext::violate(const std::string& what, std::string_view property) {
  run_.fail(settings_.layout.keep(what + at_place(), property));
}

void ThreadContext::fault(const std::string& what) {
  act([&] { violate(what, "fault"); });
}

void ThreadContext::discover(const Discovery& found) {
  throw found;
}

void ThreadContext::end_made_objects() {
  closing_ = true;
  while (!made_.empty()) {
    const Made made = made_.back();
    made_.pop_back();
    if (made.end != nullptr) made.end(made.object);
  }
}

void ThreadContext::declare_store(LocId l) {
  if (run_.program().threads[run_.thread()].may_write.test(l)) return;
  Discovery found;
  found.what = Discovery::What::store;
  found.thread = run_.thread();
  found.location = l;
  discover(found);
}

void ThreadContext::declare(TagSet tags) {
  if (tags.empty() || settings_.repeats) return;
  if (const auto why = settings_.model.refuses(tags))
    throw no_meaning(run_.program().name + ": " + run_.program().threads[run_.thread()].name +
                     ": " + *why + at_place());
  if (!tags.has(Tag::seq_cst) || settings_.layout.seq_cst) return;
  Discovery found;
  found.what = Discovery::What::seq_cst;
  discover(found);
}

void ThreadContext::count_access(const Place& where) {
  locate(where);
  if (++accesses_ <= settings_.layout.accesses) return;
  run_.reach_bound(settings_.layout.keep(
      fmt::format("{} accesses of a thread, as {} makes{}", settings_.layout.accesses,
                  run_.program().threads[run_.thread()].name, at_place()),
      "bound"));
}

detail::sources ThreadContext::number_of(const SourceSet& sources) {
  if (sources.none()) return 0;
  if (settings_.repeats) return stamp_ << kStampShift | 1U;
  if (sources_.size() >> kStampShift != 0) reject("it computes with too many values");
  sources_.push_back(sources);
  return stamp_ << kStampShift | static_cast<std::uint32_t>(sources_.size() - 1);
}

SourceSet ThreadContext::sources_of(detail::sources number) {
  if (number == 0) return {};
  const std::uint32_t place = number & ((1U << kStampShift) - 1);
  if (number >> kStampShift != stamp_ || place >= sources_.size())
    reject(
        "a value that was loaded in another run, or by another thread, is used: keep what outlives "
        "a run in a ringcheck::var");
  return sources_[place];
}

detail::sources ThreadContext::unite(detail::sources a, detail::sources b) {
  return act([&] {
    const SourceSet both = sources_of(a) | sources_of(b);
    return settings_.repeats ? std::max(a, b) : number_of(both);
  });
}

Context::Bits ThreadContext::bits_of(const Word& value, const Call& how) {
  Bits bits{value.value, number_of(value.sources), value.known};
  if (!how.pointer || !value.known) return bits;
  if ((bits.bits & kHeapMark) != 0)
    bits.bits = reinterpret_cast<std::uintptr_t>(
        arena_.at({static_cast<ThreadId>((bits.bits >> 32U) & 0xffU), bits.bits & 0xffff'ffffU}));
  else
    bits.bits = settings_.addresses.raw(bits.bits);
  return bits;
}

Word ThreadContext::word_of(const Bits& bits, bool pointer) {
  Word word{bits.bits, sources_of(bits.from), bits.known};
  if (!word.known) return word;
  if (pointer) {
    const auto place = arena_.find(reinterpret_cast<const void*>(bits.bits));
    if (place && place->thread == Arena::kOpened) return word_of(this->pointer(bits.bits), true);
    word.value = place ? kHeapMark | std::uint64_t{place->thread} << 32U | place->offset
                       : settings_.addresses.bits(bits.bits);
  }
  if (word.value == kNeverStored || word.value == kFreed)
    reject("it stores a number that ringcheck keeps for memory that holds nothing");
  return word;
}

bool ThreadContext::decide(const Bits& condition) {
  return act([&] {
    const Truth truth{condition.bits != 0, sources_of(condition.from), condition.known};
    // The code waits for a branch that controls all that follows: nothing after it can come first.
    if (!truth.known && scopes_ == 0) run_.assume({true, truth.sources, false});
    return run_.branch(truth);
  });
}

void ThreadContext::require(const Bits& condition, const char* what, const Place& where) {
  act([&] {
    settings_.layout.asked = true;
    (void)sources_of(condition.from);  // refuses a value of another run
    if (!condition.known || condition.bits != 0) return;
    locate(where);
    violate(what, "require");
  });
}

void ThreadContext::assume(const Bits& condition) {
  act([&] { run_.assume({condition.bits != 0, sources_of(condition.from), condition.known}); });
}

void ThreadContext::observe(const char* what, std::span<const Bits> values) {
  act([&] {
    settings_.layout.says = true;
    for (const Bits& value : values) (void)sources_of(value.from);
    if (recording_ == nullptr) return;
    RecordedSaying said{run_.thread(), what, {}};
    for (const Bits& value : values) said.values.push_back(value.bits);
    recording_->sayings.push_back(std::move(said));
  });
}

std::uint64_t ThreadContext::choose(std::uint64_t n) {
  return act([&] { return run_.choose(n); });
}

detail::sources ThreadContext::control() {
  return act([&] {
    ++scopes_;
    return number_of(run_.control());
  });
}

void ThreadContext::set_control(detail::sources from) {
  act(
      [&] {
        --scopes_;
        run_.set_control(sources_of(from) | lasting_);
      },
      Ends::later);
}

std::size_t ThreadContext::start_thread(const char* /*name*/, std::function<void()> /*body*/,
                                        const Place& where) {
  return act([&]() -> std::size_t {
    locate(where);
    reject("it starts a thread: the program's body starts them all");
  });
}

void ThreadContext::join_threads(bool /*at_end_of_life*/, const Place& where) {
  act(
      [&] {
        locate(where);
        reject("it joins a thread: the program's body joins them all");
      },
      Ends::later);
}

}  // namespace ringcheck
