#pragma once
// Ordering points of programs by name, and what a plan has at each of them.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// An ordering point of a program: a place whose order can be weakened or strengthened without any
/// other change to the code.
struct Site {
  std::string_view name;     ///< as in `--site NAME=…`
  std::string_view between;  ///< what it orders, for people
  /// What may stand there. "none" orders nothing and "mb" everything; of the other strengths none
  /// is stronger than another.
  std::span<const std::string_view> strengths;
  std::size_t standard = 0;  ///< index of what stands there unless a plan says otherwise
  /// True for a point that orders the compiler only: no model of a machine tells its strengths
  /// apart, because an interrupt sees its own CPU's accesses in the order of the instructions.
  bool compiler_only = false;
  bool in_user_space = false;  ///< it is compiled for user space rather than for the kernel

  /// What stands there unless a plan says otherwise.
  [[nodiscard]] std::string_view own() const { return strengths[standard]; }
};

/// True iff strength `a` counts as no more order than `b`, as plans are ranked for people: "none" is
/// weaker than all, "mb" is stronger than all, and the others compare only with themselves. What one
/// strength is known to do in the place of another is no_more_order (plan_search.hpp).
bool no_stronger(std::string_view a, std::string_view b);

/// What stands at each ordering point of a program.
class Plan {
 public:
  Plan() = default;
  /// What stands at `sites` as written. Pre: they outlive this.
  explicit Plan(std::span<const Site* const> sites);

  /// The strength at the site of this name. Pre: it is one of sites().
  [[nodiscard]] std::string_view operator[](std::string_view site) const;
  [[nodiscard]] bool has(std::string_view site) const;
  /// Errors: InputError for an unknown site or strength, listing the known ones.
  void set(std::string_view site, std::string_view strength);
  /// Takes in "SITE=STRENGTH[,SITE=STRENGTH…]"; reads what text() writes. Errors as above.
  void set(std::string_view assignments);
  /// This plan with `strength` at `site`. Errors as above.
  [[nodiscard]] Plan with(std::string_view site, std::string_view strength) const;
  /// True iff it differs from `other` and has no more order at any site. Pre: both are of the same
  /// sites.
  [[nodiscard]] bool weaker_than(const Plan& other) const;
  /// "A=control,B=wmb,…", in the order of sites().
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::span<const Site* const> sites() const { return sites_; }

  friend bool operator==(const Plan& a, const Plan& b) {
    return a.sites_ == b.sites_ && a.strengths_ == b.strengths_;
  }

 private:
  [[nodiscard]] std::size_t index(std::string_view site) const;

  std::vector<const Site*> sites_;
  std::vector<std::uint8_t> strengths_;  ///< by site, an index into its strengths
};

/// A site and strengths to try there.
struct SiteChoice {
  const Site* site = nullptr;
  std::vector<std::string_view> strengths;
};

/// Reads "SITE=STRENGTH[,STRENGTH…]" of one of `known`. Errors: InputError that says what was
/// expected; also for a site or strength that is named twice.
SiteChoice parse_site_choice(std::string_view text, std::span<const Site* const> known);

}  // namespace ringcheck
