/* Our C behind samples with all their fields: what there is to sample. Each word of a list is told
 * by its place. */
#include "events.c"
#include "samples_api.h"

#define RC_MOST_CHAIN 9000
#define RC_MOST_BRANCHES 4
#define RC_MOST_RAW 64
#define RC_STACK_WORDS 64
#define RC_TRACE_WORDS 1024

u64 rc_counts[2] = { 0xc0017, 0xc0018 };
struct pt_regs rc_user_regs;
unsigned long rc_task_size;
extern const void *rc_user_memory_end;

static struct rc_sampled_setup rc_setup;
static u64 rc_user_stack[RC_STACK_WORDS], rc_trace[RC_TRACE_WORDS];

/* One sample on its way. */
struct rc_sample {
	struct pt_regs regs; /* first: what perf_callchain is told */
	struct perf_sample_data data;
	struct perf_raw_record raw;
	struct perf_raw_frag last_piece;
	u8 raw_bytes[RC_MOST_RAW];
	struct {
		struct perf_branch_stack stack;
		struct perf_branch_entry entries[RC_MOST_BRANCHES];
	} branches;
	u64 counters[RC_MOST_BRANCHES];
	struct perf_callchain_entry *chain;
};

struct perf_callchain_entry *perf_callchain(struct perf_event *event, struct pt_regs *regs)
{
	(void)event;
	return ((struct rc_sample *)regs)->chain;
}

/* The newest trace of a unit: words by their place, of which it may give less. */
static long rc_snapshot_aux(struct perf_event *event, struct perf_output_handle *handle,
			    unsigned long size)
{
	const unsigned long given = size > rc_setup.aux_missing ? size - rc_setup.aux_missing : 0;

	(void)event;
	perf_output_copy(handle, rc_trace, (unsigned int)given);
	return (long)given;
}

void rc_set_sampled(void *of, void *bufferless, const struct rc_sampled_setup *setup)
{
	struct perf_event *event = of;
	struct perf_event *sampler = setup->sampler == RC_SAMPLES_BUFFERLESS ? bufferless : event;

	rc_setup = *setup;
	for (unsigned int i = 0; i < RC_STACK_WORDS; i++)
		rc_user_stack[i] = 0x57ac000000000000ULL + i;
	for (unsigned int i = 0; i < RC_TRACE_WORDS; i++)
		rc_trace[i] = 0xaac0000000000000ULL + i;
	rc_user_regs.ip = 0x2222;
	rc_user_regs.sp = (unsigned long)(uintptr_t)rc_user_stack;
	rc_task_size = rc_user_regs.sp + setup->user_stack;
	rc_user_memory_end = (const char *)rc_user_stack + setup->stack_mapped;
	rc_current->mm = setup->has_no_memory ? NULL : rc_mm;
	rc_current->flags = setup->is_kernel_thread ? PF_KTHREAD : 0;
	event->attr.sample_regs_user = event->attr.sample_regs_intr = setup->regs;
	event->attr.sample_stack_user = setup->stack_user;
	event->attr.aux_sample_size = setup->aux_size;
	event->attr.branch_sample_type = setup->has_hw_index ? PERF_SAMPLE_BRANCH_HW_INDEX : 0;
	event->read_size = sizeof(u64);
	event->aux_event = setup->sampler == RC_SAMPLES_NONE ? NULL : sampler;
	sampler->state = PERF_EVENT_STATE_ACTIVE;
	sampler->oncpu = smp_processor_id();
	sampler->pmu->snapshot_aux = rc_snapshot_aux;
	__perf_event_header_size(event, event->attr.sample_type);
	perf_event__id_header_size(event);
}

static unsigned long rc_copy_raw(void *to, const void *from, unsigned long offset,
				 unsigned long size)
{
	memcpy(to, (const char *)from + offset, size);
	return 0;
}

static void rc_give_raw(struct rc_sample *sample, struct perf_event *event)
{
	const u32 first = rc_setup.raw_pieces > 1 ? rc_setup.raw_bytes / 2 : rc_setup.raw_bytes;

	for (unsigned int i = 0; i < rc_setup.raw_bytes; i++)
		sample->raw_bytes[i] = (u8)(i + 1);
	sample->raw.frag.data = sample->raw_bytes;
	sample->raw.frag.size = first;
	if (rc_setup.raw_pieces > 1) {
		sample->raw.frag.next = &sample->last_piece;
		sample->last_piece.copy = rc_copy_raw;
		sample->last_piece.data = sample->raw_bytes + first;
		sample->last_piece.size = rc_setup.raw_bytes - first;
	}
#if RC_LINUX < 6002
	(void)event;
	sample->data.raw = &sample->raw;
	sample->data.sample_flags |= PERF_SAMPLE_RAW;
#else
	perf_sample_save_raw_data(&sample->data, event, &sample->raw);
#endif
}

