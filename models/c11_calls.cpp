// The compilation mappings of C/C++11 atomics, row by row, and the rows of rc11 and sc themselves.
//
// Sources, a row each:
//   - rc11: its own annotations (models/vocabulary/c11.cpp).
//   - x86-64, Armv8 (load-acquire, store-release; exclusives), POWER (leading sync): P. Sewell et
//     al., "C/C++11 mappings to processors",
//     https://www.cl.cam.ac.uk/~pes20/cpp/cpp0xmappings.html.
//   - RISC-V: "The RISC-V Instruction Set Manual, Volume I", appendix A, table A.6; for
//     compare_exchange the lr/sc loop of the same table.
// Tested by tests/models/c11_calls_test.cpp and, against litmus tests in assembly, by
// tests/face/shapes_test.cpp.
#include "models/c11_calls.hpp"

#include <algorithm>

#include "models/model_data.hpp"
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr TagSet kOnce{Tag::once};
constexpr TagSet kAcquire{Tag::acquire};
constexpr TagSet kRelease{Tag::release};
constexpr TagSet kSeqCst{Tag::seq_cst};
constexpr TagSet kFull{Tag::mb};

/// relaxed, acquire, release, acq_rel, seq_cst.
template <class T>
constexpr std::array<T, kMemoryOrders> orders(const T& relaxed, const T& acquire, const T& release,
                                              const T& acq_rel, const T& seq_cst) {
  return {relaxed, acquire, release, acq_rel, seq_cst};
}
constexpr std::array<C11Access, kMemoryOrders> loads(const C11Access& relaxed,
                                                     const C11Access& acquire,
                                                     const C11Access& seq_cst) {
  return {relaxed, acquire, seq_cst, seq_cst, seq_cst};
}
constexpr std::array<C11Access, kMemoryOrders> stores(const C11Access& relaxed,
                                                      const C11Access& release,
                                                      const C11Access& seq_cst) {
  return {relaxed, release, release, seq_cst, seq_cst};
}

constexpr C11Update update(TagSet read, TagSet write) {
  return {.read = read, .write = write, .fail = read};
}

// Each order as rc11 itself writes it.
constexpr auto kRc11Updates =
    orders<C11Update>(update(kOnce, kOnce), update(kAcquire, kOnce), update(kOnce, kRelease),
                      update(kAcquire, kRelease), update(kSeqCst, kSeqCst));
constexpr C11Calls kRc11{
    .name = "rc11",
    .load = loads({}, {.access = kAcquire}, {.access = kSeqCst}),
    .store = stores({}, {.access = kRelease}, {.access = kSeqCst}),
    .update = kRc11Updates,
    .compare_exchange = kRc11Updates,
    .fence = orders<TagSet>({}, {Tag::rmb}, {Tag::wmb}, {Tag::rmb, Tag::wmb}, kFull)};

// Program order orders everything.
constexpr auto kNoUpdates = orders<C11Update>({}, {}, {}, {}, {});
constexpr C11Calls kSc{.name = "sc",
                       .load = loads({}, {}, {}),
                       .store = stores({}, {}, {}),
                       .update = kNoUpdates,
                       .compare_exchange = kNoUpdates,
                       .fence = {}};

// A seq_cst store is an xchg, and each update has a LOCK prefix.
constexpr C11Calls kX86{.name = "x86-64",
                        .load = loads({}, {}, {}),
                        .store = stores({}, {}, {.exchange = true}),
                        .update = kNoUpdates,
                        .compare_exchange = kNoUpdates,
                        .fence = orders<TagSet>({}, {}, {}, {}, kFull)};

// ldar, stlr, ldaxr, stlxr; dmb ishld, dmb ish.
constexpr auto kArmv8Updates =
    orders<C11Update>(update(kOnce, kOnce), update(kAcquire, kOnce), update(kOnce, kRelease),
                      update(kAcquire, kRelease), update(kAcquire, kRelease));
constexpr C11Calls kArmv8{.name = "armv8",
                          .load = loads({}, {.access = kAcquire}, {.access = kAcquire}),
                          .store = stores({}, {.access = kRelease}, {.access = kRelease}),
                          .update = kArmv8Updates,
                          .compare_exchange = kArmv8Updates,
                          .fence = orders<TagSet>({}, {Tag::rmb}, kFull, kFull, kFull)};

