// The classic shapes in C++, by memory order: which outcome each model allows.
#include <gtest/gtest.h>

#include "ringcheck/atomic.hpp"
#include "tests/face/outcomes.hpp"

namespace ringcheck {
namespace {

using std::memory_order;

/// Names of the models that allow the outcome, strongest first, with spaces between.
std::string allowing(const program& shape, const std::vector<std::string>& objects,
                     const std::vector<std::int64_t>& outcome) {
  std::string names;
  for (const std::string& name : model::names()) {
    if (name == "lkmm") continue;
    if (tests::outcomes(shape, name, objects).contains(outcome))
      names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

struct Row {
  const char* name;
  memory_order store, load;
  memory_order fence;  ///< between the accesses of both threads
  const char* allowed;
};

program store_buffering(const Row& row) {
  return {"SB", [=] {
            atomic<int> x{0, "x"};
            atomic<int> y{0, "y"};
            var<int> r0{0, "r0"};
            var<int> r1{0, "r1"};
            const auto side = [=](const atomic<int>& mine, const atomic<int>& other,
                                  const var<int>& seen) {
              mine.store(1, row.store);
              ringcheck::atomic_thread_fence(row.fence);
              seen.store(other.load(row.load));
            };
            thread left([&] { side(x, y, r0); });
            thread right([&] { side(y, x, r1); });
          }};
}

program message_passing(const Row& row) {
  return {"MP", [=] {
            atomic<int> data{0, "x"};
            atomic<int> flag{0, "y"};
            var<int> r0{0, "r0"};
            var<int> r1{1, "r1"};
            thread writer([&] {
              data.store(1, memory_order::relaxed);
              ringcheck::atomic_thread_fence(row.fence);
              flag.store(1, row.store);
            });
            thread reader([&] {
              r0 = flag.load(row.load);
              ringcheck::atomic_thread_fence(row.fence);
              r1 = data.load(memory_order::relaxed);
            });
          }};
}

constexpr memory_order kRelaxed = memory_order::relaxed;
constexpr memory_order kAcquire = memory_order::acquire;
constexpr memory_order kRelease = memory_order::release;
constexpr memory_order kBoth = memory_order::acq_rel;
constexpr memory_order kSeqCst = memory_order::seq_cst;

// Where a machine is missing, the mapping gives more order than C++ asks for: an ldar waits for an
// earlier stlr on Armv8.
TEST(Shapes, StoreBuffering) {
  const Row rows[] = {
      {"relaxed", kRelaxed, kRelaxed, kRelaxed, "x86-tso armv8 riscv power rc11"},
      {"release, acquire", kRelease, kAcquire, kRelaxed, "x86-tso riscv power rc11"},
      {"seq_cst", kSeqCst, kSeqCst, kRelaxed, ""},
      {"seq_cst stores", kSeqCst, kAcquire, kRelaxed, "riscv power rc11"},
      {"acq_rel fences", kRelaxed, kRelaxed, kBoth, "x86-tso riscv power rc11"},
      {"seq_cst fences", kRelaxed, kRelaxed, kSeqCst, ""},
  };
  for (const Row& row : rows)
    EXPECT_EQ(allowing(store_buffering(row), {"r0", "r1"}, {0, 0}), row.allowed) << row.name;
}

TEST(Shapes, MessagePassing) {
  const Row rows[] = {
      {"relaxed", kRelaxed, kRelaxed, kRelaxed, "armv8 riscv power rc11"},
      {"release, acquire", kRelease, kAcquire, kRelaxed, ""},
      {"release, relaxed", kRelease, kRelaxed, kRelaxed, "armv8 riscv power rc11"},
      {"relaxed, acquire", kRelaxed, kAcquire, kRelaxed, "armv8 riscv power rc11"},
      {"acq_rel fences", kRelaxed, kRelaxed, kBoth, ""},
  };
  for (const Row& row : rows)
    EXPECT_EQ(allowing(message_passing(row), {"r0", "r1"}, {1, 0}), row.allowed) << row.name;
}

/// Each thread loads one object and stores 1, or what it has loaded, to the other.
program load_buffering(bool copies) {
  return {"LB", [=] {
            atomic<int> x{0, "x"};
            atomic<int> y{0, "y"};
            var<int> r0{0, "r0"};
            var<int> r1{0, "r1"};
            thread left([&] {
              const auto seen = x.load(kRelaxed);
              y.store(copies ? seen : tracked<int>(1), kRelaxed);
              r0 = seen;
            });
            thread right([&] {
              const auto seen = y.load(kRelaxed);
              x.store(copies ? seen : tracked<int>(1), kRelaxed);
              r1 = seen;
            });
          }};
}

TEST(Shapes, LoadBuffering) {
  EXPECT_EQ(allowing(load_buffering(false), {"r0", "r1"}, {1, 1}), "armv8 riscv power");
  EXPECT_EQ(allowing(load_buffering(true), {"r0", "r1"}, {1, 1}), "");
}

}  // namespace
}  // namespace ringcheck
