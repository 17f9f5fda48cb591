// The models that ringcheck ships, one row each, and where .cat files come from.
// Tested by tests/models/models_test.cpp.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>

#include "graph/check.hpp"
#include "models/embedded.hpp"
#include "models/for_pieces.hpp"
#include "models/for_programs.hpp"
#include "models/language/compile.hpp"
#include "models/language/monotone.hpp"
#include "models/model_data.hpp"
#include "models/names.hpp"

namespace ringcheck {
namespace {

/// One row a model. `order` names the relation of its text that explanations cite.
struct Row {
  std::string_view name;
  std::string_view file;
  const Vocabulary* vocabulary;
  Dependence dependence;
  FastCheck fast;
  std::string_view order;
  PassingReads passing_reads;
  /// Why a graph that has a BufferedOrder with these passing reads is consistent (the argument
  /// beside BufferedOrder, for this text). Empty: this is not known, and every graph needs the
  /// model. tests/models/buffered_order_test.cpp holds each such row against its text.
  std::string_view order_suffices{};
  /// Its text says what accesses of several sizes to one place mean.
  bool knows_pieces = false;
};

constexpr TagSet kGracePeriods{Tag::sync_rcu, Tag::srcu_lock, Tag::srcu_unlock, Tag::sync_srcu};
constexpr TagSet kLocks{Tag::lock_read, Tag::lock_write,  Tag::unlock,
                        Tag::lock_fail, Tag::read_locked, Tag::read_unlocked};
constexpr std::string_view kNoGracePeriods =
    "synchronize_rcu, srcu_read_lock, srcu_read_unlock and synchronize_srcu";

/// Reads that Armv8 lets pass writes.
constexpr TagSet kOnce{Tag::once, Tag::noreturn};
/// Reads that the others let pass writes: they order an acquire read only with what comes after it,
/// if at all.
constexpr TagSet kOnceOrAcquire{Tag::once, Tag::noreturn, Tag::acquire};
const Row kRows[] = {
    {"sc",
     "sc.cat",
     &kScVocabulary,
     Dependence::program_order,
     FastCheck::sc,
     "order",
     {},
     "without passing reads the order is sequential consistency",
     true},
    {"x86-tso", "x86-tso.cat", &kX86Vocabulary, Dependence::program_order, FastCheck::tso, "ghb",
     kOnceOrAcquire, "it is x86-TSO's own", true},
    {"armv8", "armv8.cat", &kArmv8Vocabulary, Dependence::syntactic, FastCheck::none, "ob", kOnce,
     "ob goes from a write to a later read of its thread by a DMB, from a release to an acquire, "
     "and by what the thread reads from itself: none of that ends in a read that passes",
     true},
    {"riscv", "riscv.cat", &kRiscvVocabulary, Dependence::syntactic, FastCheck::none, "gmo",
     kOnceOrAcquire,
     "ppo goes from a write to a later read of its thread by a fence, from .rl to .aq, and to a "
     "read of an atomic's own write: none of that ends in a read that passes"},
    {"power", "power.cat", &kPowerVocabulary, Dependence::syntactic, FastCheck::none, "hb",
     kOnceOrAcquire,
     "from a write to a later read of its thread goes sync alone, which no read passes"},
    {"rc11", "rc11.cat", &kC11Vocabulary, Dependence::program_order, FastCheck::rc11, "hb",
     kOnceOrAcquire,
     "hb and psc go on from a write to a later read of its thread by program order alone, up to a "
     "write, a fence or a seq_cst access, none of which passes"},
    {"lkmm", "lkmm.cat", &kLinuxVocabulary, Dependence::syntactic, FastCheck::none, "kept",
     kOnceOrAcquire,
     "from a write to a later read of its thread go a full fence and a lock handed over alone, "
     "which "
     "no read passes; grace periods are left aside (BufferedOrder::has_grace_periods)"},
};

cat::SourcePtr embedded_source(std::string_view name) {
  for (const EmbeddedFile& file : embedded_cat_files())
    if (file.name == name)
      return std::make_shared<cat::Source>(cat::Source{std::string(name), std::string(file.text)});
  return nullptr;
}

cat::SourcePtr read_source(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return nullptr;
  std::ifstream in(path, std::ios::binary);
  if (!in) return nullptr;
  std::ostringstream text;
  text << in.rdbuf();
  return std::make_shared<cat::Source>(cat::Source{path.string(), text.str()});
}

// Files of herd7's library whose text works on the events of a graph one by one: our own
// definitions replace theirs.
constexpr std::string_view kReplaced[] = {"cross.cat", "aarch64deps.cat"};

// Looks for an included file beside the including one, beside the model's main file, in the folders
// of `include`, and then among the embedded ones.
class Includes {
 public:
  Includes(std::string main, std::vector<std::string> folders)
      : main_(std::move(main)), folders_(std::move(folders)) {}

