// C compiled with every access announced, on a tree of one file.
#include "kernel/native/native_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kMakefile = "VERSION = 9\nPATCHLEVEL = 8\nSUBLEVEL = 7\n";

const KernelUnit& tiny_unit() {
  static const KernelUnit kUnit = {"tiny", {{"a.c", {"*"}}}};
  return kUnit;
}

/// A tree of one file.
class TinyTree {
 public:
  explicit TinyTree(const std::string& text) {
    folder_.file("Makefile", kMakefile);
    folder_.file("a.c", text);
  }
  [[nodiscard]] NativeObject object(bool long_32 = false) const {
    return NativeObject(KernelTree(folder_.path()), tiny_unit(), {12, long_32});
  }

 private:
  tests::TemporaryFolder folder_;
};

/// Steps as text, words by number.
std::vector<std::string> texts_of(const Trace& trace) {
  std::vector<std::string> texts;
  for (const TraceStep& step : trace) texts.push_back(to_text(step, std::to_string(step.word)));
  return texts;
}

/// Calls `f` of `object` on a fresh object of two named words, 40 and 41; the first is 7.
struct TwoWords {
  explicit TwoWords(const NativeObject& object) : machine(object) {
    words = static_cast<std::uint64_t*>(machine.alloc(16));
    words[0] = 7;
    machine.name_words(words, 16, 40);
    machine.tracing = true;
  }
  void run() {
    machine.object().function<void(std::uint64_t*)>("f")(words);
    machine.settle();
  }

  NativeMachine machine;
  std::uint64_t* words;
};

TEST(NativeMachine, traces_every_access_to_a_named_word) {
  const TinyTree tree(
      "void f(u64 *words)\n"
      "{\n"
      "  u64 seen = words[0];\n"
      "  smp_wmb();\n"
      "  WRITE_ONCE(words[1], seen + 1);\n"
      "  words[0] = 9;\n"
      "  (*(volatile u64 *)&words[1])++;\n"
      "  local_cmpxchg((local_t *)words, 9, 10);\n"
      "  local_cmpxchg((local_t *)words, 9, 11);\n"
      "}\n");
  const NativeObject object = tree.object();
  EXPECT_EQ(object.version(), "9.8.7");
  TwoWords run(object);
  run.run();
  EXPECT_THAT(texts_of(run.machine.trace),
              ElementsAre("load[plain] 40 = 7", "smp_wmb", "store[once] 41 = 8",
                          "store[plain] 40 = 9", "load[once] 41 = 8", "store[once] 41 = 9",
                          "cmpxchg[local] 40: 9 -> 10", "cmpxchg[local] 40: 10 -> 10"));
}

TEST(NativeMachine, lets_an_interrupt_come_before_an_access) {
  const TinyTree tree("void f(u64 *words) { words[1] = words[0]; }\n");
  const NativeObject object = tree.object();
  TwoWords run(object);
  run.machine.before_access = [&] { run.words[0] = 5; };
  run.run();
  EXPECT_EQ(run.words[1], 5U);
}

TEST(NativeMachine, copies_by_words) {
  const TinyTree tree("void f(u64 *words) { u64 from[2] = { 1, 2 }; memcpy(words, from, 16); }\n");
  const NativeObject object = tree.object();
  TwoWords run(object);
  run.run();
  EXPECT_THAT(texts_of(run.machine.trace),
              ElementsAre("store[plain] 40 = 1", "store[plain] 41 = 2"));
}

TEST(NativeMachine, names_words_of_any_width) {
  const TinyTree tree("void f(u8 *bytes) { bytes[0] = bytes[3]; }\n");
  const NativeObject object = tree.object();
  NativeMachine machine(object);
  auto* bytes = static_cast<std::uint8_t*>(machine.alloc(4));
  bytes[3] = 5;
  machine.name_words(bytes, 4, 40, 1);
  machine.tracing = true;
  object.function<void(std::uint8_t*)>("f")(bytes);
  machine.settle();
  EXPECT_THAT(texts_of(machine.trace), ElementsAre("load[plain] 43 = 5", "store[plain] 40 = 5"));
}

TEST(NativeMachine, notes_stores_to_fields_without_a_name) {
  const TinyTree tree("void f(u64 *words) { words[0] = 1; words[2] = 1; }\n");
  const NativeObject object = tree.object();
  NativeMachine machine(object);
  auto* words = static_cast<std::uint64_t*>(machine.alloc(24));
  machine.name_words(words, 16, 0);
  machine.watch(words, "words");
  machine.tracing = true;
  object.function<void(std::uint64_t*)>("f")(words);
  EXPECT_THAT(machine.unnamed_stores, ElementsAre("words+16 (8 bytes)"));
}

