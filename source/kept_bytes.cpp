// Tested by tests/source/kept_bytes_test.cpp.
#include "source/kept_bytes.hpp"

#include <algorithm>

namespace ringcheck::source {

KeptBytes::Ranges::const_iterator KeptBytes::first_after(std::uint64_t address) const {
  const auto next = ranges_.upper_bound(address);
  if (next == ranges_.begin()) return next;
  const auto before = std::prev(next);
  return before->second.end > address ? before : next;
}

void KeptBytes::keep(std::uint64_t address, std::uint32_t bytes, std::size_t thread) {
  if (keeper_of(address, bytes, thread) == Keeper::another) return;
  give_up(address, bytes);
  ranges_[address] = {address + bytes, thread};
}

void KeptBytes::give_up(std::uint64_t address, std::uint32_t bytes) {
  const std::uint64_t end = address + bytes;
  for (auto at = first_after(address); at != ranges_.end() && at->first < end;
       at = first_after(address)) {
    const auto [from, range] = *at;
    ranges_.erase(at);
    if (from < address) ranges_[from] = {address, range.thread};
    if (range.end > end) ranges_[end] = range;
  }
}

Keeper KeptBytes::keeper_of(std::uint64_t address, std::uint32_t bytes, std::size_t thread) const {
  const std::uint64_t end = address + bytes;
  std::uint64_t kept = 0;
  for (auto at = first_after(address); at != ranges_.end() && at->first < end; ++at) {
    if (at->second.thread != thread) return Keeper::another;
    kept += std::min(at->second.end, end) - std::max(at->first, address);
  }
  if (kept == 0) return Keeper::nobody;
  return kept == bytes ? Keeper::itself : Keeper::itself_partly;
}

}  // namespace ringcheck::source
