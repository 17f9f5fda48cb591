// The pictures of docs/ring.md: that they show what they say, and that the committed ones are
// current.
#include "cli/ring_pictures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/report_pictures.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using tests::source;
using tests::text_of;

/// `make verify` draws them again.
TEST(AllPictures, AreTheCommittedOnesAndShownInTheDocs) {
  const std::string docs = text_of(source("docs/ring.md"));
  for (const PictureFile& picture : all_pictures()) {
    EXPECT_EQ(text_of(source(picture_path(picture.name))), picture.svg) << picture.name;
    EXPECT_THAT(docs, HasSubstr("](pictures/" + picture.name + ".svg)\n\n" + picture.text + '\n'));
    EXPECT_THAT(picture.svg, HasSubstr("prefers-color-scheme:dark")) << picture.name;
  }
  EXPECT_THAT(text_of(source("README.md")), HasSubstr("](docs/pictures/points.svg)"));
}

const Timeline& line(const std::vector<Timeline>& lines, const std::string& name) {
  return *std::ranges::find(lines, name, &Timeline::name);
}

/// The rows with a site, in order.
std::string sites_of(const Timeline& timeline) {
  std::string sites;
  for (const TimelineRow& row : timeline.rows) sites += row.site;
  return sites;
}

TEST(RingTimelines, ShowWhatTheySay) {
  const auto lines = ring_timelines();
  const Timeline& points = line(lines, "points");
  EXPECT_EQ(sites_of(points), "ABCD");
  EXPECT_FALSE(points.reads.empty());
  for (const auto& [write, read] : points.reads) EXPECT_LT(write, read);
  const Timeline& nesting = line(lines, "nesting");
  EXPECT_THAT(nesting.rows, Contains(Field(&TimelineRow::level, 1)));
  EXPECT_THAT(nesting.rows, Contains(Field(&TimelineRow::note, HasSubstr("leaves it to the writer "
                                                                         "that it interrupts"))));
  EXPECT_THAT(line(lines, "wakeup").rows,
              Contains(Field(&TimelineRow::note, HasSubstr("has slept in poll, and wakes up"))));
  for (const char* note : {"begins a transaction", "ends the transaction", "publishes the trace"})
    EXPECT_THAT(line(lines, "aux-transaction").rows,
                Contains(Field(&TimelineRow::note, HasSubstr(note))));
}

/// The labels of all ranges of `picture`, and whether one wraps around the end.
std::pair<std::vector<std::string>, bool> ranges_of(const BufferPicture& picture) {
  std::vector<std::string> labels;
  bool around = false;
  for (const PictureStrip& strip : picture.strips)
    for (const PictureRange& range : strip.lanes.front().ranges) {
      EXPECT_LT(range.from, strip.bytes);
      EXPECT_LE(range.length, strip.bytes);
      labels.push_back(range.label);
      around =
          around || (range.kind == RangeKind::unread && range.from + range.length > strip.bytes);
    }
  return {labels, around};
}

TEST(RingStrips, ShowWhatTheySay) {
  const auto pictures = ring_strips();
  ASSERT_EQ(pictures.size(), 3U);
  EXPECT_TRUE(ranges_of(pictures[0]).second) << "no record goes around the end";
  EXPECT_THAT(ranges_of(pictures[1]).first, Contains("LOST 1"));
  EXPECT_THAT(ranges_of(pictures[2]).first, Contains("overwritten"));
  for (const BufferPicture& picture : pictures)
    for (const PictureStrip& strip : picture.strips) {
      std::uint64_t covered = 0;
      for (const PictureRange& range : strip.lanes.front().ranges) covered += range.length;
      EXPECT_EQ(covered, strip.bytes) << picture.name << ": " << strip.title;
    }
}

TEST(TimelineSvg, KeepsWhatBelongsTogether) {
  const std::string svg =
      to_svg(Timeline{"small",
                      "A & B",
                      "1 < 2",
                      {"first", "second"},
                      {{0, 0, "W x = 1", "B", "has written"}, {1, 1, "R x = 1 ← a"}},
                      {{0, 1}}});
  for (const char* part : {">A &amp; B<", ">1 &lt; 2<", ">(B)<", ">has written<", "event inside",
                           "class=\"reads\"", "</svg>\n"})
    EXPECT_THAT(svg, HasSubstr(part));
}

TEST(WritePictures, MakesNothingBesideWhatIsNoFile) {
  for (const char* report : {"-", "/dev/null"}) {
    require_pictures_writable(report);
    write_pictures(report, {{"any", "", "", "<svg/>"}});
  }
  EXPECT_FALSE(std::filesystem::exists("/dev/docs"));
}

}  // namespace
}  // namespace ringcheck
