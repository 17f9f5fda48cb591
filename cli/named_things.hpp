#pragma once
// Everything that a command line can name, for people to read and for programs.

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// Something with a name.
struct NamedThing {
  std::string name;
  std::string title;                                ///< one sentence
  std::function<std::string()> details;             ///< the rest, for people
  std::function<nlohmann::ordered_json()> members;  ///< the same, for programs
};

/// A kind of things: what it is called, and all things of the kind.
struct ThingKind {
  std::string_view plural;  ///< as `ringcheck list` takes it
  std::string_view singular;
  std::vector<NamedThing> (*all)();
};

/// Models, scenarios, properties, findings, ordering points, mutants and machines.
const std::vector<ThingKind>& thing_kinds();

/// All things of all kinds.
std::vector<NamedThing> all_things();

/// The things with this name as text, each with its title; empty if there is none. Case and signs
/// between words do not count.
std::string named_text(std::string_view name);

/// The same things as rows for programs, as `ringcheck list --json` writes them.
nlohmann::ordered_json named_json(std::string_view name);

/// A thing as a row for programs.
nlohmann::ordered_json thing_json(const ThingKind& kind, const NamedThing& thing);

/// A thing with its details, for people to read.
std::string thing_text(const ThingKind& kind, const NamedThing& thing);

}  // namespace ringcheck
