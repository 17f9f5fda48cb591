// Which settings a scenario on the kernel's text takes, and which parts of the text it may leave
// out.
#include "kernel/explored/kernel_scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel/explored/changed_tree.hpp"
#include "kernel/explored/kernel_program.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string refused(const std::string& settings) {
  try {
    specification_check(find_kernel_scenario("perf-ring"), settings, {}, find_model("sc"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(KernelScenario, IsKnownByName) {
  EXPECT_EQ(find_kernel_scenario("perf-ring").name, "perf-ring");
  EXPECT_THROW(find_kernel_scenario("spsc-ring"), InputError);
}

TEST(KernelScenario, RefusesWhatTheProgramAroundTheTextHasNot) {
  EXPECT_THAT(refused("reader=sample"), HasSubstr("saw reader=sample, expected batch"));
  EXPECT_THAT(refused("start=8"), HasSubstr("saw start=8, expected 0"));
  EXPECT_THAT(refused("recods=1"), HasSubstr("recods"));
  EXPECT_EQ(refused("records=1 data=marked local=full"), "nothing");
  EXPECT_EQ(refused("reader=each"), "nothing");
}

TEST(KernelScenario, GivesBothSidesTheSameSettings) {
  const KernelScenario& scenario = find_kernel_scenario("perf-ring");
  const Check check =
      specification_check(scenario, "records=3 words=16", kRingPoints[1], find_model("armv8"));
  EXPECT_THAT(check.changes(), HasSubstr("records=3"));
  EXPECT_THAT(check.changes(), HasSubstr("control=ever"));
  EXPECT_THAT(check.changes(), HasSubstr("B=none"));
  const std::vector<std::string> arguments = program_of(scenario, check).arguments;
  for (const char* argument :
       {"-DRC_SET_RECORDS=3", "-DRC_SET_WORDS=16", "-DRC_PAGE_SHIFT=7", "-DRC_MARKED_DATA=0"})
    EXPECT_THAT(arguments, Contains(argument));
}

TEST(KernelScenario, HasAnAuxAreaThatThePerfToolDrains) {
  const KernelScenario& scenario = find_kernel_scenario("aux-ring");
  const Check check =
      specification_check(scenario, "writer=copy units=8", scenario.points[1], find_model("armv8"));
  EXPECT_THAT(check.changes(), HasSubstr("aux_C=none"));
  const KernelProgram program = program_of(scenario, check);
  EXPECT_EQ(program.reader, ReaderText::perf_tool);
  for (const char* argument : {"-DRC_SET_WRITER=1", "-DRC_SET_UNITS=8", "-DRC_PAGE_SHIFT=6",
                               "-DRC_SET_TRANSACTIONS=3", "-DRC_SET_START=0"})
    EXPECT_THAT(program.arguments, Contains(argument));
  for (const char* settings : {"writer=blind", "widths=32", "page-head=unsigned"})
    EXPECT_THROW(specification_check(scenario, settings, {}, find_model("sc")), InputError)
        << settings;
}

TEST(KernelScenario, HasA32BitKernelAndItsReader) {
  for (const char* name : {"perf-ring-32", "aux-ring-32"}) {
    const KernelScenario& scenario = find_kernel_scenario(name);
    const Check check =
        specification_check(scenario, "halves=high-first start=64", {}, find_model("sc"));
    const KernelProgram program = program_of(scenario, check);
    EXPECT_TRUE(program.long_32) << name;
    for (const char* argument : {"-DRC_SET_HIGH_FIRST=1", "-DRC_SET_START=64"})
      EXPECT_THAT(program.arguments, Contains(argument)) << name;
    EXPECT_EQ(comparison_of(scenario, program), Comparison::sets) << name;
    for (const char* settings : {"widths=64", "widths=32-on-64"})
      EXPECT_THROW(specification_check(scenario, settings, {}, find_model("sc")), InputError)
          << name;
  }
  EXPECT_FALSE(find_kernel_scenario("perf-ring").long_32);
  const KernelScenario& equal = find_kernel_scenario("perf-ring-until-equal");
  for (const char* settings : {"reader=batch", "reader=each", "reader=sample"})
    EXPECT_THROW(specification_check(equal, settings, {}, find_model("sc")), InputError)
        << settings;
  const auto arguments = program_of(equal, specification_check(equal, "reader=until-equal-as-longs",
                                                               {}, find_model("sc")))
                             .arguments;
  EXPECT_THAT(arguments, Contains("-DRC_SET_READER=10"));
}

TEST(KernelScenario, HasAuxRecordsThatReadersGoByInTwoWays) {
  const KernelScenario& scenario = find_kernel_scenario("aux-records");
  const auto arguments = [&](const std::string& settings) {
    return program_of(scenario, specification_check(scenario, settings, {}, find_model("sc")))
        .arguments;
  };
  EXPECT_THAT(arguments(""), Contains("-DRC_SET_BY_RECORD=0"));
  EXPECT_THAT(arguments("reader=by-record"), Contains("-DRC_SET_BY_RECORD=1"));
  EXPECT_THAT(arguments("units=8"), Contains("-DRC_PAGE_SHIFT=6"));
  EXPECT_THAT(arguments(""), Contains("-DRC_RECORDS"));
  EXPECT_THAT(arguments(""), Contains("-DRC_SET_TRANSACTIONS=2"));
}

TEST(Repairs, AreMadeWhereTheScenarioHasThemAsItStands) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  folder.file("kernel/events/ring_buffer.c",
              "static void perf_output_get_handle(void)\n{\n\tpreempt_disable();\n\tf();\n"
              "\thandle->wakeup = local_read(&rb->wakeup);\n}\n");
  const KernelTree tree(folder.path());
  const auto repaired = [&](std::string_view name, const std::string& settings) {
    const KernelScenario& scenario = find_kernel_scenario(name);
    const Check check = specification_check(scenario, settings, {}, find_model("sc"));
    return repaired_tree(tree, scenario, check).read("kernel/events/ring_buffer.c")->text();
  };
  EXPECT_EQ(repaired("perf-wakeup-stamp", ""), repaired("perf-wakeup-nested", "stamp=before-nest"));
  EXPECT_EQ(repaired("perf-wakeup-nested", ""), tree.read("kernel/events/ring_buffer.c")->text());
  EXPECT_NE(repaired("perf-wakeup-nested", "stamp=before-nest"),
            tree.read("kernel/events/ring_buffer.c")->text());
  EXPECT_EQ(repaired("perf-wakeup-stamp", "stamp=after-nest"),
            tree.read("kernel/events/ring_buffer.c")->text());
}

TEST(KernelScenario, HasBuffersThatComeAndGo) {
  const KernelScenario& scenario = find_kernel_scenario("mmap-close-twice");
  const Check check = specification_check(scenario, "redirect=none", {}, find_model("sc"));
  const KernelProgram program = program_of(scenario, check);
  for (const char* argument :
       {"-DRC_LIFETIME", "-DRC_SET_CLOSERS=1", "-DRC_SET_REDIRECT=0", "-DRC_SET_OBSERVER=0"})
    EXPECT_THAT(program.arguments, Contains(argument));
  EXPECT_EQ(comparison_of(scenario, program), Comparison::sets);
  for (const char* settings : {"mapper=maps", "aux-count=last"})
    EXPECT_THROW(specification_check(scenario, settings, {}, find_model("sc")), InputError)
        << settings;
}

TEST(KernelScenario, TellsScenariosOfOneProgramApart) {
  const auto arguments = [](std::string_view name) {
    const KernelScenario& scenario = find_kernel_scenario(name);
    return program_of(scenario, specification_check(scenario, "", {}, find_model("sc"))).arguments;
  };
  EXPECT_THAT(arguments("perf-wakeup-stamp"), Contains("-DRC_NMI_IN_FIRST_RECORD"));
  EXPECT_THAT(arguments("perf-wakeup-nested"),
              ::testing::Not(Contains("-DRC_NMI_IN_FIRST_RECORD")));
  EXPECT_THAT(arguments("perf-ring-lost"), Contains("-DRC_SET_LEVELS=2"));
  EXPECT_THAT(arguments("aux-cadence"), Contains("-DRC_SLEEPS"));
  EXPECT_THAT(arguments("aux-cadence"), Contains("-DRC_SET_SKIPS=0"));
  EXPECT_THAT(arguments("aux-cadence"), Contains("-DRC_SET_CADENCE=1"));
}

TEST(DroppedPoints, AreOfTheirScenario) {
  EXPECT_EQ(find_kernel_scenario("perf-ring").points.size(), 4U);
  EXPECT_EQ(find_kernel_scenario("perf-ring").points[1].site, "B");
  EXPECT_EQ(find_kernel_scenario("aux-ring").points[3].site, "etr_B");
  for (const KernelScenario& scenario : all_kernel_scenarios())
    EXPECT_TRUE(scenario.points[0].site.empty()) << scenario.name;
}

TEST(DroppedPoints, AreCallsThatStandOnce) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  folder.file("kernel/events/ring_buffer.c",
              "void smp(void)\n{\n\tsmp_wmb();\n}\n"
              "static void perf_output_put_handle(void)\n{\n\tsmp_wmb(); /* smp_wmb() */\n}\n");
  const KernelTree tree(folder.path());
  const DroppedPoint& b = kRingPoints[1];
  const auto without = tree_without(tree, b);
  ASSERT_TRUE(without);
  EXPECT_EQ(without->read(b.file)->text(),
            "void smp(void)\n{\n\tsmp_wmb();\n}\n"
            "static void perf_output_put_handle(void)\n{\n\trc_nothing(); /* smp_wmb() */\n}\n");
  EXPECT_FALSE(tree_without(*without, b));
}

TEST(Interrupts, ComeWhereTheTextLoadsAndStores) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  const KernelScenario& scenario = find_kernel_scenario("perf-ring-nested");
  folder.file("kernel/events/ring_buffer.c",
              "static void perf_output_get_handle(void)\n{\n"
              "\t(*(volatile unsigned int *)&rb->nest)++;\n}\n");
  const KernelTree tree(folder.path());
  EXPECT_THAT(settings_of(scenario, tree), ElementsAre("reserve=tail-first"));
  const auto changed = tree_with_interrupts(tree, scenario);
  ASSERT_TRUE(changed);
  EXPECT_THAT(changed->read("kernel/events/ring_buffer.c")->text(),
              HasSubstr("{\n\trc_increment(rb->nest);\n}"));
  EXPECT_FALSE(tree_with_interrupts(*changed, scenario));
}

