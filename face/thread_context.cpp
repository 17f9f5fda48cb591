// A run of a user's thread: where objects are, values with their sources, and how a run ends.
// Its accesses are in thread_accesses.cpp.
// Tested by tests/face.
#include "face/thread_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "explore/thread_run_errors.hpp"
#include "face/place_text.hpp"
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

/// The name of T in what a compiler says of a function template of T.
std::string type_name(std::string_view function) {
  const std::size_t at = function.find("T = ");
  if (at == std::string_view::npos) return "object";
  std::string_view name = function.substr(at + 4);
  name = name.substr(0, name.find_first_of(";,]"));
  const std::size_t scope = name.rfind("::");
  return std::string(scope == std::string_view::npos ? name : name.substr(scope + 2));
}

}  // namespace

ThreadContext::ThreadContext(const RunSettings& settings, ThreadRun& run, Recording* recording)
    : settings_(settings), run_(run), recording_(recording), stamp_(next_stamp()) {
  sources_.emplace_back();
}

ThreadContext::~ThreadContext() {
  end_made_objects();
}

void ThreadContext::run(const std::function<void()>& body) {
  std::string escaped;
  {
    const CurrentContext current(*this);
    try {
      body();
    } catch (const EndOfRun&) {
      ended_ = true;
    } catch (const std::exception& error) {
      escaped = fmt::format("an exception that nothing catches: {}", error.what());
    } catch (...) {
      escaped = "an exception that nothing catches";
    }
    end_made_objects();
  }
  if (reason_ != nullptr) std::rethrow_exception(reason_);
  if (ended_) throw EndOfRun{};
  if (!escaped.empty()) run_.fail(settings_.layout.keep(escaped, "fault"));
}

void ThreadContext::refuse(const std::string& what) {
  reject(run_.program(), run_.thread(), what);
}

