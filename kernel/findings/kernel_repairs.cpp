// Repairs of the kernel's text. A step names a few tokens that stand once in a function; their
// spacing does not matter.
// Tested by tests/kernel/kernel_repairs_test.cpp and `make kernel`.
#include <array>

#include "kernel/findings/event_repairs.hpp"
#include "kernel/findings/kernel_repair.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kRing = "kernel/events/ring_buffer.c";
constexpr std::string_view kCore = "kernel/events/core.c";
constexpr std::string_view kInternal = "kernel/events/internal.h";
constexpr std::string_view kIntelPtOfPerf = "tools/perf/arch/x86/util/intel-pt.c";
constexpr std::string_view kAuxtraceOfPerf = "tools/perf/util/auxtrace.c";
constexpr std::string_view kMmapOfPerf = "tools/perf/util/mmap.c";
constexpr std::string_view kEtf = "drivers/hwtracing/coresight/coresight-tmc-etf.c";
constexpr std::string_view kEtb = "drivers/hwtracing/coresight/coresight-etb10.c";
constexpr std::string_view kEtr = "drivers/hwtracing/coresight/coresight-tmc-etr.c";
constexpr std::string_view kCatu = "drivers/hwtracing/coresight/coresight-catu.c";
constexpr std::string_view kCoreSight = "drivers/hwtracing/coresight/coresight-core.c";
constexpr std::string_view kBegin = "__perf_output_begin";

/// The head is loaded before the tail: whoever comes in between makes the cmpxchg fail, and the
/// head that it finds is tried next.
constexpr std::array<RepairStep, 3> kHeadFirst = {
    RepairStep{kBegin, "do {", "offset = local_read(&rb->head);\n\tdo {"},
    RepairStep{kBegin, "offset = head = local_read(&rb->head);", "head = offset;"},
    RepairStep{kBegin, "while (local_cmpxchg(&rb->head, offset, head) != offset);",
               "while (!local_try_cmpxchg(&rb->head, &offset, head));"}};
/// Accesses after the load of the tail are ordered after it, even plain ones.
constexpr std::array<RepairStep, 1> kAcquireTail = {RepairStep{
    kBegin, "READ_ONCE(rb->user_page->data_tail)", "smp_load_acquire(&rb->user_page->data_tail)"}};
/// The flag of a wakeup comes after the head that it is set for.
constexpr std::array<RepairStep, 1> kReleaseFlag = {
    RepairStep{"perf_output_wakeup", "atomic_set(", "atomic_set_release("}};
/// A wakeup asks for a signal, unless something else has.
constexpr std::array<RepairStep, 1> kAsksFirst = {
    RepairStep{"perf_output_wakeup",
               "handle->event->pending_wakeup = 1;\n"
               "\tirq_work_queue(&handle->event->pending_irq);",
               "cmpxchg(&handle->event->pending_kill, 0, POLL_IN);\n"
               "\thandle->event->pending_wakeup = 1;\n"
               "\tirq_work_queue(&handle->event->pending_irq);"}};
/// A wakeup that is due is released after its flag, and taken as a whole.
constexpr std::array<RepairStep, 2> kExchangeDue = {
    RepairStep{"perf_output_wakeup", "handle->event->pending_wakeup = 1;",
               "smp_store_release(&handle->event->pending_wakeup, 1);"},
    RepairStep{"perf_pending_irq", "if (event->pending_wakeup) {\n\t\tevent->pending_wakeup = 0;",
               "if (xchg(&event->pending_wakeup, 0)) {", kCore}};
/// Whoever resumes a buffer has read what it wanted.
constexpr std::array<RepairStep, 1> kReleaseResume = {
    RepairStep{"rb_toggle_paused", "rb->paused = 0;", "smp_store_release(&rb->paused, 0);"}};
/// A writer that is refused wakes the reader.
constexpr std::array<RepairStep, 1> kWakeWhenFull = {
    RepairStep{kBegin, "fail:", "fail:\n\tperf_output_wakeup(handle);"}};
/// A record that can never fit is refused.
constexpr std::array<RepairStep, 1> kRefuseOversize = {
    RepairStep{kBegin, "perf_output_get_handle(handle);",
               "perf_output_get_handle(handle);\n"
               "\tif (size > perf_data_size(rb))\n"
               "\t\tgoto fail;"}};
