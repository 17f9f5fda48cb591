#pragma once
// Command lines in documents.

#include <string>
#include <string_view>
#include <vector>

namespace ringcheck::tests {

/// The words of a line as a shell splits it: blanks separate words, double quotes keep them
/// together, and a word that begins with # ends the line.
std::vector<std::string> shell_words(std::string_view line);

/// A command line in a document.
struct DocumentedCommand {
  std::string file;  ///< path from the repository's root
  int line = 0;
  std::vector<std::string> words;   ///< after `ringcheck`, up to a pipe
  std::vector<std::string> output;  ///< the lines below it, if it stands after a prompt
  bool prompted = false;            ///< it stands after "$ "
};

/// True iff the lines below `command` in its document are compared with what it prints.
inline bool is_held_transcript(const DocumentedCommand& command) {
  return command.prompted &&
         (command.file == "docs/first-steps.md" || command.file == "docs/hardware.md");
}

/// The command lines of ringcheck in the code blocks of README.md and docs/*.md: lines that begin
/// with `ringcheck` or `$ ringcheck`, perhaps with a path, and are no synopsis in brackets.
std::vector<DocumentedCommand> documented_commands();

}  // namespace ringcheck::tests
