// Functions that do nothing that a check could see, and return 0.
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

CallOutcome nothing(LibraryCall& call) {
  call.result = 0;
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"asm ", nothing},
    {"asm pause", nothing},
    {"asm rep; nop", nothing},
    {"asm rep nop", nothing},
    {"asm nop", nothing},
    {"asm yield", nothing},
    {"printf", nothing},
    {"fprintf", nothing},
    {"vprintf", nothing},
    {"vfprintf", nothing},
    {"puts", nothing},
    {"putchar", nothing},
    {"fputs", nothing},
    {"fflush", nothing},
    {"perror", nothing},
    {"fputc", nothing},
    {"fwrite", nothing},
    {"sched_yield", nothing},
    // A jump back, and the cancelling of a thread, are defined nowhere.
    {"setjmp", nothing},
    {"_setjmp", nothing},
    {"__sigsetjmp", nothing},
    {"__pthread_register_cancel", nothing},
    {"__pthread_unregister_cancel", nothing},
    {"pthread_testcancel", nothing},
    {"pthread_setcancelstate", nothing},
    {"pthread_setcanceltype", nothing},
    // The environment is empty.
    {"getenv", nothing},
    {"secure_getenv", nothing},
    {"pthread_yield", nothing},
    {"thrd_yield", nothing},
    {"srand", nothing},
    {"__VERIFIER_loop_begin", nothing},
    {"__VERIFIER_spin_start", nothing},
    {"__VERIFIER_annotate_begin", nothing},
    {"__VERIFIER_annotate_end", nothing},
    {"_ZNSt8ios_base4InitC1Ev", nothing},
    {"_ZNSt8ios_base4InitD1Ev", nothing},
    {"pthread_condattr_init", nothing},
    {"pthread_condattr_destroy", nothing},
    {"pthread_condattr_setclock", nothing},
    {"pthread_condattr_setpshared", nothing},
    {"pthread_mutexattr_setpshared", nothing},
    {"pthread_rwlockattr_init", nothing},
    {"pthread_rwlockattr_destroy", nothing},
    {"pthread_rwlockattr_setpshared", nothing},
    {"pthread_barrierattr_init", nothing},
    {"pthread_barrierattr_destroy", nothing},
    {"pthread_barrierattr_setpshared", nothing},
    {"pthread_attr_init", nothing},
    {"pthread_attr_destroy", nothing},
    {"pthread_attr_setdetachstate", nothing},
    {"pthread_attr_setstacksize", nothing},
    {"pthread_setconcurrency", nothing},
    {"pthread_setname_np", nothing},
    {"pthread_setaffinity_np", nothing},
};

}  // namespace

std::span<const LibraryRow> ignored_rows() {
  return kRows;
}

}  // namespace ringcheck::source