void ThreadContext::violate(const std::string& what, std::string_view property) {
  run_.fail(settings_.layout.keep(what, property));
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

std::uint32_t ThreadContext::made(const detail::cell& object) {
  return act([&]() -> std::uint32_t {
    const auto place = arena_.find(&object);
    const auto holds = [&](const Made& made) {
      return place && place->thread == run_.thread() && place->offset >= made.offset &&
             place->offset < made.offset + made.size;
    };
    const auto its = std::ranges::find_if(made_, holds);
    if (its == made_.end())
      refuse(
          "a shared object is made by a thread where no other can find it again: make it with "
          "ringcheck::make, or in the program's body");
    const Made& block = *its;
    std::optional<LocId> l = settings_.layout.heap_object(place->thread, place->offset);
    if (!l) {
      Discovery found;
      ObjectRow& row = found.object;
      row.key = {ObjectKey::Kind::heap, place->thread, place->offset};
      row.type = {object.kind(), static_cast<std::uint8_t>(object.bits()), object.holds_pointer(),
                  object.is_signed()};
      row.name = fmt::format("{}.{}", block.name,
                             name_of(object, fmt::format("at{}", place->offset - block.offset)));
      row.block = block.offset;
      discover(found);
    }
    if (!object.has_initial()) return 0;
    declare_store(*l);
    Bits initial{object.initial(), 0, true};
    run_.store(address_of(*l), word_of(initial, object.holds_pointer()), {});
    return 0;
  });
}

void* ThreadContext::allocate(std::size_t size, std::size_t alignment, const char* type) {
  return act([&]() -> void* {
    const std::uint64_t offset = (heap_used_ + alignment - 1) / alignment * alignment;
    if (alignment > Arena::kAlignment || offset + size > Arena::kPart)
      refuse(fmt::format("it makes more than {} bytes of objects", Arena::kPart));
    heap_used_ = offset + size;
    made_.push_back({offset, size,
                     fmt::format("{}.{}{}", run_.program().threads[run_.thread()].name,
                                 type_name(type), made_.size() + 1)});
    return arena_.at({run_.thread(), offset});
  });
}

void ThreadContext::allocated(void* object, void (*end)(void*)) {
  if (ended_ || made_.empty()) return;
  made_.back().object = object;
  made_.back().end = end;
}

void* ThreadContext::open(const void* pointer, std::size_t size, detail::sources from, bool known) {
  return act([&]() -> void* {
    if (known && pointer == nullptr) violate("a null pointer is dereferenced", "fault");
    auto* begin = const_cast<std::byte*>(static_cast<const std::byte*>(pointer));
    if (known && from == 0) return begin;
    if (!known) {
      const std::size_t room = (size + Arena::kAlignment - 1) / Arena::kAlignment;
      if (unknown_used_ + room * Arena::kAlignment > Arena::kPart)
        refuse("an expression goes through too many pointers");
      begin = arena_.unknown() + unknown_used_;
      unknown_used_ += room * Arena::kAlignment;
    }
    opened_.push_back({begin, size, from, known});
    return begin;
  });
}

void ThreadContext::close(const void* opened) {
  for (auto at = opened_.rbegin(); at != opened_.rend(); ++at) {
    if (at->begin != opened) continue;
    if (!at->known) unknown_used_ = static_cast<std::size_t>(at->begin - arena_.unknown());
    opened_.erase(std::next(at).base());
    return;
  }
}

Word ThreadContext::address_of_target(const Target& at, bool writes) {
  if (at.object == nullptr) return {0, sources_of(at.from), false};
  Word address = location_of(*at.object, writes);
  address.sources |= sources_of(at.from);
  return address;
}

Word ThreadContext::location_of(const detail::cell& object, bool writes) {
  SourceSet from;
  const auto* byte = reinterpret_cast<const std::byte*>(&object);
  for (const auto& opened : std::views::reverse(opened_)) {
    if (byte < opened.begin || byte >= opened.begin + opened.size) continue;
    from = sources_of(opened.from);
    if (!opened.known) return {0, from, false};
    break;
  }
  std::optional<LocId> l;
  if (const auto place = arena_.find(&object)) {
    l = settings_.layout.heap_object(place->thread, place->offset);
    if (!l) violate("an access to an object that no make() has made", "fault");
  } else if (object.ordinal() != 0) {
    l = static_cast<LocId>(object.ordinal() - 1);
  } else {
    l = settings_.layout.outside_object(&object);
    if (!l) {
      Discovery found;
      found.object.key.kind = ObjectKey::Kind::outside;
      found.object.type = {object.kind(), static_cast<std::uint8_t>(object.bits()),
                           object.holds_pointer(), object.is_signed()};
      found.object.name = name_of(object, "");
      found.object.has_initial = object.has_initial();
      found.object.initial =
          object.holds_pointer() ? settings_.addresses.bits(object.initial()) : object.initial();
      found.object.address = &object;
      discover(found);
    }
  }
  if (writes) declare_store(*l);
  return {address_of(*l), from, true};
}

void ThreadContext::declare_store(LocId l) {
  if (settings_.layout.may_store(run_.thread(), l)) return;
  Discovery found;
  found.what = Discovery::What::store;
  found.thread = run_.thread();
  found.location = l;
  discover(found);
}

void ThreadContext::declare(TagSet tags) {
  if (const auto why = settings_.model.refuses(tags))
    throw no_meaning(run_.program().name + ": " + run_.program().threads[run_.thread()].name +
                     ": " + *why);
  if (!tags.has(Tag::seq_cst) || settings_.layout.seq_cst) return;
  Discovery found;
  found.what = Discovery::What::seq_cst;
  discover(found);
}

void ThreadContext::count_access(const Place& where) {
  if (++accesses_ <= settings_.layout.accesses) return;
  run_.reach_bound(settings_.layout.keep(
      fmt::format("{} accesses of a thread, as {} makes{}", settings_.layout.accesses,
                  run_.program().threads[run_.thread()].name, in_parentheses(where)),
      "bound"));
}

detail::sources ThreadContext::number_of(const SourceSet& sources) {
  if (sources.none()) return 0;
  if (sources_.size() >> kStampShift != 0) refuse("it computes with too many values");
  sources_.push_back(sources);
  return stamp_ << kStampShift | static_cast<std::uint32_t>(sources_.size() - 1);
}

SourceSet ThreadContext::sources_of(detail::sources number) {
  if (number == 0) return {};
  const std::uint32_t place = number & ((1U << kStampShift) - 1);
  if (number >> kStampShift != stamp_ || place >= sources_.size())
    refuse(
        "a value that was loaded in another run, or by another thread, is used: keep what outlives "
        "a run in a ringcheck::var");
  return sources_[place];
}

detail::sources ThreadContext::unite(detail::sources a, detail::sources b) {
  return act([&] { return number_of(sources_of(a) | sources_of(b)); });
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
    if (place && place->thread == Arena::kUnknown)
      refuse("the address of a member is used where the object's own is not known yet");
    word.value = place ? kHeapMark | std::uint64_t{place->thread} << 32U | place->offset
                       : settings_.addresses.bits(bits.bits);
  }
  if (word.value == kNeverStored || word.value == kFreed)
    refuse("it stores a number that ringcheck keeps for memory that holds nothing");
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
    violate(fmt::format("{}{}", what, in_parentheses(where)), "require");
  });
}

void ThreadContext::assume(const Bits& condition) {
  act([&] { run_.assume({condition.bits != 0, sources_of(condition.from), condition.known}); });
}

void ThreadContext::end_wait(const Bits& condition, const Place& where) {
  act([&] {
    settings_.layout.waits = true;
    block_unless({condition.bits != 0, sources_of(condition.from), condition.known}, wait_begins_,
                 where);
  });
}

void ThreadContext::block_unless(const Truth& condition, int first, const Place& where) {
  if (condition.known && !condition.value && recording_ != nullptr)
    recording_->waits.push_back({run_.thread(), first, run_.next_slot(), where});
  run_.assume(condition);
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

std::size_t ThreadContext::start_thread(const char* /*name*/, std::function<void()> /*body*/) {
  return act(
      [&]() -> std::size_t { refuse("it starts a thread: the program's body starts them all"); });
}

void ThreadContext::join_threads(bool /*at_end_of_life*/) {
  act([&] { refuse("it joins a thread: the program's body joins them all"); }, Ends::later);
}

}  // namespace ringcheck
