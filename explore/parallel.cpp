// Several workers explore one program.
// A segment is what one search visits. A search that finds idle workers gives away the last part of
// what it has left, which becomes the segment right after its own. So the segments in order hold
// the executions in the order of one worker, however often and whenever work was divided.
// Tested by tests/explore/parallel_test.cpp.
#include "explore/parallel.hpp"

#include <tbb/task_group.h>

#include <mutex>
#include <variant>

#include "explore/search.hpp"
#include "explore/subtree_counter.hpp"
#include "explore/watch.hpp"
#include "models/any_checker.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

namespace {

constexpr double kProgressSeconds = 0.5;

MessagePassing messages_of(const Model& model) {
  const FastCheck fast = model.data().fast;
  return fast == FastCheck::sc || fast == FastCheck::tso ? MessagePassing::always
                                                         : MessagePassing::by_fences;
}

template <ConsistencyChecker Checker>
class ParallelExploration {
 public:
  ParallelExploration(const Program& program, const Model& model, const ParallelOptions& options,
                      const VisitorOfSegment& visitor_of, const SumsOfSegment& sums_of)
      : program_(program),
        model_(model),
        options_(options),
        visitor_of_(visitor_of),
        sums_of_(sums_of) {}

  ParallelResult run() {
    std::vector<Path> from = options_.from;
    if (from.empty()) from.emplace_back();
    for (Path& path : from) add(segments_.end())->path = std::move(path);
    if (options_.pause.go_on) {
      work_alone();
      if (!paused_) return result();
      if (!options_.pause.go_on()) {
        segments_.front().ended = true;
        return result();
      }
      go_on();
    }
    alone_ = works_alone();
    if (alone_)
      work_alone();
    else
      work_together();
    return result();
  }

 private:
  struct Segment {
    std::size_t number = 0;
    std::unique_ptr<typename Search<Checker>::Subtree> subtree;  ///< where it starts, if given away
    Path path;                                                   ///< where it starts otherwise
    ExecutionVisitor visit;
    bool counting = false;  ///< it counts executions of equal futures
    bool begun = false;
    std::atomic<bool> cancelled = false;  ///< an earlier segment has ended the exploration
    bool ended = false;                   ///< its visitor ended the exploration
    std::exception_ptr error;
    ExploreCounts counts;
    std::vector<Path> rest;
  };
  using Place = typename std::list<Segment>::iterator;

  /// A search under way.
  struct Work {
    Place at;
    Search<Checker> search;
    Watch watch;
    int left = kStatesBetweenLooks;
    std::uint64_t told_complete = 0;  ///< its share in complete_
    double told_explored = 0;
  };

  Place add(Place before) {
    const auto at = segments_.emplace(before);
    at->number = count_++;
    at->visit = visitor_of_(at->number);
    return at;
  }

  void work_alone() {
    for (auto at = segments_.begin(); at != segments_.end(); ++at)
      if (!at->begun) work(at);
  }

  void work_together() {
    // Isolated: while this waits, the thread takes up parts of this exploration only.
    options_.workers->run([&] {
      tbb::this_task_arena::isolate([&] {
        // From the last one backwards: what is spawned last is taken up first.
        for (auto at = segments_.end(); at != segments_.begin();)
          if (!(--at)->begun) spawn(at);
        group_.wait();
        take_over(&group_);
      });
    });
  }

  /// After a pause: what segments have left becomes segments.
  void go_on() {
    paused_ = false;
    pauses_ = false;
    for (auto at = segments_.begin(); at != segments_.end(); ++at)
      leave(at, std::exchange(at->rest, {}), at->counting);
  }

  void spawn(Place at) {
    auto task = std::make_shared<Workers::Task>(*options_.workers);
    Segment* const place = &*at;
    tbb::task_handle made = group_.defer([this, at, place, task]() RC_FIRST_OF_TASK {
      take_over(place);
      work(at);
      hand_over(&group_);
    });
    hand_over(place);
    group_.run(std::move(made));
  }

  void work(Place at) {
    Segment& segment = *at;
    segment.begun = true;
    if (segment.cancelled) return;
    if (paused_ || ended_by_ != EndedBy::nothing) {
      segment.rest.push_back(segment.subtree != nullptr ? segment.subtree->path : segment.path);
      return;
    }
    try {
      std::unique_ptr<Checker> checker = take_checker();
      search(at, *checker);
      const std::lock_guard lock(mutex_);
      checkers_.push_back(std::move(checker));
    } catch (...) {
      segment.error = std::current_exception();
    }
    if (segment.ended || segment.error != nullptr) cancel_after(at);
  }