/// A stack of no bytes is its size alone.
constexpr std::array<RepairStep, 1> kNothingToDump = {
    RepairStep{"perf_output_sample_ustack", "if (!regs) {", "if (!regs || !dump_size) {"}};
/// Who polls a pinned event that is in error is told, and woken for it.
constexpr std::array<RepairStep, 2> kTellsError = {
    RepairStep{"perf_poll", "if (is_event_hup(event))",
               "if (is_event_hup(event) || event->state == PERF_EVENT_STATE_ERROR)"},
    RepairStep{"merge_sched_in", "perf_event_set_state(event, PERF_EVENT_STATE_ERROR);",
               "perf_event_set_state(event, PERF_EVENT_STATE_ERROR);\n"
               "\t\t\tevent->pending_wakeup = 1;\n"
               "\t\t\tirq_work_queue(&event->pending_irq);"}};
/// The sample id of a LOST record is made apart from that of the record after it.
constexpr RepairStep kDataOfLost{kBegin, "int have_lost, page_shift;",
                                 "struct perf_sample_data lost_data;\n"
                                 "\tint have_lost, page_shift;"};
constexpr RepairStep kIdOfLost{kBegin, "perf_event__output_id_sample(event, handle, data);",
                               "perf_event__output_id_sample(event, handle, &lost_data);"};
constexpr std::array<RepairStep, 3> kOwnIdOfLost = {
    kDataOfLost, kIdOfLost,
    RepairStep{kBegin, "perf_event_header__init(&lost_event.header, data,",
               "perf_event_header__init(&lost_event.header, &lost_data,"}};
constexpr std::array<RepairStep, 3> kOwnIdOfLost61 = {
    kDataOfLost, kIdOfLost,
    RepairStep{kBegin, "perf_event_header__init_id(&lost_event.header, data, event);",
               "perf_event_header__init_id(&lost_event.header, &lost_data, event);"}};
/// All that is missing of a sample's trace is filled.
constexpr std::array<RepairStep, 4> kFillsAll = {
    RepairStep{"perf_aux_sample_output", "if (WARN_ON_ONCE(pad >= sizeof(u64)))\n\t\tpad = 8;", ""},
    RepairStep{"perf_aux_sample_output", "if (pad) {", "while (pad) {"},
    RepairStep{"perf_aux_sample_output", "u64 zero = 0;",
               "u64 zero = 0;\n\t\tunsigned long bytes = min(pad, sizeof(zero));\n"},
    RepairStep{"perf_aux_sample_output", "perf_output_copy(handle, &zero, pad);",
               "perf_output_copy(handle, &zero, bytes);\n\t\tpad -= bytes;"}};
/// attr.wakeup_events has no sign.
constexpr std::array<RepairStep, 1> kUnsignedWakeups = {
    RepairStep{"perf_output_sample", "int wakeup_events = event->attr.wakeup_events;",
               "u32 wakeup_events = event->attr.wakeup_events;"}};
/// Both counts of mappings are taken down under the event's mutex.
constexpr std::array<RepairStep, 2> kCloseUnderMutex = {
    RepairStep{"perf_mmap_close",
               "if (atomic_dec_and_test(&rb->mmap_count))\n\t\tdetach_rest = true;",
               "mutex_lock(&event->mmap_mutex);\n"
               "\tif (atomic_dec_and_test(&rb->mmap_count))\n"
               "\t\tdetach_rest = true;"},
    RepairStep{"perf_mmap_close",
               "if (!atomic_dec_and_mutex_lock(&event->mmap_count, &event->mmap_mutex))\n"
               "\t\tgoto out_put;",
               "if (!atomic_dec_and_test(&event->mmap_count)) {\n"
               "\t\tmutex_unlock(&event->mmap_mutex);\n"
               "\t\tgoto out_put;\n"
               "\t}"}};
/// The stamp is sampled before nested writers stop to publish and wake for themselves.
constexpr std::array<RepairStep, 2> kSampleFirst = {
    RepairStep{"perf_output_get_handle", "handle->wakeup = local_read(&rb->wakeup);", ""},
    RepairStep{"perf_output_get_handle", "preempt_disable();",
               "preempt_disable();\n\thandle->wakeup = local_read(&rb->wakeup);"}};
