// Ordering points and plans.
// Tested by tests/check/plan_test.cpp.
#include "check/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

[[noreturn]] void reject(const std::string& message) {
  throw InputError({"", 0, 0, message});
}

const Site& find_site(std::string_view name, std::span<const Site* const> known) {
  std::vector<std::string_view> names;
  for (const Site* site : known) {
    if (site->name == name) return *site;
    names.push_back(site->name);
  }
  for (const Site* site : known)
    if (same_name(site->name, name)) return *site;
  reject(fmt::format("no site \"{}\"{}", name, instead_of(name, names, "ringcheck list sites")));
}

/// What people call a strength, beside its own name.
struct StrengthName {
  std::string_view spoken, strength;
};

// Those of the kernel (Documentation/memory-barriers.txt) come with and without smp_.
constexpr StrengthName kSpoken[] = {
    {"smp_wmb", "wmb"},
    {"write-barrier", "wmb"},
    {"smp_rmb", "rmb"},
    {"read-barrier", "rmb"},
    {"smp_mb", "mb"},
    {"full", "mb"},
    {"full-barrier", "mb"},
    {"smp_store_release", "release"},
    {"store-release", "release"},
    {"rel", "release"},
    {"smp_load_acquire", "acquire"},
    {"load-acquire", "acquire"},
    {"acq", "acquire"},
    {"ctrl", "control"},
    {"control-dependency", "control"},
    {"barrier()", "barrier"},
    {"compiler-barrier", "barrier"},
    {"read_once", "once"},
    {"write_once", "once"},
    {"nothing", "none"},
    {"plain", "none"},
};

std::size_t find_strength(const Site& site, std::string_view name) {
  auto found = std::ranges::find(site.strengths, name);
  const auto is_named = [&](std::string_view spoken) {
    return [spoken](std::string_view strength) { return same_name(strength, spoken); };
  };
  if (found == site.strengths.end()) found = std::ranges::find_if(site.strengths, is_named(name));
  if (found == site.strengths.end()) {
    const auto* row = std::ranges::find_if(kSpoken, is_named(name), &StrengthName::spoken);
    if (row != std::end(kSpoken)) found = std::ranges::find(site.strengths, row->strength);
  }
  if (found == site.strengths.end())
    reject(fmt::format("site {} cannot be \"{}\"; it can be {}", site.name, name,
                       fmt::join(site.strengths, ", ")));
  return static_cast<std::size_t>(found - site.strengths.begin());
}

}  // namespace

bool no_stronger(std::string_view a, std::string_view b) {
  return a == b || a == "none" || b == "mb";
}

Plan::Plan(std::span<const Site* const> sites) : sites_(sites.begin(), sites.end()) {
  for (const Site* site : sites_) strengths_.push_back(static_cast<std::uint8_t>(site->standard));
}

bool Plan::has(std::string_view site) const {
  return std::ranges::find(sites_, site, &Site::name) != sites_.end();
}

std::size_t Plan::index(std::string_view site) const {
  const Site& found = find_site(site, sites_);
  return static_cast<std::size_t>(std::ranges::find(sites_, &found) - sites_.begin());
}

std::string_view Plan::operator[](std::string_view site) const {
  RC_CHECK(has(site), "site " + std::string(site) + " is not the program's");
  const std::size_t i = index(site);
  return sites_[i]->strengths[strengths_[i]];
}

void Plan::set(std::string_view site, std::string_view strength) {
  const std::size_t i = index(site);
  strengths_[i] = static_cast<std::uint8_t>(find_strength(*sites_[i], strength));
}

void Plan::set(std::string_view assignments) {
  while (!assignments.empty()) {
    const std::size_t comma = std::min(assignments.find(','), assignments.size());
    const SiteChoice choice = parse_site_choice(assignments.substr(0, comma), sites_);
    set(choice.site->name, choice.strengths.front());
    assignments.remove_prefix(std::min(comma + 1, assignments.size()));
  }
}

Plan Plan::with(std::string_view site, std::string_view strength) const {
  Plan plan = *this;
  plan.set(site, strength);
  return plan;
}

bool Plan::weaker_than(const Plan& other) const {
  if (*this == other) return false;
  return std::ranges::all_of(sites_, [&](const Site* site) {
    return no_stronger((*this)[site->name], other[site->name]);
  });
}

std::string Plan::text() const {
  std::string text;
  for (const Site* site : sites_)
    text.append(text.empty() ? "" : ",").append(site->name).append("=").append((*this)[site->name]);
  return text;
}

SiteChoice parse_site_choice(std::string_view text, std::span<const Site* const> known) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    reject(fmt::format("expected SITE=STRENGTH[,STRENGTH…], saw \"{}\"", text));
  const Site& site = find_site(text.substr(0, equals), known);
  SiteChoice choice{&site, {}};
  for (std::string_view rest = text.substr(equals + 1);;) {
    const std::size_t comma = rest.find(',');
    const std::string_view strength = site.strengths[find_strength(site, rest.substr(0, comma))];
    if (std::ranges::find(choice.strengths, strength) != choice.strengths.end())
      reject("saw a site or strength twice, expected each once");
    choice.strengths.push_back(strength);
    if (comma == std::string_view::npos) return choice;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace ringcheck
