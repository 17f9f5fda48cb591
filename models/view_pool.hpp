#pragma once
// Views: rows of counters of one width, known by number, in one array that is copied in one piece.

#include <algorithm>
#include <cstdint>

#include "graph/event.hpp"
#include "graph/room.hpp"
#include "models/counter_row.hpp"

namespace ringcheck {

/// A view in a ViewPool. View 0 is all zero for ever.
using ViewNumber = std::uint16_t;

/// Views of as many counters as `reset` says. Copying copies the rows in use.
class ViewPool {
 public:
  ViewPool() = default;
  ViewPool(const ViewPool& other) { *this = other; }
  ViewPool& operator=(const ViewPool& other) {
    if (this == &other) return *this;
    stride_ = other.stride_;
    count_ = other.count_;
    rows_.copy(other.rows_, used());
    return *this;
  }
  ~ViewPool() = default;

  /// Drops all views and makes views 0 … count - 1 with all counters 0.
  void reset(int counters, int count) {
    stride_ = (counters + CounterRow::kLanes - 1) / CounterRow::kLanes;
    count_ = count;
    rows_.need(used());
    std::fill_n(rows_.data(), used(), CounterRow{});
  }

  /// A new view equal to view `v`.
  ViewNumber copy(ViewNumber v) {
    const auto copied = static_cast<ViewNumber>(count_++);
    rows_.need(used());
    std::copy_n(row(v), stride_, row(copied));
    return copied;
  }
  /// Makes each counter of `to` the greater of its own and that of `from`.
  void join(ViewNumber to, ViewNumber from) {
    for (int i = 0; i < stride_; ++i) row(to)[i].join(row(from)[i]);
  }
  [[nodiscard]] std::uint16_t counter(ViewNumber v, int i) const {
    return row(v)[block(i)][lane(i)];
  }
  [[nodiscard]] std::uint16_t& counter(ViewNumber v, int i) { return row(v)[block(i)][lane(i)]; }

  /// Adds 1 to counter `i` wherever it is at least `least`.
  void shift(int i, int least) {
    CounterRow* const end = row(static_cast<ViewNumber>(count_));
    for (CounterRow* r = rows_.data() + block(i); r < end; r += stride_)
      if ((*r)[lane(i)] >= least) ++(*r)[lane(i)];
  }

 private:
  [[nodiscard]] CounterRow* row(ViewNumber v) { return rows_.data() + v * stride_; }
  [[nodiscard]] const CounterRow* row(ViewNumber v) const { return rows_.data() + v * stride_; }
  static int block(int i) { return i / CounterRow::kLanes; }
  static int lane(int i) { return i % CounterRow::kLanes; }

  /// CounterRows in use.
  [[nodiscard]] std::size_t used() const {
    return static_cast<std::size_t>(count_) * static_cast<std::size_t>(stride_);
  }

  int stride_ = 1;  ///< Units: CounterRows a view
  int count_ = 0;
  Room<CounterRow> rows_;
};

}  // namespace ringcheck