static void rc_give_branches(struct rc_sample *sample, struct perf_event *event)
{
	u64 *words = (u64 *)sample->branches.stack.entries;

	sample->branches.stack.nr = rc_setup.branches;
	sample->branches.stack.hw_idx = 0x1d;
	for (unsigned int i = 0; i < 3 * rc_setup.branches; i++)
		words[i] = 0xb0 + i;
	for (unsigned int i = 0; i < rc_setup.branches; i++)
		sample->counters[i] = 0xbc0 + i;
#if RC_LINUX < 6002
	(void)event;
	sample->data.br_stack = &sample->branches.stack;
	sample->data.sample_flags |= PERF_SAMPLE_BRANCH_STACK;
#else
	perf_sample_save_brstack(&sample->data, event, &sample->branches.stack,
				 rc_setup.given & RC_GIVES_COUNTERS ? sample->counters : NULL);
#endif
}

static struct rc_sample *rc_new_sample(struct perf_event *event, u64 period, unsigned int chain)
{
	struct rc_sample *sample = kzalloc(sizeof(*sample), GFP_KERNEL);
	const unsigned int given = rc_setup.given;

	sample->regs.ip = 0x1111;
	sample->regs.sp = rc_user_regs.sp;
	sample->regs.user = !rc_setup.in_kernel && !rc_setup.is_kernel_thread;
	sample->chain = kzalloc((chain + 1) * sizeof(u64), GFP_KERNEL);
	sample->chain->nr = chain;
	for (unsigned int i = 0; i < chain; i++)
		sample->chain->ip[i] = 0xc0 + i;
	/* Who samples has the data on the stack. */
	memset(&sample->data, 0x5a, sizeof(sample->data));
	perf_sample_data_init(&sample->data, given & RC_GIVES_ADDR ? 0xadd0 : 0, period);
	if (given & RC_GIVES_WEIGHT) {
		sample->data.weight.full = 0x3e1;
		sample->data.sample_flags |= PERF_SAMPLE_WEIGHT_TYPE;
	}
	if (given & RC_GIVES_DATA_SRC) {
		sample->data.data_src.val = 0xda7a;
		sample->data.sample_flags |= PERF_SAMPLE_DATA_SRC;
	}
	if (given & RC_GIVES_TXN) {
		sample->data.txn = 0x7a;
		sample->data.sample_flags |= PERF_SAMPLE_TRANSACTION;
	}
	if (given & RC_GIVES_READ)
		sample->data.sample_flags |= PERF_SAMPLE_READ;
	if (given & RC_GIVES_IP) {
		sample->data.ip = 0x3333;
		sample->data.sample_flags |= PERF_SAMPLE_IP;
	}
	if (given & RC_GIVES_TIME) {
		sample->data.time = 0x71e;
		sample->data.sample_flags |= PERF_SAMPLE_TIME;
	}
	/* Later kernels look by themselves whether raw data is sampled. */
	if (given & RC_GIVES_RAW &&
	    (RC_LINUX >= 6012 || event->attr.sample_type & PERF_SAMPLE_RAW))
		rc_give_raw(sample, event);
	if (given & RC_GIVES_BRANCHES && event->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
		rc_give_branches(sample, event);
	return sample;
}

int rc_take_sample(void *of, unsigned long long period, unsigned int chain)
{
	struct perf_event *event = of;
	struct rc_sample *sample = rc_new_sample(event, period, chain);

	return perf_event_output(event, &sample->data, &sample->regs);
}

void rc_prepare_sample(void *of, unsigned int chain, struct rc_prepared *prepared)
{
	struct perf_event *event = of;
	struct rc_sample *sample = rc_new_sample(event, 1, chain);
	struct perf_event_header header;

#if RC_LINUX < 6002
	perf_prepare_sample(&header, &sample->data, event, &sample->regs);
#else
	perf_prepare_sample(&sample->data, event, &sample->regs);
	perf_prepare_header(&header, &sample->data, event, &sample->regs);
#endif
	prepared->size = header.size;
	prepared->stack_size = event->attr.sample_type & PERF_SAMPLE_STACK_USER ?
				       (unsigned int)sample->data.stack_user_size :
				       0;
	prepared->aux_size = event->attr.sample_type & PERF_SAMPLE_AUX ? sample->data.aux_size : 0;
}

unsigned long long rc_no_data_source(void)
{
	return PERF_MEM_NA;
}
