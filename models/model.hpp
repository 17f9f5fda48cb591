#pragma once
// Memory models, by name or from a file: the interface of models/.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

struct ModelData;   // model_data.hpp
struct Vocabulary;  // vocabulary/vocabulary.hpp

/// An edge of a relation, under its name in the model's text.
struct NamedEdge {
  EventNumber from = kNoEvent;
  EventNumber to = kNoEvent;
  std::string name;
};

/// Why an execution is not consistent.
struct Refusal {
  std::string axiom;
  /// The cycle: each edge starts where the one before it ends. For an axiom that something is
  /// empty: the relations that hold between the first and the last event.
  std::vector<NamedEdge> edges;
};

/// Two events between which a relation holds; twice the same event for a member of a set.
struct EventPair {
  EventNumber from = kNoEvent;
  EventNumber to = kNoEvent;
  friend bool operator==(const EventPair&, const EventPair&) = default;
};

/// A memory model. Cheap to copy: copies share everything. Nothing changes, so threads may share
/// one.
class Model {
 public:
  explicit Model(std::shared_ptr<const ModelData> data) : data_(std::move(data)) {}

  [[nodiscard]] const std::string& name() const;
  /// One line that says what the model is: the title of its text.
  [[nodiscard]] const std::string& title() const;
  [[nodiscard]] Dependence dependence() const;
  [[nodiscard]] std::vector<std::string> axioms() const;

  /// Says why the model has no meaning for an event with these tags; nullopt if it has one.
  [[nodiscard]] std::optional<std::string> refuses(TagSet tags) const;

  /// The first axiom, in the order of the text, that `graph` violates, and how; nullopt if it is
  /// consistent.
  [[nodiscard]] std::optional<Refusal> refusal(const ExecutionGraph& graph) const;
  /// Names of the flags that the model's text has.
  [[nodiscard]] std::vector<std::string> flag_names() const;
  /// Names of the flags that hold on `graph`, a consistent complete execution.
  [[nodiscard]] std::vector<std::string> flags(const ExecutionGraph& graph) const {
    return flags(graph, nullptr);
  }
  /// The same if the question is about the final values of the locations `asked`: FW has the final
  /// writes of these.
  [[nodiscard]] std::vector<std::string> flags(const ExecutionGraph& graph,
                                               const LocationSet& asked) const {
    return flags(graph, &asked);
  }

  /// The pairs for which the flag of this name, that a relation is not empty, holds on `graph`, a
  /// consistent complete execution. For a data race these are the pairs of accesses that race, some
  /// of them both ways round. Empty when the flag does not hold, or the model has none of this
  /// name.
  [[nodiscard]] std::vector<EventPair> flagged(const ExecutionGraph& graph,
                                               std::string_view flag) const;

  /// Name of the relation that explanations cite as this model's order between events, such as "hb"
  /// or "ob".
  [[nodiscard]] const std::string& order() const;
  /// The pairs of order() itself.
  [[nodiscard]] std::vector<EventPair> order_steps(const ExecutionGraph& graph) const;
  /// True iff a chain of order() leads from `a` to `b`.
  [[nodiscard]] bool ordered(const ExecutionGraph& graph, EventNumber a, EventNumber b) const;

  /// Path of the .def file that came with the model, which says what primitives do; empty: none.
  [[nodiscard]] const std::string& definitions() const;
  /// Does the model's bell file let instructions of this kind (R, W, RMW, F, …) have `annotation`?
  /// Without a bell file, all are allowed.
  [[nodiscard]] bool allows(std::string_view instruction, std::string_view annotation) const;

  /// Words of other machines that the text names: no event is one of those. Empty for models that
  /// ship with ringcheck.
  [[nodiscard]] const std::vector<std::string>& foreign_words() const;
  /// Axioms of the text that are tested on complete executions only, since adding events could make
  /// them true.
  [[nodiscard]] std::vector<std::string> axioms_of_complete_graphs() const;

  [[nodiscard]] const ModelData& data() const { return *data_; }

 private:
  [[nodiscard]] std::vector<std::string> flags(const ExecutionGraph& graph,
                                               const LocationSet* asked) const;

  std::shared_ptr<const ModelData> data_;
};

/// The model of this name, or of one of its aliases (models/names.hpp).
/// Errors: InputError that lists the names there are.
Model find_model(std::string_view name);

/// Names of all models, in the order in which they are best shown: strongest first.
std::vector<std::string_view> model_names();

/// How to load a user's .cat file.
struct CatOptions {
  /// The words of the machine or language whose tests it is for; null: those of C.
  const Vocabulary* vocabulary = nullptr;
  std::vector<std::string> include;   ///< folders of files that it includes
  std::vector<std::string> variants;  ///< names for which `if "…"` holds; case does not count
  std::string bell;    ///< path of the bell file; empty: the one beside the model, if there is one
  std::string macros;  ///< path of the .def file of primitives; the same
};

/// Loads a user's .cat file, with no more than dependencies assumed. Errors: InputError for a file
/// that cannot be read, has an error, or depends on what executions do not record.
Model load_model(const std::string& path, const CatOptions& options = {});

/// The words in which a model's text speaks of events.
enum class ModelWords : std::uint8_t { linux_kernel, c11 };

/// Compiles a user's model from the text of a .cat file; `name` is its name, in messages too. Like
/// load_model, but without files beside the text. Errors: as for load_model.
Model model_of_text(std::string name, std::string_view text, ModelWords words);

}  // namespace ringcheck
