#pragma once
// Depth-first search through the executions of a program, or through a subtree of them.

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "explore/explore.hpp"
#include "explore/picker.hpp"
#include "explore/saturating.hpp"
#include "explore/stepper.hpp"
#include "explore/strata.hpp"
#include "explore/stratum.hpp"
#include "explore/subtree_counter.hpp"
#include "explore/symmetry.hpp"

namespace ringcheck {

/// Visits every consistent execution of a program once, depth first. The graph only grows: a step
/// gives a ready write its place in coherence order, decides a choice, resolves a read, or defers a
/// read beyond the writes that are there. Children of a state are disjoint and cover what it stands
/// for, so nothing is visited twice or missed, whatever is picked; the pick decides only the cost.
/// The last part of what is left can be given away, and paths can name what is left. Source:
/// docs/exploration.md. Tested by tests/explore.
template <ConsistencyChecker Checker>
class Search {
 public:
  using Node = ringcheck::Node<Checker>;

  /// A subtree: its first state, and the path there.
  struct Subtree {
    std::unique_ptr<Node> root;
    Path path;
    std::optional<WatchedPath> watched{};  ///< if executions are counted, and the way is followed
  };

  /// `in_order`: threads wait in order first, under every model. Changes only the cost.
  Search(const Program& program, Checker& checker, Dependence dependence, bool in_order = true)
      : program_(program),
        symmetry_(program),
        stepper_(program, checker, dependence, in_order),
        picker_(program, checker, dependence, counts_.checks) {}
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() = default;

  /// True iff executions of the program can be counted instead of visited.
  [[nodiscard]] bool can_count() const { return stepper_.can_tell() && program_.symmetric.empty(); }
  /// From the next start() on, executions whose number `counter` knows are not visited.
  /// Pre: can_count(); `counter` outlives this.
  void count_with(SubtreeCounter& counter) {
    counter_ = &counter;
    stepper_.tell(&counter.told());
  }

  /// Starts at the state that stands for all executions.
  void start() {
    stepper_.start(node(0));
    if (counter_ != nullptr) counter_->start(node(0).state.graph);
    restart({});
  }
  /// Starts at the root of `subtree`.
  void start(const Subtree& subtree) {
    node(0).copy_apart(*subtree.root);
    if (counter_ != nullptr) counter_->go_on_from(subtree.watched);
    restart(subtree.path);
  }
  /// Starts at the state to which `path` leads. Returns false if there is no such state.
  bool start(const Path& path) {
    start();
    for (const std::uint16_t choice : path)
      if (!follow(choice)) return false;
    counts_ = {};
    return true;
  }

  /// Goes from the root to one leaf. `choose(n, what)` gives the number of the option to take, of
  /// n; `what` says what is decided: the same number for the same event or branch of a thread.
  /// Returns the product of the numbers of options on the way, or 0 when the leaf is a dead end.
  template <class Choose>
  double probe(Choose&& choose) {
    start();
    Node& here = node(0);
    for (double product = 1;;) {
      if (!reach(here)) return 0;
      if (!picker_.pick(here)) return stepper_.leaf(here, counts_.checks).dead ? 0 : product;
      const int count = here.options.count;
      if (count == 0) return 0;
      product *= count;
      const auto taken = static_cast<std::size_t>(count > 1 ? choose(count, decided_in(here)) : 0);
      stepper_.step(here, here.options, here.options.targets[taken]);
    }
  }

  /// Goes down from the root in levels, one step each, and keeps at most `most` states of a level.
  /// Of states that are alike it keeps one, drawn by `random`, which stands for all. Returns an
  /// unbiased estimate of the number of executions.
  double survey(std::size_t most, std::mt19937_64& random) {
    start();
    double executions = 0;
    Strata<Node> level(most, random);
    Strata<Node> next(most, random);
    const auto put = [&](std::unique_ptr<Node> node, double weight) {
      if (!reach(*node)) return level.reuse(std::move(node));
      if (!picker_.pick(*node)) {
        if (!stepper_.leaf(*node, counts_.checks).dead) executions += weight;
        return level.reuse(std::move(node));
      }
      if (node->options.count == 0) return level.reuse(std::move(node));
      const Stratum stratum = stratum_of(*node);
      // Runs of other states come in between: those of this one begin again.
      std::ranges::fill(node->snapshots, nullptr);
      next.put(stratum, std::move(node), weight);
    };
    auto root = level.fresh();
    root->copy_apart(node(0));
    put(std::move(root), 1);
    while (!next.empty()) {
      std::swap(level, next);
      level.take_all([&](std::unique_ptr<Node> here, double weight) {
        const Options options = here->options;
        const auto go_on = [&](std::unique_ptr<Node> child, int i) {
          stepper_.step(*child, options, options.targets[static_cast<std::size_t>(i)]);
          put(std::move(child), weight);
        };
        for (int i = 0; i + 1 < options.count; ++i) {
          std::unique_ptr<Node> child = level.fresh();
          child->copy_apart(*here);
          go_on(std::move(child), i);
        }
        go_on(std::move(here), options.count - 1);
      });
    }
    return executions;
  }

