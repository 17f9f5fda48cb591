// Tested by tests/source/error_test.cpp.
#include "source/private_memory.hpp"

#include <algorithm>

#include "source/wide.hpp"

namespace ringcheck::source {

namespace {

constexpr std::uint32_t kWord = 8;  ///< bytes

/// The number that `held` stands for as a value of `bytes` bytes.
Wide number_in(std::uint64_t held, std::uint32_t bytes) {
  return bytes > kWord ? named_wide(held) : Wide{held};
}

/// What stands for `number` as a value of `bytes` bytes.
std::uint64_t held_as(Wide number, std::uint32_t bytes) {
  return bytes > kWord ? name_of_wide(number) : static_cast<std::uint64_t>(number);
}

/// The low `bytes` bytes of `number`.
Wide low_bytes_of(Wide number, std::uint32_t bytes) {
  return bytes >= 2 * kWord ? number : number & ((Wide{1} << (8 * bytes)) - 1);
}

}  // namespace

Value bytes_of_value(const Value& value, std::uint32_t bytes, std::uint32_t first,
                     std::uint32_t count) {
  // Memory that nothing was stored to has no part with a value.
  if (is_undefined(value)) return value;
  return combine_values(value, Value(0), [&](auto x, auto) {
    if (first >= 2 * kWord) return std::uint64_t{0};  // Only zeros are as long.
    return held_as(low_bytes_of(number_in(x, bytes) >> (8 * first), count), count);
  });
}

Value joined(const Value& low, std::uint32_t low_bytes, const Value& high,
             std::uint32_t high_bytes) {
  const bool no_low = is_undefined(low);
  const bool no_high = is_undefined(high);
  if (no_low && no_high) return low;
  // One half may be padding of a structure that is passed as one number.
  return combine_values(low, high, [&](auto x, auto y) {
    const Wide first = no_low ? Wide{0} : number_in(x, low_bytes);
    const Wide second = no_high ? Wide{0} : number_in(y, high_bytes);
    return held_as(first | second << (8 * low_bytes), low_bytes + high_bytes);
  });
}

std::size_t PrivateMemory::first_after(std::uint64_t address) const {
  const auto at = std::ranges::upper_bound(fragments_, address, {},
                                           [](const Fragment& f) { return f.address + f.bytes; });
  return static_cast<std::size_t>(at - fragments_.begin());
}

const Fragment* PrivateMemory::find(std::uint64_t address, std::uint32_t bytes) const {
  const std::size_t at = first_after(address);
  if (at == fragments_.size()) return nullptr;
  const Fragment& f = fragments_[at];
  return f.address == address && f.bytes == bytes ? &f : nullptr;
}

void PrivateMemory::erase(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  std::size_t at = first_after(address);
  std::vector<Fragment> kept;
  std::size_t last = at;
  for (; last < fragments_.size() && fragments_[last].address < end; ++last) {
    const Fragment& f = fragments_[last];
    if (f.address < address) {
      const auto count = static_cast<std::uint32_t>(address - f.address);
      kept.push_back({f.address, count, bytes_of_value(f.value, f.bytes, 0, count)});
    }
    if (f.address + f.bytes > end) {
      const auto first = static_cast<std::uint32_t>(end - f.address);
      kept.push_back(
          {end, f.bytes - first, bytes_of_value(f.value, f.bytes, first, f.bytes - first)});
    }
  }
  const auto begin = fragments_.begin() + static_cast<std::ptrdiff_t>(at);
  const auto gone = fragments_.erase(begin, fragments_.begin() + static_cast<std::ptrdiff_t>(last));
  fragments_.insert(gone, kept.begin(), kept.end());
}

void PrivateMemory::store(std::uint64_t address, std::uint32_t bytes, const Value& value) {
  const std::size_t at = first_after(address);
  if (at < fragments_.size() && fragments_[at].address == address &&
      fragments_[at].bytes == bytes) {
    fragments_[at].value = value;
    return;
  }
  erase(address, bytes);
  fragments_.insert(fragments_.begin() + static_cast<std::ptrdiff_t>(first_after(address)),
                    {address, bytes, value});
}

std::vector<PartOfRange> PrivateMemory::parts(std::uint64_t address, std::uint32_t bytes) const {
  std::vector<PartOfRange> all;
  const std::uint64_t end = address + bytes;
  std::uint64_t next = address;
  for (std::size_t at = first_after(address);
       at < fragments_.size() && fragments_[at].address < end; ++at) {
    const Fragment& f = fragments_[at];
    if (f.address > next)
      all.push_back({next, static_cast<std::uint32_t>(f.address - next), nullptr});
    const std::uint64_t first = std::max(f.address, next);
    const std::uint64_t last = std::min(f.address + f.bytes, end);
    all.push_back({first, static_cast<std::uint32_t>(last - first), &f});
    next = last;
  }
  if (next < end) all.push_back({next, static_cast<std::uint32_t>(end - next), nullptr});
  return all;
}

}  // namespace ringcheck::source