  cat::SourcePtr operator()(const std::string& name, const cat::Position& from) const {
    if (std::ranges::find(kReplaced, name) != std::end(kReplaced)) return embedded_source(name);
    namespace fs = std::filesystem;
    std::vector<fs::path> folders;
    for (const std::string& file : {from.source->name, main_})
      if (!file.empty() && embedded_source(file) == nullptr)
        folders.push_back(fs::path(file).parent_path());
    folders.insert(folders.end(), folders_.begin(), folders_.end());
    for (const fs::path& folder : folders)
      if (auto source = read_source(folder / name)) return source;
    return embedded_source(name);
  }

 private:
  std::string main_;
  std::vector<std::string> folders_;
};

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::shared_ptr<const ModelData> make_model(const cat::SourcePtr& source, ModelData data,
                                            const cat::Beside& beside,
                                            const std::vector<std::string>& folders) {
  const cat::Loader includes = Includes(source->name, folders);
  const auto compiled = [&](cat::Style style) {
    return cat::compile(source, includes, *data.vocabulary, style, beside);
  };
  data.text = compiled(cat::Style::literal);
  data.exact_only_when_complete =
      cat::mark_axioms_of_complete_graphs(data.text) == cat::Exactness::complete_graphs_only;
  cat::Plan plan = compiled(cat::Style::optimised);
  for (std::size_t i = 0; i < plan.axioms.size(); ++i)
    plan.axioms[i].when_complete = data.text.axioms[i].when_complete;
  data.program = PreparedPlan(cat::reverse(cat::turn_tests(plan)), Tests::axioms);
  if (data.exact_only_when_complete) data.whole = PreparedPlan(plan, Tests::all_axioms);
  data.flags = PreparedPlan(plan, Tests::flags);
  if (!data.text.covers_locks) {
    data.refused = kLocks;
    data.refused_why = "locks: its text makes co, but not rf of lock events (lock.cat does)";
  }
  data.text.foreign_words = plan.foreign_words;
  data.title = data.text.title;
  return std::make_shared<const ModelData>(std::move(data));
}

namespace {

/// A model without the checks that take each event for a whole access.
ModelData without_short_cuts(ModelData data) {
  data.fast = FastCheck::none;
  data.order_suffices = false;
  return data;
}

std::shared_ptr<const ModelData> model_of_row(const Row& row, bool of_programs) {
  const cat::SourcePtr source = embedded_source(row.file);
  RC_CHECK(source != nullptr,
           "a model's text is missing from the binary: " + std::string(row.file));
  ModelData fresh;
  fresh.name = row.name;
  fresh.vocabulary = row.vocabulary;
  fresh.dependence = row.dependence;
  fresh.fast = row.fast;
  fresh.order = row.order;
  fresh.order_suffices = !row.order_suffices.empty();
  fresh.passing_reads = row.passing_reads;
  fresh.has_seq_cst = row.vocabulary == &kC11Vocabulary || row.vocabulary == &kScVocabulary;
  fresh.own_stores_continue = !of_programs;
  // Only the kernel's own model gives these a meaning; to the others they are library code.
  if (row.vocabulary != &kLinuxVocabulary) {
    fresh.refused = kGracePeriods;
    fresh.refused_why = kNoGracePeriods;
  }
  cat::Beside beside;
  if (of_programs) beside.variants.insert("c++20");
  if (row.knows_pieces)
    fresh.for_pieces = [source, fresh, beside]() mutable {
      beside.pieces = true;
      return make_model(source, without_short_cuts(fresh), beside);
    };
  return make_model(source, std::move(fresh), beside);
}

/// True iff some model with these words knows what accesses of several sizes mean.
bool knows_pieces(const Vocabulary& vocabulary) {
  return std::ranges::any_of(
      kRows, [&](const Row& row) { return row.knows_pieces && row.vocabulary == &vocabulary; });
}

}  // namespace

bool knows_pieces(const Model& model) {
  return model.data().for_pieces != nullptr;
}

std::optional<Model> for_pieces(const Model& model) {
  static std::mutex mutex;
  static std::map<const ModelData*, std::pair<Model, Model>> made;  // which keeps the keys alive
  if (!knows_pieces(model)) return std::nullopt;
  const std::scoped_lock lock(mutex);
  auto at = made.find(&model.data());
  if (at == made.end())
    at = made.try_emplace(&model.data(), model, Model(model.data().for_pieces())).first;
  return at->second.second;
}

Model find_model(std::string_view spoken) {
  const std::string_view name = canonical_model(spoken);
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const ModelData>, std::less<>> made;
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  if (row == std::end(kRows)) {
    const std::vector<std::string_view> names = model_names();
    std::string known;
    for (std::string_view other : names) known += (known.empty() ? "" : ", ") + std::string(other);
    const std::string_view near = nearest_name(name, names);
    if (!near.empty()) known += "; did you mean " + std::string(near) + "?";
    throw InputError({"", 0, 0, "saw model '" + std::string(name) + "', expected one of " + known});
  }
  const std::scoped_lock lock(mutex);
  auto& data = made[std::string(name)];
  if (data == nullptr) data = model_of_row(*row, false);
  return Model(data);
}

Model for_programs(const Model& model) {
  if (model.data().fast != FastCheck::rc11 || !model.data().own_stores_continue) return model;
  static const Model made(
      model_of_row(*std::ranges::find(kRows, FastCheck::rc11, &Row::fast), true));
  return made;
}

std::vector<std::string_view> model_names() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) names.push_back(row.name);
  return names;
}

