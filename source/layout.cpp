// Tested by tests/source/mixed_sizes_test.cpp.
#include "source/layout.hpp"

#include <algorithm>

namespace ringcheck::source {

namespace {

/// Larger atomic accesses are not cut: what a read-modify-write does to its pieces takes the number
/// to be in one register.
constexpr std::uint32_t kMostCutBytes = 8;

}  // namespace

std::size_t Layout::first_after(std::uint64_t address) const {
  const auto at = std::ranges::upper_bound(pieces_, address, {},
                                           [](const Piece& p) { return p.address + p.bytes; });
  return static_cast<std::size_t>(at - pieces_.begin());
}

std::optional<LocId> Layout::find(std::uint64_t address, std::uint32_t bytes) const {
  const std::size_t at = first_after(address);
  if (at == pieces_.size() || pieces_[at].address != address || pieces_[at].bytes != bytes)
    return std::nullopt;
  return static_cast<LocId>(at);
}

std::size_t Layout::find_thread(std::size_t creator, std::uint64_t number,
                                std::uint32_t routine) const {
  const auto at = std::ranges::find_if(threads_, [&](const CreatedThread& t) {
    return t.creator == creator && t.number == number && t.routine == routine;
  });
  return at == threads_.end() ? 0 : static_cast<std::size_t>(at - threads_.begin()) + 1;
}

std::uint64_t number_of(TagSet tags) {
  std::uint64_t number = 0;
  for (int t = 0; t <= static_cast<int>(Tag::exclusive); ++t)
    if (tags.has(static_cast<Tag>(t))) number |= std::uint64_t{1} << t;
  return number;
}

TagSet tags_of(std::uint64_t number) {
  TagSet tags;
  for (int t = 0; t <= static_cast<int>(Tag::exclusive); ++t)
    if ((number >> t & 1U) != 0) tags = tags | TagSet{static_cast<Tag>(t)};
  return tags;
}

std::optional<MixedSizes> Layout::learn(std::span<const Demand> demands) {
  std::optional<MixedSizes> mixed;
  for (const Demand& demand : demands)
    if (!mixed) mixed = learn_one(demand);
  find_cuts();
  return mixed;
}

std::optional<MixedSizes> Layout::learn_one(const Demand& demand) {
  switch (demand.kind) {
    case Demand::Kind::piece:
      return add_piece(demand);
    case Demand::Kind::freed:
      freed_.insert(demand.address);
      break;
    case Demand::Kind::share:
      shared_.insert(demand.address);
      break;
    case Demand::Kind::write:
      writes_.resize(std::max(writes_.size(), demand.thread + 1));
      if (const auto [at, fresh] = writes_[demand.thread].try_emplace(demand.address, demand.order);
          !fresh)
        at->second = at->second & demand.order;
      break;
    case Demand::Kind::target:
      learn_target(demand);
      break;
    case Demand::Kind::thread:
      threads_.push_back(demand.created);
      break;
    case Demand::Kind::watch:
      watched_.insert(demand.address);
      break;
    case Demand::Kind::not_added:
      not_added_.insert(demand.address);
      break;
    case Demand::Kind::start:
      threads_[demand.thread - 1].waits = true;
      break;
    case Demand::Kind::tell_apart:
      told_apart_.insert(demand.thread);
      break;
    case Demand::Kind::join:
      joins_are_events_ = true;
      break;
    case Demand::Kind::keep:
      kept_.keep(demand.address, demand.bytes, demand.thread);
      break;
  }
  return std::nullopt;
}

// A thread that is told apart tells its whole class apart: in other executions, each of the class
// does what it did.
std::vector<std::vector<std::size_t>> Layout::symmetric_threads(
    const AddressLayout& addresses) const {
  std::vector<std::vector<std::size_t>> classes;
  if (joins_are_events_) return classes;
  const auto same = [&](const CreatedThread& a, const CreatedThread& b) {
    return a.creator == b.creator && a.routine == b.routine && a.argument == b.argument;
  };
  for (std::size_t t = 1; t <= threads_.size(); ++t) {
    if (threads_[t - 1].waits) continue;
    const auto found = std::ranges::find_if(classes, [&](const auto& threads) {
      return same(threads_[threads.front() - 1], threads_[t - 1]);
    });
    if (found == classes.end())
      classes.push_back({t});
    else
      found->push_back(t);
  }
  const auto owns_a_piece = [&](std::size_t t) {
    return std::ranges::any_of(pieces_, [&](const Piece& piece) {
      return addresses.region(piece.address) != Region::global &&
             static_cast<std::size_t>(addresses.owner(piece.address)) == t;
    });
  };
  std::erase_if(classes, [&](const std::vector<std::size_t>& threads) {
    return threads.size() == 1 || std::ranges::any_of(threads, [&](std::size_t t) {
             return told_apart(t) || owns_a_piece(t);
           });
  });
  return classes;
}

Cut Layout::cut_of(const Extent& extent) const {
  Cut cut;
  const std::uint64_t end = extent.address + extent.bytes;
  for (std::size_t p = first_after(extent.address); p < pieces_.size() && pieces_[p].address < end;
       ++p)
    cut.push_back(pieces_[p].bytes);
  return cut;
}

const std::vector<Cut>& Layout::cuts_of(std::uint32_t bytes) const {
  static const std::vector<Cut> kNone;
  const auto known = cuts_.find(bytes);
  return known == cuts_.end() ? kNone : known->second;
}

void Layout::find_cuts() {
  has_mixed_sizes_ = std::ranges::any_of(
      atomic_, [this](const Extent& extent) { return cut_of(extent).size() > 1; });
  std::map<std::uint32_t, std::set<Cut>> cuts;
  for (const Extent& extent : accesses_) cuts[extent.bytes].insert(cut_of(extent));
  cuts_.clear();
  for (const auto& [bytes, those] : cuts) cuts_[bytes] = {those.begin(), those.end()};
}

void Layout::learn_target(const Demand& demand) {
  constexpr std::size_t kMost = 0xffff - kNoTargets;
  const auto number = static_cast<std::uint16_t>(
      targets_.size() < kMost ? kNoTargets + targets_.size() + 1 : std::size_t{0});
  targets_.try_emplace(demand.access, Targets{number})
      .first->second.addresses.insert(demand.address);
}

std::uint16_t Layout::targets_of(std::uint64_t access) const {
  const auto known = targets_.find(access);
  return known == targets_.end() ? kNoTargets : known->second.number;
}

bool Layout::is_target(std::uint64_t access, std::uint64_t address) const {
  const auto known = targets_.find(access);
  return known != targets_.end() &&
         (known->second.number == 0 || known->second.addresses.contains(address));
}

std::optional<LeastOrder> Layout::least_order(std::size_t thread, std::size_t piece) const {
  if (thread >= writes_.size()) return std::nullopt;
  const auto at = writes_[thread].find(pieces_[piece].address);
  return at == writes_[thread].end() ? std::nullopt : std::optional(at->second);
}

// The bytes that are asked for and the pieces that they meet are cut where any of them starts or
// ends. Where the model does not say what that means, the bytes of an atomic access cannot be cut;
// those of one of 16 bytes never are.
std::optional<MixedSizes> Layout::add_piece(const Demand& demand) {
  const std::uint64_t end = demand.address + demand.bytes;
  kept_.give_up(demand.address, demand.bytes);
  std::set<std::uint64_t> cuts{demand.address, end};
  std::vector<Piece> met;
  const std::size_t first = first_after(demand.address);
  std::size_t last = first;
  for (; last < pieces_.size() && pieces_[last].address < end; ++last) {
    const Piece& piece = pieces_[last];
    met.push_back(piece);
    cuts.insert({piece.address, piece.address + piece.bytes});
  }
  const auto is_cut = [&](std::uint64_t from, std::uint64_t to) {
    const auto inside = cuts.upper_bound(from);
    return inside != cuts.end() && *inside < to;
  };
  const auto splits = [&](bool atomic, std::uint64_t from, std::uint32_t bytes) {
    return atomic && (!cuts_atomic_ || bytes > kMostCutBytes) && is_cut(from, from + bytes);
  };
  for (const Piece& piece : met)
    if (splits(piece.atomic, piece.address, piece.bytes) ||
        splits(demand.atomic, demand.address, demand.bytes))
      return MixedSizes{demand.place, piece.place};

  std::vector<Piece> fresh;
  for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
    const std::uint64_t to = *std::next(cut);
    const bool asked = *cut >= demand.address && *cut < end;
    const auto old = std::ranges::find_if(
        met, [&](const Piece& p) { return *cut >= p.address && *cut < p.address + p.bytes; });
    Piece piece{*cut, static_cast<std::uint32_t>(to - *cut), asked && demand.atomic, demand.place};
    if (old != met.end()) {
      piece.atomic = piece.atomic || old->atomic;
      piece.place = old->place;
      for (std::map<std::uint64_t, LeastOrder>& writes : writes_)
        if (const auto known = writes.find(old->address); known != writes.end())
          writes.try_emplace(*cut, known->second);
    }
    fresh.push_back(piece);
  }
  const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto gone = pieces_.erase(begin, pieces_.begin() + static_cast<std::ptrdiff_t>(last));
  pieces_.insert(gone, fresh.begin(), fresh.end());
  if (demand.atomic) atomic_.insert({demand.address, demand.bytes});
  accesses_.insert({demand.address, demand.bytes});
  return std::nullopt;
}

}  // namespace ringcheck::source