  void search(Place at, Checker& checker) {
    Segment& segment = *at;
    Work work{at, {program_, checker, model_.dependence()}, Watch(options_.limits, start_)};
    look_at_limits(work.watch);
    if (ended_by_ != EndedBy::nothing) work.left = 1;
    Search<Checker>& search = work.search;
    std::unique_ptr<SubtreeCounter> counter =
        segment.counting && search.can_count() ? take_counter() : nullptr;
    if (counter != nullptr) {
      counter->begin(sums_of(segment));
      search.count_with(*counter);
    }
    bool may_be_large = !segment.counting && search.can_count();
    bool is_large = false;
    if (segment.subtree != nullptr) {
      search.start(*segment.subtree);
      segment.subtree.reset();
    } else if (!search.start(segment.path)) {
      throw InputError({program_.name, 0, 0, "saw a path that leads to no state of the program"});
    }
    search.run(
        [&](const Execution& execution) {
          if (segment.visit && !segment.visit(execution)) segment.ended = true;
          return !segment.ended && !limit_is_reached(search.counts());
        },
        [&] {
          if (segment.cancelled.load(std::memory_order_relaxed)) return false;
          if (may_be_large && search.counts().nodes >= options_.nodes_before_counting) {
            may_be_large = false;
            is_large = may_count();
          }
          if (is_large || is_to_pause(search.counts())) return false;
          if (--work.left > 0) return true;
          work.left = kStatesBetweenLooks;
          return look(work);
        });
    tell(work);
    segment.counts = search.counts();
    if (alone_) before_.add(segment.counts);
    if (is_large)
      count_rest(at, search.rest());
    else if (!segment.ended)
      segment.rest = search.rest();
    if (counter == nullptr) return;
    const std::lock_guard lock(mutex_);
    counters_.push_back(std::move(counter));
  }

