// What a picture of an execution shows: rows, arrows, the cycle, and what is folded.
#include "cli/execution_picture.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/tiny_programs.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using tests::execution_of;
using tests::kMine;
using tests::kX;
using tests::kY;
using tests::program_of;
using tests::read_once;
using tests::write_once;

ExecutionPicture picture(const Program& program, const char* model,
                         const std::vector<std::uint64_t>& values,
                         const PictureOptions& options = {}) {
  return picture_of(program, execution_of(program, find_model(model), values), options);
}

/// "name column row" of each box.
std::vector<std::string> boxes(const ExecutionPicture& picture) {
  std::vector<std::string> texts;
  for (const Box& box : picture.boxes)
    texts.push_back(fmt::format("{} {} {}", box.name, box.column, box.row));
  return texts;
}

/// "from relation to" of each arrow.
std::vector<std::string> arrows(const ExecutionPicture& picture) {
  const auto name = [&](EventNumber e) {
    return std::ranges::find_if(picture.boxes, [&](const Box& box) { return box.event == e; })
        ->name;
  };
  std::vector<std::string> texts;
  for (const Arrow& arrow : picture.arrows)
    texts.push_back(
        fmt::format("{} {} {}", name(arrow.from), name_of(arrow.relation), name(arrow.to)));
  std::ranges::sort(texts);
  return texts;
}

TEST(ExecutionPicture, PutsAReadBelowTheWriteThatItReads) {
  EXPECT_THAT(boxes(picture(tests::message_passing(), "sc", {1, 1})),
              ElementsAre("a1 0 0", "a2 0 1", "b1 1 2", "b2 1 3"));
}

TEST(ExecutionPicture, DrawsEveryRelation) {
  const ExecutionPicture weak = picture(tests::message_passing(), "armv8", {1, 0});
  EXPECT_THAT(boxes(weak), ElementsAre("i0 -1 0", "a1 0 0", "a2 0 1", "b1 1 2", "b2 1 3"));
  EXPECT_THAT(arrows(weak),
              ElementsAre("a1 po a2", "a2 rf b1", "b1 po b2", "b2 fr a1", "i0 co a1", "i0 rf b2"));
  EXPECT_EQ(weak.cycle.size(), 4U);
}

TEST(ExecutionPicture, HasNoCycleForAnInterleaving) {
  EXPECT_TRUE(picture(tests::message_passing(), "armv8", {0, 0}).cycle.empty());
}

TEST(ExecutionPicture, LeavesOutWhatOneCpuTouches) {
  const Program program = program_of({[](ThreadRun& run) {
                                        write_once(run, kMine, 5);
                                        write_once(run, kX, 1);
                                      },
                                      [](ThreadRun& run) { read_once(run, kX); }});
  EXPECT_THAT(boxes(picture(program, "sc", {1})), ElementsAre("a1 0 0", "b1 1 1"));
  PictureOptions all;
  all.all = true;
  EXPECT_THAT(boxes(picture(program, "sc", {1}, all)), ElementsAre("a1 0 0", "a2 0 1", "b1 1 2"));
}

TEST(ExecutionPicture, ShowsEverythingWhereThereIsOneCpuOnly) {
  const Program program = program_of({[](ThreadRun& run) { write_once(run, kX, 1); }});
  EXPECT_THAT(boxes(picture(program, "sc", {})), ElementsAre("a1 0 0"));
}

/// The first writer of x is folded away from the store buffering that follows it.
TEST(ExecutionPicture, KeepsTheCycleOfALongExecution) {
  const Program program = program_of({[](ThreadRun& run) {
                                        for (int i = 0; i < 5; ++i) write_once(run, kY, 7);
                                        write_once(run, kX, 1);
                                        read_once(run, kY);
                                      },
                                      [](ThreadRun& run) {
                                        write_once(run, kY, 1);
                                        read_once(run, kX);
                                      }});
  PictureOptions few;
  few.limit = 4;
  const ExecutionPicture folded = picture(program, "x86-tso", {7, 0}, few);
  EXPECT_EQ(folded.folded, 5U);
  EXPECT_THAT(boxes(folded),
              ElementsAre("i0 -1 0", "fold_0_0 0 0", "a6 0 1", "a7 0 2", "b1 1 0", "b2 1 1"));
  EXPECT_EQ(folded.boxes[1].text, "… 5 events …");
}

}  // namespace
}  // namespace ringcheck
