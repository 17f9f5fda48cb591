// Large sets of loads, and the memory that holds them. Tested by tests/explore/source_set_test.cpp.
#include "explore/source_set.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "graph/check.hpp"

namespace ringcheck {

namespace {

static_assert(sizeof(void*) == sizeof(std::uint64_t));

/// Memory that is given out in pieces, and taken back as a whole.
class Arena {
 public:
  void clear() { block_ = used_ = 0; }

  std::uint64_t* take(std::size_t words) {
    while (block_ < blocks_.size() && used_ + words > blocks_[block_].size()) {
      ++block_;
      used_ = 0;
    }
    if (block_ == blocks_.size()) blocks_.emplace_back(std::max(kBlock, words));
    std::uint64_t* const taken = blocks_[block_].data() + used_;
    used_ += words;
    return taken;
  }

 private:
  static constexpr std::size_t kBlock = 8192;
  std::vector<std::vector<std::uint64_t>> blocks_;
  std::size_t block_ = 0;  ///< the block being given out
  std::size_t used_ = 0;   ///< words of it
};

constexpr int kNobody = -1;
thread_local int in_use = kNobody;   // the thread of the program whose memory is in use
thread_local bool is_stale = false;  // that memory holds sets of an earlier run

Arena& arena_in_use() {
  thread_local std::deque<Arena> arenas;
  const auto thread = static_cast<std::size_t>(in_use);
  while (arenas.size() <= thread) arenas.emplace_back();
  if (std::exchange(is_stale, false)) arenas[thread].clear();
  return arenas[thread];
}

}  // namespace

SourceMemory::SourceMemory(int thread)
    : outer_(std::exchange(in_use, thread)), outer_is_stale_(std::exchange(is_stale, true)) {}

SourceMemory::~SourceMemory() {
  in_use = outer_;
  is_stale = outer_is_stale_;
}

/// Makes this a large set of `words` words, which the caller must fill in.
std::uint64_t* SourceSet::make_large(std::size_t words) {
  RC_CHECK(in_use != kNobody, "a large set of loads outside of a run");
  std::uint64_t* const room = arena_in_use().take(words);
  words_ = {std::bit_cast<std::uint64_t>(room), kLarge | words};
  return room;
}

void SourceSet::set_large(int load) {
  const SourceSet before = *this;
  const auto last = static_cast<std::size_t>(load) / 64;
  const std::size_t words = std::max(before.size(), last + 1);
  std::uint64_t* const room = make_large(words);
  for (std::size_t i = 0; i < words; ++i) room[i] = before.word(i);
  room[last] |= std::uint64_t{1} << (load % 64);
}

void SourceSet::add_large(const SourceSet& other) {
  if (holds(other)) return;
  if (other.holds(*this)) {
    *this = other;
    return;
  }
  const SourceSet before = *this;
  const std::size_t words = std::max(before.size(), other.size());
  std::uint64_t* const room = make_large(words);
  for (std::size_t i = 0; i < words; ++i) room[i] = before.word(i) | other.word(i);
}

bool SourceSet::holds(const SourceSet& other) const {
  for (std::size_t i = 0; i < other.size(); ++i)
    if ((other.word(i) & ~word(i)) != 0) return false;
  return true;
}

bool SourceSet::equals_large(const SourceSet& other) const {
  return holds(other) && other.holds(*this);
}

}  // namespace ringcheck
