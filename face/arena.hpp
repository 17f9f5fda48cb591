#pragma once
// Memory for the objects that threads make: the same place in each run.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "graph/event.hpp"

namespace ringcheck {

/// A place in an arena: the thread that makes objects there, and bytes from the start of its part.
struct ArenaPlace {
  ThreadId thread = 0;
  std::uint64_t offset = 0;
};

/// One for each worker. What stands in it is rewritten by each run; only addresses mean something.
class Arena {
 public:
  static constexpr std::size_t kPart = std::size_t{1} << 18U;  ///< bytes for each thread
  static constexpr std::size_t kAlignment = 64;

  /// That of the calling thread of the machine.
  static Arena& of_this_thread() {
    thread_local Arena arena;
    return arena;
  }

  /// The address of a place.
  std::byte* at(const ArenaPlace& place) {
    std::unique_ptr<Part>& part = parts_[place.thread];
    if (part == nullptr) part = std::make_unique<Part>();
    return part->bytes + place.offset;
  }
  /// The place of an address; none if it is not in the arena.
  [[nodiscard]] std::optional<ArenaPlace> find(const void* address) const {
    const auto* byte = static_cast<const std::byte*>(address);
    for (std::size_t t = 0; t < parts_.size(); ++t)
      if (parts_[t] != nullptr && byte >= parts_[t]->bytes && byte < parts_[t]->bytes + kPart)
        return ArenaPlace{static_cast<ThreadId>(t),
                          static_cast<std::uint64_t>(byte - parts_[t]->bytes)};
    return std::nullopt;
  }
  /// Room in which objects seem to stand whose address is not known yet. Nothing is made there.
  std::byte* unknown() { return at({static_cast<ThreadId>(kMaxThreads), 0}); }

 private:
  struct alignas(kAlignment) Part {
    std::byte bytes[kPart];
  };
  std::array<std::unique_ptr<Part>, kMaxThreads + 1> parts_;
};

}  // namespace ringcheck
