// Programs, models and the version.
// Tested by tests/face.
#include "face/handles.hpp"

#include <algorithm>

#include "ringcheck/version.hpp"

namespace ringcheck {

program::program(std::string name, std::function<void()> body)
    : data_(std::make_shared<const detail::program_data>(
          detail::program_data{std::move(name), std::move(body)})) {}

const std::string& program::name() const {
  return data_->name;
}

model::model(std::string_view name)
    : model(with_public_errors([&] { return detail::model_access::make(find_model(name)); })) {}

model model::from_text(std::string name, std::string_view cat, words which) {
  return with_public_errors([&] {
    return detail::model_access::make(model_of_text(
        std::move(name), cat, which == words::cxx ? ModelWords::c11 : ModelWords::linux_kernel));
  });
}

model model::from_file(const std::string& path) {
  return with_public_errors([&] { return detail::model_access::make(load_model(path)); });
}

std::vector<std::string> model::names() {
  std::vector<std::string> names;
  for (const std::string_view name : model_names()) names.emplace_back(name);
  return names;
}

const std::string& model::name() const {
  return data_->model.name();
}
const std::string& model::title() const {
  return data_->model.title();
}
std::vector<std::string> model::axioms() const {
  return data_->model.axioms();
}
std::vector<std::string> model::flags() const {
  return data_->model.flag_names();
}

std::string_view version() {
  return RINGCHECK_VERSION;
}

}  // namespace ringcheck