/// A count that is not 0 is taken before space is reserved, and given back when there is none.
constexpr std::array<RepairStep, 3> kTakeLostFirst = {
    RepairStep{kBegin, "have_lost = local_read(&rb->lost);",
               "have_lost = local_read(&rb->lost);\n"
               "\tif (have_lost)\n"
               "\t\thave_lost = local_xchg(&rb->lost, 0);"},
    RepairStep{kBegin, "lost_event.lost = local_xchg(&rb->lost, 0);",
               "lost_event.lost = have_lost;"},
    RepairStep{kBegin, "fail:", "fail:\n\tlocal_add(have_lost, &rb->lost);"}};
/// The difference has a sign.
constexpr std::array<RepairStep, 1> kSignedStamp = {
    RepairStep{kBegin, "if (unlikely(head - local_read(&rb->wakeup) > rb->watermark))",
               "if (unlikely((long)(head - local_read(&rb->wakeup)) > rb->watermark))"}};
/// The count has as many bits as what it counts.
constexpr std::array<RepairStep, 1> kWideLost = {
    RepairStep{kBegin, "int have_lost, page_shift;", "int page_shift;\n\tlong have_lost;"}};

/// A copy is compared with the place that it is from, and both are in the order of the trace.
constexpr std::array<RepairStep, 3> kCompareWithItsPlace = {
    RepairStep{"intel_pt_wrapped",
               "intel_pt_copy_ref(ref->ref_buf, ptr->snapshot_ref_buf_size, mm->len, data, head);",
               "intel_pt_copy_ref(ref->ref_buf, ptr->snapshot_ref_buf_size, mm->len,\n"
               "\t\t\t  data, head);\n"
               "\tref->ref_offset = (head + mm->len - ptr->snapshot_ref_buf_size) % mm->len;"},
    RepairStep{"intel_pt_compare_buffers", "part_size = end2 - buf2_size;",
               "part_size = buf2_size - offs2;"},
    RepairStep{"intel_pt_copy_ref",
               "memcpy(ref_buf, data, head); ref_size -= head;"
               "memcpy(ref_buf + head, data + buf_size - ref_size, ref_size);",
               "ref_size -= head;\n"
               "\t\tmemcpy(ref_buf, data + buf_size - ref_size, ref_size);\n"
               "\t\tmemcpy(ref_buf + ref_size, data, head);"}};

/// A drain enables the event that runs on the buffer's CPU.
constexpr std::array<RepairStep, 2> kEventOfTheCpu = {
    RepairStep{"auxtrace_record__read_finish", "struct evsel *evsel;",
               "struct evsel *evsel;\n\tint err;"},
    RepairStep{"auxtrace_record__read_finish",
               "if (evsel__is_aux_event(evsel)) { if (evsel->disabled) return 0;"
               "return evlist__enable_event_idx(itr->evlist, evsel, idx); }",
               "if (evsel__is_aux_event(evsel)) {\n"
               "\t\t\tif (evsel->disabled)\n"
               "\t\t\t\treturn 0;\n"
               "\t\t\terr = evlist__enable_event_idx(itr->evlist, evsel, idx);\n"
               "\t\t\tif (err != -EINVAL)\n"
               "\t\t\t\treturn err;\n"
               "\t\t}"}};

/// A copy that the room cuts starts at a frame.
constexpr std::array<RepairStep, 1> kWholeFrames = {
    RepairStep{"etb_update_buffer", "u32 mask = ~(ETB_FRAME_SIZE_WORDS - 1);",
               "u32 mask = ~(4 * ETB_FRAME_SIZE_WORDS - 1);"}};
/// No path goes through an ETF that perf has for its sink.
constexpr std::array<RepairStep, 1> kNoPathThroughSink = {
    RepairStep{"tmc_enable_etf_link", "if (csdev->refcnt == 0) {",
               "if (coresight_get_mode(csdev) == CS_MODE_PERF) {\n"
               "\t\tret = -EBUSY;\n"
               "\t} else if (csdev->refcnt == 0) {"}};
