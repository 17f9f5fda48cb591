// Accesses to memory that only the thread itself accesses: its state keeps what is there.
// Tested by tests/source/peers_test.cpp and tests/source/error_test.cpp.
#include <algorithm>
#include <ranges>

#include "source/arithmetic.hpp"
#include "source/explored_machine.hpp"

namespace ringcheck::source {

Value ExploredMachine::load_own(std::uint64_t address, std::uint32_t bytes) const {
  if (const Fragment* whole = state_.memory.find(address, bytes)) return whole->value;
  Value value(kUndefined);
  std::uint32_t done = 0;
  for (const PartOfRange& part : state_.memory.parts(address, bytes)) {
    const Value here =
        part.fragment == nullptr
            ? load_image(part.address, part.bytes)
            : bytes_of_value(part.fragment->value, part.fragment->bytes,
                             static_cast<std::uint32_t>(part.address - part.fragment->address),
                             part.bytes);
    value = done == 0 ? here : joined(value, done, here, part.bytes);
    done += part.bytes;
  }
  return value;
}

/// How many loops the thread was in when the function was called that has the local variable at
/// `address`: their later iterations have another variable. nullopt: it is no local variable.
std::optional<std::size_t> ExploredMachine::loops_around(std::uint64_t address) const {
  if (addresses().region(address) != Region::stack) return std::nullopt;
  const std::uint64_t slot = addresses().slot(address);
  const auto after = std::ranges::upper_bound(state_.locals, slot, {}, &StackObject::slot);
  const auto number = static_cast<std::uint32_t>(after - state_.locals.begin());
  for (const Frame& frame : state_.frames | std::views::reverse)
    if (frame.locals < number) return frame.loops;
  return std::nullopt;
}

/// True iff a load or store may be to bytes that a thread keeps to itself: it orders no other
/// access, and what it is made to is there as long as threads are.
bool ExploredMachine::may_keep(std::uint64_t address, TagSet tags) const {
  const Region region = addresses().region(address);
  if (!setting_.keeps_bytes || (region != Region::global && region != Region::heap)) return false;
  if (!(tags == TagSet{} || tags == TagSet{Tag::once})) return false;
  const MemoryObject* object = setting_.image->find(address);
  return object != nullptr && !setting_.layout->freed(object->base);
}

/// True iff the thread keeps the bytes of an access to itself. If they are kept, but not for this
/// access, they have to become a piece.
bool ExploredMachine::keeps(const Site& site, std::uint64_t address, Access access, TagSet tags) {
  const Keeper keeper = setting_.layout->keeper_of({address, site.bytes}, self_);
  if (keeper == Keeper::nobody) return false;
  if (keeper == Keeper::another || access == Access::update || !may_keep(address, tags))
    require_piece(site, address, site.atomic);
  return keeper == Keeper::itself || access == Access::load;
}

void ExploredMachine::store_own(const Site& site, std::uint64_t address, const Value& value) {
  const std::optional<std::size_t> around = loops_around(address);
  // No loop is left that could see the variable in another iteration.
  const bool is_passing = around && state_.loops.size() <= *around;
  const std::uint64_t effects = state_.effects;
  if (!is_passing)
    state_.note_effect(combine_values(load_own(address, site.bytes), value,
                                      [](auto x, auto y) { return std::uint64_t{x != y}; }));
  state_.own_effects += state_.effects - effects;
  for (std::size_t l = 0; around && l < *around && l < state_.loops.size(); ++l)
    state_.loops[l].excused += static_cast<std::uint32_t>(state_.effects - effects);
  state_.memory.store(address, site.bytes, value);
}

Value ExploredMachine::update_own(const Site& site, const Update& how, std::uint64_t address,
                                  const Value& operand, const Value& expected) {
  const Value old = load_own(address, site.bytes);
  if (is_undefined(old) && !how.blind)
    fail(ErrorKind::uninitialized, site.place, "a read of memory that nothing was stored to");
  Value fresh = combine_values(
      old, operand, [&](auto x, auto y) { return updated(how.op, x, y, 8 * site.bytes); });
  if (how.compares || how.unless) {
    const Value writes = combine_values(
        old, expected, [&](auto x, auto y) { return std::uint64_t{(x == y) == how.compares}; });
    const Value wanted = how.compares ? operand : fresh;
    if (writes.word.known) {
      fresh = writes.word.value != 0 ? wanted : old;
    } else {
      fresh = wanted;
      fresh.word.sources = fresh.word.sources | writes.word.sources;
      fresh.word.known = false;
    }
  }
  state_.memory.store(address, site.bytes, fresh);
  return old;
}

}  // namespace ringcheck::source
