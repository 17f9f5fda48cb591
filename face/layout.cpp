// Objects by key, pointers as memory holds them, and the program that is explored.
// Tested by tests/face.
#include "face/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ringcheck {
namespace {

/// A pointer to a struct may point this far before its first shared member, and no further.
constexpr std::uint64_t kMostDistance = 1U << 20U;
constexpr unsigned kOrdinalShift = 28;

std::string kind_name(detail::cell_kind kind) {
  switch (kind) {
    case detail::cell_kind::variable:
      return "var";
    case detail::cell_kind::atomic:
      return "atomic";
    case detail::cell_kind::mutex:
      return "mutex";
    case detail::cell_kind::spinlock:
      return "lock";
  }
  return "object";
}

}  // namespace

std::string name_of(const detail::cell& object, const std::string& otherwise) {
  const std::string name = object.name() != nullptr ? object.name() : otherwise;
  return object.index() < 0 || name.empty() ? name : fmt::format("{}[{}]", name, object.index());
}

std::uint32_t Layout::add_made(const detail::cell& object) {
  const auto ordinal = static_cast<std::uint32_t>(++made_);
  ObjectRow row;
  row.key = {ObjectKey::Kind::body, 0, ordinal};
  row.type = {object.kind(), static_cast<std::uint8_t>(object.bits()), object.holds_pointer(),
              object.is_signed()};
  row.name = name_of(object, fmt::format("{}{}", kind_name(object.kind()), ordinal));
  row.has_initial = object.has_initial();
  row.initial = object.initial();
  row.address = &object;
  objects_.push_back(std::move(row));
  addresses_.add(&object);
  return ordinal;
}

void Layout::add(const Discovery& found) {
  switch (found.what) {
    case Discovery::What::seq_cst:
      seq_cst = true;
      return;
    case Discovery::What::store:
      stores_.insert({found.thread, objects_[found.location].key});
      return;
    case Discovery::What::object:
      break;
  }
  ObjectRow row = found.object;
  if (row.key.kind == ObjectKey::Kind::outside) {
    row.key.number = outside_.size();
    outside_[row.address] = row.key.number;
    if (row.name.empty()) row.name = fmt::format("{}@{}", kind_name(row.type.kind), row.key.number);
  }
  const auto at = std::ranges::lower_bound(objects_, row.key, {}, &ObjectRow::key);
  objects_.insert(at, std::move(row));
}

std::optional<LocId> Layout::heap_object(ThreadId maker, std::uint64_t offset) const {
  const ObjectKey key{ObjectKey::Kind::heap, maker, offset};
  const auto at = std::ranges::lower_bound(objects_, key, {}, &ObjectRow::key);
  if (at == objects_.end() || at->key != key) return std::nullopt;
  return static_cast<LocId>(at - objects_.begin());
}

std::vector<LocId> Layout::heap_objects(ThreadId maker, std::uint64_t first,
                                        std::uint64_t size) const {
  const ObjectKey key{ObjectKey::Kind::heap, maker, first};
  std::vector<LocId> found;
  for (auto at = std::ranges::lower_bound(objects_, key, {}, &ObjectRow::key);
       at != objects_.end() && at->key.kind == key.kind && at->key.thread == maker &&
       at->key.number < first + size;
       ++at)
    found.push_back(static_cast<LocId>(at - objects_.begin()));
  return found;
}

std::optional<LocId> Layout::outside_object(const void* address) const {
  const auto number = outside_.find(address);
  if (number == outside_.end()) return std::nullopt;
  const ObjectKey key{ObjectKey::Kind::outside, 0, number->second};
  const auto at = std::ranges::lower_bound(objects_, key, {}, &ObjectRow::key);
  return static_cast<LocId>(at - objects_.begin());
}

void MadeAddresses::add(const void* address) {
  by_ordinal_.push_back(reinterpret_cast<std::uintptr_t>(address));
  ordinals_[by_ordinal_.back()] = static_cast<std::uint32_t>(by_ordinal_.size());
}

