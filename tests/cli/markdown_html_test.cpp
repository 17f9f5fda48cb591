// The Markdown of reports as HTML.
#include "cli/markdown_html.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ringcheck {
namespace {

struct Row {
  const char* name;
  const char* markdown;
  const char* html;
};

class MarkdownHtml : public ::testing::TestWithParam<Row> {};

TEST_P(MarkdownHtml, IsConverted) {
  EXPECT_EQ(html_of_markdown(GetParam().markdown), GetParam().html);
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, MarkdownHtml,
    ::testing::Values(
        Row{"heading", "## What A & B need\n",
            "<h2 id=\"what-a-b-need\">What A &amp; B need</h2>\n"},
        Row{"paragraph", "one\ntwo\n\nthree\n", "<p>one\ntwo\n</p>\n<p>three\n</p>\n"},
        Row{"words", "**bold `code`** [link](a.html) 2 * 3\n",
            "<p><strong>bold <code>code</code></strong> <a href=\"a.html\">link</a> 2 * 3\n</p>\n"},
        Row{"list", "- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"},
        Row{"long items", "- a\n  b\n- c\n", "<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>\n"},
        Row{"numbers", "1. a\n   b\n2. c\n\nd\n",
            "<ol>\n<li>a\nb</li>\n<li>c</li>\n</ol>\n<p>d\n</p>\n"},
        Row{"stress", "*Is it?* 2 * 3 * 4 release \\*\n",
            "<p><em>Is it?</em> 2 * 3 * 4 release *\n</p>\n"},
        Row{"code", "```\n| <x> **y**\n```\n", "<pre tabindex=\"0\">| &lt;x&gt; **y**\n</pre>\n"},
        Row{"table", "| a | b |\n|---|---|\n| 1 |  |\n",
            "<div class=\"scroll\" tabindex=\"0\"><table><thead>\n<tr><th>a</th><th>b</th></tr>\n"
            "</thead><tbody>\n<tr><td>1</td><td></td></tr>\n</tbody></table></div>\n"},
        Row{"details", "<details><summary>M-01: x</summary>\n\ntext\n\n</details>\n",
            "<details id=\"m-01-x\"><summary>M-01: x</summary>\n<p>text\n</p>\n</details>\n"},
        Row{"picture", "![a](b.svg)\n", "<img alt=\"a\" src=\"b.svg\">\n"},
        Row{"open ends", "[no link, `no code, **no bold\n",
            "<p>[no link, `no code, **no bold\n</p>\n"}),
    [](const auto& row) {
      std::string name = row.param.name;
      std::ranges::replace(name, ' ', '_');
      return name;
    });

}  // namespace
}  // namespace ringcheck
