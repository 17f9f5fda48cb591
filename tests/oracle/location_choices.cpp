// Reads-from and coherence order of one location, by backtracking.
// Tested by tests/explore/oracle_test.cpp: with `coherent_only`, nothing that a model allows is
// lost.
#include "tests/oracle/location_choices.hpp"

#include <algorithm>
#include <utility>

namespace ringcheck::oracle {

namespace {

class Chooser {
 public:
  Chooser(const std::vector<Access>& accesses, bool coherent_only)
      : accesses_(accesses), coherent_only_(coherent_only) {
    for (std::size_t i = 0; i < accesses.size(); ++i)
      (accesses[i].is_read ? reads_ : writes_).push_back(i);
    source_.assign(accesses.size(), 0);
    position_.assign(accesses.size(), -1);
    taken_.assign(accesses.size(), false);
    claims_.assign(accesses.size(), false);
    for (const std::size_t r : reads_)
      for (const std::size_t w : writes_)
        if (accesses[w].atomic_with == accesses[r].event) claims_[r] = true;
  }

  std::vector<LocationChoice> run() {
    choose_source(0);
    return std::move(choices_);
  }

 private:
  void choose_source(std::size_t r) {
    if (r == reads_.size()) {
      order_.assign(1, 0);
      position_[0] = 0;
      choose_order();
      return;
    }
    const std::size_t read = reads_[r];
    for (const std::size_t w : writes_) {
      if (accesses_[w].value != accesses_[read].value) continue;
      if (coherent_only_ && !may_read(read, w)) continue;
      source_[read] = w;
      if (claims_[read]) taken_[w] = true;
      choose_source(r + 1);
      if (claims_[read]) taken_[w] = false;
    }
  }

  /// False when no order of the writes can justify that `read` reads from `w`, whatever the other
  /// reads do: `w` comes later in its thread, or `read` and another read both read from `w`, and
  /// the writes of both must come right after it.
  [[nodiscard]] bool may_read(std::size_t read, std::size_t w) const {
    if (accesses_[w].thread == accesses_[read].thread && w > read) return false;
    return !(claims_[read] && taken_[w]);
  }

  /// Appends writes to the order in every way.
  void choose_order() {
    if (order_.size() == writes_.size()) {
      if (!coherent_only_ || coherent()) keep();
      return;
    }
    for (const std::size_t w : writes_) {
      if (position_[w] >= 0 || (coherent_only_ && !may_follow(w))) continue;
      position_[w] = static_cast<int>(order_.size());
      order_.push_back(w);
      choose_order();
      order_.pop_back();
      position_[w] = -1;
    }
  }

  /// True iff write `w` may come next: its thread's earlier writes, and those from which the thread
  /// read before, are already in the order, and the read of an atomic read-modify-write reads from
  /// the last write so far.
  [[nodiscard]] bool may_follow(std::size_t w) const {
    for (std::size_t i = 0; i < w; ++i) {
      const Access& earlier = accesses_[i];
      if (earlier.thread != accesses_[w].thread) continue;
      if (place_of(i) < 0) return false;
      if (earlier.event == accesses_[w].atomic_with && source_[i] != order_.back()) return false;
    }
    return true;
  }

  /// What a thread's accesses write or read never goes back in the order, and a write goes beyond
  /// what was written or read before it. This checks each pair of accesses, to be as plain as the
  /// definition.
  [[nodiscard]] bool coherent() const {
    for (std::size_t b = 0; b < accesses_.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (accesses_[a].thread != accesses_[b].thread) continue;
        const int before = place_of(a);
        const int after = place_of(b);
        if (after < before || (after == before && !accesses_[b].is_read)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] int place_of(std::size_t a) const {
    return position_[accesses_[a].is_read ? source_[a] : a];
  }

  void keep() {
    LocationChoice choice;
    for (const std::size_t r : reads_) choice.sources.push_back(accesses_[source_[r]].event);
    for (const std::size_t w : order_) choice.order.push_back(accesses_[w].event);
    choices_.push_back(std::move(choice));
  }

  const std::vector<Access>& accesses_;
  bool coherent_only_;
  std::vector<std::size_t> reads_, writes_;  // as places in accesses_
  std::vector<bool> claims_;                 // of a read: an atomic write belongs to it
  std::vector<bool> taken_;                  // of a write: a read that claims reads from it
  std::vector<std::size_t> source_;          // of a read
  std::vector<int> position_;                // of a write in order_, -1 while it has none
  std::vector<std::size_t> order_;
  std::vector<LocationChoice> choices_;
};

}  // namespace

std::vector<LocationChoice> location_choices(const std::vector<Access>& accesses,
                                             bool coherent_only) {
  return Chooser(accesses, coherent_only).run();
}

}  // namespace ringcheck::oracle