std::uint64_t MadeAddresses::bits(std::uint64_t raw) const {
  if (raw == 0) return 0;
  const auto next = ordinals_.lower_bound(raw);
  if (next == ordinals_.end() || next->first - raw > kMostDistance) return raw;
  return kMadeMark | std::uint64_t{next->second} << kOrdinalShift | (next->first - raw);
}

std::uint32_t MadeAddresses::ordinal(std::uint64_t bits) {
  if ((bits & kMadeMark) == 0 || (bits & kHeapMark) != 0) return 0;
  return static_cast<std::uint32_t>((bits & ~kMadeMark) >> kOrdinalShift);
}

std::uint64_t MadeAddresses::raw(std::uint64_t bits) const {
  const std::uint32_t its = ordinal(bits);
  if (its == 0 || its > by_ordinal_.size()) return bits;
  return by_ordinal_[its - 1] - (bits & ((std::uint64_t{1} << kOrdinalShift) - 1));
}

const char* Layout::keep(const std::string& text, std::string_view property) const {
  const std::lock_guard lock(texts_mutex_);
  return texts_.try_emplace(text, property).first->first.c_str();
}

std::string_view Layout::property_of(const char* kept) const {
  const std::lock_guard lock(texts_mutex_);
  const auto at = texts_.find(std::string_view(kept));
  return at == texts_.end() ? std::string_view() : std::string_view(at->second);
}

std::int64_t Layout::value_of(LocId l, std::uint64_t value) const {
  const ObjectType& type = objects_[l].type;
  const unsigned unused = 64U - type.bits;
  if (!type.is_signed) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::string Layout::value_text(LocId l, std::uint64_t value) const {
  if (value == kNeverStored) return "nothing";
  if (value == kFreed) return "freed";
  const ObjectType& type = objects_[l].type;
  if (type.kind >= detail::cell_kind::mutex) return value != 0 ? "held" : "free";
  if (type.bits == 1) return value != 0 ? "true" : "false";
  if (!type.holds_pointer) {
    if (type.is_signed) return fmt::format("{}", value_of(l, value));
    return value < 100000 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
  }
  if (value == 0) return "null";
  if ((value & kHeapMark) != 0) {
    const auto maker = static_cast<ThreadId>((value >> 32U) & 0xffU);
    const std::vector<LocId> there = heap_objects(maker, value & 0xffff'ffffU, 1U << 16U);
    if (!there.empty()) {
      const std::string& first = objects_[there.front()].name;
      return "&" + first.substr(0, first.rfind('.'));
    }
  }
  if (const std::uint32_t made = MadeAddresses::ordinal(value); made >= 1 && made <= made_)
    return "&" + objects_[made - 1].name;
  for (const ObjectRow& row : objects_)
    if (row.key.kind == ObjectKey::Kind::outside &&
        reinterpret_cast<std::uintptr_t>(row.address) == value)
      return "&" + row.name;
  return "a pointer";
}

Program Layout::program(const std::function<void(ThreadId, ThreadRun&)>& body) const {
  Program program;
  program.name = name;
  program.seq_cst = seq_cst;
  for (const ObjectRow& row : objects_)
    program.locations.push_back({row.name, row.has_initial ? row.initial : kNeverStored});
  for (std::size_t t = 0; t < threads.size(); ++t) {
    Thread thread;
    thread.name = threads[t].name;
    thread.unwinds = true;
    thread.body = [body, t](ThreadRun& run) { body(static_cast<ThreadId>(t), run); };
    for (std::size_t l = 0; l < objects_.size(); ++l)
      if (may_store(static_cast<ThreadId>(t), static_cast<LocId>(l)))
        thread.may_write.set(static_cast<int>(l));
    program.threads.push_back(std::move(thread));
  }
  return program;
}

}  // namespace ringcheck