  /// True iff executions may be counted instead of visited, as far as the check is concerned.
  bool may_count() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(observer_is_known_, true) && options_.observer && sums_of_ &&
        options_.limits.executions == 0 && !model_.data().users &&
        !model_.data().exact_only_when_complete)
      observer_ = options_.observer();
    return observer_.has_value();
  }

  /// Leaves the rest of the segment at `at` to other segments, one for each path, and returns
  /// them.
  std::vector<Place> leave(Place at, std::vector<Path>&& rest, bool counting) {
    std::vector<Place> places;
    {
      const std::lock_guard lock(mutex_);
      const auto after = std::next(at);
      for (Path& path : rest) {
        places.push_back(add(after));
        places.back()->path = std::move(path);
        places.back()->counting = counting;
        places.back()->cancelled = at->cancelled.load();
      }
    }
    return places;
  }

  /// Leaves the rest of the segment at `at` to segments that count.
  void count_rest(Place at, std::vector<Path>&& rest) {
    const std::vector<Place> places = leave(at, std::move(rest), true);
    if (alone_) return;
    for (std::size_t i = places.size(); i-- > 0;) spawn(places[i]);
  }

  /// Ends the exploration if a limit is reached.
  void look_at_limits(Watch& watch) {
    const EndedBy reached = watch.look();
    if (reached == EndedBy::nothing) return;
    EndedBy nothing = EndedBy::nothing;
    ended_by_.compare_exchange_strong(nothing, reached);
  }

  /// Pauses a search to look at the limits and the other workers and to report progress. Returns
  /// false when the exploration is to end.
  bool look(Work& work) {
    look_at_limits(work.watch);
    if (ended_by_ != EndedBy::nothing) return false;
    if (!alone_ && options_.workers->hungry()) divide(work);
    if (options_.progress) {
      tell(work);
      show_progress(work.watch.seconds());
    }
    return true;
  }

  void divide(Work& work) {
    auto subtree = work.search.give_away();
    if (subtree == nullptr) return;
    const std::lock_guard lock(mutex_);
    const auto next = add(std::next(work.at));
    next->subtree = std::move(subtree);
    next->counting = work.at->counting;
    next->cancelled = work.at->cancelled.load();
    spawn(next);
  }

  /// The limit on executions; under it one worker does everything.
  bool limit_is_reached(const ExploreCounts& counts) {
    if (options_.limits.executions == 0 ||
        before_.complete + counts.complete < options_.limits.executions)
      return false;
    ended_by_ = EndedBy::executions;
    return true;
  }

  /// True iff one worker does everything: a limit on executions falls on the same one each time.
  [[nodiscard]] bool works_alone() const {
    return options_.workers == nullptr || options_.limits.executions != 0;
  }

  bool is_to_pause(const ExploreCounts& counts) {
    if (!pauses_ || before_.nodes + counts.nodes < options_.pause.nodes ||
        before_.visited.all() + counts.visited.all() < options_.pause.executions)
      return false;
    paused_ = true;
    return true;
  }

  void cancel_after(Place at) {
    const std::lock_guard lock(mutex_);
    for (auto later = std::next(at); later != segments_.end(); ++later) later->cancelled = true;
  }

  std::unique_ptr<Checker> take_checker() {
    {
      const std::lock_guard lock(mutex_);
      if (!checkers_.empty()) {
        std::unique_ptr<Checker> checker = std::move(checkers_.back());
        checkers_.pop_back();
        return checker;
      }
    }
    return std::make_unique<Checker>(
        std::get<Checker>(make_checker(model_, program_.threads.size(), program_.seq_cst)));
  }

  /// Other segments may be added meanwhile.
  Sums sums_of(const Segment& segment) {
    const std::lock_guard lock(mutex_);
    return sums_of_(segment.number);
  }

  std::unique_ptr<SubtreeCounter> take_counter() {
    const std::lock_guard lock(mutex_);
    if (counters_.empty())
      return std::make_unique<SubtreeCounter>(program_, *observer_, messages_of(model_),
                                              model_.data().passing_reads,
                                              options_.testing_only_forgetting);
    std::unique_ptr<SubtreeCounter> counter = std::move(counters_.back());
    counters_.pop_back();
    return counter;
  }

  void tell(Work& work) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t complete = work.search.counts().complete;
    complete_ += complete - std::exchange(work.told_complete, complete);
    const double explored = work.search.explored();
    explored_ += explored - std::exchange(work.told_explored, explored);
  }

  void show_progress(double seconds) {
    const std::lock_guard lock(mutex_);
    if (seconds < next_progress_) return;
    next_progress_ = seconds + kProgressSeconds;
    options_.progress({complete_, explored_, seconds});
  }

  ParallelResult result() {
    ParallelResult result;
    for (Segment& segment : segments_) {
      if (segment.error != nullptr) std::rethrow_exception(segment.error);
      result.counts.add(segment.counts);
      result.segments.push_back(segment.number);
      for (Path& path : segment.rest) result.rest.push_back(std::move(path));
      if (!segment.ended) continue;
      result.counts.ended_by = EndedBy::visitor;
      result.rest.clear();
      return result;
    }
    result.counts.ended_by = ended_by_;
    return result;
  }

  const Program& program_;
  const Model& model_;
  const ParallelOptions& options_;
  const VisitorOfSegment& visitor_of_;
  const SumsOfSegment& sums_of_;
  bool alone_ = options_.pause.go_on != nullptr || works_alone();
  bool pauses_ = options_.pause.go_on != nullptr;  ///< a pause is to come
  bool paused_ = false;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  ///< for all that follows except ended_by_
  std::list<Segment> segments_;
  std::size_t count_ = 0;
  std::vector<std::unique_ptr<Checker>> checkers_;         ///< not in use
  std::vector<std::unique_ptr<SubtreeCounter>> counters_;  ///< not in use
  bool observer_is_known_ = false;
  std::optional<StateObserver> observer_;  ///< nothing: all executions are visited
  ExploreCounts before_;                   ///< alone: of finished segments
  std::uint64_t complete_ = 0;
  double explored_ = 0;
  double next_progress_ = kProgressSeconds;
  std::atomic<EndedBy> ended_by_ = EndedBy::nothing;
  tbb::task_group group_;
};

}  // namespace

ParallelResult explore_segments(const Program& program, const Model& model,
                                const ParallelOptions& options, const VisitorOfSegment& visitor_of,
                                const SumsOfSegment& sums_of) {
  require_capacity(program);
  const AnyChecker kind = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](const auto& its) {
        return ParallelExploration<std::remove_cvref_t<decltype(its)>>(program, model, options,
                                                                       visitor_of, sums_of)
            .run();
      },
      kind);
}

}  // namespace ringcheck
