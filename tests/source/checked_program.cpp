#include "tests/source/checked_program.hpp"

#include "source/compile.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck::source::tests {

std::shared_ptr<const Code> code_of(const std::string& text, const std::string& name,
                                    const std::string& optimise) {
  const ringcheck::tests::TemporaryFolder folder;
  CompileOptions options;
  options.optimise = optimise;
  if (name.ends_with(".cpp")) options.arguments = {"-std=c++20"};
  return std::make_shared<const Code>(make_code(compile(folder.file(name, text), options)));
}

CheckResult check(const std::string& text, const std::string& model, const CheckOptions& options,
                  const std::string& name) {
  return check_program(code_of(text, name), find_model(model), options);
}

}  // namespace ringcheck::source::tests
