// Tested by `make kernel`.
#include "kernel/explored/kernel_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "kernel/embedded.hpp"
#include "kernel/tree/events_unit.hpp"
#include "kernel/tree/unit_folder.hpp"
#include "source/compile.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kGlue = "ring_program.c";

/// Line `number`, from 1, of a text, and what follows it.
std::string_view from_line(std::string_view text, std::size_t number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace

std::shared_ptr<const source::Code> kernel_program(const KernelTree& tree,
                                                   const std::vector<std::string>& arguments) {
  KernelUnit unit = events_unit();
  unit.glue = kGlue;
  const UnitFolder folder;
  const std::string path = folder.write("unit.c", tree.source_of(unit)).string();
  source::CompileOptions options;
  options.arguments = folder.arguments_for(tree);
  options.arguments.push_back("-fdebug-prefix-map=" + folder.path().string() + "=ringcheck");
  options.arguments.emplace_back("-DRC_ENGINE");
  options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
  return std::make_shared<const source::Code>(source::make_code(source::compile(path, options)));
}

std::string claim_at(const std::string& where, const std::string& otherwise) {
  const std::size_t name = where.find(kGlue);
  if (name == std::string::npos) return otherwise;
  std::size_t line = 0;
  const std::size_t digits = name + kGlue.size() + 1;
  if (digits < where.size())
    std::from_chars(where.data() + digits, where.data() + where.size(), line);
  for (const EmbeddedFile& file : embedded_kernel_headers()) {
    if (file.name != kGlue || line == 0) continue;
    std::string_view rest = from_line(file.text, line);
    rest = rest.substr(0, rest.find(");\n"));
    const std::size_t from = rest.find('"');
    if (from == std::string_view::npos) return otherwise;
    return std::string(rest.substr(from + 1, rest.rfind('"') - from - 1));
  }
  return otherwise;
}

}  // namespace ringcheck