  /// Visits the executions of the subtree that have not been visited, until `visit(execution)` or
  /// `go_on()` returns false. Calls `go_on()` at the root of each subtree that a path names.
  template <class Visit, class GoOn>
  void run(Visit&& visit, GoOn&& go_on) {
    run_on(visit, go_on);
    if (counter_ != nullptr) counter_->stop(counts_);
  }

 private:
  template <class Visit, class GoOn>
  void run_on(Visit&& visit, GoOn&& go_on) {
    while (!done_) {
      if (at_named_state_ && !go_on()) return;
      at_named_state_ = false;
      if (std::exchange(ends_at_once_, false)) {
        if (!finish_at_once(visit)) return;
        continue;
      }
      Node& here = node(depth_);
      const std::uint64_t symmetric = counts_.symmetric;
      if (!reach(here)) {
        if (counts_.symmetric == symmetric) ++counts_.discarded;
        leave(here);
        continue;
      }
      if (!picker_.pick(here)) {
        if (!finish(here, visit)) return;
        continue;
      }
      if (counter_ != nullptr && is_counted(here)) {
        leave(here);
        continue;
      }
      ++counts_.nodes;
      if (here.options.count == 0) {
        ++counts_.dead;
        leave(here);
        continue;
      }
      if (here.options.count > 1) here.weight /= here.options.count;
      here.path_length = path_.size();
      here.next = 0;
      take_next();
    }
  }

 public:
  /// True iff everything has been visited.
  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] const ExploreCounts& counts() const { return counts_; }
  /// Share of the whole tree that has been visited, as if options were alike everywhere.
  [[nodiscard]] double explored() const { return explored_; }

  /// Gives away the last part of what is left: nothing that stays comes after it. Null if too
  /// little is left to divide.
  std::unique_ptr<Subtree> give_away() {
    while (open_ < depth_ && node(open_).next == node(open_).options.count) ++open_;
    if (open_ == depth_) return nullptr;
    Node& from = node(open_);
    auto subtree = std::make_unique<Subtree>();
    subtree->root = std::make_unique_for_overwrite<Node>();
    subtree->root->copy_apart(from);
    const int last = --from.options.count;
    stepper_.step(*subtree->root, from.options,
                  from.options.targets[static_cast<std::size_t>(last)]);
    subtree->path.assign(path_.begin(),
                         path_.begin() + static_cast<std::ptrdiff_t>(from.path_length));
    subtree->path.push_back(static_cast<std::uint16_t>(last));
    if (counter_ != nullptr) {
      subtree->watched = counter_->way_to(open_);
      counter_->give_up(open_);
    }
    return subtree;
  }

  /// The subtrees that are left, in the order in which they would be visited.
  [[nodiscard]] std::vector<Path> rest() {
    std::vector<Path> rest;
    if (done_) return rest;
    rest.push_back(path_);
    for (std::size_t d = depth_; d-- > 0;) {
      const Node& above = node(d);
      for (int i = above.next; i < above.options.count; ++i) {
        Path path(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(above.path_length));
        path.push_back(static_cast<std::uint16_t>(i));
        rest.push_back(std::move(path));
      }
    }
    return rest;
  }

 private:
  Node& node(std::size_t depth) { return nodes_[depth]; }

  void restart(const Path& path) {
    path_ = path;
    counts_ = {};
    explored_ = 0;
    depth_ = 0;
    open_ = 0;
    done_ = false;
    at_named_state_ = true;
    ends_at_once_ = false;
  }

  /// Goes on from the root, in place, to the next state with several options and takes option
  /// number `choice`. Returns false if there is none.
  bool follow(std::uint16_t choice) {
    Node& here = node(0);
    for (;;) {
      if (!reach(here)) return false;
      if (counter_ != nullptr) counter_->go_along(here.state, here.histories);
      if (!picker_.pick(here)) return false;
      const int count = here.options.count;
      if (count == 0 || (count > 1 && choice >= count)) return false;
      const std::size_t taken = count > 1 ? choice : 0;
      stepper_.step(here, here.options, here.options.targets[taken]);
      if (count == 1) continue;
      here.weight /= count;
      path_.push_back(choice);
      return true;
    }
  }

  /// Lets the threads of `here` run. Returns false if it stands for no execution.
  bool reach(Node& here) {
    if (!symmetry_.may_be_in_order(here.state.graph)) {
      ++counts_.symmetric;
      return false;
    }
    const bool stands_for_something = picker_.reach(here, stepper_);
    if (counter_ != nullptr && !here.state.in_order) counter_->leave_order();
    return stands_for_something;
  }