constexpr std::array<RepairStep, 1> kNoPathThroughSink61 = {
    RepairStep{"tmc_enable_etf_link", "if (atomic_read(&csdev->refcnt[0]) == 0) {",
               "if (drvdata->mode == CS_MODE_PERF) {\n"
               "\t\tret = -EBUSY;\n"
               "\t} else if (atomic_read(&csdev->refcnt[0]) == 0) {"}};
/// A buffer that is freed is forgotten.
constexpr std::array<RepairStep, 1> kForgetBuffer = {RepairStep{"tmc_enable_etf_sink_sysfs",
                                                                "else { used = false;",
                                                                "else {\n"
                                                                "\t\tif (used)\n"
                                                                "\t\t\tdrvdata->buf = NULL;\n"
                                                                "\t\tused = false;"}};
/// Each tracer notes where its trace goes.
constexpr std::array<RepairStep, 2> kEachNotes = {
    RepairStep{"etb_enable_perf", "ret = etb_set_buffer(csdev, handle);\n\tif (ret)\n\t\tgoto out;",
               ""},
    RepairStep{"etb_enable_perf", "if (drvdata->pid == pid) {",
               "ret = etb_set_buffer(csdev, handle);\n"
               "\tif (ret)\n"
               "\t\tgoto out;\n"
               "\tif (drvdata->pid == pid) {"}};

/// Who reads what sysfs left keeps sysfs alone from leaving the sink.
constexpr std::array<RepairStep, 1> kReadingKeepsSysfs = {
    RepairStep{"tmc_disable_etr_sink",
               "raw_spin_lock_irqsave(&drvdata->spinlock, flags);\n\n\tif (drvdata->reading) {",
               "raw_spin_lock_irqsave(&drvdata->spinlock, flags);\n\n"
               "\tif (drvdata->reading && coresight_get_mode(csdev) == CS_MODE_SYSFS) {"}};
constexpr std::array<RepairStep, 1> kReadingKeepsSysfs61 = {
    RepairStep{"tmc_disable_etr_sink",
               "spin_lock_irqsave(&drvdata->spinlock, flags);\n\n\tif (drvdata->reading) {",
               "spin_lock_irqsave(&drvdata->spinlock, flags);\n\n"
               "\tif (drvdata->reading && drvdata->mode == CS_MODE_SYSFS) {"}};
/// sysfs looks again whether its buffer is there, and is not read.
constexpr std::array<RepairStep, 1> kLookAtReaderAgain = {
    RepairStep{"tmc_enable_etr_sink_sysfs", "if (coresight_get_mode(csdev) == CS_MODE_PERF) {",
               "if (drvdata->reading || drvdata->sysfs_buf != sysfs_buf) {\n"
               "\t\traw_spin_unlock_irqrestore(&drvdata->spinlock, flags);\n"
               "\t\treturn -EBUSY;\n"
               "\t}\n"
               "\n"
               "\tif (coresight_get_mode(csdev) == CS_MODE_PERF) {"}};
/// An event takes no buffer but its own out of the table.
constexpr std::array<RepairStep, 1> kOwnEntry = {
    RepairStep{"tmc_free_etr_buffer", "buf = idr_remove(&drvdata->idr, etr_perf->pid);",
               "buf = NULL;\n"
               "\tif (idr_find(&drvdata->idr, etr_perf->pid) == etr_buf)\n"
               "\t\tbuf = idr_remove(&drvdata->idr, etr_perf->pid);"}};
/// The next push starts where this one ends.
constexpr std::array<RepairStep, 2> kFromItsEnd = {
    RepairStep{"perf_mmap__push", "u64 head = perf_mmap__read_head(&md->core);", "u64 head;"},
    RepairStep{"perf_mmap__push", "return (rc == -EAGAIN) ? 1 : -1;",
               "return (rc == -EAGAIN) ? 1 : -1;\n"
               "\n"
               "\thead = md->core.overwrite ? md->core.start : md->core.end;"}};
/// A CATU is of no use to an ETR that cannot be claimed.
constexpr std::array<RepairStep, 1> kCatuToo = {RepairStep{"tmc_etr_enable_hw",
                                                           "__tmc_etr_enable_hw(drvdata);\n\t}",
                                                           "__tmc_etr_enable_hw(drvdata);\n"
                                                           "\t} else {\n"
                                                           "\t\ttmc_etr_disable_catu(drvdata);\n"
                                                           "\t}"}};
