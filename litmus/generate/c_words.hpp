#pragma once
// How the kernel's C and standard C spell the accesses and fences of a straight-line test.

#include <string_view>

#include "litmus/generate/straight_test.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// The words of a dialect of C. Each makes the expression of an access from its address and, if it
/// writes, its value. Errors: InputError that names `test`, for a mark without a word in the
/// dialect.
struct CWords {
  const char* atomic_type;  ///< of a location that has no plain access
  Expr (*fence)(std::string_view order);
  Expr (*read)(const StraightTest& test, Mark mark, Expr address);
  Expr (*write)(const StraightTest& test, Mark mark, Expr address,
                Expr value);  ///< not a plain one
  Expr (*exchange)(const StraightTest& test, Mark mark, Expr address, Expr value);
};

extern const CWords kKernelWords;  ///< READ_ONCE, smp_store_release, xchg
extern const CWords kC11Words;     ///< atomic_load_explicit, atomic_thread_fence

}  // namespace ringcheck::litmus