TEST(KernelProgram, HasTheReaderThatIsAskedFor) {
  const auto program = [](const char* name, const std::string& settings) {
    const KernelScenario& scenario = find_kernel_scenario(name);
    return program_of(scenario, specification_check(scenario, settings, {}, find_model("sc")));
  };
  const KernelScenario& ring = find_kernel_scenario("perf-ring");
  EXPECT_EQ(program("perf-ring", "").glue, "ring_program.c");
  EXPECT_EQ(comparison_of(ring, program("perf-ring", "")), Comparison::how_often);
  EXPECT_EQ(program("perf-ring", "reader=each").glue, "libperf_program.c");
  EXPECT_EQ(program("perf-ring", "reader=each").reader, ReaderText::libperf);
  EXPECT_EQ(comparison_of(ring, program("perf-ring", "reader=each")), Comparison::second_looks);
  EXPECT_EQ(program("perf-ring-overwrite", "").reader, ReaderText::libperf);
  EXPECT_EQ(
      comparison_of(find_kernel_scenario("perf-ring-nested"), program("perf-ring-nested", "")),
      Comparison::sets);
}

/// The text of internal.h, of a tree whose rb_toggle_paused has `statement`, as changed by
/// `settings` of perf-ring-overwrite; or the refusal.
std::string repaired(const std::string& statement, const std::string& settings) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  folder.file("kernel/events/internal.h",
              "static void rb_toggle_paused(int pause)\n{\n\t" + statement + "\n}\n");
  const KernelTree tree(folder.path());
  const KernelScenario& scenario = find_kernel_scenario("perf-ring-overwrite");
  try {
    return repaired_tree(tree, scenario,
                         specification_check(scenario, settings, {}, find_model("sc")))
        .read("kernel/events/internal.h")
        ->text();
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Repairs, AreMadeWhereASettingAsksForThem) {
  EXPECT_THAT(repaired("rb->paused = 0;", ""), HasSubstr("\trb->paused = 0;"));
  EXPECT_THAT(repaired("rb->paused = 0;", "resume=release"),
              HasSubstr("\tsmp_store_release(&rb->paused, 0);"));
  EXPECT_THAT(repaired("rb->paused = 1;", "resume=release"),
              HasSubstr("saw resume=release, expected plain"));
}

