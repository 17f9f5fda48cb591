#pragma once
// Operations on relations as matrices of bit rows: row e holds the events that e is related to.
//
// Every function works on the first `n` rows. Composition costs the number of edges of its left
// operand; acyclicity visits every event once and computes no closure; a closure of an acyclic
// relation follows only edges that its earlier edges do not already imply.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "graph/growing_row.hpp"

namespace ringcheck {

/// How many events rows of W words have room for; if W is kGrowing, unless more is asked for.
template <int W>
inline constexpr int kRoomOf = W == kGrowing ? 512 : 64 * W;

/// The same for graphs of `size` events; somewhat more where W is kGrowing, so that it seldom has
/// to grow.
template <int W>
constexpr int room_for(int size) {
  if constexpr (W != kGrowing) return kRoomOf<W>;
  return std::max(kRoomOf<W>, static_cast<int>(std::bit_ceil(static_cast<unsigned>(size))));
}

/// One element for each event that rows of W words have room for.
template <int W, class T>
using ByEvent = std::conditional_t<W == kGrowing, std::vector<T>,
                                   std::array<T, static_cast<std::size_t>(64 * W)>>;

/// Makes `elements` have one for each of `n` events. Those already there stay.
template <class Elements>
void make_room(Elements& elements, int n) {
  if constexpr (requires { elements.resize(std::size_t{}); })
    if (elements.size() < static_cast<std::size_t>(n)) elements.resize(static_cast<std::size_t>(n));
}

template <int W>
using Rows = BitRow<W>*;
template <int W>
using ConstRows = const BitRow<W>*;

/// Calls `combine(out, a, b)` for each word of the first `n` rows, rounded up to blocks of four
/// words. Pre: the rows are followed by enough space for the rounding.
template <int W, class Combine>
void combine_words(int n, Rows<W> out, ConstRows<W> a, ConstRows<W> b, Combine combine) {
  if constexpr (W == kGrowing) {
    for (int r = 0; r < n; ++r) {
      const std::size_t words =
          std::max({out[r].word_count(), a[r].word_count(), b[r].word_count()});
      for (std::size_t w = 0; w < words; ++w)
        out[r].set_word(w, combine(a[r].word(w), b[r].word(w)));
    }
  } else {
    constexpr int kRowsPerBlock = W >= 4 ? 1 : 4 / W;
    for (int r = 0; r < n; r += kRowsPerBlock) {
      for (int k = 0; k < kRowsPerBlock; ++k) {
        for (std::size_t w = 0; w < static_cast<std::size_t>(W); ++w)
          out[r + k].words[w] = combine(a[r + k].words[w], b[r + k].words[w]);
      }
    }
  }
}

/// out = a ; b. Pre: `out` is neither `a` nor `b`.
template <int W>
void compose(int n, Rows<W> out, ConstRows<W> a, ConstRows<W> b) {
  for (int e = 0; e < n; ++e) {
    BitRow<W> row;
    for_each(a[e], [&](int middle) { row |= b[middle]; });
    out[e] = row;
  }
}

/// out = a^-1. Pre: `out` is not `a`.
template <int W>
void transpose(int n, Rows<W> out, ConstRows<W> a) {
  for (int e = 0; e < n; ++e) out[e].clear();
  for (int e = 0; e < n; ++e) for_each(a[e], [&](int to) { out[to].set(e); });
}

template <int W>
bool any_edge(int n, ConstRows<W> a) {
  for (int e = 0; e < n; ++e)
    if (a[e].any()) return true;
  return false;
}

/// Depth-first search over a relation, from events of `roots`. Calls `finish(e)` once all that is
/// reachable from e is finished. Returns false as soon as it meets a cycle.
template <int W, class Finish>
bool depth_first(int n, ConstRows<W> a, BitRow<W> roots, Finish finish) {
  ByEvent<W, int> stack;
  make_room(stack, n);
  BitRow<W> fresh = BitRow<W>::prefix(n);
  BitRow<W> open;
  for (int root = roots.first(); root >= 0; root = (roots &= fresh).first()) {
    int depth = 0;
    stack[0] = root;
    fresh.reset(root);
    open.set(root);
    if (a[root].test(root)) return false;
    while (depth >= 0) {
      const int e = stack[static_cast<std::size_t>(depth)];
      const int next = (a[e] & fresh).first();
      if (next < 0) {
        open.reset(e);
        finish(e);
        --depth;
        continue;
      }
      fresh.reset(next);
      open.set(next);
      if (a[next].intersects(open)) return false;
      stack[static_cast<std::size_t>(++depth)] = next;
    }
  }
  return true;
}

template <int W>
bool acyclic(int n, ConstRows<W> a) {
  return depth_first<W>(n, a, BitRow<W>::prefix(n), [](int) {});
}

/// True iff no cycle passes through an event of `through`.
template <int W>
bool acyclic_through(int n, ConstRows<W> a, const BitRow<W>& through) {
  return depth_first<W>(n, a, through, [](int) {});
}

/// out = a^+. Pre: `out` is not `a`.
template <int W>
void closure(int n, Rows<W> out, ConstRows<W> a) {
  const bool done = depth_first<W>(n, a, BitRow<W>::prefix(n), [&](int e) {
    BitRow<W> row;
    BitRow<W> rest = a[e];
    for (int to = rest.first(); to >= 0; to = rest.first()) {
      row.set(to);
      row |= out[to];
      rest -= row;
    }
    out[e] = row;
  });
  if (done) return;
  for (int e = 0; e < n; ++e) out[e] = a[e];
  for (int middle = 0; middle < n; ++middle) {
    const BitRow<W> row = out[middle];
    if (row.none()) continue;
    for (int e = 0; e < n; ++e)
      if (out[e].test(middle)) out[e] |= row;
  }
}

}  // namespace ringcheck