// fence r,rw after a load, fence rw,w before a store; amo.aq, amo.rl, lr.aq, sc.rl; fence.tso.
constexpr TagSet kFenceRrw{Tag::order_rr, Tag::order_rw};
constexpr TagSet kFenceRww{Tag::order_rw, Tag::order_ww};
constexpr TagSet kFenceTso{Tag::order_rr, Tag::order_rw, Tag::order_ww};
constexpr TagSet kFenceAll{Tag::order_rr, Tag::order_rw, Tag::order_wr, Tag::order_ww};
constexpr C11Update amo(TagSet bits) {
  const TagSet tags = TagSet{Tag::once, Tag::amo} | bits;
  return update(tags, tags);
}
constexpr C11Update pair(TagSet reserve, TagSet conditional) {
  const TagSet exclusive{Tag::once, Tag::exclusive};
  return update(exclusive | reserve, exclusive | conditional);
}
constexpr C11Calls kRiscv{
    .name = "riscv",
    .load = loads({}, {.after = kFenceRrw}, {.before = kFenceAll, .after = kFenceRrw}),
    .store = stores({}, {.before = kFenceRww}, {.before = kFenceRww}),
    .update = orders<C11Update>(amo({}), amo({Tag::aq}), amo({Tag::rl}), amo({Tag::aq, Tag::rl}),
                                amo({Tag::aq, Tag::rl})),
    .compare_exchange =
        orders<C11Update>(pair({}, {}), pair({Tag::aq}, {}), pair({}, {Tag::rl}),
                          pair({Tag::aq}, {Tag::rl}), pair({Tag::aq, Tag::rl}, {Tag::rl})),
    .fence = orders<TagSet>({}, kFenceRrw, kFenceRww, kFenceTso, kFenceAll)};

// hwsync, lwsync, and cmp; bc; isync after what acquires.
constexpr TagSet kLwsync{Tag::order_rr, Tag::order_rw, Tag::order_ww};
constexpr TagSet kIsync{Tag::context_sync};
constexpr C11Update loop(TagSet before, bool acquire) {
  return {.before = before, .branch = acquire, .after = acquire ? kIsync : TagSet{}};
}
constexpr auto kPowerUpdates = orders<C11Update>(
    loop({}, false), loop({}, true), loop(kLwsync, false), loop(kLwsync, true), loop(kFull, true));
constexpr C11Calls kPower{.name = "power",
                          .load = loads({}, {.branch = true, .after = kIsync},
                                        {.before = kFull, .branch = true, .after = kIsync}),
                          .store = stores({}, {.before = kLwsync}, {.before = kFull}),
                          .update = kPowerUpdates,
                          .compare_exchange = kPowerUpdates,
                          .fence = orders<TagSet>({}, kLwsync, kLwsync, kLwsync, kFull)};

/// A model has the row of its vocabulary, and so does a user's own model in these words.
struct Row {
  const Vocabulary* vocabulary;
  const C11Calls* calls;
};
constexpr Row kRows[] = {{&kC11Vocabulary, &kRc11},    {&kScVocabulary, &kSc},
                         {&kX86Vocabulary, &kX86},     {&kArmv8Vocabulary, &kArmv8},
                         {&kRiscvVocabulary, &kRiscv}, {&kPowerVocabulary, &kPower}};

}  // namespace

C11Update compare_exchange_as(const C11Calls& calls, MemoryOrder success, MemoryOrder failure) {
  const auto row = [&](MemoryOrder order) {
    return calls.compare_exchange[static_cast<std::size_t>(order)];
  };
  if (&calls == &kRc11) {
    C11Update annotated = row(success);
    annotated.fail = calls.load[static_cast<std::size_t>(failure)].access;
    return annotated;
  }
  if (success == MemoryOrder::release && failure == MemoryOrder::acquire)
    return row(MemoryOrder::acq_rel);
  return row(std::max(success, failure));
}

const C11Calls* c11_calls(const Model& model) {
  if (model.data().vocabulary == &c_vocabulary()) return &kRc11;  // a text of a user's
  for (const Row& row : kRows)
    if (row.vocabulary == model.data().vocabulary) return row.calls;
  return nullptr;
}

}  // namespace ringcheck
