// Changes of the kernel's text that nothing can see, and why.
// Tested by `make kernel`: if a change differs after all, its row here is a lie, and that shows.
#include <array>

#include "kernel/mutate/hold_changes.hpp"

namespace ringcheck {
namespace {

/// A change, and why it changes nothing.
struct Equivalent {
  std::string_view function, from, to;
  unsigned nth;  ///< 0: each of them
  std::string_view why;
};

constexpr std::string_view kNode = "the node is a wish; which one memory comes from, nobody asks";
constexpr std::string_view kZeroed = "the buffer is zeroed, and zero is a lock that nobody holds";

constexpr std::string_view kOnePiece =
    "in overwrite mode rb_alloc_aux gives such a PMU one piece, or nothing";
constexpr std::string_view kHolds = "what is warned of never comes to pass";

constexpr std::array kEquivalent = {
    Equivalent{"__perf_output_begin", "handle->flags =", "", 0,
               "the flags are those of a transaction, and perf_aux_output_begin sets them to 0"},
    Equivalent{"ring_buffer_init", "mutex_init", "rc_nothing", 0, kZeroed},
    Equivalent{"ring_buffer_init", "rb->overwrite =", "", 1, "the buffer is zeroed"},
    Equivalent{"perf_aux_output_begin", "output_event =", "", 0,
               "ring_buffer_get goes to the parent by itself"},
    Equivalent{"perf_output_copy_aux", "-", "", 1, "perf_output_copy copies all"},
    Equivalent{"ring_buffer_put", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"perf_mmap", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"perf_mmap", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"perf_mmap_close", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"ring_buffer_attach", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"arm_trbe_enable", "-", "", 0, "any number but 0 is an error"},
    Equivalent{"trbe_apply_work_around_before_enable", "-", "", 0, "any number but 0 is an error"},
    Equivalent{"ring_buffer_init", "spin_lock_init", "rc_nothing", 0, kZeroed},
    Equivalent{"rb_alloc_aux", "-", "", 1, kNode},
    Equivalent{"rb_alloc_aux", "1", "2", 1, kNode},
    Equivalent{"rb_alloc_aux", "-", "", 2, kNode},
    Equivalent{"rb_alloc_aux", "1", "2", 2, kNode},
    Equivalent{"rb_alloc_aux", "==", "!=", 1, kNode},
    Equivalent{"perf_mmap_alloc_page", "==", "!=", 1, kNode},
    Equivalent{"perf_mmap_alloc_page", "-", "", 0, kNode},
    Equivalent{"perf_mmap_alloc_page", "1", "2", 0, kNode},
    Equivalent{"rb_alloc", "node =", "", 0, kNode},
    Equivalent{"rb_alloc", "==", "!=", 1, kNode},
    Equivalent{"rb_alloc", "-", "", 1, kNode},
    Equivalent{"rb_alloc", "1", "2", 1, kNode},
    Equivalent{"trbe_alloc_node", "if", "rc_unless", 0, kNode},
    Equivalent{"trbe_alloc_node", "==", "!=", 0, kNode},
    Equivalent{"trbe_alloc_node", "-", "", 0, kNode},
    Equivalent{"trbe_alloc_node", "1", "2", 0, kNode},
    Equivalent{"bts_buffer_setup_aux", "1", "2", 2, kOnePiece},
    Equivalent{"bts_buffer_setup_aux", "return", "", 1, kOnePiece},
    Equivalent{"bts_buffer_setup_aux", "buf->data_pages =", "", 0, "nobody looks at it"},
    Equivalent{"bts_config_buffer", "0", "1", 1, "it is set again before anybody looks"},
    Equivalent{"topa_alloc", "tp->topa.last =", "", 0, "the page is zeroed"},
    Equivalent{"tmc_etr_alloc_flat_buf", "etr_buf->mode =", "", 0,
               "the buffer is zeroed, and so is the number of this mode"},
    Equivalent{"tmc_get_memwidth_mask", "break", "", 2, "it is the last of its switch"},
    Equivalent{"trbe_has_erratum", "<", "<=", 0, "all that are asked for are below"},
    Equivalent{"set_trbe_limit_pointer_enabled", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"set_trbe_limit_pointer_enabled", "~", "", 0,
               "the register has no such bit, and all others are set anew"},
    Equivalent{"set_trbe_limit_pointer_enabled", "|=", "=", 1,
               "all that the register had is taken out before"},
    Equivalent{"arm_trbe_alloc_buffer", "buf->trbe_write =", "", 0,
               "it is set again before anybody looks"},
    Equivalent{"arm_trbe_update_buffer", "0", "1", 1,
               "nobody asks for an update of a sink that is off"},
    Equivalent{"arm_trbe_update_buffer", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"arm_trbe_disable", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"arm_trbe_disable", "buf->cpudata =", "", 0, "it is set again before anybody looks"},
    Equivalent{"trbe_handle_overflow", "-", "", 0, "any number but 0 is an error"},
    Equivalent{"arm_trbe_irq_handler", "||", "&&", 0,
               "without a handle or a transaction a null pointer was used before"}};

}  // namespace

std::string equivalence_of(const TokenChange& change) {
  for (const Equivalent& known : kEquivalent)
    if (known.function == change.function && known.from == change.from && known.to == change.to &&
        (known.nth == 0 || known.nth == change.nth))
      return std::string(known.why);
  return {};
}

}  // namespace ringcheck
