#pragma once
// Memory for the objects that threads make: the same place in each run.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck {

/// A place in an arena: the thread that makes objects there, and bytes from the start of its part.
struct ArenaPlace {
  ThreadId thread = 0;
  std::uint64_t offset = 0;
};

/// One for each worker. Each run rewrites what is in it; only addresses keep their meaning.
class Arena {
 public:
  static constexpr std::size_t kPart = std::size_t{1} << 18U;  ///< bytes for each thread
  static constexpr std::size_t kAlignment = 64;

  /// The arena of the calling thread of the machine.
  static Arena& of_this_thread() {
    thread_local Arena arena;
    return arena;
  }

  /// The address of a place.
  std::byte* at(const ArenaPlace& place) {
    if (place.thread != kOpened && parts_.size() <= place.thread)
      parts_.resize(std::size_t{place.thread} + 1);
    std::unique_ptr<Part>& part = place.thread == kOpened ? opened_ : parts_[place.thread];
    if (part == nullptr) part = std::make_unique<Part>();
    return part->bytes + place.offset;
  }
  /// The place of an address; none if it is not in the arena.
  [[nodiscard]] std::optional<ArenaPlace> find(const void* address) const {
    const auto* byte = static_cast<const std::byte*>(address);
    const auto is_in = [&](const std::unique_ptr<Part>& part) {
      return part != nullptr && byte >= part->bytes && byte < part->bytes + kPart;
    };
    const auto offset_in = [&](const std::unique_ptr<Part>& part) {
      return static_cast<std::uint64_t>(byte - part->bytes);
    };
    for (std::size_t t = 0; t < parts_.size(); ++t)
      if (is_in(parts_[t])) return ArenaPlace{static_cast<ThreadId>(t), offset_in(parts_[t])};
    if (is_in(opened_)) return ArenaPlace{kOpened, offset_in(opened_)};
    return std::nullopt;
  }
  /// Room where objects seem to be that an expression reaches through a tracked pointer. Nothing is
  /// made there.
  std::byte* opened() { return at({kOpened, 0}); }
  [[nodiscard]] bool is_opened(const std::byte* address) const {
    return opened_ != nullptr && address >= opened_->bytes && address < opened_->bytes + kPart;
  }
  /// The thread of the places there.
  static constexpr auto kOpened = static_cast<ThreadId>(kMaxThreads);

 private:
  struct alignas(kAlignment) Part {
    std::byte bytes[kPart];
  };
  std::vector<std::unique_ptr<Part>> parts_;  ///< by thread
  std::unique_ptr<Part> opened_;
};

}  // namespace ringcheck
