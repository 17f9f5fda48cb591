#pragma once
// Ordering points of the protocols by name, and how strong each of them is.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ringcheck {

/// What stands at an ordering point, from nothing to a full fence.
enum class Strength : std::uint8_t {
  none,     ///< nothing; for A, the space test orders no store after it either
  control,  ///< the branch of the space test
  barrier,  ///< barrier(): the compiler only
  wmb,      ///< smp_wmb()
  rmb,      ///< smp_rmb()
  acquire,  ///< the load before the point is smp_load_acquire()
  release,  ///< the store after the point is smp_store_release()
  mb,       ///< smp_mb()
  once,     ///< of a single access: READ_ONCE, WRITE_ONCE, local_read or atomic_set; none: plain
};
inline constexpr std::size_t kStrengthCount = 9;

/// A set of strengths.
class Strengths {
 public:
  constexpr Strengths() = default;
  template <class... S>
  constexpr explicit Strengths(S... strengths) {
    (insert(strengths), ...);
  }
  constexpr void insert(Strength s) { bits_ |= 1U << static_cast<unsigned>(s); }
  [[nodiscard]] constexpr bool has(Strength s) const {
    return ((bits_ >> static_cast<unsigned>(s)) & 1U) != 0;
  }
  friend constexpr bool operator==(Strengths, Strengths) = default;

 private:
  unsigned bits_ = 0;
};

/// An ordering point of a protocol. Each area has its own, in its sites.hpp; no two have the same
/// name.
struct PerfSite {
  std::string_view name;     ///< as in `--site NAME=…`
  std::string_view between;  ///< what it orders, for people
  Strength kernel{};         ///< what Linux 6.1 has there
  Strengths allowed{};
  /// True for a point that orders the compiler only. No CPU model tells its strengths apart,
  /// because an interrupt sees its own CPU's accesses in the order of the instructions.
  bool compiler_only = false;
  bool in_user_space = false;  ///< it is compiled for user space rather than for the kernel
  unsigned place = 0;          ///< of a single access: its number in the text (CodePlace)

  friend constexpr bool operator==(const PerfSite& a, const PerfSite& b) {
    return a.name == b.name;
  }
};

/// A single access that Linux 6.1 makes by `between`, in the kernel's words.
constexpr PerfSite once_site(unsigned place, std::string_view name, std::string_view between) {
  return {.name = name,
          .between = between,
          .kernel = Strength::once,
          .allowed = Strengths(Strength::none, Strength::once),
          .compiler_only = true,
          .place = place};
}

/// The name of `strength` in text: none, control, barrier, wmb, rmb, acquire, release, mb or once.
constexpr std::string_view strength_name(Strength strength) {
  constexpr std::array<std::string_view, kStrengthCount> kNames = {
      "none", "control", "barrier", "wmb", "rmb", "acquire", "release", "mb", "once"};
  return kNames[static_cast<std::size_t>(strength)];
}

/// The strength at each site. A new plan has what Linux 6.1 has.
class BarrierPlan {
 public:
  [[nodiscard]] constexpr Strength at(const PerfSite& site) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (changed_[i].site == site.name) return changed_[i].strength;
    return site.kernel;
  }
  /// Pre: fewer than kMost other sites differ from what Linux 6.1 has.
  constexpr void set(const PerfSite& site, Strength strength) {
    std::size_t i = 0;
    while (i < count_ && changed_[i].site != site.name) ++i;
    if (strength != site.kernel) {
      changed_[i] = {site.name, strength};
      if (i == count_) ++count_;
    } else if (i < count_) {
      changed_[i] = changed_[--count_];
    }
  }
  /// This plan with `strength` at `site`.
  [[nodiscard]] constexpr BarrierPlan with(const PerfSite& site, Strength strength) const {
    BarrierPlan plan = *this;
    plan.set(site, strength);
    return plan;
  }

  static constexpr std::size_t kMost = 24;

 private:
  struct Change {
    std::string_view site;
    Strength strength{};
  };

  std::array<Change, kMost> changed_{};
  std::size_t count_ = 0;
};

/// `plan` at each of `sites`, in their order, as "A=control,B=wmb,…".
inline std::string to_text(const BarrierPlan& plan, std::span<const PerfSite> sites) {
  std::string text;
  for (const PerfSite& site : sites) {
    if (!text.empty()) text += ',';
    text.append(site.name).append("=").append(strength_name(plan.at(site)));
  }
  return text;
}

}  // namespace ringcheck
