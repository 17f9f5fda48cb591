// Errors of programs as pictures and pages.
// Tested by tests/cli/explain_test.cpp.
#include "cli/programs/program_page.hpp"

#include <fmt/format.h>

#include "cli/execution_dot.hpp"
#include "cli/explorer_page.hpp"
#include "cli/graphviz.hpp"
#include "cli/output.hpp"
#include "cli/programs/program_text.hpp"
#include "models/for_programs.hpp"

namespace ringcheck {

namespace {

std::string title_of(const source::ProgramReplay& replay) {
  return fmt::format("{} under {}: {}", replay.check.file, replay.check.model,
                     source::name_of(replay.result.error->kind));
}

std::string message_of(const source::ProgramReplay& replay) {
  const auto& error = *replay.result.error;
  std::string text = error.where + ": " + error.what;
  if (!error.other_where.empty()) text += fmt::format(" (the other place: {})", error.other_where);
  return text;
}

}  // namespace

std::string program_dot(const source::ProgramReplay& replay) {
  const source::ErrorExecution& shown = *replay.result.execution;
  const SourceLines lines(shown);
  PictureOptions options;
  options.transcript = &lines.transcript();
  options.words = event_words_under(replay.check.model);
  return execution_dot(picture_of(shown.named, shown.graph, options), title_of(replay),
                       title_of(replay) + '\n' + message_of(replay));
}

std::string program_page(const source::ProgramReplay& replay) {
  const source::ErrorExecution& shown = *replay.result.execution;
  const SourceLines lines(shown);
  const Model model = for_programs(find_model(replay.check.model));
  Explained explained{shown.named, shown.graph, lines.transcript(), model, {}, {}, {}};
  explained.words = event_words_under(model.name());
  explained.title = title_of(replay);
  explained.message = message_of(replay);
  explained.setting = fmt::format("program {} under {}", replay.check.file, replay.check.model);
  explained.commands = {fmt::format("ringcheck check --model {} --witness witness.json {}",
                                    replay.check.model, replay.check.file),
                        "ringcheck replay witness.json"};
  return explorer_page(explained);
}

void write_program_pictures(const ProgramPictures& pictures, const std::string& witness) {
  const source::ProgramReplay replay = source::replay_program(witness);
  if (!replay.result.execution) {
    write_output("-", "the error needs no threads, so there is no execution to draw\n");
    return;
  }
  if (!pictures.dot.empty()) write_output(pictures.dot, program_dot(replay));
  if (!pictures.svg.empty()) write_output(pictures.svg, svg_of_dot(program_dot(replay)));
  if (!pictures.html.empty()) write_output(pictures.html, program_page(replay));
}

}  // namespace ringcheck
