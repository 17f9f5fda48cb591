// The body of a program, as plain code.
// Tested by tests/face.
#include "face/body_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <ranges>

#include "explore/program.hpp"
#include "face/call_to_the_end.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {

BodyContext::BodyContext(Layout& layout, std::function<void()> explore)
    : setting_up_(&layout), layout_(layout), explore_(std::move(explore)) {}

BodyContext::BodyContext(const Layout& layout, const ExecutionGraph& graph, RunThreads run_threads)
    : setting_up_(nullptr), layout_(layout), graph_(&graph), run_threads_(std::move(run_threads)) {}

BodyContext::~BodyContext() {
  end_made_objects();
}

void BodyContext::end_made_objects() {
  closing_ = true;
  while (!made_.empty()) {
    const Made made = made_.back();
    made_.pop_back();
    if (made.end != nullptr) made.end(made.object);
    ::operator delete(made.object, std::align_val_t(made.alignment));
  }
}

void BodyContext::run(const std::function<void()>& body) {
  {
    const CurrentContext current(*this);
    try {
      call_to_the_end(body);
    } catch (...) {
      if (!left_ && failure_ == nullptr) failure_ = std::current_exception();
    }
    end_made_objects();
  }
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  if (started_ == 0) throw error(layout_.name + ": the body starts no thread");
}

void BodyContext::leave() {
  phase_ = Phase::over;
  left_ = true;
  throw EndOfRun{};
}

void BodyContext::reject(const std::string& what) {
  if (failure_ == nullptr)
    failure_ = std::make_exception_ptr(error(layout_.name + ": " + what + at_place()));
  leave();
}

bool BodyContext::acts(const Place& where) {
  locate(where);
  if (closing_) return false;
  if (phase_ == Phase::threads_run)
    reject(
        "the body uses a shared object while threads run: start a thread for it, or join them "
        "first");
  if (phase_ != Phase::over) return true;
  if (std::uncaught_exceptions() == 0) leave();
  return false;
}

void BodyContext::violate(const std::string& what, const char* property) {
  if (phase_ == Phase::setting_up) reject("before any thread starts: " + what);
  if (!violation_) violation_ = FinalViolation{property, what + at_place()};
  leave();
}

void BodyContext::refuse(const std::string& what, const Place& where) {
  if (acts(where)) reject("the body: " + what);
}

void BodyContext::fault(const std::string& what) {
  locate({});
  violate(what, "fault");
}

std::uint32_t BodyContext::made(const detail::cell& object) {
  if (!acts()) return 0;
  if (phase_ == Phase::ended) reject("the body makes a shared object after the threads have ended");
  addresses_.add(&object);
  const std::uint64_t initial =
      object.holds_pointer() ? addresses_.bits(object.initial()) : object.initial();
  memory_.push_back(object.has_initial() ? initial : kNeverStored);
  if (setting_up_ != nullptr) {
    const std::uint32_t ordinal = setting_up_->add_made(object);
    setting_up_->made(ordinal).initial = memory_.back();
    setting_up_->made(ordinal).has_initial = object.has_initial();
  }
  return ++count_;
}

LocId BodyContext::location_of(const Target& at) {
  const Arena& arena = Arena::of_this_thread();
  std::optional<LocId> l;
  if (const auto place = arena.find(at.object))
    l = layout_.heap_object(place->thread, place->offset);
  else if (at.object->ordinal() != 0)
    l = static_cast<LocId>(at.object->ordinal() - 1);
  else
    l = layout_.outside_object(at.object);
  if (l && *l < memory_.size()) return *l;
  reject(
      fmt::format("the body uses {}, which no thread has used", name_of(*at.object, "an object")));
}

std::uint64_t& BodyContext::cell_at(const Target& at) {
  return memory_[location_of(at)];
}

