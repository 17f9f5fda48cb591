// The table of shapes.
// The table leaves out what no litmus test can say: interrupts on the writer's CPU (a nested writer
// is program order there, so other CPUs can see only the coherence of data_head), devices (they are
// not threads: a bounce buffer is read here, and what fills it is left out), 32-bit halves of
// aux_head (mixed sizes). Scenarios check those. Tested by tests/litmus/catalogue_test.cpp.
#include "litmus/generate/perf_shapes.hpp"

#include <string>

namespace ringcheck::litmus {

namespace {

using S = PointStrength;
using Strengths = std::vector<PointStrength>;

/// Possible strengths at the points of the data ring, as in barrier plans; C may also have the
/// branch that asks for a new head.
const Strengths kA = {S::none, S::control, S::acquire, S::mb};
const Strengths kB = {S::none, S::wmb, S::release, S::mb};
const Strengths kC = {S::none, S::control, S::rmb, S::acquire, S::mb};
const Strengths kD = {S::none, S::wmb, S::rmb, S::release, S::mb};

StraightAccess write(std::size_t location, std::int64_t value, Mark mark = Mark::once) {
  return {.kind = AccessKind::write, .location = location, .mark = mark, .value = value};
}

StraightAccess read(std::size_t location, std::int64_t seen, Mark mark = Mark::once) {
  return {.kind = AccessKind::read, .location = location, .mark = mark, .seen = seen};
}

/// A read that the condition does not mention.
StraightAccess look(std::size_t location, Mark mark = Mark::once) {
  return {.kind = AccessKind::read, .location = location, .mark = mark};
}

StraightAccess after(std::string fence, StraightAccess access) {
  access.fences.push_back(std::move(fence));
  return access;
}

StraightAccess copied_from(std::size_t on, StraightAccess access) {
  access.dependencies.push_back({DependencyKind::data, on});
  return access;
}

std::vector<StraightLocation> locations(const std::vector<std::string>& names,
                                        std::int64_t initial_of_first = 0) {
  std::vector<StraightLocation> all;
  for (const std::string& name : names) all.push_back({.name = name});
  all.front().initial = initial_of_first;
  return all;
}

Shape publish(Mark mark) {
  const bool plain = mark == Mark::plain;
  return {
      .name = plain ? "PublishPlain" : "Publish",
      .title = plain ? "Publishing a record that is copied by plain accesses, as the kernel does"
                     : "Publishing a record",
      .question = {"May the reader see the head and not the record before it (I-01)?"},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"data", "data_head"}),
               .threads = {{write(0, 1, mark), write(1, 1)}, {read(1, 1), read(0, 0, mark)}}},
      .points = {{"B", {{0, 1}}, kB, S::wmb}, {"C", {{1, 1}}, kC, S::acquire}},
  };
}

Shape reuse(Mark mark) {
  const bool plain = mark == Mark::plain;
  return {
      .name = plain ? "ReusePlain" : "Reuse",
      .title = plain ? "Reusing space that is filled and read by plain accesses, as the kernel does"
                     : "Reusing space",
      .question = {"May the reader see a record of the next lap, for which it only makes room",
                   "when it has read the old one (I-06)?"},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"data", "data_tail"}, 1),
               .threads = {{read(1, 1), write(0, 2, mark)}, {read(0, 2, mark), write(1, 1)}}},
      .points = {{"A", {{0, 1}}, kA, S::control}, {"D", {{1, 1}}, kD, S::release}},
  };
}

/// Two records, each with a head of its own; `newest`: the second of them is the missing one.
Shape publish_two(bool newest) {
  const auto of_first = newest ? look(0) : read(0, 0);
  const auto of_second = newest ? read(1, 0) : look(1);
  return {
      .name = newest ? "PublishTwoNewest" : "PublishTwoOldest",
      .title = newest ? "Publishing two records one by one, the second missing"
                      : "Publishing two records one by one, the first missing",
      .question = {"May the reader see the second head and not this record (I-01)?"},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"data0", "data1", "data_head"}),
               .threads = {{write(0, 1), write(2, 1), write(1, 1), write(2, 2)},
                           {read(2, 2), of_first, of_second}}},
      .points = {{"B", {{0, 1}, {0, 3}}, kB, S::wmb}, {"C", {{1, 1}}, kC, S::acquire}},
  };
}

Shape publish_batch() {
  return {
      .name = "PublishBatch",
      .title = "Publishing two records by one head, as a writer does for those nested in it",
      .question = {"Only the outermost writer publishes. May the reader see its head and not the",
                   "record that was written first (I-01)?"},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"data0", "data1", "data_head"}),
               .threads = {{write(0, 1), write(1, 1), write(2, 1)},
                           {read(2, 1), look(1), read(0, 0)}}},
      .points = {{"B", {{0, 2}}, kB, S::wmb}, {"C", {{1, 1}}, kC, S::acquire}},
  };
}

const std::vector<ShapePoint> kLapPoints = {{"A", {{0, 3}}, kA, S::control},
                                            {"B", {{0, 1}}, kB, S::wmb},
                                            {"C", {{1, 1}}, kC, S::acquire},
                                            {"D", {{1, 2}}, kD, S::release}};