TEST(Repairs, MayBeOfAnOrderingPoint) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  const KernelScenario& scenario = find_kernel_scenario("perf-ring");
  const auto tree_with = [&](const std::string& load) {
    folder.file("kernel/events/ring_buffer.c",
                "static int __perf_output_begin(void)\n{\n\ttail = " + load + ";\n}\n");
    return KernelTree(folder.path());
  };
  const auto text = [&](const KernelTree& tree, const std::string& settings) -> std::string {
    try {
      return repaired_tree(tree, scenario,
                           specification_check(scenario, settings, {}, find_model("lkmm")))
          .read("kernel/events/ring_buffer.c")
          ->text();
    } catch (const InputError& error) {
      return error.what();
    }
  };
  const KernelTree plain = tree_with("READ_ONCE(rb->user_page->data_tail)");
  EXPECT_EQ(with_settings_of(scenario, plain, ""), "");
  EXPECT_THAT(text(plain, ""), HasSubstr("READ_ONCE(rb"));
  EXPECT_THAT(text(plain, "A=acquire"), HasSubstr("smp_load_acquire(&rb"));
  EXPECT_THAT(text(plain, "A=mb"),
              HasSubstr("saw A=mb, expected control, which the kernel's text"));
  const KernelTree repaired = tree_with("smp_load_acquire(&rb->user_page->data_tail)");
  EXPECT_EQ(with_settings_of(scenario, repaired, ""), " A=acquire");
  EXPECT_THAT(text(repaired, "A=control"),
              HasSubstr("saw A=control, expected A=acquire, which is what"));
}