std::uint64_t BodyContext::loaded(const Target& at) {
  const LocId l = location_of(at);
  const std::string& name = layout_.objects()[l].name;
  if (memory_[l] == kNeverStored)
    violate(fmt::format("the body loads {}, which holds nothing yet", name), "fault");
  if (memory_[l] == kFreed)
    violate(fmt::format("the body loads {}, which has been freed", name), "fault");
  return memory_[l];
}

std::uint64_t BodyContext::pointer_to_bits(std::uint64_t raw) const {
  const auto place = Arena::of_this_thread().find(reinterpret_cast<const void*>(raw));
  if (place) return kHeapMark | std::uint64_t{place->thread} << 32U | place->offset;
  return addresses_.bits(raw);
}

std::uint64_t BodyContext::bits_to_pointer(std::uint64_t bits) const {
  if ((bits & kHeapMark) == 0) return addresses_.raw(bits);
  return reinterpret_cast<std::uintptr_t>(Arena::of_this_thread().at(
      {static_cast<ThreadId>((bits >> 32U) & 0xffU), bits & 0xffff'ffffU}));
}

Context::Bits BodyContext::load(const Target& at, const Call& how) {
  if (!acts(how.where)) return {};
  const std::uint64_t value = loaded(at);
  return {how.pointer ? bits_to_pointer(value) : value, 0, true};
}

void BodyContext::store(const Target& at, const Bits& value, const Call& how) {
  if (!acts(how.where)) return;
  const std::uint64_t bits = how.pointer ? pointer_to_bits(value.bits) : value.bits;
  cell_at(at) = bits;
  if (setting_up_ == nullptr) return;
  ObjectRow& row = setting_up_->made(at.object->ordinal());
  row.initial = bits;
  row.has_initial = true;
}

Context::Bits BodyContext::update(const Target& at, detail::operation what, const Bits& operand,
                                  const Call& how) {
  if (!acts(how.where)) return {};
  const Bits old = load(at, how);
  const std::uint64_t fresh = updated(what, old.bits, operand.bits);
  store(at, {fresh & (~std::uint64_t{0} >> (64U - how.bits)), 0, true}, how);
  return old;
}

Context::Bits BodyContext::compare_exchange(const Target& at, const Bits& expected,
                                            const Bits& desired, const Call& success,
                                            detail::ordering /*failure*/) {
  if (!acts(success.where)) return {};
  const Bits old = load(at, success);
  if (old.bits == expected.bits) store(at, desired, success);
  return old;
}

Context::Bits BodyContext::add_unless(const Target& at, const Bits& operand, const Bits& unless,
                                      const Call& how) {
  if (!acts(how.where)) return {};
  const Bits old = load(at, how);
  return old.bits == unless.bits ? old : update(at, detail::operation::add, operand, how);
}

void BodyContext::fence(detail::fence_kind /*kind*/, const Place& /*where*/) {}

void BodyContext::lock(const Target& at, detail::cell_kind /*kind*/, const Place& where) {
  if (!acts(where)) return;
  std::uint64_t& held = cell_at(at);
  if (held != 0) violate("the body waits for ever for a lock", "deadlock");
  held = 1;
}

bool BodyContext::try_lock(const Target& at, detail::cell_kind /*kind*/, const Place& where) {
  if (!acts(where)) return false;
  return std::exchange(cell_at(at), 1) == 0;
}

void BodyContext::unlock(const Target& at, detail::cell_kind /*kind*/, const Place& where) {
  if (acts(where)) cell_at(at) = 0;
}

Context::Bits BodyContext::is_locked(const Target& at, const Place& where) {
  if (!acts(where)) return {};
  return {cell_at(at) != 0 ? 1U : 0U, 0, true};
}

void BodyContext::require(const Bits& condition, const char* what, const Place& where) {
  if (!acts(where)) return;
  layout_.asked = true;
  if (condition.bits == 0) violate(what, "require");
}

void BodyContext::assume(const Bits& /*condition*/) {
  locate({});
  reject("the body assumes something: threads do");
}

void BodyContext::end_wait(const Bits& condition, const Place& where) {
  if (!acts(where) || condition.bits != 0) return;
  violate("the body waits for ever", "deadlock");
}

void BodyContext::observe(const char* /*what*/, std::span<const Bits> /*values*/) {
  locate({});
  reject("the body observes something: threads do");
}

std::uint64_t BodyContext::choose(std::uint64_t /*n*/) {
  locate({});
  reject("the body chooses: threads do");
}

void* BodyContext::open(const void* pointer, std::size_t /*size*/, detail::sources /*from*/,
                        bool /*known*/) {
  if (acts() && pointer == nullptr) violate("the body dereferences a null pointer", "fault");
  return const_cast<void*>(pointer);
}

void* BodyContext::allocate(std::size_t size, std::size_t alignment, const char* /*type*/) {
  if (!acts()) return nullptr;
  made_.push_back({::operator new(size, std::align_val_t(alignment)), alignment, nullptr});
  return made_.back().object;
}

void BodyContext::allocated(void* object, void (*end)(void*)) {
  if (!made_.empty() && made_.back().object == object) made_.back().end = end;
}

// What the body has made lives to its end; what threads have made is freed.
void BodyContext::deallocate(const Bits& pointer, const Place& where) {
  if (!acts(where) || pointer.bits == 0) return;
  const auto place = Arena::of_this_thread().find(reinterpret_cast<const void*>(pointer.bits));
  if (!place) return;
  for (const LocId l : layout_.heap_objects(place->thread, place->offset, Arena::kPart)) {
    if (layout_.objects()[l].block != place->offset) break;
    if (memory_[l] == kFreed) violate("the body frees an object that has been freed", "fault");
    memory_[l] = kFreed;
  }
}

std::size_t BodyContext::start_thread(const char* name, std::function<void()> body,
                                      const Place& where) {
  locate(where);
  if (phase_ == Phase::over) leave();
  if (phase_ == Phase::ended) reject("the body starts a thread after it has joined one");
  phase_ = Phase::threads_run;
  if (setting_up_ != nullptr)
    setting_up_->threads.push_back(
        {name != nullptr ? name : fmt::format("thread {}", started_), std::move(body)});
  else
    bodies_.push_back(std::move(body));
  return started_++;
}

void BodyContext::join_threads(bool at_end_of_life, const Place& where) {
  locate(where);
  if (phase_ != Phase::threads_run || std::uncaught_exceptions() > 0) return;
  if (setting_up_ != nullptr) {
    // An object's end of life lets no exception out.
    try {
      explore_();
    } catch (...) {
      failure_ = std::current_exception();
    }
    phase_ = Phase::over;
    if (!at_end_of_life) leave();
    return;
  }
  try {
    compare_with_first_run();
    join_at_end();
  } catch (...) {
    if (failure_ == nullptr) failure_ = std::current_exception();
    phase_ = Phase::over;
  }
}

void BodyContext::compare_with_first_run() {
  const auto compare = [&](std::size_t now, std::size_t first, const char* what) {
    if (now != first)
      reject(fmt::format("the body is not the same each time: {} {}, and {} the first time", now,
                         what, first));
  };
  compare(started_, layout_.threads.size(), "threads");
  compare(count_, layout_.made_count(), "shared objects");
  for (std::size_t l = 0; l < count_; ++l) {
    const ObjectRow& first = layout_.objects()[l];
    // An address may be another one each time.
    if (!first.type.holds_pointer &&
        memory_[l] != (first.has_initial ? first.initial : kNeverStored))
      reject(fmt::format("the body is not the same each time: {} begins with another value",
                         first.name));
  }
}

void BodyContext::join_at_end() {
  run_threads_(bodies_, addresses_);
  phase_ = Phase::ended;
  memory_.clear();
  for (int l = 0; l < graph_->locations(); ++l)
    memory_.push_back((*graph_)[graph_->co_last(static_cast<LocId>(l))].value);
}

}  // namespace ringcheck
