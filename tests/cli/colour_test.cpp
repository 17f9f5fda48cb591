// Verdicts in colour: only where they are verdicts, and only for those who want to see colours.
#include "cli/colour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <sstream>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// `line` with colours by their initials: <g:holds>.
std::string marked(std::string_view line) {
  std::string text = coloured(line);
  const std::pair<const char*, const char*> marks[] = {{"\x1b[32m", "<g:"},
                                                       {"\x1b[31m", "<r:"},
                                                       {"\x1b[33m", "<y:"},
                                                       {"\x1b[1m", "<b:"},
                                                       {"\x1b[0m", ">"}};
  for (const auto& [code, mark] : marks)
    for (std::size_t at = text.find(code); at != std::string::npos; at = text.find(code))
      text.replace(at, std::string(code).size(), mark);
  return text;
}

TEST(Coloured, AreVerdictsWhereTheyStandAsVerdicts) {
  const std::pair<const char*, const char*> lines[] = {
      {"perf-ring          armv8    holds                        1218",
       "perf-ring          armv8    <g:holds>                        1218"},
      {"perf-ring          armv8    violated I-01                  18",
       "perf-ring          armv8    <r:violated I-01>                  18"},
      {"perf-ring          sc       bound reached                   1",
       "perf-ring          sc       <y:bound reached>                   1"},
      {"    none       enough  enough   I-01  †",
       "    none       <g:enough>  <g:enough>   <r:I-01>  †"},
      {"prog.c under rc11: holds; 2 executions", "prog.c under rc11: <g:holds>; 2 executions"},
      {"prog.c under rc11: violated", "prog.c under rc11: <r:violated>"},
      {"violated: I-01 Publication: every word is the one stored there",
       "<r:violated>: <r:I-01> Publication: every word is the one stored there"},
      {"Minimal sufficient plans (a|b: either):", "<b:Minimal sufficient plans (a|b: either):>"},
  };
  for (const auto& [line, expected] : lines) EXPECT_EQ(marked(line), expected);
}

TEST(Coloured, AreNoWordsOfSentences) {
  for (const char* line :
       {"One ordering point varied; a cell names what is violated.",
        "it holds that nothing is enough",
        "  F-01  Under the Linux-kernel memory model, the control dependency at A",
        "  violates:     I-06, I-07 of them", "holdsfast", "A-law", "", " ", "  X-"})
    EXPECT_EQ(coloured(line), line);
}

TEST(ColouringBuffer, HandsOnEveryByte) {
  std::stringbuf plain;
  {
    ColouringBuffer buffer(&plain);
    std::ostream out(&buffer);
    out << "a under sc: hol"
        << "ds\nno end" << std::flush;
    EXPECT_EQ(plain.str(), "a under sc: \x1b[32mholds\x1b[0m\n");
  }
  EXPECT_EQ(plain.str(), "a under sc: \x1b[32mholds\x1b[0m\nno end");
}

/// What `verify` prints with these variables set.
std::string printed_with(const std::vector<std::pair<const char*, const char*>>& variables) {
  for (const auto& [name, value] : variables) setenv(name, value, 1);
  const tests::Ended ended = tests::ringcheck(
      {"verify", "one-slot-ring", "--model", "sc", "--param", "records=2", "--no-times"});
  for (const auto& [name, value] : variables) unsetenv(name);
  EXPECT_EQ(ended.status, 0) << ended.err;
  return ended.out;
}

TEST(Colour, IsForTerminalsAndForThoseWhoForceIt) {
  const std::string plain = printed_with({});
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  const std::string forced = printed_with({{"CLICOLOR_FORCE", "1"}});
  EXPECT_THAT(forced, HasSubstr("\x1b[32mholds\x1b[0m"));
  EXPECT_EQ(printed_with({{"CLICOLOR_FORCE", "0"}}), plain);
  EXPECT_EQ(printed_with({{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}), plain);
}

}  // namespace
}  // namespace ringcheck
