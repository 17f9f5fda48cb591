#pragma once
// View: what properties are shown of an execution, as a type of the program's author.

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "explore/state_search.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// A type that gathers what happened in one execution after the other, from the graph alone or from
/// the graph and what the code said. It may keep references to both until the next execution. Its
/// lists should keep what they have allocated: gathering is on the hot path.
template <class V>
concept GathersFromGraph = requires(V& view, const ExecutionGraph& graph) {
  view.gather(graph);
};
template <class V>
concept GathersFromTranscript = requires(V& view, const ExecutionGraph& graph,
                                         const Transcript& said) {
  view.gather(graph, said);
};

/// Identifies a type of views: equal only for the same type.
using ViewType = const void*;
template <class V>
inline constexpr char kViewTag = 0;
template <class V>
constexpr ViewType view_type() {
  return &kViewTag<std::remove_cvref_t<V>>;
}

/// Why the verdict alone cannot be searched for in a program.
struct NotMonitored {
  std::string what;      ///< "where …", "for …"
  std::string expected;  ///< a parameter and its value
};

/// A view of any type, as a value: it is copied for each worker.
///
/// A type may have two more members. `note(step)` gives a number that a search through states keeps
/// with the event of a step, for monitors to look up. `not_monitored()` says why monitors cannot
/// judge the program.
class View {
 public:
  template <class V>
  requires(!std::same_as<std::remove_cvref_t<V>, View> &&
           (GathersFromGraph<V> || GathersFromTranscript<V>))
      View(V view)  // NOLINT(google-explicit-constructor): any view is one
      : held_(std::make_unique<Held<V>>(std::move(view))), at_(held_->at()) {}
  View(const View& other) : held_(other.held_->copy()), at_(held_->at()) {}
  View(View&&) noexcept = default;
  View& operator=(View other) noexcept {
    std::swap(held_, other.held_);
    std::swap(at_, other.at_);
    return *this;
  }
  ~View() = default;

  [[nodiscard]] ViewType type() const { return held_->type(); }
  /// True iff it needs what the code said.
  [[nodiscard]] bool needs_transcript() const { return held_->needs_transcript(); }
  /// Gathers an execution. `said` is not looked at unless needs_transcript().
  void gather(const ExecutionGraph& graph, const Transcript& said) { held_->gather(graph, said); }
  [[nodiscard]] std::uint64_t note(const PathStep& step) const { return held_->note(step); }
  [[nodiscard]] std::optional<NotMonitored> not_monitored() const { return held_->not_monitored(); }
  /// The view itself. Pre: it is of type V.
  template <class V>
  [[nodiscard]] const V& as() const {
    return *static_cast<const V*>(at_);
  }
  [[nodiscard]] const void* address() const { return at_; }

 private:
  struct Any {
    Any() = default;
    Any(const Any&) = delete;
    Any& operator=(const Any&) = delete;
    virtual ~Any() = default;
    [[nodiscard]] virtual ViewType type() const = 0;
    [[nodiscard]] virtual const void* at() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Any> copy() const = 0;
    [[nodiscard]] virtual bool needs_transcript() const = 0;
    virtual void gather(const ExecutionGraph&, const Transcript&) = 0;
    [[nodiscard]] virtual std::uint64_t note(const PathStep&) const = 0;
    [[nodiscard]] virtual std::optional<NotMonitored> not_monitored() const = 0;
  };
  template <class V>
  struct Held final : Any {
    explicit Held(V of) : view(std::move(of)) {}
    [[nodiscard]] ViewType type() const override { return view_type<V>(); }
    [[nodiscard]] const void* at() const override { return &view; }
    [[nodiscard]] std::unique_ptr<Any> copy() const override {
      return std::make_unique<Held>(view);
    }
    [[nodiscard]] bool needs_transcript() const override { return GathersFromTranscript<V>; }
    void gather(const ExecutionGraph& graph, const Transcript& said) override {
      if constexpr (GathersFromTranscript<V>)
        view.gather(graph, said);
      else
        view.gather(graph);
    }
    [[nodiscard]] std::uint64_t note(const PathStep& step) const override {
      if constexpr (requires { view.note(step); }) return view.note(step);
      return 0;
    }
    [[nodiscard]] std::optional<NotMonitored> not_monitored() const override {
      if constexpr (requires { view.not_monitored(); }) return view.not_monitored();
      return std::nullopt;
    }
    V view;
  };

  std::unique_ptr<Any> held_;
  const void* at_;
};

}  // namespace ringcheck