Shape lap(Mark mark) {
  const bool plain = mark == Mark::plain;
  return {
      .name = plain ? "LapPlain" : "Lap",
      .title = plain ? "A lap of a ring for one record, copied by plain accesses"
                     : "A lap of a ring for one record",
      .question =
          {"The reader sees the head of the first record: may it read the second one, which",
           "the writer puts there once there is room (I-06)?"},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"data", "data_head", "data_tail"}),
               .threads = {{write(0, 1, mark), write(1, 1), read(2, 1), write(0, 2, mark)},
                           {read(1, 1), read(0, 2, mark), write(2, 1)}}},
      .points = kLapPoints,
      .variants = Variants::one_weakened,
  };
}

Shape lap_stale() {
  Shape shape = lap(Mark::once);
  shape.name = "LapStale";
  shape.title = "A lap of a ring for one record, and what was there before it";
  shape.question = {
      "The reader sees the head of the first record: may it read what was in its place",
      "before (I-01), although the writer goes on to the next lap?"};
  shape.base.threads[1][1].seen = 0;
  return shape;
}

Shape wakeup() {
  const Strengths strengths = {S::none, S::rmb, S::wmb, S::pair, S::xchg, S::mb};
  return {
      .name = "Wakeup",
      .title = "Waking a reader that goes to sleep",
      .question =
          {"The writer says that there is something and looks for a sleeper; the reader says",
           "that it sleeps and looks for something. May both see nothing (I-16)? Linux has",
           "more than a fence here: both sides take the lock of the wait queue."},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"poll", "waiter"}),
               .threads = {{write(0, 1), read(1, 0)}, {write(1, 1), read(0, 0)}}},
      .points = {{"wake", {{0, 1}}, strengths, S::mb}, {"sleep", {{1, 1}}, strengths, S::mb}},
  };
}

Shape head_twice(Mark mark) {
  const bool plain = mark == Mark::plain;
  const Strengths marked = {S::none, S::rmb, S::acquire, S::mb};
  const Strengths unmarked = {S::none, S::rmb, S::mb};
  return {
      .name = plain ? "HeadTwicePlain" : "HeadTwice",
      .title = plain ? "Reading the head twice, by plain loads" : "Reading the head twice",
      .question =
          {"May the head go back (I-02)? Heads of nested writers are stored in program order",
           "by one CPU, so that this is what other CPUs see of nesting: coherence."},
      .threads = {"writer", "reader"},
      .base = {.locations = locations({"data_head"}),
               .threads = {{write(0, 1), write(0, 2)}, {read(0, 2, mark), read(0, 1, mark)}}},
      .points = {{"again", {{1, 1}}, plain ? unmarked : marked, plain ? S::none : S::acquire}},
  };
}

Shape head_passed_on() {
  return {
      .name = "HeadPassedOn",
      .title = "Telling another thread that there is a head",
      .question =
          {"One thread of the reader has seen the second head and says so. May another then",
           "see the first one (I-02)?"},
      .threads = {"writer", "reader", "worker"},
      .base = {.locations = locations({"data_head", "job"}),
               .threads = {{write(0, 1), write(0, 2)},
                           {read(0, 2), write(1, 1)},
                           {read(1, 1), read(0, 1)}}},
      .points = {{"pass", {{1, 1}}, {S::none, S::control, S::release, S::mb}, S::release},
                 {"take", {{2, 1}}, {S::none, S::rmb, S::acquire, S::mb}, S::acquire}},
  };
}

Shape handoff() {
  return {
      .name = "Handoff",
      .title = "Handing a record to another thread",
      .question =
          {"One thread of the reader has seen the head and says so. May another then find no",
           "record (I-01)?"},
      .threads = {"writer", "reader", "worker"},
      .base = {.locations = locations({"data", "data_head", "job"}),
               .threads = {{write(0, 1), write(1, 1)},
                           {read(1, 1, Mark::acquire), write(2, 1)},
                           {read(2, 1), read(0, 0)}}},
      .points = {{"B", {{0, 1}}, {S::none, S::wmb, S::mb}, S::wmb},
                 {"pass", {{1, 1}}, {S::none, S::control, S::release}, S::release},
                 {"take", {{2, 1}}, {S::none, S::rmb, S::acquire, S::mb}, S::acquire}},
  };
}

/// A thread that shows one question about its own head.
Shape own_head(std::string name, std::string title, std::string question,
               std::vector<StraightAccess> accesses) {
  return {.name = std::move(name),
          .title = std::move(title),
          .question = {std::move(question)},
          .threads = {"writer"},
          .base = {.locations = locations({"data_head"}), .threads = {std::move(accesses)}},
          .points = {}};
}

Shape head_stored_twice() {
  Shape shape =
      own_head("HeadStoredTwice", "Storing the head of a nested writer, then that of the outer one",
               "May the first of them be the last (I-02)?", {write(0, 1), write(0, 2)});
  shape.base.locations[0].final_value = 1;
  return shape;
}

