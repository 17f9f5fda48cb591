// Tested by tests/source/rest_of_main_test.cpp.
#include "source/sequential_machine.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/code_digest.hpp"
#include "source/names.hpp"
#include "source/object_names.hpp"
#include "source/place_of_user.hpp"
#include "source/wide.hpp"

namespace ringcheck::source {

namespace {

/// Remembered states at loops, to find one that comes again.
constexpr std::size_t kMostRounds = 2000;

}  // namespace

const MemoryObject* Overlay::find(std::uint64_t address) const {
  const MemoryObject* below = image_.find(address);
  auto at = objects_.upper_bound(address);
  if (at == objects_.begin()) return below;
  const MemoryObject& object = (--at)->second;
  if (below != nullptr && below->base > object.base) return below;
  return address - object.base <= object.bytes ? &object : below;
}

void Overlay::set_freed(std::uint64_t base) {
  const MemoryObject* object = find(base);
  if (object == nullptr) return;
  MemoryObject freed;
  freed.base = object->base;
  freed.bytes = object->bytes;
  freed.freed = true;
  objects_[freed.base] = freed;
}

std::uint64_t Overlay::load(std::uint64_t address, std::uint32_t bytes) const {
  Value value(kUndefined);
  std::uint32_t done = 0;
  const auto add = [&](const Value& part, std::uint32_t count) {
    value = done == 0 ? part : joined(value, done, part, count);
    done += count;
  };
  for (const PartOfRange& part : stored_.parts(address, bytes)) {
    if (part.fragment != nullptr) {
      const auto first = static_cast<std::uint32_t>(part.address - part.fragment->address);
      add(bytes_of_value(part.fragment->value, part.fragment->bytes, first, part.bytes),
          part.bytes);
      continue;
    }
    const bool hidden = find(part.address) != image_.find(part.address);
    add(Value(hidden ? kUndefined : image_.load(part.address, part.bytes)), part.bytes);
  }
  return value.word.value;
}

std::optional<std::uint32_t> Overlay::leak() const {
  std::optional<std::pair<std::uint64_t, std::uint32_t>> first;
  const auto look_at = [&](const MemoryObject& object) {
    const bool leaks = image_.addresses().region(object.base) == Region::heap && !object.freed;
    if (leaks && (!first || object.base < first->first)) first = {object.base, object.place};
  };
  for (const auto& [base, object] : image_.objects())
    if (!objects_.contains(base)) look_at(object);
  for (const auto& [base, object] : objects_) look_at(object);
  if (!first) return std::nullopt;
  return first->second;
}

std::uint64_t Overlay::digest() const {
  ThreadState memory;
  memory.memory = stored_;
  for (const auto& [base, object] : objects_)
    memory.blocks.push_back({base, object.bytes, object.freed});
  return digest_of(memory, false).front();
}

void Overlay::settle(Image& image) const {
  const auto is_local = [&](std::uint64_t base) {
    return image.addresses().region(base) == Region::stack;
  };
  for (const auto& [base, object] : objects_) {
    if (object.freed && is_local(base)) continue;
    MemoryObject& added = image.add(base, object.bytes, object.place);
    added.freed = object.freed;
    added.variable = object.variable;
  }
  for (const Fragment& f : stored_.fragments())
    if (f.value.word.value != kUndefined && image.find(f.address) != nullptr)
      image.store(f.address, f.bytes, f.value.word.value);
}

void SequentialMachine::end_with_error(ErrorKind kind, std::uint32_t place, std::string_view what) {
  SequentialError error{kind, place_of_user(code_, state_, place), std::string(what)};
  const std::size_t kept = std::min(reads_, last_.size());
  for (std::size_t n = reads_ - kept; n < reads_; ++n)
    error.reads.push_back(text_of(last_[n % last_.size()]));
  throw error;
}

/// Of reads of the same memory in a row, the last is kept.
void SequentialMachine::note_last(const Site& site, std::uint64_t address, std::uint64_t value) {
  if (code_.place(site.place).line == 0 || code_.is_of_the_system(site.place)) return;
  if (reads_ == 0 || last_[(reads_ - 1) % last_.size()].address != address) ++reads_;
  last_[(reads_ - 1) % last_.size()] = {address, value, site};
}

std::string SequentialMachine::text_of_value(std::uint64_t value) const {
  constexpr std::uint64_t kLargestDecimal = 99999;
  if (is_name_of_wide(value)) {
    const Wide number = named_wide(value);
    return fmt::format("{{{}, {}}}", text_of_value(static_cast<std::uint64_t>(number)),
                       text_of_value(static_cast<std::uint64_t>(number >> 64U)));
  }
  const Region region = code_.addresses.region(value);
  if (region == Region::none || region == Region::function)
    return value > kLargestDecimal ? fmt::format("{:#x}", value) : fmt::format("{}", value);
  const std::string name = name_of(value, 0);
  // An object as a whole, not its first member.
  const MemoryObject* pointed = memory_.find(value);
  const bool is_whole =
      pointed != nullptr && pointed->base == value && name != name_of_memory(code_, value, 0);
  return "&" + (is_whole ? name.substr(0, name.find_first_of(".[")) : name);
}

std::string SequentialMachine::name_of(std::uint64_t address, std::uint32_t bytes) const {
  const MemoryObject* object = memory_.find(address);
  return object == nullptr ? name_of_memory(code_, address, bytes)
                           : name_within(code_, *object, address, bytes);
}

std::string SequentialMachine::text_of(const Read& read) const {
  const Place& place = code_.place(read.site.place);
  const std::string& file = code_.unit.files[place.file];
  return fmt::format("{} = {} ({}:{})", name_of(read.address, read.site.bytes),
                     text_of_value(read.value), file.substr(file.rfind('/') + 1), place.line);
}

void SequentialMachine::end_at_bound(std::uint32_t place) {
  throw SequentialWait{SequentialWait::Why::bound, place_of_user(code_, state_, place)};
}

void SequentialMachine::await(const Value& condition, std::uint32_t place) {
  if (condition.word.value == 0)
    throw SequentialWait{SequentialWait::Why::other_thread, place_of_user(code_, state_, place)};
}

void SequentialMachine::end_waiting(std::uint32_t place, std::uint32_t, bool) {
  throw SequentialWait{SequentialWait::Why::loop, place_of_user(code_, state_, place)};
}

void SequentialMachine::come_round(std::uint32_t place, bool) {
  if (rounds_.size() == kMostRounds) return;
  const auto [a, b] = digest_of(state_, false);
  if (!rounds_.insert({a, b, memory_.digest(), joined_}).second)
    throw SequentialWait{SequentialWait::Why::loop, place_of_user(code_, state_, place)};
}

void SequentialMachine::claim(const Value& condition, std::uint32_t place, std::uint64_t text) {
  if (condition.word.value == 0)
    fail(ErrorKind::assertion, place, text == 0 ? kFalseClaim : text_at(memory_, text));
}

void SequentialMachine::assume(const Value& condition) {
  if (condition.word.value == 0) throw SequentialWait{};
}

void SequentialMachine::check(const Site& site, std::uint64_t address, bool writes) {
  if (others_ != nullptr && joined_ + 1 < others_->results.size() &&
      others_->concern(address, site.bytes, writes))
    throw NotAlone{};
  const MemoryObject* object = memory_.find(address);
  const Region region = code_.addresses.region(address);
  if (object == nullptr && region == Region::stack && code_.addresses.owner(address) != 0)
    fail(ErrorKind::freed, site.place, kLocalIsGone);
  if (object == nullptr && region == Region::thread_local_storage &&
      code_.addresses.owner(address) != 0)
    fail(ErrorKind::freed, site.place, kThreadLocalIsGone);
  if (object == nullptr || region == Region::none || region == Region::function)
    fail(ErrorKind::unallocated, site.place,
         address == 0 ? "an access through a null pointer"
                      : "an access through what points to no object");
  if (object->external)
    throw InputError({code_.where(site.place), 0, 0,
                      "saw an access to " + name_of_memory(code_, address) +
                          ", which is declared but defined nowhere"});
  if (others_ != nullptr && others_->hides(address, site.bytes)) throw NotShared{address, site};
  if (object->freed) fail(ErrorKind::freed, site.place, "an access to a block that has been freed");
  if (address - object->base + site.bytes > object->bytes)
    fail(ErrorKind::unallocated, site.place, "an access outside of the object that it is made to");
  if (writes && object->constant) fail(ErrorKind::unallocated, site.place, "a store to a constant");
}

Value SequentialMachine::peek(const Site& site, const Value& address) {
  check(site, address.word.value, false);
  return memory_.load(address.word.value, site.bytes);
}

Value SequentialMachine::load(const Site& site, const Value& address, TagSet) {
  Value value = peek(site, address);
  if (is_undefined(value))
    fail(ErrorKind::uninitialized, site.place, "a read of memory that nothing was stored to");
  note_last(site, address.word.value, value.word.value);
  return value;
}

void SequentialMachine::store(const Site& site, const Value& address, const Value& value, TagSet) {
  check(site, address.word.value, true);
  const std::uint64_t before = memory_.load(address.word.value, site.bytes);
  const std::uint64_t fresh =
      is_undefined(value) ? kUndefined : low_bits(value.word.value, 8 * site.bytes);
  if (fresh != before) ++state_.effects;
  memory_.store(address.word.value, site.bytes, fresh);
}

Value SequentialMachine::update(const Site& site, const Update& how, const Value& address,
                                const Value& operand, const Value& expected) {
  check(site, address.word.value, true);
  const std::uint64_t old = memory_.load(address.word.value, site.bytes);
  if (old == kUndefined && !how.blind)
    fail(ErrorKind::uninitialized, site.place, "a read of memory that nothing was stored to");
  note_last(site, address.word.value, old);
  std::uint64_t fresh = updated(how.op, old, operand.word.value, 8 * site.bytes);
  if (how.compares) fresh = operand.word.value;
  if ((how.compares || how.unless) && (old == expected.word.value) != how.compares) fresh = old;
  memory_.store(address.word.value, site.bytes, fresh);
  return old;
}

Value SequentialMachine::allocate(std::uint64_t bytes, std::uint32_t place) {
  const std::uint64_t slot = state_.heap_slots;
  state_.heap_slots += code_.addresses.slots_of(bytes);
  if (state_.heap_slots > static_cast<std::uint64_t>(code_.addresses.slots()))
    fail(ErrorKind::allocation, place, "the thread allocates more than there is room for");
  MemoryObject object;
  object.base = code_.addresses.heap(0, slot);
  object.bytes = bytes;
  object.place = place_of_block(code_, state_, place);
  memory_.add(object);
  ++state_.effects;
  return object.base;
}

Value SequentialMachine::allocate_zeroed(std::uint64_t bytes, std::uint32_t place) {
  const Value base = allocate(bytes, place);
  for (std::uint64_t done = 0; done < bytes; done += 8)
    memory_.store(base.word.value + done,
                  static_cast<std::uint32_t>(std::min<std::uint64_t>(8, bytes - done)), 0);
  return base;
}

void SequentialMachine::free(const Value& address, std::uint32_t place) {
  const std::uint64_t base = address.word.value;
  if (base == 0) return;
  const MemoryObject* object = memory_.find(base);
  if (code_.addresses.region(base) != Region::heap || object == nullptr || object->base != base)
    fail(ErrorKind::allocation, place, "free of what is no block of the heap");
  if (object->freed) fail(ErrorKind::allocation, place, "free of a block that has been freed");
  memory_.set_freed(base);
  ++state_.effects;
}

std::optional<std::uint64_t> SequentialMachine::block_bytes(std::uint64_t address) const {
  const MemoryObject* object = memory_.find(address);
  if (object == nullptr || object->base != address ||
      code_.addresses.region(address) != Region::heap)
    return std::nullopt;
  return object->bytes;
}

void SequentialMachine::enter_local(const StackObject& object, VariableId variable) {
  MemoryObject local;
  local.base = code_.addresses.stack(0, object.slot);
  local.bytes = object.bytes;
  local.variable = variable;
  memory_.forget(local.base, local.bytes);
  memory_.add(local);
}

void SequentialMachine::leave_local(const StackObject& object, std::uint32_t) {
  memory_.set_freed(code_.addresses.stack(0, object.slot));
}

std::optional<Value> SequentialMachine::create_thread(std::uint32_t, const Value&, std::uint32_t) {
  if (others_ != nullptr) throw NotAlone{};
  return std::nullopt;
}

std::optional<std::uint64_t> SequentialMachine::choose(std::uint64_t) {
  if (others_ != nullptr) throw NotAlone{};
  return std::nullopt;
}

std::optional<Value> SequentialMachine::join_thread(const Value& thread, std::uint32_t place) {
  const std::uint64_t number = thread.word.value;
  if (others_ != nullptr && number < others_->unfinished.size() && others_->unfinished[number])
    throw SequentialWait{SequentialWait::Why::other_thread, place};
  if (others_ == nullptr || number == 0 || number >= others_->results.size() ||
      !others_->results[number])
    fail(ErrorKind::thread, place, "a thread is joined that there is not");
  const std::uint64_t result = *others_->results[number];
  others_->results[number].reset();
  ++joined_;
  return Value(result);
}

void add_first_objects(const Code& code, Overlay& memory) {
  for (const Global& global : code.unit.globals) {
    if (!global.thread_local_storage) continue;
    MemoryObject object;
    object.base = code.addresses.thread_local_of(0, global.slot);
    object.bytes = global.size;
    memory.add(object);
    for (std::uint64_t b = 0; b < global.size; ++b)
      memory.store(object.base + b, 1, b < global.bytes.size() ? global.bytes[b] : 0);
  }
}

}  // namespace ringcheck::source
