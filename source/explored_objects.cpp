// The objects that a thread allocates and frees, its local variables, and which of them it may
// access.
// Tested by tests/source/error_test.cpp.
#include <algorithm>
#include <ranges>

#include "graph/diagnostic.hpp"
#include "source/explored_machine.hpp"
#include "source/names.hpp"
#include "source/place_of_user.hpp"

namespace ringcheck::source {

namespace {

constexpr const char* kFreedTwice = "free of a block that has been freed";
constexpr const char* kIsFreed = "an access to a block that has been freed";

}  // namespace

Value ExploredMachine::allocate(std::uint64_t bytes, std::uint32_t place) {
  settle();
  const std::uint64_t slot = state_.heap_slots;
  state_.heap_slots += addresses().slots_of(bytes);
  if (state_.heap_slots > static_cast<std::uint64_t>(addresses().slots()))
    fail(ErrorKind::allocation, place, "the thread allocates more than there is room for");
  const std::uint64_t base = addresses().heap(static_cast<int>(self_), slot);
  state_.blocks.push_back({base, bytes, false});
  run_.observe(static_cast<std::uint32_t>(Said::allocates), Word(base), Word(bytes),
               Word(place_of_block(*setting_.code, state_, place)));
  return base;
}

Value ExploredMachine::allocate_zeroed(std::uint64_t bytes, std::uint32_t place) {
  const Value base = allocate(bytes, place);
  if (bytes == 0) return base;
  if (!setting_.layout->shared(base.word.value)) {
    state_.memory.store(base.word.value, static_cast<std::uint32_t>(bytes), Value(0));
    return base;
  }
  const std::vector<Piece>& pieces = setting_.layout->pieces();
  for (std::size_t p = setting_.layout->first_after(base.word.value);
       p < pieces.size() && pieces[p].address < base.word.value + bytes; ++p)
    store({pieces[p].bytes, place}, pieces[p].address, 0, setting_.plain);
  return base;
}

void ExploredMachine::free(const Value& address, std::uint32_t place, bool retires) {
  settle();
  const std::uint64_t base = number_of(address);
  if (base == 0) return;
  if (!is_unpublished(address)) ++state_.effects;
  const auto own = std::ranges::find(state_.blocks, base, &HeapBlock::base);
  const bool is_mine = static_cast<std::size_t>(addresses().owner(base)) == self_;
  if (own != state_.blocks.end()) {
    if (own->freed) fail(ErrorKind::allocation, place, kFreedTwice);
    if (retires || !is_unpublished(address))
      own->freed = !retires || !protects(base);
    else
      forget_block(own);
  } else if (const MemoryObject* object = setting_.image->find(base); object != nullptr) {
    if (addresses().region(base) != Region::heap || object->base != base)
      fail(ErrorKind::allocation, place, "free of what is no block of the heap");
    if (object->freed) fail(ErrorKind::allocation, place, kFreedTwice);
    if (!is_mine) require_shared(base, place);
    if (!setting_.layout->freed(base))
      demand({.kind = Demand::Kind::freed, .address = base, .place = place});
    if (is_mine) state_.blocks.push_back({base, object->bytes, true});
  } else {
    if (is_forgotten(base)) fail(ErrorKind::allocation, place, kFreedTwice);
    if (addresses().region(base) != Region::heap || base != addresses().slot_base(base) || is_mine)
      fail(ErrorKind::allocation, place, "free of what is no block of the heap");
    require_shared(base, place);
  }
  run_.observe(static_cast<std::uint32_t>(Said::frees), Word(base), Word(of_user(place)),
               Word(retires ? 1 : 0));
}

/// Nobody else knows of the block, so nothing of it is needed any more. A thread whose loop
/// allocates and frees keeps no more and more.
void ExploredMachine::forget_block(std::vector<HeapBlock>::iterator block) {
  state_.memory.erase(block->base, block->bytes);
  state_.blocks.erase(block);
}

/// True iff `address` lies in a block of the thread's own that is gone for good.
bool ExploredMachine::is_forgotten(std::uint64_t address) const {
  return addresses().region(address) == Region::heap &&
         static_cast<std::size_t>(addresses().owner(address)) == self_ &&
         addresses().slot(address) < state_.heap_slots;
}

std::optional<std::uint64_t> ExploredMachine::block_bytes(std::uint64_t address) const {
  if (addresses().region(address) != Region::heap) return std::nullopt;
  const auto own = std::ranges::find(state_.blocks, address, &HeapBlock::base);
  if (own != state_.blocks.end()) return own->bytes;
  const MemoryObject* object = setting_.image->find(address);
  if (object == nullptr || object->base != address) return std::nullopt;
  return object->bytes;
}

void ExploredMachine::protect(const Value& pointer, const Value& address) {
  settle();
  const std::uint64_t hazard = number_of(pointer);
  std::erase_if(state_.hazards, [&](const auto& other) { return other.first == hazard; });
  state_.hazards.emplace_back(hazard, address);
  run_.observe(static_cast<std::uint32_t>(Said::protects), Word(hazard), address.word);
}

/// True iff a hazard pointer of this thread protects the block at `base`.
bool ExploredMachine::protects(std::uint64_t base) const {
  return std::ranges::any_of(state_.hazards, [&](const auto& hazard) {
    return hazard.second.word.known && addresses().slot_base(hazard.second.word.value) == base;
  });
}

void ExploredMachine::enter_local(const StackObject& object, VariableId variable) {
  const std::uint64_t base = addresses().stack(static_cast<int>(self_), object.slot);
  state_.memory.erase(base, object.bytes);
  // The image may hold an object of a function that has returned since: it is gone.
  if (setting_.image->find(base) != nullptr && object.bytes > 0)
    state_.memory.store(base, static_cast<std::uint32_t>(object.bytes), Value(kUndefined));
  if (run_.transcribing() && Setting::places_are_wanted())
    run_.observe(static_cast<std::uint32_t>(Said::enters), Word(base), Word(object.bytes),
                 Word(variable));
}

void ExploredMachine::leave_local(const StackObject& object, std::uint32_t place) {
  const std::uint64_t base = addresses().stack(static_cast<int>(self_), object.slot);
  state_.memory.erase(base, object.bytes);
  // The program ends when the first function of the first thread returns.
  const bool ends = self_ == 0 && state_.frames.size() == 1 && !state_.leaves;
  if (ends || !setting_.layout->shared(base)) return;
  if (!setting_.layout->freed(base))
    demand({.kind = Demand::Kind::freed, .address = base, .place = place});
  const auto at = std::ranges::upper_bound(state_.gone, object.slot, {}, &StackObject::slot);
  state_.gone.insert(at, object);
  run_.observe(static_cast<std::uint32_t>(Said::frees), Word(base), Word(place), Word(0));
}

bool ExploredMachine::is_unpublished(const Value& address) const {
  if (!address.word.known) return false;
  const Region region = addresses().region(address.word.value);
  return (region == Region::heap || region == Region::stack) &&
         static_cast<std::size_t>(addresses().owner(address.word.value)) == self_ &&
         std::ranges::find(state_.published, addresses().slot_base(address.word.value)) ==
             state_.published.end();
}

bool ExploredMachine::is_only_added_to(std::uint64_t address) {
  if (!setting_.layout->watched(address)) demand({.kind = Demand::Kind::watch, .address = address});
  return !setting_.layout->not_added(address);
}

void ExploredMachine::note_no_addition(const Value& address) {
  if (address.word.known && setting_.layout->watched(address.word.value) &&
      !setting_.layout->not_added(address.word.value))
    demand({.kind = Demand::Kind::not_added, .address = address.word.value});
}

void ExploredMachine::note_published(const Site& site, const Value& value) {
  constexpr std::uint32_t kHalf = 8;
  if (site.bytes <= kHalf) return note_published(value);
  for (const std::uint32_t first : {0U, kHalf})
    note_published(bytes_of_value(value, site.bytes, first, site.bytes - first));
}

void ExploredMachine::note_published(const Value& value) {
  if (state_.is_one_of_several && value.word.known &&
      addresses().is_of(value.word.value, static_cast<int>(self_)))
    tell_apart();
  if (is_unpublished(value)) state_.published.push_back(addresses().slot_base(value.word.value));
}

/// True iff the thread's own object at `address` is there, and the access is within it.
bool ExploredMachine::check_own(const Site& site, std::uint64_t address) {
  if (addresses().region(address) == Region::heap) {
    for (const auto& b : state_.blocks | std::views::reverse) {
      if (address < b.base ||
          address - b.base >= addresses().slots_of(b.bytes) * addresses().slot_size())
        continue;
      if (b.freed) fail(ErrorKind::freed, site.place, kIsFreed);
      if (address - b.base + site.bytes > b.bytes)
        fail(ErrorKind::unallocated, site.place,
             "an access outside of the block that it is made to");
      return true;
    }
    return false;
  }
  if (addresses().region(address) != Region::stack) return true;
  for (const StackObject& o : state_.gone)
    if (const std::uint64_t start = addresses().stack(static_cast<int>(self_), o.slot);
        address >= start &&
        address - start < addresses().slots_of(o.bytes) * addresses().slot_size())
      fail(ErrorKind::freed, site.place, kLocalIsGone);
  for (const StackObject& l : state_.locals | std::views::reverse) {
    const std::uint64_t start = addresses().stack(static_cast<int>(self_), l.slot);
    if (address < start) continue;
    if (address - start + site.bytes <= l.bytes) return true;
    fail(ErrorKind::unallocated, site.place, "an access outside of a local variable");
  }
  fail(ErrorKind::freed, site.place, kLocalIsGone);
}

// Checks of an address that need no other thread.
void ExploredMachine::check_object(const Site& site, std::uint64_t address, bool writes) {
  const Region region = addresses().region(address);
  if (region == Region::none || region == Region::function)
    fail(ErrorKind::unallocated, site.place,
         address == 0 ? "an access through a null pointer"
                      : "an access through what points to no object");
  const bool own =
      region != Region::global && static_cast<std::size_t>(addresses().owner(address)) == self_;
  if (own && check_own(site, address)) return;
  if (const MemoryObject* object = setting_.image->find(address); object != nullptr) {
    if (object->external)
      throw InputError({setting_.code->where(site.place), 0, 0,
                        "saw an access to " + name_of_memory(*setting_.code, address) +
                            ", which is declared but defined nowhere"});
    if (address - object->base + site.bytes > object->bytes)
      fail(ErrorKind::unallocated, site.place,
           "an access outside of the object that it is made to");
    if (object->freed) fail(ErrorKind::freed, site.place, kIsFreed);
    if (writes && object->constant)
      fail(ErrorKind::unallocated, site.place, "a store to a constant");
    if (region != Region::global && !own) require_shared(address, site.place);
    return;
  }
  if (is_forgotten(address)) fail(ErrorKind::freed, site.place, kIsFreed);
  if (own || region == Region::global)
    fail(ErrorKind::unallocated, site.place, "an access through what points to no object");
  require_shared(address, site.place);
}

/// Only shared objects can be accessed by other threads than their owners.
void ExploredMachine::require_shared(std::uint64_t address, std::uint32_t place) {
  const std::uint64_t base = addresses().slot_base(address);
  if (!setting_.layout->shared(base))
    demand({.kind = Demand::Kind::share, .address = base, .place = place});
}

}  // namespace ringcheck::source
