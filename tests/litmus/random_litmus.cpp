// Tested by being used.
#include "tests/litmus/random_litmus.hpp"

#include <array>
#include <random>
#include <string_view>
#include <vector>

namespace ringcheck::tests {

namespace {

// In a template, @ is a location, # a fresh local, % a local that holds something, and $ a number.
constexpr auto kStatements = std::to_array<std::string_view>({
    "int # = READ_ONCE(*@);",
    "int # = READ_ONCE(*@);",
    "int # = smp_load_acquire(@);",
    "int # = *@;",
    "WRITE_ONCE(*@, $);",
    "WRITE_ONCE(*@, $);",
    "WRITE_ONCE(*@, %);",
    "smp_store_release(@, $);",
    "smp_store_mb(*@, $);",
    "*@ = $;",
    "*@ = %;",
    "if (%) WRITE_ONCE(*@, $);",
    "if (%) *@ = $;",
    "int # = READ_ONCE(*@); smp_mb();",
    "WRITE_ONCE(*@, $); smp_mb();",
    "smp_rmb();",
    "smp_wmb();",
    "smp_mb();",
    "barrier();",
    "int # = xchg(@, $);",
    "int # = xchg_relaxed(@, $);",
    "int # = xchg_release(@, $);",
    "int # = cmpxchg(@, 0, $);",
    "int # = cmpxchg_acquire(@, 0, $);",
    "atomic_inc(@);",
    "atomic_add($, @); smp_mb__after_atomic();",
    "smp_mb__before_atomic(); atomic_inc(@);",
    "int # = atomic_fetch_add_release(1, @);",
    "int # = atomic_dec_and_test(@);",
    "synchronize_rcu();",
    "synchronize_srcu(ss);",
    "int # = spin_is_locked(l);",
});
// Those for which machines have no instructions are at the end.
constexpr std::size_t kWithoutInstructions = 3;
constexpr auto kLocalStatements = std::to_array<std::string_view>({
    "local_add($, @);",
    "int # = local_add_return($, @);",
    "int # = local_xchg(@, $);",
    "int # = local_cmpxchg(@, 0, $);",
});
// Blocks that open something around one or two statements, written ….
constexpr auto kBlocks = std::to_array<std::string_view>({
    "spin_lock(l); … spin_unlock(l);",
    "spin_lock(l); smp_mb__after_spinlock(); … spin_unlock(l);",
    "spin_lock(l); smp_mb__after_unlock_lock(); … spin_unlock(l);",
    "int # = spin_trylock(l); if (#) { … spin_unlock(l); }",
    "rcu_read_lock(); … rcu_read_unlock();",
    "rcu_read_lock(); … rcu_read_lock(); … rcu_read_unlock(); rcu_read_unlock();",
    "int # = srcu_read_lock(ss); … srcu_read_unlock(ss, #);",
});

class Writer {
 public:
  explicit Writer(std::uint64_t seed, bool instructions = false)
      : random_(seed), instructions_(instructions) {}

  std::string test() {
    const int threads = 2 + below(2);
    std::string text = "C random\n\n{ }\n\n";
    std::string locals;
    for (int t = 0; t < threads; ++t) {
      fresh_ = 0;
      const int items = (threads == 2 ? 2 : 1) + below(2) + (instructions_ ? 1 : 0);
      std::string body;
      for (int i = 0; i < items; ++i) body += "  " + item() + "\n";
      text += "P" + std::to_string(t) +
              "(int *x, int *y, spinlock_t *l, struct srcu_struct *ss)\n{\n" + body + "}\n\n";
      for (int r = 0; r < fresh_; ++r)
        locals += std::to_string(t) + ":r" + std::to_string(r) + "; ";
    }
    return text + "locations [" + locals + "x; y]\nexists (x=1)\n";
  }

 private:
  int below(std::size_t n) { return static_cast<int>(random_() % n); }

  std::string item() {
    if (instructions_) {
      const std::size_t marked = kStatements.size() - kWithoutInstructions;
      const auto i = static_cast<std::size_t>(below(marked + kLocalStatements.size()));
      return filled(i < marked ? kStatements[i] : kLocalStatements[i - marked]);
    }
    if (below(3) != 0)
      return filled(kStatements[static_cast<std::size_t>(below(kStatements.size()))]);
    return filled(kBlocks[static_cast<std::size_t>(below(kBlocks.size()))]);
  }

  std::string filled(std::string_view pattern) {
    std::string text;
    const std::string fresh = "r" + std::to_string(fresh_);
    const bool takes_fresh = pattern.find('#') != std::string_view::npos;
    const std::string held =
        fresh_ > 0 ? "r" + std::to_string(below(static_cast<std::size_t>(fresh_))) : "1";
    if (takes_fresh) ++fresh_;
    constexpr std::string_view kHole = "…";
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const char c = pattern[i];
      if (pattern.substr(i).starts_with(kHole)) {
        text += filled(kStatements[static_cast<std::size_t>(below(kStatements.size()))]);
        i += kHole.size() - 1;
      } else if (c == '@') {
        text += below(2) == 0 ? "x" : "y";
      } else if (c == '$') {
        text += std::to_string(1 + below(2));
      } else if (c == '#') {
        text += fresh;
      } else if (c == '%') {
        text += held;
      } else {
        text += c;
      }
    }
    return text;
  }

  std::mt19937_64 random_;
  bool instructions_;
  int fresh_ = 0;  // locals of the thread so far
};

}  // namespace

std::string random_litmus_test(std::uint64_t seed) {
  return Writer(seed).test();
}

std::string random_instructions_test(std::uint64_t seed) {
  return Writer(seed, true).test();
}

}  // namespace ringcheck::tests
