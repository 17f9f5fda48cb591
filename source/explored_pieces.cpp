// Accesses as events: one, or one for each piece of the layout that the access covers.
//
// An address that depends on a load may be unknown for a while, and with it how the access is cut.
// If known accesses of its size are cut in several ways, the cut is a choice; if it turns out to be
// another one, there is no such execution.
//
// Tested by tests/source/mixed_sizes_test.cpp.
#include "graph/diagnostic.hpp"
#include "source/code_digest.hpp"
#include "source/explored_machine.hpp"

namespace ringcheck::source {

AccessPieces ExploredMachine::pieces_of(const Site& site, const Value& address, bool atomic) {
  AccessPieces pieces;
  if (!address.word.known || depends(address))
    add_pieces_of_loaded(site, address, atomic, pieces);
  else
    add_pieces_at(site, address, atomic, pieces);
  return pieces;
}

void ExploredMachine::add_pieces_at(const Site& site, const Value& address, bool atomic,
                                    AccessPieces& pieces) {
  const Layout& layout = *setting_.layout;
  const std::uint64_t first = address.word.value;
  const auto add = [&](std::size_t p) {
    const Word where{address_of(static_cast<LocId>(p)), address.word.sources, true};
    pieces.add(where, 8 * layout.pieces()[p].bytes);
  };
  if (const auto found = layout.find(first, site.bytes)) {
    if (atomic && !layout.pieces()[*found].atomic) require_piece(site, first, atomic);
    return add(*found);
  }
  if (!layout.is_access({first, site.bytes}, atomic)) require_piece(site, first, atomic);
  const std::uint64_t end = first + site.bytes;
  for (std::size_t p = layout.first_after(first);
       p < layout.pieces().size() && layout.pieces()[p].address < end; ++p)
    add(p);
}

void ExploredMachine::add_pieces_of_loaded(const Site& site, const Value& address, bool atomic,
                                           AccessPieces& pieces) {
  const Layout& layout = *setting_.layout;
  const std::vector<Cut>& cuts = layout.cuts_of(site.bytes);
  const std::size_t chosen = cuts.size() > 1 ? choose(cuts.size()).value() : 0;
  const Extent extent{address.word.value, site.bytes};
  if (address.word.known) {
    if (!layout.is_access(extent, atomic)) require_piece(site, extent.address, atomic);
    // A run that ends at insist() destroys nothing.
    const bool is_cut_so = layout.cut_of(extent) == cuts[chosen];
    run_.insist(is_cut_so);
  }
  std::uint64_t next = extent.address;
  const std::size_t count = cuts.empty() ? 1 : cuts[chosen].size();
  if (count > pieces.all.size())
    throw InputError({setting_.code->where(site.place), 0, 0,
                      "saw an access of 16 bytes to more than 8 locations, at an address that "
                      "depends on what was read, which is not modelled"});
  for (std::size_t p = 0; p < count; ++p) {
    const std::uint32_t bytes = cuts.empty() ? site.bytes : cuts[chosen][p];
    Word where = address.word;
    if (where.known) where.value = address_of(layout.find(next, bytes).value());
    pieces.add(where, 8 * bytes);
    next += bytes;
  }
}

void ExploredMachine::require_writes(const AccessPieces& pieces, const LeastOrder& order) {
  for (const AccessPiece& piece : pieces.span()) {
    if (!piece.address.known) continue;
    const std::size_t p = piece.address.value - kAddressBase;
    require_write(setting_.layout->pieces()[p].address, p, order);
  }
}

void ExploredMachine::require_targets(const Value& address, const AccessPieces& pieces) {
  if (!depends(address)) return;
  const Layout& layout = *setting_.layout;
  const std::uint64_t access = digest_of_place(state_);
  run_.set_targets(layout.targets_of(access));
  for (const AccessPiece& piece : pieces.span()) {
    if (!piece.address.known) continue;
    const std::uint64_t at = layout.pieces()[piece.address.value - kAddressBase].address;
    if (!layout.is_target(access, at))
      demand({.kind = Demand::Kind::target, .address = at, .access = access});
  }
}

Value ExploredMachine::load_pieces(const AccessPieces& pieces, bool whole, TagSet tags) {
  if (pieces.count == 1) return load_event(pieces.all[0].address, tags);
  if (whole) run_.begin_access();
  Value value;
  std::uint32_t done = 0;
  for (const AccessPiece& piece : pieces.span()) {
    const Value part = load_event(piece.address, tags);
    const std::uint32_t bytes = piece.bits / 8U;
    value = done == 0 ? part : joined(value, done, part, bytes);
    done += bytes;
  }
  run_.end_access();
  return value;
}

void ExploredMachine::store_pieces(const AccessPieces& pieces, bool whole, const Value& value,
                                   TagSet tags) {
  if (pieces.count == 1) return run_.store(pieces.all[0].address, value.word, tags);
  if (whole) run_.begin_access();
  std::uint32_t all = 0;
  for (const AccessPiece& piece : pieces.span()) all += piece.bits / 8U;
  std::uint32_t done = 0;
  for (const AccessPiece& piece : pieces.span()) {
    const std::uint32_t bytes = piece.bits / 8U;
    run_.store(piece.address, bytes_of_value(value, all, done, bytes).word, tags);
    done += bytes;
  }
  run_.end_access();
}

}  // namespace ringcheck::source
