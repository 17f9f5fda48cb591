// Tested by tests/source/wide_test.cpp.
#include "source/wide.hpp"

#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <unordered_map>

namespace ringcheck::source {

namespace {

constexpr std::uint64_t kIsDigest = std::uint64_t{1} << 63U;

/// The numbers that have a digest for a name.
struct Named {
  std::shared_mutex mutex;
  std::unordered_map<std::uint64_t, Wide> numbers;

  std::optional<Wide> find(std::uint64_t name) {
    const std::shared_lock lock(mutex);
    const auto found = numbers.find(name);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  }
};

Named& named() {
  static Named all;
  return all;
}

/// Another number for each number, which looks random.
/// Source: the finalizer of splitmix64 (S. Vigna; variant 13 of D. Stafford).
constexpr std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ number >> 30U) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27U) * 0x94d049bb133111eb;
  return number ^ number >> 31U;
}

}  // namespace

std::uint64_t name_of_wide(Wide number) {
  const auto low = static_cast<std::uint64_t>(number);
  const auto high = static_cast<std::uint64_t>(number >> 64U);
  if (high == 0 && low < kIsDigest) return low;
  const std::uint64_t name = high == 0 ? low : mixed(low + mixed(high)) | kIsDigest;
  std::optional<Wide> held = named().find(name);
  if (!held) {
    const std::unique_lock lock(named().mutex);
    held = named().numbers.try_emplace(name, number).first->second;
  }
  if (*held != number)
    throw std::overflow_error("two numbers of 128 bits with one digest, which is not modelled");
  return name;
}

Wide named_wide(std::uint64_t name) {
  return (name & kIsDigest) == 0 ? Wide{name} : named().find(name).value_or(Wide{name});
}

bool is_name_of_wide(std::uint64_t name) {
  return named_wide(name) >> 64U != 0;
}

}  // namespace ringcheck::source