/// Helpers of a sink that cannot be had are not used.
constexpr std::array<RepairStep, 1> kHelpersToo = {
    RepairStep{"coresight_enable_path", "if (ret)\n\t\t\t\tgoto out;",
               "if (ret) {\n"
               "\t\t\t\tcoresight_disable_helpers(csdev);\n"
               "\t\t\t\tgoto out;\n"
               "\t\t\t}"}};
/// A CATU without a buffer is not claimed.
constexpr std::array<RepairStep, 1> kClaimGivenBack = {
    RepairStep{"catu_enable_hw", "if (IS_ERR(etr_buf))\n\t\t\treturn PTR_ERR(etr_buf);",
               "if (IS_ERR(etr_buf)) {\n"
               "\t\t\tcoresight_disclaim_device_unlocked(csdev);\n"
               "\t\t\treturn PTR_ERR(etr_buf);\n"
               "\t\t}"}};
/// The buffer is there before the lock is taken.
constexpr std::array<RepairStep, 4> kBufferBeforeLock = {
    RepairStep{"catu_enable_hw", "struct etr_buf *etr_buf = NULL;",
               "struct etr_buf *etr_buf = data;"},
    RepairStep{"catu_enable_hw",
               "struct coresight_device *etrdev;\n"
               "\tunion coresight_dev_subtype etr_subtype = {\n"
               "\t\t.sink_subtype = CORESIGHT_DEV_SUBTYPE_SINK_SYSMEM\n"
               "\t};",
               ""},
    RepairStep{"catu_enable_hw",
               "etrdev = coresight_find_input_type(\n"
               "\t\tcsdev->pdata, CORESIGHT_DEV_TYPE_SINK, etr_subtype);\n"
               "\tif (etrdev) {\n"
               "\t\tetr_buf = tmc_etr_get_buffer(etrdev, cs_mode, data);\n"
               "\t\tif (IS_ERR(etr_buf))\n"
               "\t\t\treturn PTR_ERR(etr_buf);\n"
               "\t}",
               ""},
    RepairStep{"catu_enable", "guard(raw_spinlock_irqsave)(&catu_drvdata->spinlock);",
               "union coresight_dev_subtype etr_subtype = {\n"
               "\t\t.sink_subtype = CORESIGHT_DEV_SUBTYPE_SINK_SYSMEM\n"
               "\t};\n"
               "\tstruct coresight_device *etrdev = coresight_find_input_type(\n"
               "\t\tcsdev->pdata, CORESIGHT_DEV_TYPE_SINK, etr_subtype);\n"
               "\n"
               "\tdata = etrdev ? tmc_etr_get_buffer(etrdev, mode, data) : NULL;\n"
               "\tif (IS_ERR(data))\n"
               "\t\treturn PTR_ERR(data);\n"
               "\n"
               "\tguard(raw_spinlock_irqsave)(&catu_drvdata->spinlock);"}};
/// Half of a size is whole pages.
constexpr std::array<RepairStep, 1> kWholePages = {
    RepairStep{"alloc_etr_buf", "size /= 2;", "size = (size / 2) & PAGE_MASK;"}};
/// A file is of one dump.
constexpr std::array<RepairStep, 1> kOneDump = {
    RepairStep{"etb_read", "etb_dump(drvdata);", "if (!*ppos)\n\t\tetb_dump(drvdata);"}};
/// Beyond the memory there is nothing to read.
constexpr std::array<RepairStep, 1> kEndOfFile = {RepairStep{"etb_read",
                                                             "depth = drvdata->buffer_depth;",
                                                             "depth = drvdata->buffer_depth;\n"
                                                             "\tif (*ppos >= depth * 4)\n"
                                                             "\t\treturn 0;"}};
/// A sink is shared by those who share its buffer.
constexpr std::array<RepairStep, 1> kSameBuffer = {
    RepairStep{"tmc_enable_etr_sink_perf", "if (drvdata->pid != -1 && drvdata->pid != pid) {",
               "if (drvdata->pid != -1 &&\n"
               "\t    (drvdata->pid != pid || drvdata->perf_buf != etr_perf->etr_buf)) {"}};