TEST(Interrupts, ComeWhereAWakeupIsPending) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  folder.file("kernel/events/ring_buffer.c",
              "void perf_output_get_handle(void)\n{\n"
              "\t(*(volatile unsigned int *)&rb->nest)++;\n}\n"
              "void perf_output_wakeup(void)\n{\n\thandle->event->pending_wakeup = 1;\n}\n");
  folder.file("kernel/events/core.c",
              "void perf_pending_irq(void)\n{\n\tif (event->pending_wakeup) {\n\t\tf();\n\t}\n}\n");
  const KernelTree tree(folder.path());
  const KernelScenario& scenario = find_kernel_scenario("perf-wakeup");
  const auto changed = tree_with_interrupts(tree, scenario);
  ASSERT_TRUE(changed);
  EXPECT_THAT(changed->read("kernel/events/ring_buffer.c")->text(),
              HasSubstr("{\n\trc_interrupt_point();\n\thandle->event->pending_wakeup = 1;"));
  EXPECT_THAT(changed->read("kernel/events/core.c")->text(),
              HasSubstr("\trc_interrupt_point();\n\tif (event->pending_wakeup) {\n"
                        "\t\trc_interrupt_point();\n\t\tf();"));
  folder.file("kernel/events/core.c", "void perf_pending_irq(void)\n{\n}\n");
  EXPECT_FALSE(tree_with_interrupts(tree, scenario));
  EXPECT_TRUE(tree_with_interrupts(tree, find_kernel_scenario("perf-ring-nested")));
}

TEST(Interrupts, AreReservedForAsTheTextHasIt) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 12\n");
  folder.file("kernel/events/ring_buffer.c", "int f(void) { return local_try_cmpxchg(0); }\n");
  const KernelTree tree(folder.path());
  EXPECT_THAT(settings_of(find_kernel_scenario("perf-ring-nested"), tree),
              ElementsAre("reserve=head-first"));
  EXPECT_THAT(settings_of(find_kernel_scenario("perf-ring"), tree), IsEmpty());
  EXPECT_THAT(settings_of(find_kernel_scenario("perf-wakeup"), tree), IsEmpty());
}

TEST(Repairs, OfATreeAreSettingsOfItsText) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  const KernelScenario& scenario = find_kernel_scenario("perf-wakeup");
  const auto tree_with = [&](const std::string& statement) {
    folder.file("kernel/events/ring_buffer.c",
                "static void perf_output_wakeup(void)\n{\n\t" + statement + "\n}\n");
    return KernelTree(folder.path());
  };
  const KernelTree plain = tree_with("atomic_set(&x, 1);");
  EXPECT_EQ(with_settings_of(scenario, plain, ""), "");
  const KernelTree repaired = tree_with("atomic_set_release(&x, 1);");
  EXPECT_EQ(with_settings_of(scenario, repaired, "polls=1"), "polls=1 flag=release");
  EXPECT_EQ(with_settings_of(scenario, repaired, "polls=1 flag=relaxed"), "polls=1 flag=relaxed");
  const auto refused = [&](const KernelTree& tree, const std::string& settings) -> std::string {
    try {
      repaired_tree(tree, scenario, specification_check(scenario, settings, {}, find_model("sc")));
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refused(repaired, "flag=release"), "");
  EXPECT_THAT(refused(repaired, "flag=relaxed"),
              HasSubstr("saw flag=relaxed, expected flag=release, which is what the text"));
}

TEST(Claims, AreFoundByTheirPlace) {
  std::vector<std::string> claims;
  for (const char* file : {"ring_claims.c", "overwrite_program.c", "wakeup_program.c", "sleep.c"})
    for (int line = 1; line < 400; ++line)
      claims.push_back(
          claim_at("ringcheck/" + std::string(file) + ":" + std::to_string(line) + ":3", "none"));
  EXPECT_THAT(claims, Contains("data_head stays while the buffer is paused"));
  EXPECT_THAT(claims, Contains("nobody sleeps for ever over a buffer that refuses records"));
  EXPECT_THAT(claims, Contains("a task is woken for nothing no more often than that"));
  EXPECT_THAT(claims, Contains("a record is whole"));
  EXPECT_THAT(claims, Contains("a record is what was written"));
  EXPECT_THAT(claims, Contains("each record is read once, in order, or told to be lost"));
  EXPECT_EQ(claim_at("kernel/events/ring_buffer.c:10:3", "otherwise"), "otherwise");
}

}  // namespace
}  // namespace ringcheck
