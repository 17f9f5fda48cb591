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

/// The checkers there are. Code that explores is a template over ConsistencyChecker, and is entered
/// once by std::visit, so that no check pays for the choice.
using AnyChecker = std::variant<CatChecker, ScChecker, TsoChecker, Rc11Checker, Rc11ScChecker>;

/// The fastest checker of `model` for programs of `threads` threads, with or without accesses that
/// are sequentially consistent (Tag::seq_cst).
AnyChecker make_checker(const Model& model, std::size_t threads, bool seq_cst);

/// The checker from the model's text, whatever else there is.
inline CatChecker make_cat_checker(const Model& model) {
  return CatChecker(model);
}

}  // namespace ringcheck