  /// Counts the executions of `here`, the node on top, if their number is known.
  bool is_counted(const Node& here) {
    return counter_->come_to(depth_, here.state, here.histories,
                             here.options.count > 1 && !here.unplaced, counts_);
  }

  /// Takes the next option of the node on top. Takes the last one in place, since nothing else
  /// needs the node.
  void take_next() {
    Node& here = node(depth_);
    const Options& options = here.options;
    const int taken = here.next++;
    const std::uint16_t target = options.targets[static_cast<std::size_t>(taken)];
    path_.resize(here.path_length);
    // Paths name only states with several options. An option that was given away counts.
    if (taken > 0 || options.count > 1) {
      path_.push_back(static_cast<std::uint16_t>(taken));
      at_named_state_ = true;
    }
    if (program_.symmetric.empty() && stepper_.ends_with(here, target)) {
      target_ = target;
      ends_at_once_ = true;
      ++depth_;
      return;
    }
    if (here.next == options.count) {
      stepper_.step(here, options, target);
      return;
    }
    Node& child = node(depth_ + 1);
    child.copy_below(here);
    if (counter_ != nullptr) counter_->copy_below(depth_);
    stepper_.step(child, options, target);
    ++depth_;
  }

  /// Called when the subtree of `here`, the node on top, has been visited.
  void leave(const Node& here) {
    explored_ += here.weight;
    while (depth_ > 0) {
      if (counter_ != nullptr) counter_->leave(depth_, counts_);
      --depth_;
      if (open_ > depth_) open_ = depth_;
      if (node(depth_).next == node(depth_).options.count) continue;
      take_next();
      return;
    }
    if (counter_ != nullptr) counter_->leave(0, counts_);
    done_ = true;
  }

  template <class Visit>
  bool finish(const Node& here, Visit&& visit) {
    const bool more = take_in(here, stepper_.leaf(here, counts_.checks), visit);
    leave(here);
    return more;
  }
  /// The same for the state that is one read away from the node above, made in that node's graph.
  template <class Visit>
  bool finish_at_once(Visit&& visit) {
    Node& above = node(depth_ - 1);
    const bool more = stepper_.end_with(above, target_, counts_.checks, [&](const Leaf& leaf) {
      return take_in(above, leaf, visit);
    });
    leave(above);
    return more;
  }

  /// Counts and shows `here`, in which nothing is left to pick.
  template <class Visit>
  bool take_in(const Node& here, const Leaf& leaf, Visit&& visit) {
    if (leaf.dead) {
      ++counts_.dead;
      return true;
    }
    // A fault stops a thread in the middle of an access, before the order of threads is known.
    const std::uint64_t copies =
        leaf.ending == Ending::fault ? 1 : symmetry_.copies(here.state.graph);
    count(here.state.graph, leaf.ending, copies);
    return visit(Execution{here.state.graph, leaf.ending, leaf.text, copies});
  }

  void count(const ExecutionGraph& graph, Ending ending, std::uint64_t copies) {
    const int events = graph.size() - graph.locations();
    const auto count_end = [&](std::uint64_t& all, std::uint64_t& visited) {
      add_count(all, copies);
      ++visited;
    };
    VisitedEnds& visited = counts_.visited;
    if (ending == Ending::complete) {
      count_end(counts_.complete, visited.complete);
      add_count(counts_.events, count_product(copies, static_cast<std::uint64_t>(events)));
    }
    if (ending == Ending::blocked) count_end(counts_.blocked, visited.blocked);
    if (ending == Ending::cut) count_end(counts_.cut, visited.cut);
    if (ending == Ending::fault) count_end(counts_.faults, visited.faults);
    counts_.events_max = std::max(counts_.events_max, events);
    // Now and then is enough: nondeterministic code is so everywhere.
    if (std::has_single_bit(++visited_)) stepper_.check_determinism(graph);
  }

  const Program& program_;
  ExploreCounts counts_;
  Symmetry symmetry_;
  Stepper<Checker> stepper_;
  Picker<Checker> picker_;
  SubtreeCounter* counter_ = nullptr;
  NodeStack<Checker> nodes_;
  std::size_t depth_ = 0;  ///< of the node on top, where the search is
  std::size_t open_ = 0;   ///< nodes above this one have nothing to give away
  Path path_;              ///< to the node on top
  double explored_ = 0;
  std::uint64_t visited_ = 0;
  bool done_ = true;
  bool ends_at_once_ = false;   ///< the node on top is a leaf, one read away from the node above
  std::uint16_t target_ = 0;    ///< what is read then
  bool at_named_state_ = true;  ///< the node on top has not been looked at since path_ named it
};

}  // namespace ringcheck
