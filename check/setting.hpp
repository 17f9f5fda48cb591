#pragma once
// Setting: a parameter of a scenario, bound to the member that its value goes to.
//
// A scenario's code reads members, which the compiler checks; the names of parameters are only in
// its table.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "check/parameter.hpp"

namespace ringcheck {

/// A parameter, and what its value changes in the settings of a scenario.
template <class Settings>
struct Setting {
  Parameter parameter;
  void (*put)(Settings& settings, std::uint64_t value);
};

template <class Member>
struct MemberOf;
template <class Type, class Class>
struct MemberOf<Type Class::*> {
  using MemberType = Type;
  using SettingsType = Class;
};

/// The settings that a member belongs to. An inherited member belongs to the base: settings that
/// share one name themselves explicitly.
template <auto Member>
using SettingsOf = typename MemberOf<decltype(Member)>::SettingsType;

/// `parameter`, whose value goes to `member`; for a choice, as the index of its word.
template <auto Member, class Settings = SettingsOf<Member>>
constexpr Setting<Settings> bound(const Parameter& parameter) {
  return {parameter, [](Settings& settings, std::uint64_t value) {
            using Type = typename MemberOf<decltype(Member)>::MemberType;
            settings.*Member = static_cast<Type>(value);
          }};
}

/// A number of `least` … `most`.
template <auto Member, class Settings = SettingsOf<Member>>
constexpr Setting<Settings> number(std::string_view name, std::string_view description,
                                   std::uint64_t standard, std::uint64_t least,
                                   std::uint64_t most) {
  return bound<Member, Settings>({name, description, standard, least, most});
}

/// A power of two, of `least` … `most`.
template <auto Member, class Settings = SettingsOf<Member>>
constexpr Setting<Settings> power_of_two(std::string_view name, std::string_view description,
                                         std::uint64_t standard, std::uint64_t least,
                                         std::uint64_t most) {
  return bound<Member, Settings>({name, description, standard, least, most, true});
}

/// One of `words`, which stand in the order of the member's values.
template <auto Member, class Settings = SettingsOf<Member>>
constexpr Setting<Settings> choice(std::string_view name, std::string_view description,
                                   std::span<const std::string_view> words,
                                   typename MemberOf<decltype(Member)>::MemberType standard = {}) {
  return bound<Member, Settings>(
      {name, description, static_cast<std::uint64_t>(standard), 0, words.size() - 1, false, words});
}

/// The settings with the values of `parameters`, which are those of `table`. Members to which no
/// parameter is bound keep their initial values.
template <class Settings>
Settings settings_of(std::span<const Setting<Settings>> table, const Parameters& parameters) {
  Settings settings{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i].put(settings, parameters.value(i));
  return settings;
}

}  // namespace ringcheck
