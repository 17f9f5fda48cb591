#pragma once
// Accesses of machine code as events: one event, or one for each piece if a test has accesses of
// several sizes.

#include "litmus/assembly/code.hpp"

namespace ringcheck::litmus::assembly {

/// Memory as a thread of `code` accesses it. Values have the bytes of the access; if a test has
/// accesses of several sizes, with zeros above them. Pre: the access fits every known address.
class Memory {
 public:
  Memory(const Code& code, ThreadRun& run) : code_(code), run_(run) {}

  Word load(const Step& s, const Word& where, TagSet tags) {
    if (is_whole()) return run_.load(where, tags);
    const AccessPieces pieces = pieces_of(s, where);
    return run_.load(pieces.span(), tags);
  }

  void store(const Step& s, const Word& where, const Word& value, TagSet tags) {
    if (is_whole()) return run_.store(where, value, tags);
    const AccessPieces pieces = pieces_of(s, where);
    run_.store(pieces.span(), value, tags);
  }

  Word modify(const Step& s, RmwOperation operation, const Word& where, const Word& operand,
              RmwOrder order, const Word& expected = {}) {
    if (is_whole()) return run_.read_modify_write(operation, where, operand, order, expected);
    const AccessPieces pieces = pieces_of(s, where);
    order.bits = static_cast<std::uint8_t>(8 * s.size);
    return run_.read_modify_write(operation, pieces.span(), operand, order, expected);
  }

  /// The store of a pair whose load has slot `load_slot`.
  Word store_conditional(const Step& s, int load_slot, const Word& where, const Word& value,
                         TagSet tags) {
    if (is_whole()) return run_.store_conditional(load_slot, where, value, tags);
    const AccessPieces pieces = pieces_of(s, where);
    return run_.store_conditional(load_slot, pieces.span(), value, tags);
  }

 private:
  [[nodiscard]] bool is_whole() const { return code_.bytes.piece == 0; }

  [[nodiscard]] AccessPieces pieces_of(const Step& s, const Word& where) const {
    AccessPieces pieces;
    const std::uint8_t piece = code_.bytes.piece;
    for (unsigned b = 0; b < s.size; b += piece) pieces.add(where + Word(b), 8U * piece);
    return pieces;
  }

  const Code& code_;
  ThreadRun& run_;
};

}  // namespace ringcheck::litmus::assembly
