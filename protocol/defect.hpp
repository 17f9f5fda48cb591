#pragma once
// Defects: known mistakes that can be put into the protocol, to show that the properties see them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ringcheck {

/// A mistake that protocol code makes when asked to. The protocol as it stands has none of them.
enum class Defect : std::uint8_t {
  unnest_before_publish,  ///< put_handle clears the nest count before it stores the head
  recheck_before_unnest,  ///< put_handle looks for nested records before it clears the nest count
  no_recheck,           ///< put_handle does not look for nested records after it cleared the count
  publish_when_nested,  ///< put_handle publishes at every nesting level
  failed_begin_keeps_nest,   ///< a begin that fails for space returns without put_handle
  failed_begin_stores_nest,  ///< a begin that fails for space only decrements the nest count
  reservation_not_atomic,    ///< begin reserves by a load and a store
  lost_not_exchanged,        ///< begin takes the lost count by a load and a store of 0
  lost_not_counted,          ///< a begin that fails for space counts no loss
  full_to_the_last_byte,     ///< begin lets head - tail reach the buffer's size
  size_of_payload_only,      ///< the header's size leaves out the header
  tail_masked,               ///< the reader stores its tail modulo the buffer's size
  tail_before_copy,          ///< the reader stores its tail before it loads the records
  tail_is_head,              ///< the reader skips what is left after one record of a poll
  tail_restarts,             ///< the reader reads each chunk of records once more
};

/// What is known of a defect.
struct DefectInfo {
  Defect defect;
  std::string_view name;
  std::string_view entry;  ///< of the catalogue of real defects
};

/// Every defect, in the order of the enumeration.
inline constexpr auto kDefects = std::to_array<DefectInfo>({
    {Defect::unnest_before_publish, "unnest-before-publish", "N-01"},
    {Defect::recheck_before_unnest, "recheck-before-unnest", "N-03"},
    {Defect::no_recheck, "no-recheck", "N-03"},
    {Defect::publish_when_nested, "publish-when-nested", "N-05"},
    {Defect::failed_begin_keeps_nest, "failed-begin-keeps-nest", "N-04"},
    {Defect::failed_begin_stores_nest, "failed-begin-stores-nest", "G-01"},
    {Defect::reservation_not_atomic, "reservation-not-atomic", "N-06"},
    {Defect::lost_not_exchanged, "lost-not-exchanged", "L-01"},
    {Defect::lost_not_counted, "lost-not-counted", "L-03"},
    {Defect::full_to_the_last_byte, "full-to-the-last-byte", ""},
    {Defect::size_of_payload_only, "size-of-payload-only", "G-04"},
    {Defect::tail_masked, "tail-masked", "G-06"},
    {Defect::tail_before_copy, "tail-before-copy", "R-10"},
    {Defect::tail_is_head, "tail-is-head", "R-10"},
    {Defect::tail_restarts, "tail-restarts", "G-09"},
});
inline constexpr std::size_t kDefectCount = kDefects.size();

/// The defect called `name`, if there is one.
constexpr std::optional<Defect> find_defect(std::string_view name) {
  for (const DefectInfo& info : kDefects)
    if (info.name == name) return info.defect;
  return std::nullopt;
}

/// A set of defects.
class Defects {
 public:
  constexpr Defects() = default;
  constexpr explicit Defects(Defect defect) { insert(defect); }
  constexpr void insert(Defect d) { words_[index(d) / 64] |= bit(d); }
  [[nodiscard]] constexpr bool has(Defect d) const { return (words_[index(d) / 64] & bit(d)) != 0; }
  [[nodiscard]] constexpr bool none() const { return words_ == Words{}; }

 private:
  using Words = std::array<std::uint64_t, (kDefectCount + 63) / 64>;

  static constexpr std::size_t index(Defect d) { return static_cast<std::size_t>(d); }
  static constexpr std::uint64_t bit(Defect d) { return std::uint64_t{1} << index(d) % 64; }

  Words words_{};
};

}  // namespace ringcheck
