// The models of a command.
// Tested by tests/cli/litmus_command_test.cpp and litmus_cat_test.cpp.
#include "cli/litmus_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "graph/diagnostic.hpp"
#include "litmus/architecture.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

bool is_file(const std::string& name) {
  return name.ends_with(".cat");
}

void require_model(const std::string& name) {
  const std::vector<std::string_view> names = model_names();
  if (std::ranges::find(names, canonical_model(name)) != names.end()) return;
  std::string known;
  for (const std::string_view one : names) known.append(one).append(", ");
  const std::string_view near = nearest_name(name, names);
  throw InputError(
      Diagnostic{"--model", 0, 0,
                 fmt::format("saw '{}', expected one of {}or a path that ends in .cat{}", name,
                             known, near.empty() ? "" : fmt::format("; did you mean {}?", near))});
}

}  // namespace

LitmusModels::LitmusModels(std::vector<std::string> names, CatOptions options)
    : names_(std::move(names)), options_(std::move(options)) {
  for (const std::string& folder : options_.include)
    if (std::error_code error; !std::filesystem::is_directory(folder, error))
      throw InputError({"-I", 0, 0, fmt::format("saw '{}', expected a folder", folder)});
  for (const std::string& name : names_) {
    if (!is_file(name)) {
      require_model(name);
      continue;
    }
    std::error_code error;
    if (!std::filesystem::is_regular_file(name, error))
      throw InputError({name, 0, 0, "saw no such file, expected a .cat file"});
  }
}

std::string LitmusModels::name(std::size_t i) const {
  if (names_.empty()) return "";
  const std::string& name = names_[i];
  return is_file(name) ? std::filesystem::path(name).stem().string()
                       : std::string(canonical_model(name));
}

LitmusModel LitmusModels::get(std::size_t i, litmus::Architecture architecture) {
  const std::scoped_lock lock(mutex_);
  const auto key = std::pair{i, architecture};
  const auto found = loaded_.find(key);
  if (found != loaded_.end()) return found->second;
  const auto load = [&]() -> Model {
    if (names_.empty()) return find_model(default_model(architecture));
    if (!is_file(names_[i])) return find_model(names_[i]);
    CatOptions options = options_;
    options.vocabulary = &vocabulary_of(architecture);
    return load_model(names_[i], options);
  };
  LitmusModel made{load(), nullptr};
  if (architecture == litmus::Architecture::c) made.primitives = primitives_of(made.model);
  return loaded_.emplace(key, std::move(made)).first->second;
}

std::string LitmusModels::remarks() const {
  std::set<std::string> lines;
  for (const auto& [key, loaded] : loaded_) {
    const Model& model = loaded.model;
    if (names_.empty() || !is_file(names_[key.first])) continue;
    std::string words;
    for (const std::string& word : model.foreign_words())
      words += (words.empty() ? "" : ", ") + word;
    if (!words.empty())
      lines.insert(fmt::format("{}: no event of a {} test is in {}\n", model.name(),
                               litmus::row_of(key.second).name, words));
    std::string axioms;
    for (const std::string& axiom : model.axioms_of_complete_graphs())
      // Axioms of `with` say how rf and co are made: docs/cat.md.
      if (!axiom.starts_with("generated-") && !axiom.starts_with("with-"))
        axioms += (axioms.empty() ? "" : ", ") + axiom;
    if (!axioms.empty())
      lines.insert(
          fmt::format("{}: asked of complete executions only: {}\n", model.name(), axioms));
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace ringcheck
