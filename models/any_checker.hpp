#pragma once
// AnyChecker: the checker that is fastest for a model.

#include <cstddef>
#include <variant>

#include "models/cat_checker.hpp"
#include "models/fast_rc11.hpp"
#include "models/fast_rc11_sc.hpp"
#include "models/fast_sc.hpp"
#include "models/fast_tso.hpp"

namespace ringcheck {

/// All checkers. Code that explores is a template over ConsistencyChecker; std::visit enters it
/// once, and no check pays for the choice.
using AnyChecker = std::variant<CatChecker, ScChecker, TsoChecker, Rc11Checker, Rc11ScChecker>;

/// The fastest checker of `model` for programs of `threads` threads. `seq_cst`: some accesses are
/// sequentially consistent (Tag::seq_cst).
AnyChecker make_checker(const Model& model, std::size_t threads, bool seq_cst);

/// The checker from the model's text, even if there is a faster one.
inline CatChecker make_cat_checker(const Model& model) {
  return CatChecker(model);
}

}  // namespace ringcheck
