// Drawings of buffers: what they show, that they are XML, and that the committed ones are current.
#include "cli/buffer_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/cli/process.hpp"

namespace ringcheck {

/// For GoogleTest's messages.
void PrintTo(const BufferPicture& picture, std::ostream* out);
void PrintTo(const BufferPicture& picture, std::ostream* out) {
  *out << picture.name;
}

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// What is wrong with the nesting of tags in `xml`; empty if nothing.
std::string wrong_with(const std::string& xml) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z]+)((?: [a-zA-Z:-]+=\"[^\"<&]*\")*)(/?)>");
  std::size_t end = 0;
  for (std::sregex_iterator it(xml.begin(), xml.end(), tag), last; it != last; ++it) {
    const std::string between = xml.substr(end, static_cast<std::size_t>(it->position()) - end);
    if (between.find_first_of("<>") != std::string::npos) return "not a tag: " + between;
    if (std::regex_search(between, std::regex("&(?!amp;|lt;|gt;)")))
      return "not escaped: " + between;
    end = static_cast<std::size_t>(it->position() + it->length());
    if ((*it)[1].length() == 0 && (*it)[4].length() == 0) open.push_back((*it)[2]);
    if ((*it)[1].length() == 0) continue;
    if (open.empty() || open.back() != (*it)[2]) return "closes what is not open: " + it->str();
    open.pop_back();
  }
  return open.empty() && xml.substr(end) == "\n" ? "" : "goes on after the last tag";
}

TEST(WrongWith, SeesWhatIsNoXml) {
  EXPECT_EQ(wrong_with("<a><b x=\"1\"/>t</a>\n"), "");
  for (const char* text : {"<a><b></a>\n", "<a>", "<a>&</a>\n", "<a>1 < 2</a>\n", "</a>\n"})
    EXPECT_NE(wrong_with(text), "") << text;
}

class Pictures : public ::testing::TestWithParam<BufferPicture> {};

TEST_P(Pictures, AreXmlWithATitleAndADescription) {
  const std::string svg = to_svg(GetParam());
  EXPECT_EQ(wrong_with(svg), "");
  EXPECT_THAT(svg, HasSubstr("<title id=\"title\">" + GetParam().title.substr(0, 10)));
  EXPECT_THAT(svg, HasSubstr("<desc id=\"desc\">" + GetParam().text.substr(0, 10)));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
}

TEST_P(Pictures, HaveRangesAndMarksInsideTheirStrips) {
  for (const PictureStrip& strip : GetParam().strips) {
    for (const PictureLane& lane : strip.lanes)
      for (const PictureRange& range : lane.ranges) {
        EXPECT_LT(range.from, strip.bytes) << strip.title;
        EXPECT_LE(range.length, strip.bytes) << strip.title;
      }
    for (const PictureMark& mark : strip.marks) EXPECT_LE(mark.at, strip.bytes) << mark.label;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Pictures, ::testing::ValuesIn(aux_pictures()), [](const auto& row) {
  return std::regex_replace(row.param.name, std::regex("-"), "_");
});

/// Pieces of the copy, by hand: 96 bytes from 80 on in 128, to 224 in 256.
TEST(BounceCopyPicture, GoesAroundTheEndOfEither) {
  const BufferPicture picture = bounce_copy_picture();
  ASSERT_EQ(picture.copies.size(), 3U);
  const std::array<std::array<std::uint64_t, 3>, 3> pieces = {
      {{80, 224, 32}, {112, 0, 16}, {0, 16, 48}}};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_EQ(picture.copies[i].from, pieces[i][0]);
    EXPECT_EQ(picture.copies[i].to, pieces[i][1]);
    EXPECT_EQ(picture.copies[i].length, pieces[i][2]);
  }
}

/// A strip of 64 bytes: 10 pixels each, from 132 on.
BufferPicture small(const PictureRange& range, std::vector<PictureMark> marks = {}) {
  return {"small", "A & B", "1 < 2", {{"strip", 64, 32, {{"lane", {range}}}, std::move(marks)}},
          {},      {}};
}

TEST(ToSvg, DrawsARangeAroundTheEndInTwoBoxes) {
  const std::string svg = to_svg(small({RangeKind::unread, 48, 32, "both"}));
  EXPECT_THAT(svg, HasSubstr("class=\"range unread\" x=\"612\""));
  EXPECT_THAT(svg, HasSubstr("class=\"range unread\" x=\"132\""));
}

TEST(ToSvg, LeavesOutALabelWithoutAPlace) {
  EXPECT_THAT(to_svg(small({RangeKind::fresh, 0, 8, "12345678"})), HasSubstr(">12345678<"));
  EXPECT_THAT(to_svg(small({RangeKind::fresh, 0, 4, "12345678"})), Not(HasSubstr(">12345678<")));
}

TEST(ToSvg, KeepsLabelsOfNearMarksApart) {
  const std::string svg =
      to_svg(small({RangeKind::fresh, 0, 64, ""}, {{8, "first", false}, {9, "second", false}}));
  std::smatch first, second;
  ASSERT_TRUE(std::regex_search(svg, first, std::regex("y=\"([0-9]+)\"[^>]*>first<")));
  ASSERT_TRUE(std::regex_search(svg, second, std::regex("y=\"([0-9]+)\"[^>]*>second<")));
  EXPECT_EQ(std::stoi(second[1]) - std::stoi(first[1]), 15) << "a line";
}

TEST(ToSvg, EscapesText) {
  const std::string svg = to_svg(small({}));
  EXPECT_THAT(svg, HasSubstr(">A &amp; B<"));
  EXPECT_THAT(svg, HasSubstr(">1 &lt; 2<"));
}

}  // namespace
}  // namespace ringcheck
