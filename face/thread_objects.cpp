// The objects that a user's thread makes, and those that it reaches through pointers.
// Tested by tests/face.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ranges>

#include "explore/thread_run_errors.hpp"
#include "face/thread_context.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {
namespace {

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

std::uint32_t ThreadContext::made(const detail::cell& object) {
  return act([&]() -> std::uint32_t {
    const auto place = arena_.find(&object);
    const auto holds = [&](const Made& made) {
      return place && place->thread == run_.thread() && place->offset >= made.offset &&
             place->offset < made.offset + made.size;
    };
    const auto its = std::ranges::find_if(made_, holds);
    if (its == made_.end())
      reject(
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
    note_change(run_.next_slot());
    Bits initial{object.initial(), 0, true};
    run_.store(address_of(*l), word_of(initial, object.holds_pointer()), {});
    return 0;
  });
}

void* ThreadContext::allocate(std::size_t size, std::size_t alignment, const char* type) {
  return act([&]() -> void* {
    const std::uint64_t offset = (heap_used_ + alignment - 1) / alignment * alignment;
    if (alignment > Arena::kAlignment || offset + size > Arena::kPart)
      reject(fmt::format("it makes more than {} bytes of objects", Arena::kPart));
    heap_used_ = offset + size;
    made_.push_back({offset, size,
                     fmt::format("{}.{}{}", run_.program().threads[run_.thread()].name,
                                 type_name(type), made_.size() + 1)});
    return arena_.at({run_.thread(), offset});
  });
}

void ThreadContext::allocated(void* object, void (*end)(void*)) {
  if (has_ended() || made_.empty()) return;
  made_.back().object = object;
  made_.back().end = end;
}

void* ThreadContext::open(const void* pointer, std::size_t size, detail::sources from, bool known) {
  void* const members = act([&]() -> void* {
    if (known && pointer == nullptr) violate("a null pointer is dereferenced", "fault");
    auto* object = const_cast<std::byte*>(static_cast<const std::byte*>(pointer));
    if (known && (from == 0 || settings_.repeats)) return object;
    const bool moves = !known || run_.dependence() == Dependence::syntactic;
    std::byte* const begin = moves ? room_to_open(size) : object;
    // What is not shared among its members keeps its value.
    if (moves && known) std::memcpy(begin, object, size);
    if (moves && !known) std::memset(begin, 0, size);
    opened_.push_back({begin, known ? object : nullptr, size, from, known});
    return begin;
  });
  return members != nullptr ? members : arena_.opened();
}

// Room is taken again as late as possible, so that what is used after its expression is found.
std::byte* ThreadContext::room_to_open(std::size_t size) {
  const auto rounded = [](std::size_t bytes) {
    return (bytes + Arena::kAlignment - 1) / Arena::kAlignment * Arena::kAlignment;
  };
  std::byte* const all = arena_.opened();
  const std::size_t room = rounded(size);
  std::size_t begin = room_used_ + room <= Arena::kPart ? room_used_ : 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Opened& its : opened_) {
      if (its.begin >= all + begin + room || its.begin + its.size <= all + begin) continue;
      begin = static_cast<std::size_t>(its.begin - all) + rounded(its.size);
      moved = true;
    }
  }
  if (begin + room > Arena::kPart)
    reject(fmt::format("an expression reaches objects of more than {} bytes through pointers",
                       Arena::kPart));
  room_used_ = begin + room;
  return all + begin;
}

const ThreadContext::Opened* ThreadContext::opened_at(const std::byte* byte) {
  for (const Opened& opened : std::views::reverse(opened_))
    if (opened.has(byte)) return &opened;
  if (arena_.is_opened(byte))
    reject(
        "a member that was named through a tracked pointer is used after the expression that "
        "names it, where it does not depend on the pointer any more: write pointer->member "
        "where it is used");
  return nullptr;
}

Context::Bits ThreadContext::pointer(std::uint64_t raw) {
  const auto* byte = reinterpret_cast<const std::byte*>(raw);
  if (!arena_.is_opened(byte)) return {raw, 0, true};
  return act([&]() -> Bits {
    const Opened& its = *opened_at(byte);
    if (!its.known) return {0, its.from, false};
    return {reinterpret_cast<std::uintptr_t>(its.object + (byte - its.begin)), its.from, true};
  });
}

void ThreadContext::close(const void* opened) {
  for (auto at = opened_.rbegin(); at != opened_.rend(); ++at) {
    if (at->begin != opened) continue;
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

Word ThreadContext::location_of(const detail::cell& named, bool writes) {
  SourceSet from;
  const auto* byte = reinterpret_cast<const std::byte*>(&named);
  if (const Opened* opened = opened_at(byte)) {
    from = sources_of(opened->from);
    if (!opened->known) return {0, from, false};
    byte = opened->object + (byte - opened->begin);
  }
  const auto& object = *reinterpret_cast<const detail::cell*>(byte);
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

}  // namespace ringcheck
