// Tested by `make kernel`.
#include "kernel/explored/kernel_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "kernel/embedded.hpp"
#include "kernel/native/compiler.hpp"
#include "kernel/tree/events_unit.hpp"
#include "kernel/tree/libperf_unit.hpp"
#include "kernel/tree/perf_tool_unit.hpp"
#include "kernel/tree/unit_folder.hpp"
#include "source/compile.hpp"

namespace ringcheck {
namespace {

/// What comes between the perf core's text and a reader's: our own environment, and what the
/// reader's text asks for.
struct Between {
  std::string_view world, header;
};
constexpr Between kRing{"ring_world.c", "#include \"libperf.h\"\n"};
constexpr Between kAux{"aux_world.c", "#include \"perf_tool.h\"\n"};

/// The C text of a program.
std::string text_of(const KernelTree& tree, const KernelProgram& program) {
  KernelUnit core = events_unit();
  if (program.reader == ReaderText::ours) {
    core.glue = program.glue;
    return tree.source_of(core);
  }
  const bool is_aux = program.reader == ReaderText::perf_tool;
  const Between& between = is_aux ? kAux : kRing;
  core.glue = between.world;
  KernelUnit reader = is_aux ? perf_tool_unit() : libperf_unit();
  reader.glue = program.glue;
  return tree.source_of(core).append(between.header).append(tree.source_of(reader));
}

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
                                                   const KernelProgram& program) {
  const UnitFolder folder;
  std::filesystem::path path = folder.write("unit.c", text_of(tree, program));
  source::CompileOptions options;
  options.arguments = folder.arguments_for(tree);
  options.arguments.push_back("-fdebug-prefix-map=" + folder.path().string() + "=ringcheck");
  options.arguments.emplace_back("-DRC_ENGINE");
  options.arguments.insert(options.arguments.end(), program.arguments.begin(),
                           program.arguments.end());
  if (program.long_32) path = narrow_file(folder, path, options.arguments);
  return std::make_shared<const source::Code>(
      source::make_code(source::compile(path.string(), options)));
}

std::string claim_at(const std::string& where, const std::string& otherwise) {
  for (const EmbeddedFile& file : embedded_kernel_headers()) {
    const std::size_t name = where.find("/" + std::string(file.name) + ":");
    if (name == std::string::npos) continue;
    std::size_t line = 0;
    const std::size_t digits = name + file.name.size() + 2;
    std::from_chars(where.data() + digits, where.data() + where.size(), line);
    if (line == 0) continue;
    std::string_view rest = from_line(file.text, line);
    rest = rest.substr(0, rest.find(");\n"));
    const std::size_t from = rest.find('"');
    if (from == std::string_view::npos) return otherwise;
    return std::string(rest.substr(from + 1, rest.rfind('"') - from - 1));
  }
  return otherwise;
}

}  // namespace ringcheck
