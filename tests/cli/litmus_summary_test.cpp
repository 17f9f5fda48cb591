// The summary of a run over litmus tests, and its JUnit XML.
#include <gtest/gtest.h>

#include "cli/litmus_summary.hpp"

namespace ringcheck {
namespace {

TEST(JUnit, HasATestcaseForEachFile) {
  const std::vector<LitmusRow> rows = {
      {"d/e/a.litmus", LitmusOutcome::agrees, "saw Never, as expected", "", 0.25},
      {"b.litmus", LitmusOutcome::disagrees, "saw Never, expected Always", "Test b\n", 0.5},
      {"c.litmus", LitmusOutcome::not_judged, "saw Never", "", 0},
      {"d.litmus", LitmusOutcome::bound_reached, "bound reached", "Test d\n", 1},
      {"e.litmus", LitmusOutcome::refused, "e.litmus:1:1: saw 'D'", "", 0},
      {"f.litmus", LitmusOutcome::not_understood, "saw Never", "", 0},
  };
  EXPECT_EQ(
      junit_xml(rows, "lkmm"),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites tests=\"6\" failures=\"1\" errors=\"2\" skipped=\"2\" time=\"1.750\">\n"
      "  <testsuite name=\"litmus tests under lkmm\" tests=\"6\" failures=\"1\" errors=\"2\" "
      "skipped=\"2\" time=\"1.750\">\n"
      "  <testcase classname=\"d/e\" name=\"a.litmus\" time=\"0.250\">\n"
      "    <system-out>saw Never, as expected</system-out>\n"
      "  </testcase>\n"
      "  <testcase classname=\".\" name=\"b.litmus\" time=\"0.500\">\n"
      "    <failure type=\"disagrees\" message=\"saw Never, expected Always\">Test b\n</failure>\n"
      "  </testcase>\n"
      "  <testcase classname=\".\" name=\"c.litmus\" time=\"0.000\">\n"
      "    <skipped message=\"saw Never\"/>\n"
      "  </testcase>\n"
      "  <testcase classname=\".\" name=\"d.litmus\" time=\"1.000\">\n"
      "    <error type=\"bound reached\" message=\"bound reached\">Test d\n</error>\n"
      "  </testcase>\n"
      "  <testcase classname=\".\" name=\"e.litmus\" time=\"0.000\">\n"
      "    <error type=\"refused\" message=\"e.litmus:1:1: saw 'D'\"/>\n"
      "  </testcase>\n"
      "  <testcase classname=\".\" name=\"f.litmus\" time=\"0.000\">\n"
      "    <skipped message=\"saw Never\"/>\n"
      "  </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n");
}

TEST(JUnit, EscapesWhatXmlDoesNotAllow) {
  const std::string xml = junit_xml(
      {{"<a>&\"b\".litmus", LitmusOutcome::disagrees, "\x01\xff \xc3\xa9", "a < b && c", 0}}, "m");
  EXPECT_NE(xml.find("name=\"&lt;a&gt;&amp;&quot;b&quot;.litmus\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("message=\"?\xef\xbf\xbd \xc3\xa9\""), std::string::npos) << xml;
  EXPECT_NE(xml.find(">a &lt; b &amp;&amp; c<"), std::string::npos) << xml;
}

TEST(LitmusSummary, CountsAndNames) {
  const std::vector<LitmusRow> rows = {
      {"a", LitmusOutcome::agrees, "saw Never", "", 0},
      {"b", LitmusOutcome::disagrees, "saw Never, expected Always", "", 0},
      {"c", LitmusOutcome::refused, "c:1:1: saw 'D', expected C", "", 0},
      {"d", LitmusOutcome::not_judged, "saw Never", "", 0},
      {"e", LitmusOutcome::bound_reached, "bound reached after 1 executions", "", 0},
      {"f", LitmusOutcome::not_understood, "saw Never; 'x' is", "", 0},
      {"g", LitmusOutcome::disagrees, "saw Always, expected Never", "", 0},
  };
  EXPECT_EQ(summary_text(rows, "lkmm"),
            "Summary of 7 tests under lkmm: 1 agree with their expected result, 2 disagree, 2 have "
            "none, 1 reached a bound, 1 refused\n"
            "Disagree:\n"
            "  b: saw Never, expected Always\n"
            "  g: saw Always, expected Never\n"
            "Expectation not understood:\n"
            "  f: saw Never; 'x' is\n"
            "Reached a bound:\n"
            "  e: bound reached after 1 executions\n"
            "Refused:\n"
            "  c:1:1: saw 'D', expected C\n");
}

}  // namespace
}  // namespace ringcheck