constexpr std::array kRepairs = {
    KernelRepair{"F-01", kRing, kAcquireTail, "A=acquire", false},
    KernelRepair{"F-02", kRing, kHeadFirst, "reserve=head-first"},
    KernelRepair{"F-03", kRing, kReleaseFlag, "flag=release", false},
    KernelRepair{"F-04", kRing, kWakeWhenFull, "refusal=wakes"},
    KernelRepair{"F-06", kInternal, kReleaseResume, "resume=release", false},
    KernelRepair{"F-07", kRing, kRefuseOversize},
    KernelRepair{"F-08", kCore, kCloseUnderMutex, "close=under-mutex", false},
    KernelRepair{"F-09", kRing, kSampleFirst, "stamp=before-nest"},
    KernelRepair{"F-16", kRing, kTakeLostFirst, "lost=taken-first"},
    KernelRepair{"F-17", kRing, kSignedStamp, "compare=signed"},
    KernelRepair{"F-21", kEtr, kReadingKeepsSysfs},
    KernelRepair{"F-21", kEtr, kReadingKeepsSysfs61},
    KernelRepair{"F-27", kRing, kAsksFirst},
    KernelRepair{"F-33", kRing, kExchangeDue, "due=exchange", false},
    KernelRepair{"D-01", kRing, kWideLost},
    KernelRepair{"D-02", kRing, kRefuseOversize},
    KernelRepair{"D-04", kCore, kNothingToDump},
    KernelRepair{"D-14", kCore, kTellsError},
    KernelRepair{"D-15", kRing, kOwnIdOfLost},
    KernelRepair{"D-15", kRing, kOwnIdOfLost61},
    KernelRepair{"D-16", kCore, kUnsignedWakeups},
    KernelRepair{"V-08", kIntelPtOfPerf, kCompareWithItsPlace},
    KernelRepair{"V-14", kCore, kTouchesNothing},
    KernelRepair{"V-16", kEtb, kWholeFrames},
    KernelRepair{"V-17", kMmapOfPerf, kFromItsEnd},
    KernelRepair{"V-26", kCore, kFillsAll},
    KernelRepair{"V-29", kEtf, kNoPathThroughSink},
    KernelRepair{"V-29", kEtf, kNoPathThroughSink61},
    KernelRepair{"V-34", kEtb, kEachNotes},
    KernelRepair{"V-52", kEtr, kCatuToo},
    KernelRepair{"V-59", kEtf, kForgetBuffer},
    KernelRepair{"V-62", kEtr, kLookAtReaderAgain},
    KernelRepair{"V-63", kEtr, kOwnEntry},
    KernelRepair{"V-64", kEtr, kSameBuffer},
    KernelRepair{"V-65", kEtr, kReadingKeepsSysfs},
    KernelRepair{"V-65", kEtr, kReadingKeepsSysfs61},
    KernelRepair{"V-66", kAuxtraceOfPerf, kEventOfTheCpu},
    KernelRepair{"V-67", kCoreSight, kHelpersToo},
    KernelRepair{"V-68", kCatu, kClaimGivenBack},
    KernelRepair{"V-69", kCatu, kBufferBeforeLock},
    KernelRepair{"V-70", kEtr, kWholePages},
    KernelRepair{"V-71", kEtb, kOneDump},
    KernelRepair{"V-72", kEtb, kEndOfFile},
    KernelRepair{"V-73", kCore, kRangesOfWhoForks},
    KernelRepair{"V-74", kCore, kMappingsOfAll},
    KernelRepair{"V-74", kCore, kMappingsOfAll61},
    KernelRepair{"V-75", kCore, kPartsAreCovered},
    KernelRepair{"V-76", kCore, kFollowsUnrecorded},
    KernelRepair{"V-77", kCore, kAppliesWithoutSpace},
    KernelRepair{"V-78", kCore, kFilteredApart},
    KernelRepair{"V-79", kCore, kEndDoesNotWrap},
    KernelRepair{"V-80", "arch/x86/events/intel/bts.c", kBtsAsksOpener},
    KernelRepair{"V-81", "drivers/perf/arm_spe_pmu.c", kSpeAsksOpener},
    KernelRepair{"V-81", "drivers/perf/arm_spe_pmu.c", kSpeAsksOpener61}};

}  // namespace

std::span<const KernelRepair> all_kernel_repairs() {
  return kRepairs;
}

}  // namespace ringcheck
