#pragma once
// Weaker orders, written into somebody's source.

#include <string>
#include <vector>

#include "source/order_sites.hpp"

namespace ringcheck::source {

/// A changed source as a patch.
struct OrderPatch {
  std::string text;               ///< unified diffs, one a file, for `patch -p1`; may be empty
  std::vector<std::size_t> left;  ///< sites whose source has no order to replace
};

/// A patch of the source files of `code` that gives `sites` the orders of `plan`. It replaces the
/// arguments that are orders, by name or by a constant's name, of C's and the compiler's own
/// functions and of std::atomic's, adds them to calls that have none (atomic_load becomes
/// atomic_load_explicit, and `x.load()` gets an argument), and removes fences that order nothing.
/// Left as they are: sites in macros, operators, and orders that the program chooses at run time.
/// Errors: InputError for a file that cannot be read.
OrderPatch order_patch(const Code& code, const std::vector<OrderSite>& sites,
                       const OrderPlan& plan);

}  // namespace ringcheck::source
