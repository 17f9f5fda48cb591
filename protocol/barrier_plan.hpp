#pragma once
// Ordering points of the protocols by name, and how strong each of them is.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ringcheck {

/// An ordering point of a protocol. A to D are the kernel's own letters for the four of the data
/// ring. Source: kernel/events/ring_buffer.c perf_output_put_handle,
/// tools/include/linux/ring_buffer.h.
enum class Site : std::uint8_t {
  a,                      ///< writer: from the load of the tail to the stores of data
  b,                      ///< writer: from the stores of data to the store of the head
  c,                      ///< reader: from the load of the head to the loads of data
  d,                      ///< reader: from the loads of data to the store of the tail
  nest_before_head,       ///< writer: from setting the nest count to the load of the write position
  publish_before_unnest,  ///< writer: from the store of the head to clearing the nest count
  unnest_before_recheck,  ///< writer: from clearing the nest count to the second look at the write
                          ///< position
};
inline constexpr std::size_t kSiteCount = 7;

/// What stands at an ordering point, from nothing to a full fence.
enum class Strength : std::uint8_t {
  none,     ///< nothing; for A, the space test orders no store behind it either
  control,  ///< the branch of the space test
  barrier,  ///< barrier(): the compiler only
  wmb,      ///< smp_wmb()
  rmb,      ///< smp_rmb()
  acquire,  ///< the load before the point is smp_load_acquire()
  release,  ///< the store behind the point is smp_store_release()
  mb,       ///< smp_mb()
};
inline constexpr std::size_t kStrengthCount = 8;

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

/// What is known of an ordering point apart from any plan.
struct SiteInfo {
  Site site;
  std::string_view name;     ///< as in `--site NAME=…`
  std::string_view between;  ///< what it orders, for people
  Strength kernel;           ///< what Linux 6.1 has there
  Strengths allowed;
  /// True for a point that orders the compiler only: no CPU model tells its strengths apart,
  /// because an interrupt sees its own CPU's accesses in the order of the instructions.
  bool compiler_only;
};

/// Every site, in the order of the enumeration.
inline constexpr std::array<SiteInfo, kSiteCount> kSites = {{
    {Site::a, "A", "tail load -> data stores", Strength::control,
     Strengths(Strength::none, Strength::control, Strength::acquire, Strength::mb), false},
    {Site::b, "B", "data stores -> head store", Strength::wmb,
     Strengths(Strength::none, Strength::wmb, Strength::release, Strength::mb), false},
    // tools/include/linux/ring_buffer.h takes smp_rmb where load-acquire would be a full fence.
    {Site::c, "C", "head load -> data loads", Strength::acquire,
     Strengths(Strength::none, Strength::rmb, Strength::acquire, Strength::mb), false},
    {Site::d, "D", "data loads -> tail store", Strength::release,
     Strengths(Strength::none, Strength::wmb, Strength::rmb, Strength::release, Strength::mb),
     false},
    {Site::nest_before_head, "nest_before_head", "nest count set -> write position load",
     Strength::barrier, Strengths(Strength::none, Strength::barrier), true},
    {Site::publish_before_unnest, "publish_before_unnest", "head store -> nest count cleared",
     Strength::barrier, Strengths(Strength::none, Strength::barrier), true},
    {Site::unnest_before_recheck, "unnest_before_recheck",
     "nest count cleared -> write position load", Strength::barrier,
     Strengths(Strength::none, Strength::barrier), true},
}};

/// What is known of `site`.
constexpr const SiteInfo& site_info(Site site) {
  return kSites[static_cast<std::size_t>(site)];
}

/// The name of `strength` in text: none, control, barrier, wmb, rmb, acquire, release or mb.
constexpr std::string_view strength_name(Strength strength) {
  constexpr std::array<std::string_view, kStrengthCount> kNames = {
      "none", "control", "barrier", "wmb", "rmb", "acquire", "release", "mb"};
  return kNames[static_cast<std::size_t>(strength)];
}

/// Which strength stands at each site. As built, what Linux 6.1 has.
class BarrierPlan {
 public:
  constexpr BarrierPlan() {
    for (const SiteInfo& info : kSites)
      strength_[static_cast<std::size_t>(info.site)] = info.kernel;
  }
  [[nodiscard]] constexpr Strength at(Site site) const {
    return strength_[static_cast<std::size_t>(site)];
  }
  constexpr void set(Site site, Strength strength) {
    strength_[static_cast<std::size_t>(site)] = strength;
  }
  /// This plan with `strength` at `site`.
  [[nodiscard]] constexpr BarrierPlan with(Site site, Strength strength) const {
    BarrierPlan plan = *this;
    plan.set(site, strength);
    return plan;
  }
  friend constexpr bool operator==(const BarrierPlan&, const BarrierPlan&) = default;

 private:
  std::array<Strength, kSiteCount> strength_{};
};

/// "A=control,B=wmb,…": every site of `plan`, in the order of kSites.
inline std::string to_text(const BarrierPlan& plan) {
  std::string text;
  for (const SiteInfo& info : kSites) {
    if (!text.empty()) text += ',';
    text.append(info.name).append("=").append(strength_name(plan.at(info.site)));
  }
  return text;
}

}  // namespace ringcheck
