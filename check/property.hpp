#pragma once
// Property: what must hold in every execution of a program, and what shows that it says something.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "check/view.hpp"
#include "explore/program.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// How a property fails in an execution. Cheap to make: text is made from it only for a witness.
struct Violation {
  /// What is wrong, as a format: {0} … {3} stand for the numbers, {4} and {5} for the events, {6}
  /// for the text.
  const char* what = "";
  std::array<std::uint64_t, 4> numbers{};
  EventNumber first = kNoEvent;   ///< an event to look at, if there is one
  EventNumber second = kNoEvent;  ///< another
  std::string text{};             ///< what numbers cannot say; may be empty
};

/// The text of `finding` in `graph`, an execution of `program`; events are printed as thread.slot.
std::string render(const Violation& finding, const Program& program, const ExecutionGraph& graph);

/// What must hold in every complete execution. It judges by what views of one type show.
struct Property {
  std::string_view id;         ///< for people and scripts; its first letters name the family
  std::string_view title;      ///< what holds, in one sentence
  std::string_view sometimes;  ///< what must be seen for it not to be vacuous, in one sentence
  ViewType view;               ///< the type of the views that it judges by
  /// How a complete execution violates it; nullopt if it does not.
  std::optional<Violation> (*violates)(const void* context, const void* view);
  /// Whether `sometimes` is seen in a complete execution.
  bool (*shows)(const void* context, const void* view);
  const void* context = nullptr;  ///< what both functions are given

  /// Pre: `seen_as` is of type `view`.
  [[nodiscard]] std::optional<Violation> violated(const void* seen_as) const {
    return violates(context, seen_as);
  }
  /// Pre: as for violated().
  [[nodiscard]] bool seen(const void* seen_as) const { return shows(context, seen_as); }
};

/// A property that is judged by two functions, std::optional<Violation> (*)(const V&) and bool
/// (*)(const V&), for a type V of views. Pre: the texts outlive it.
template <auto Violated, auto Seen>
constexpr Property property(std::string_view id, std::string_view title,
                            std::string_view sometimes) {
  const auto make = [&]<class V>(std::type_identity<std::optional<Violation> (*)(const V&)>) {
    return Property{
        id,
        title,
        sometimes,
        view_type<V>(),
        [](const void*, const void* view) { return Violated(*static_cast<const V*>(view)); },
        [](const void*, const void* view) { return Seen(*static_cast<const V*>(view)); }};
  };
  return make(std::type_identity<decltype(Violated)>());
}

/// The same for an object with members `violated` and `seen`, function objects or functions. Pre:
/// the texts and the object outlive it.
template <class V, class Judgement>
Property property_of(std::string_view id, std::string_view title, std::string_view sometimes,
                     const Judgement* judgement) {
  return {id,
          title,
          sometimes,
          view_type<V>(),
          [](const void* by, const void* view) -> std::optional<Violation> {
            return static_cast<const Judgement*>(by)->violated(*static_cast<const V*>(view));
          },
          [](const void* by, const void* view) -> bool {
            return static_cast<const Judgement*>(by)->seen(*static_cast<const V*>(view));
          },
          judgement};
}

}  // namespace ringcheck
