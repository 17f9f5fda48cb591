// The kernel's own words: each annotation under the name that the kernel's memory model gives it.
// Source: Linux 6.1, tools/memory-model/linux-kernel.bell (enums Accesses, Barriers, SRCU) and
// lock.cat. The four events of a fully ordered read-modify-write are two Mb fences around a Once
// read and a Once write, as linux-kernel.def's {mb} operations have it; a failing one has only its
// read.
//
// Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr EventTest tagged(Kinds kinds, Tag tag) {
  return {.kinds = kinds, .any = {tag}};
}

constexpr EventTest kOnce[] = {tagged(Kinds::accesses, Tag::once)};
constexpr EventTest kAcquire[] = {tagged(Kinds::reads, Tag::acquire)};
constexpr EventTest kRelease[] = {tagged(Kinds::writes, Tag::release)};
constexpr EventTest kNoreturn[] = {tagged(Kinds::reads, Tag::noreturn)};
constexpr EventTest kMb[] = {tagged(Kinds::fences, Tag::mb)};
constexpr EventTest kRmb[] = {tagged(Kinds::fences, Tag::rmb)};
constexpr EventTest kWmb[] = {tagged(Kinds::fences, Tag::wmb)};
constexpr EventTest kBarrier[] = {tagged(Kinds::fences, Tag::compiler_barrier)};
constexpr EventTest kBeforeAtomic[] = {tagged(Kinds::fences, Tag::before_atomic)};
constexpr EventTest kAfterAtomic[] = {tagged(Kinds::fences, Tag::after_atomic)};
constexpr EventTest kAfterSpinlock[] = {tagged(Kinds::fences, Tag::after_spinlock)};
constexpr EventTest kAfterUnlockLock[] = {tagged(Kinds::fences, Tag::after_unlock_lock)};
constexpr EventTest kRcuLock[] = {tagged(Kinds::fences, Tag::rcu_lock)};
constexpr EventTest kRcuUnlock[] = {tagged(Kinds::fences, Tag::rcu_unlock)};
constexpr EventTest kSyncRcu[] = {tagged(Kinds::fences, Tag::sync_rcu)};
constexpr EventTest kSrcuLock[] = {tagged(Kinds::all, Tag::srcu_lock)};
constexpr EventTest kSrcuUnlock[] = {tagged(Kinds::all, Tag::srcu_unlock)};
constexpr EventTest kSyncSrcu[] = {tagged(Kinds::all, Tag::sync_srcu)};
constexpr EventTest kLockRead[] = {tagged(Kinds::reads, Tag::lock_read)};
constexpr EventTest kLockWrite[] = {tagged(Kinds::writes, Tag::lock_write)};
constexpr EventTest kUnlock[] = {tagged(Kinds::writes, Tag::unlock)};
constexpr EventTest kLockFail[] = {tagged(Kinds::reads, Tag::lock_fail)};
constexpr EventTest kReadLocked[] = {tagged(Kinds::reads, Tag::read_locked)};
constexpr EventTest kReadUnlocked[] = {tagged(Kinds::reads, Tag::read_unlocked)};

constexpr NamedSet kSets[] = {
    {"Once", kOnce},
    {"Acquire", kAcquire},
    {"Release", kRelease},
    {"Noreturn", kNoreturn},
    {"Mb", kMb},
    {"Rmb", kRmb},
    {"Wmb", kWmb},
    {"Barrier", kBarrier},
    {"Before-atomic", kBeforeAtomic},
    {"After-atomic", kAfterAtomic},
    {"After-spinlock", kAfterSpinlock},
    {"After-unlock-lock", kAfterUnlockLock},
    {"Rcu-lock", kRcuLock},
    {"Rcu-unlock", kRcuUnlock},
    {"Sync-rcu", kSyncRcu},
    {"Srcu-lock", kSrcuLock},
    {"Srcu-unlock", kSrcuUnlock},
    {"Sync-srcu", kSyncSrcu},
    {"LKR", kLockRead},
    {"LKW", kLockWrite},
    {"UL", kUnlock},
    {"LF", kLockFail},
    {"RL", kReadLocked},
    {"RU", kReadUnlocked},
};

}  // namespace

const Vocabulary kLinuxVocabulary{"linux", kSets};

}  // namespace ringcheck