struct FailingCase {
  const char* name;
  const char* text;
  const char* message;
};

class Failing : public ::testing::TestWithParam<FailingCase> {};

TEST_P(Failing, ends_the_run) {
  const TinyTree tree(GetParam().text);
  const NativeObject object = tree.object();
  TwoWords run(object);
  try {
    run.run();
    FAIL() << "went on";
  } catch (const NativeFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    all, Failing,
    ::testing::Values(
        FailingCase{"bug", "void f(u64 *words) { BUG_ON(words[0] == 7); }\n",
                    "a.c:1: words[0] == 7"},
        FailingCase{"use_after_free",
                    "void f(u64 *words) { u64 *p = kzalloc(8, 0); kfree(p); *p = 1; }\n",
                    "used after it was freed"},
        FailingCase{"beyond_an_object",
                    "void f(u64 *words) { u64 *p = kzalloc(8, 0); p[1] = 1; }\n",
                    "memory past an object"},
        FailingCase{"vfree_of_a_part",
                    "void f(u64 *words) { vfree((char *)vmalloc_user(2 * PAGE_SIZE) + 64); }\n",
                    "vfree of what vmalloc has not given"},
        FailingCase{
            "page_of_no_page",
            "void f(u64 *words) { virt_to_page((char *)vmalloc_user(PAGE_SIZE) + 9999); }\n",
            "an address of no page"},
        FailingCase{"user_memory_with_faults",
                    "void f(u64 *words) { __copy_from_user_inatomic(words, words + 1, 8); }\n",
                    "!faults_are_off"},
        FailingCase{"free_twice",
                    "void f(u64 *words) { u64 *p = kzalloc(8, 0); kfree(p); kfree(p); }\n",
                    "freed twice"},
        FailingCase{
            "deadlock",
            "void f(u64 *words) { struct mutex m = { 0 }; mutex_lock(&m); mutex_lock(&m); }\n",
            "taken twice"}),
    [](const auto& test) { return test.param.name; });

TEST(NativeMachine, expects_what_is_entered_to_be_left) {
  const struct {
    const char* text;
    const char* message;  ///< null: all is left
  } rows[] = {
      {"void f(u64 *words) { rcu_read_lock(); preempt_disable(); preempt_enable(); "
       "rcu_read_unlock(); }\n",
       nullptr},
      {"void f(u64 *words) { rcu_read_lock(); }\n", "RCU sections"},
      {"void f(u64 *words) { preempt_disable(); }\n", "preemption"},
      {"void f(u64 *words) { preempt_enable(); }\n", "preemption"},
      {"void f(u64 *words) { unsigned long f; local_irq_save(f); }\n", "interrupts"},
      {"void f(u64 *words) { unsigned long f; local_irq_restore(f); }\n", "interrupts"},
      {"void f(u64 *words) { local_irq_disable(); local_irq_enable(); }\n", nullptr},
      {"struct mutex m;\nvoid f(u64 *words) { mutex_lock(&m); }\n", "locks"},
      {"struct mutex m;\nvoid f(u64 *words) { mutex_lock(&m); mutex_unlock(&m); }\n", nullptr},
  };
  for (const auto& row : rows) {
    const TinyTree tree(row.text);
    const NativeObject object = tree.object();
    TwoWords run(object);
    run.run();
    try {
      run.machine.expect_rest();
      EXPECT_EQ(row.message, nullptr) << row.text;
    } catch (const NativeFailure& failure) {
      ASSERT_NE(row.message, nullptr) << failure.what();
      EXPECT_THAT(failure.what(), HasSubstr(row.message));
    }
  }
}

TEST(NativeMachine, takes_no_text_that_returns_nothing) {
  const TinyTree tree("int f(u64 *words) { if (words[0]) return 1; }\n");
  EXPECT_THROW(tree.object(), InputError);
}

TEST(NativeMachine, tells_of_warnings) {
  const TinyTree tree("void f(u64 *words) { WARN_ON_ONCE(words[0] == 7); }\n");
  const NativeObject object = tree.object();
  TwoWords run(object);
  run.run();
  EXPECT_THAT(run.machine.warnings, ElementsAre("a.c:1: words[0] == 7"));
}

TEST(NativeMachine, tells_once_of_memory_that_is_waited_for_with_interrupts_masked) {
  const TinyTree tree(
      "static spinlock_t lock;\n"
      "void f(gfp_t gfp)\n"
      "{\n"
      "  unsigned long flags;\n"
      "  kfree(kmalloc(8, GFP_KERNEL));\n"
      "  spin_lock_irqsave(&lock, flags);\n"
      "  kfree(kmalloc(8, gfp));\n"
      "  __free_page(alloc_page(gfp));\n"
      "  spin_unlock_irqrestore(&lock, flags);\n"
      "}\n"
      "gfp_t waits(void) { return GFP_KERNEL; }\n"
      "gfp_t does_not(void) { return GFP_ATOMIC; }\n");
  const NativeObject object = tree.object();
  for (const char* gfp : {"waits", "does_not"}) {
    NativeMachine machine(object);
    object.function<void(unsigned)>("f")(object.function<unsigned()>(gfp)());
    EXPECT_EQ(machine.warnings.size(), gfp == std::string_view("waits") ? 1U : 0U);
  }
}

TEST(NativeMachine, does_not_take_others_for_code_with_interrupts_masked) {
  const TinyTree tree(
      "static spinlock_t lock, other;\n"
      "void f(u64 *words)\n"
      "{\n"
      "  unsigned long flags;\n"
      "  spin_lock_irqsave(&lock, flags);\n"
      "  words[0] = 1;\n"
      "  spin_unlock_irqrestore(&lock, flags);\n"
      "}\n"
      "void g(void) { kfree(kmalloc(8, GFP_KERNEL)); }\n");
  const NativeObject object = tree.object();
  TwoWords run(object);
  run.machine.before_access = [&] { object.function<void()>("g")(); };
  run.run();
  EXPECT_TRUE(run.machine.warnings.empty());
}

TEST(NativeMachine, leaves_a_guard_at_the_end_of_its_block) {
  const TinyTree tree(
      "static raw_spinlock_t lock;\n"
      "int f(void)\n"
      "{\n"
      "  guard(raw_spinlock_irqsave)(&lock);\n"
      "  return lock.held;\n"
      "}\n"
      "int g(void) { return lock.held; }\n");
  const NativeObject object = tree.object();
  NativeMachine machine(object);
  EXPECT_EQ(object.function<int()>("f")(), 1);
  EXPECT_EQ(object.function<int()>("g")(), 0);
  EXPECT_NO_THROW(machine.expect_rest());
}

TEST(NativeMachine, has_a_long_of_32_bits_when_asked) {
  const TinyTree tree(
      "void f(u64 *words) { unsigned long narrow = words[0] << 31; words[0] = narrow;\n"
      "  words[1] = (unsigned long)(uintptr_t)words == (uintptr_t)words; }\n");
  for (const bool narrow : {false, true}) {
    const NativeObject object = tree.object(narrow);
    TwoWords run(object);
    run.run();
    EXPECT_EQ(run.words[0], narrow ? 0x80000000U : std::uint64_t{7} << 31U);
    EXPECT_EQ(run.words[1], 1U) << "addresses fit into a long of 32 bits";
  }
}

TEST(NativeMachine, gives_memory_as_it_is_asked_for) {
  const TinyTree tree(
      "void f(u64 *words)\n"
      "{\n"
      "  words[0] = *(u8 *)kmalloc(8, GFP_KERNEL);\n"
      "  words[1] = *(u8 *)page_address(alloc_page(GFP_KERNEL | __GFP_ZERO));\n"
      "}\n");
  const NativeObject object = tree.object();
  TwoWords run(object);
  run.run();
  EXPECT_NE(run.words[0], 0U);
  EXPECT_EQ(run.words[1], 0U);
}

TEST(NativeMachine, counts_what_is_not_given_back) {
  const TinyTree tree(
      "void f(u64 *words)\n"
      "{\n"
      "  char *run = vmalloc_user(3 * PAGE_SIZE);\n"
      "  kfree(kzalloc(8, GFP_KERNEL));\n"
      "  kzalloc(8, GFP_KERNEL);\n"
      "  words[0] = page_address(vmalloc_to_page(run + 2 * PAGE_SIZE)) == run + 2 * PAGE_SIZE;\n"
      "  if (words[1])\n"
      "    vfree(run);\n"
      "}\n");
  const NativeObject object = tree.object();
  for (const bool frees : {false, true}) {
    TwoWords run(object);
    run.words[1] = frees ? 1 : 0;
    run.run();
    EXPECT_EQ(run.words[0], 1U);
    EXPECT_EQ(run.machine.pages_left(), frees ? 0U : 3U);
    EXPECT_EQ(run.machine.objects_left(), 1U);
  }
}

TEST(NativeObject, refuses_what_does_not_compile) {
  const TinyTree tree("void f(void) { no_such_function(); }\n");
  try {
    (void)tree.object();
    FAIL() << "compiled";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.c:1:16: error: call to undeclared function"));
  }
}

TEST(KernelTree, refuses_a_folder_that_is_none) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW(KernelTree(folder.path()), InputError);
  folder.file("Makefile", "all:\n");
  EXPECT_THROW(KernelTree(folder.path()), InputError);
}

}  // namespace
}  // namespace ringcheck
