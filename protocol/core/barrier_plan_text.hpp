#pragma once
// Sites and strengths as a user writes them: "B=none", "B=none,wmb", "A=control,B=wmb".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck {

/// What parsing gave: a value, or why there is none.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string error;  ///< what was seen and what was expected; empty when there is a value
};

/// A site and strengths to try there.
struct SiteChoice {
  Site site = Site::a;
  std::vector<Strength> strengths;
};

/// The site called `name`, as spelled in kSites.
inline Parsed<Site> parse_site(std::string_view name) {
  std::string known;
  for (const SiteInfo& info : kSites) {
    if (info.name == name) return {info.site, {}};
    known.append(known.empty() ? "" : ", ").append(info.name);
  }
  return {std::nullopt, "no site \"" + std::string(name) + "\"; sites are " + known};
}

/// The strength called `name`, which must be allowed at `site`.
inline Parsed<Strength> parse_strength(Site site, std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < kStrengthCount; ++i) {
    const auto strength = static_cast<Strength>(i);
    if (!site_info(site).allowed.has(strength)) continue;
    if (strength_name(strength) == name) return {strength, {}};
    known.append(known.empty() ? "" : ", ").append(strength_name(strength));
  }
  return {std::nullopt, "site " + std::string(site_info(site).name) + " cannot be \"" +
                            std::string(name) + "\"; it can be " + known};
}

/// "SITE=STRENGTH,…": a site and the strengths to try there, in the order given.
inline Parsed<SiteChoice> parse_site_choice(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return {std::nullopt, "expected SITE=STRENGTH[,STRENGTH…], saw \"" + std::string(text) + "\""};
  const Parsed<Site> site = parse_site(text.substr(0, equals));
  if (!site.value) return {std::nullopt, site.error};
  SiteChoice choice{*site.value, {}};
  std::string_view rest = text.substr(equals + 1);
  for (;;) {
    const std::size_t comma = rest.find(',');
    const Parsed<Strength> strength = parse_strength(choice.site, rest.substr(0, comma));
    if (!strength.value) return {std::nullopt, strength.error};
    choice.strengths.push_back(*strength.value);
    if (comma == std::string_view::npos) return {choice, {}};
    rest.remove_prefix(comma + 1);
  }
}

/// "SITE=STRENGTH[,SITE=STRENGTH…]": `base` with these sites changed; reads back what to_text
/// prints.
inline Parsed<BarrierPlan> parse_plan(std::string_view text, BarrierPlan base = {}) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const Parsed<SiteChoice> choice = parse_site_choice(text.substr(0, comma));
    if (!choice.value) return {std::nullopt, choice.error};
    base.set(choice.value->site, choice.value->strengths.front());
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return {base, {}};
}

}  // namespace ringcheck
