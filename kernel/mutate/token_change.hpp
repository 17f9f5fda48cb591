#pragma once
// TokenChange: one token of the kernel's text, replaced by another.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/tree/c_text.hpp"

namespace ringcheck {

/// A change of one token of a function.
struct TokenChange {
  std::string function;
  std::uint64_t line = 0;  ///< in the file, from 1
  std::size_t at = 0;      ///< offset in the file of what is replaced (bytes)
  std::size_t size = 0;    ///< of what is replaced (bytes)
  std::string from;        ///< the token
  std::string to;          ///< what stands there instead; empty: nothing
  unsigned nth = 1;        ///< of the changes of this token into that one in the function
};

/// Every change of the usual kinds in the functions and macros of a file, in its order: a
/// comparison that is off by one or turned round, a branch taken the other way, arithmetic with the
/// opposite sign, a constant one larger, an ordering point or another call dropped, an access that
/// loses its mark, a store that is not made, a way out that is not taken. The last statement of a
/// function stays. Fields of structures become narrower, or get a sign.
///
/// A call is dropped as `rc_nothing`, a mark as `rc_plain_read` and `rc_plain_write`, and a branch
/// inverted as `rc_unless`; kernel/headers/changed.h defines these.
std::vector<TokenChange> token_changes(const CText& file);

/// The text of the file with the change made.
std::string changed_text(const CText& file, const TokenChange& change);

/// The change for people: "line 109: smp_wmb -> nothing".
std::string to_text(const TokenChange& change);

}  // namespace ringcheck