Model model_of_text(std::string name, std::string_view text, ModelWords words) {
  ModelData data;
  data.name = name;
  data.vocabulary = words == ModelWords::c11 ? &kC11Vocabulary : &kLinuxVocabulary;
  data.has_seq_cst = words == ModelWords::c11;
  data.users = true;
  data.order = "hb";
  const auto source =
      std::make_shared<cat::Source>(cat::Source{std::move(name), std::string(text)});
  cat::Beside beside;
  beside.no_thin_air = true;
  return Model(make_model(source, std::move(data), beside));
}

Model load_model(const std::string& path, const CatOptions& options) {
  const cat::SourcePtr source = read_source(path);
  if (source == nullptr) throw InputError({path, 0, 0, "saw no such file, expected a .cat file"});
  const auto beside = [&](const std::string& asked, const char* extension) {
    if (!asked.empty()) return asked;
    std::string file = std::filesystem::path(path).replace_extension(extension).string();
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored) ? file : std::string();
  };
  ModelData data;
  data.name = std::filesystem::path(path).stem().string();
  data.vocabulary = options.vocabulary != nullptr ? options.vocabulary : &c_vocabulary();
  data.users = true;
  data.order = "hb";
  data.definitions = beside(options.macros, ".def");
  cat::Beside files;
  files.no_thin_air = true;
  for (const std::string& variant : options.variants) files.variants.insert(lower_case(variant));
  const std::string bell = beside(options.bell, ".bell");
  files.bell = bell.empty() ? nullptr : read_source(bell);
  if (!bell.empty() && files.bell == nullptr)
    throw InputError({bell, 0, 0, "saw no such file, expected a .bell file"});
  if (knows_pieces(*data.vocabulary))
    data.for_pieces = [source, data, files, include = options.include]() mutable {
      files.pieces = true;
      return make_model(source, without_short_cuts(data), files, include);
    };
  return Model(make_model(source, std::move(data), files, options.include));
}

}  // namespace ringcheck
