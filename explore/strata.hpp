#pragma once
// States that stand for others like them, when the size of a tree is estimated.

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace ringcheck {

/// Tells apart states that are not alike.
struct Stratum {
  std::uint64_t done = 0;
  std::uint64_t chosen = 0;  ///< tells apart those with equal `done`, as long as there is room
  bool operator<(const Stratum& other) const {
    return done != other.done ? done < other.done : chosen < other.chosen;
  }
};

/// The states of a level of a tree, by stratum: one of each stratum, with the number of states that
/// it stands for. It is drawn at random; each state has a chance in proportion to what it stands
/// for itself, so an estimate is unbiased however states are told apart. The more alike the
/// subtrees of a stratum are, the better the estimate.
/// Source: Chen, "Heuristic sampling: a method for predicting the performance of tree searching
/// programs", SIAM Journal on Computing 21 (1992), section 3.
template <class Node>
class Strata {
 public:
  /// Tells apart at most `most` strata.
  Strata(std::size_t most, std::mt19937_64& random) : most_(most), random_(&random) {}

  [[nodiscard]] bool empty() const { return strata_.empty(); }

  /// Takes over `node`, which stands for `weight` states of `stratum`.
  void put(Stratum stratum, std::unique_ptr<Node> node, double weight) {
    auto at = strata_.find(stratum);
    if (at == strata_.end()) {
      if (strata_.size() < most_) {
        strata_.emplace(stratum, Representative{std::move(node), weight});
        return;
      }
      at = nearest(stratum);
    }
    Representative& there = at->second;
    there.weight += weight;
    // No distribution of the library: those differ between libraries.
    const double drawn = static_cast<double>((*random_)() >> 11U) * 0x1p-53;
    if (drawn * there.weight < weight) std::swap(there.node, node);
    reuse(std::move(node));
  }

  /// Hands each state with its weight to `take`, and forgets it.
  template <class Take>
  void take_all(Take&& take) {
    for (auto& [stratum, there] : strata_) take(std::move(there.node), there.weight);
    strata_.clear();
  }

  /// A state to be filled.
  std::unique_ptr<Node> fresh() {
    if (spare_.empty()) return std::make_unique_for_overwrite<Node>();
    std::unique_ptr<Node> node = std::move(spare_.back());
    spare_.pop_back();
    return node;
  }
  /// Takes back a state that is no longer needed.
  void reuse(std::unique_ptr<Node> node) { spare_.push_back(std::move(node)); }

 private:
  struct Representative {
    std::unique_ptr<Node> node;
    double weight = 0;
  };

  using Map = std::map<Stratum, Representative>;

  /// A stratum with equal `done`, if there is one, else another. Pre: there is any.
  typename Map::iterator nearest(const Stratum& stratum) {
    auto at = strata_.lower_bound(stratum);
    if (at == strata_.end() || (at != strata_.begin() && at->first.done != stratum.done)) --at;
    return at;
  }

  std::size_t most_;
  std::mt19937_64* random_;
  Map strata_;
  std::vector<std::unique_ptr<Node>> spare_;
};

}  // namespace ringcheck