Shape aux_copy() {
  return {
      .name = "AuxCopy",
      .title = "Publishing trace that is copied out of a bounce buffer",
      .question = {"May the reader see aux_head and not the trace before it (I-23)? What is copied",
                   "depends on what the driver read."},
      .threads = {"driver", "reader"},
      .base = {.locations = locations({"bounce", "aux", "aux_head"}, 1),
               .threads = {{look(0), copied_from(0, write(1, 1)), write(2, 1)},
                           {read(2, 1), read(1, 0)}}},
      .points = {{"etr_B", {{0, 2}}, kB, S::wmb}, {"aux_C", {{1, 1}}, kC, S::rmb}},
  };
}

Shape aux_reuse() {
  StraightTest base{
      .locations = locations({"aux0", "aux1", "aux_tail"}, 1),
      .threads = {{read(2, 1), write(0, 2), write(1, 2)}, {read(0, 2), look(1), write(2, 1)}}};
  base.locations[1].initial = 1;
  return {
      .name = "AuxReuse",
      .title = "Reusing two pages of the AUX area",
      .question = {"May the reader see trace of the next lap, for which it only makes room when it",
                   "has read the old one (I-24)?"},
      .threads = {"driver", "reader"},
      .base = std::move(base),
      .points = {{"aux_A", {{0, 1}}, kA, S::control}, {"aux_D", {{1, 2}}, kD, S::mb}},
  };
}

Shape aux_record_head() {
  return {
      .name = "AuxRecordHead",
      .title = "A record about trace, and aux_head",
      .question = {"The reader sees PERF_RECORD_AUX. May aux_head not have moved yet (I-30)?"},
      .threads = {"driver", "reader"},
      .base = {.locations = locations({"aux", "aux_head", "record", "data_head"}),
               .threads = {{write(0, 1), after("smp_wmb", write(1, 1)), write(2, 1), write(3, 1)},
                           {read(3, 1), look(2), read(1, 0)}}},
      .points = {{"B", {{0, 3}}, kB, S::wmb},
                 {"C", {{1, 1}}, {S::none, S::rmb, S::acquire, S::mb}, S::acquire}},
  };
}

Shape aux_record_trace() {
  return {
      .name = "AuxRecordTrace",
      .title = "A record about trace, and the trace",
      .question =
          {"The reader sees PERF_RECORD_AUX and aux_head. May the trace not be there (I-30,",
           "I-23)? The orders of the data ring already carry it."},
      .threads = {"driver", "reader"},
      .base = {.locations = locations({"aux", "aux_head", "record", "data_head"}),
               .threads = {{write(0, 1), write(1, 1), write(2, 1), write(3, 1)},
                           {read(3, 1), look(2), read(1, 1), read(0, 0)}}},
      .points = {{"etr_B", {{0, 1}}, {S::none, S::wmb}, S::wmb},
                 {"B", {{0, 3}}, {S::none, S::wmb}, S::wmb},
                 {"C", {{1, 1}}, {S::none, S::acquire}, S::acquire},
                 {"aux_C", {{1, 3}}, {S::none, S::rmb}, S::rmb}},
  };
}

Shape aux_lap() {
  return {
      .name = "AuxLap",
      .title = "A lap of an AUX area of two pages",
      .question =
          {"The reader sees aux_head of the first lap: may it read trace of the second, which",
           "the driver puts there once there is room (I-24)?"},
      .threads = {"driver", "reader"},
      .base = {.locations = locations({"aux0", "aux1", "aux_head", "aux_tail"}),
               .threads = {{write(0, 1), write(1, 1), write(2, 1), read(3, 1), write(0, 2),
                            write(1, 2)},
                           {read(2, 1), read(0, 2), look(1), write(3, 1)}}},
      .points = {{"aux_A", {{0, 4}}, kA, S::control},
                 {"etr_B", {{0, 2}}, kB, S::wmb},
                 {"aux_C", {{1, 1}}, kC, S::rmb},
                 {"aux_D", {{1, 3}}, kD, S::mb}},
      .variants = Variants::one_weakened,
  };
}

}  // namespace

const std::vector<Shape>& perf_shapes() {
  static const std::vector<Shape> kShapes = {
      publish(Mark::once),
      publish(Mark::plain),
      reuse(Mark::once),
      reuse(Mark::plain),
      publish_two(true),
      publish_two(false),
      publish_batch(),
      lap(Mark::once),
      lap(Mark::plain),
      lap_stale(),
      wakeup(),
      head_twice(Mark::once),
      head_twice(Mark::plain),
      head_stored_twice(),
      own_head("HeadReadBack", "Reading a head back", "May a writer not see its own head?",
               {write(0, 1), read(0, 0)}),
      own_head("HeadReadFirst", "Reading a head before it is stored",
               "May a writer see a head that it is about to store?", {read(0, 1), write(0, 1)}),
      head_passed_on(),
      handoff(),
      aux_copy(),
      aux_reuse(),
      aux_record_head(),
      aux_record_trace(),
      aux_lap(),
  };
  return kShapes;
}

}  // namespace ringcheck::litmus
