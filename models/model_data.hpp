#pragma once
// What a Model consists of. For models/ itself and for checkers; users see model.hpp.

#include <functional>
#include <memory>
#include <string>

#include "models/buffered_order.hpp"
#include "models/language/compile.hpp"
#include "models/language/plan.hpp"
#include "models/model.hpp"
#include "models/prepared_plan.hpp"

namespace ringcheck {

/// Which hand-written check a model has, besides the one from its text.
enum class FastCheck : std::uint8_t { none, sc, tso, rc11 };

struct ModelData {
  std::string name;
  std::string title;
  const Vocabulary* vocabulary = nullptr;
  Dependence dependence = Dependence::syntactic;
  FastCheck fast = FastCheck::none;
  std::string order;        ///< relation that explanations cite
  TagSet refused;           ///< annotations without meaning in this model
  std::string refused_why;  ///< which primitives these are
  bool has_seq_cst =
      false;  ///< its text has a word for sequentially consistent accesses, or needs none
  /// A release sequence goes on with later writes of the releasing thread, as up to C++17.
  bool own_stores_continue = true;
  PreparedPlan program;  ///< simplified, for checks
  PreparedPlan whole;    ///< the same with the axioms that only complete graphs settle, if any
  PreparedPlan flags;    ///< the same for flags
  cat::Plan text;        ///< one node for each operation of the text, for explanations

  /// Makes the model for graphs with accesses of several pieces; null: there is none.
  std::function<std::shared_ptr<const ModelData>()> for_pieces;

  bool users = false;       ///< loaded from a user's file, for one vocabulary
  std::string definitions;  ///< path of the .def file with the model's primitives, if there is one

  /// True iff every graph is consistent that has a BufferedOrder with these passing reads, or for
  /// which ordered_by_thread() holds.
  bool order_suffices = false;
  PassingReads passing_reads;

  /// True iff a partial graph may pass although every completion of it fails: complete graphs must
  /// then be checked once more with CatChecker::consistent_when_complete.
  bool exact_only_when_complete = false;
};

/// Compiles a model from the text of a .cat file; `folders` may hold files that it includes.
/// Errors: InputError.
std::shared_ptr<const ModelData> make_model(const cat::SourcePtr& source,
                                            ModelData row_without_plans,
                                            const cat::Beside& beside = {},
                                            const std::vector<std::string>& folders = {});

}  // namespace ringcheck
