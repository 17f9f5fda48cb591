// Members of objects that a thread reaches through tracked pointers.
#include <gtest/gtest.h>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "ringcheck/array.hpp"
#include "ringcheck/check.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

struct Linked {
  var<int> plain{0, "plain"};
  atomic<int> value{0, "value"};
  array<var<int>, 2> slots{0};
  atomic<Linked*> next{this, "next"};
  const int number = 3;

  [[nodiscard]] tracked<bool> is_alone() const { return next.load(kRelaxed) == this; }
};

/// A reader of a message that is published by a pointer, which names a member by `read`.
void read_linked(const std::function<void(const tracked<Linked*>&)>& read) {
  Linked one;
  atomic<Linked*> head{nullptr, "head"};
  thread writer([&] {
    one.value.store(42, kRelaxed);
    head.store(&one, std::memory_order_release);
  });
  thread reader([&] {
    const auto node = head.load(kRelaxed);
    if (node != nullptr) read(node);
  });
}

TEST(Members, AreRefusedAfterTheirExpression) {
  const std::vector<std::function<void(const tracked<Linked*>&)>> reads = {
      [](const auto& node) {
        auto& value = node->value;
        require(value.load(kRelaxed) == 42);
      },
      [](const auto& node) {
        const auto* value = &node->value;
        require(value->load(kRelaxed) == 42);
      },
      [](const auto& node) {
        for (auto& slot : node->slots) slot = 1;
      },
      [](const auto& node) {
        const auto* value = &node->value;
        require(tracked<const atomic<int>*>(value) != nullptr);
      },
  };
  for (const auto& read : reads) {
    const program kept("kept", [&] { read_linked(read); });
    for (const char* model : {"armv8", "riscv", "power"}) {
      try {
        ADD_FAILURE() << check(kept, model).text();
      } catch (const error& failure) {
        EXPECT_NE(std::string(failure.what()).find("write pointer->member"), std::string::npos)
            << failure.what();
      }
    }
    EXPECT_NO_THROW(check(kept, "rc11"));
  }
}

TEST(Members, DependOnThePointer) {
  const std::vector<std::function<void(const tracked<Linked*>&)>> reads = {
      [](const auto& node) { require(node->value.load(kRelaxed) == 42); },
      [](const auto& node) { require((&node->value)->load(kRelaxed) == 42); },
      [](const auto& node) {
        const tracked<atomic<int>*> value = &node->value;
        require(value->load(kRelaxed) == 42);
      },
      [](const auto& node) { require(node->is_alone() && node->number == 3); },
      [](const auto& node) { require(node->next.load(kRelaxed)->next.load(kRelaxed) == node); },
  };
  for (const auto& read : reads) {
    const program named("named", [&] { read_linked(read); });
    for (const char* model : {"armv8", "riscv", "power"})
      EXPECT_EQ(check(named, model).answer, answer::holds) << check(named, model).text();
  }
}

/// A guard keeps a reference to the mutex that it locks.
TEST(Members, MayBeLockedByAGuard) {
  struct Locked {
    mutex lock{"lock"};
    var<int> count{0, "count"};
  };
  const program guarded("guarded", [] {
    Locked one;
    atomic<Locked*> head{&one, "head"};
    const auto add = [&] {
      const auto node = head.load(kRelaxed);
      {
        const std::lock_guard guard(node->lock);
        node->count += 1;
      }
      if (node->lock.try_lock()) node->lock.unlock();
    };
    {
      thread a(add);
      thread b(add);
    }
    require(one.count == 2);
  });
  for (const char* model : {"armv8", "riscv", "power", "rc11", "x86-tso"})
    EXPECT_EQ(check(guarded, model).answer, answer::holds) << check(guarded, model).text();
}

TEST(Members, AreSharedObjects) {
  struct Keyed {
    int key;
    atomic<int> value{0};
  };
  const program keyed("keyed", [] {
    Keyed one{1};
    Keyed two{2};
    atomic<Keyed*> head{&two, "head"};
    atomic<int> key{0, "key"};
    atomic<int> ready{0, "ready"};
    thread a([&] {
      const auto node = head.load(kRelaxed);
      const int number = node->key;
      key.store(number, kRelaxed);
      ready.store(1, kRelaxed);
    });
    thread b([&] {
      if (ready.load(kRelaxed) == 1) head.store(&one, kRelaxed);
    });
  });
  for (const char* model : {"armv8", "riscv", "power"}) {
    try {
      ADD_FAILURE() << check(keyed, model).text();
    } catch (const error& failure) {
      EXPECT_NE(std::string(failure.what()).find("must be a shared object, such as a var"),
                std::string::npos)
          << failure.what();
    }
  }
}

/// Load buffering with the address of a member: it is stored after the pointer has been loaded.
TEST(Members, HaveAddressesThatDependOnThePointer) {
  const program addresses("addresses", [] {
    Linked one;
    Linked two;
    atomic<Linked*> head{&two, "head"};
    atomic<atomic<int>*> member{nullptr, "member"};
    thread a([&] {
      const auto node = head.load(kRelaxed);
      member.store(&node->value, kRelaxed);
    });
    thread b([&] {
      if (member.load(kRelaxed) == &one.value) head.store(&one, kRelaxed);
    });
    a.join();
    require(member == &two.value);
  });
  for (const char* model : {"armv8", "riscv", "power", "rc11"})
    EXPECT_EQ(check(addresses, model).answer, answer::holds) << check(addresses, model).text();
}

}  // namespace
}  // namespace ringcheck
