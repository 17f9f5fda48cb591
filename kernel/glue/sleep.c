/* A task that sleeps in poll(2) until interrupt work of another CPU wakes it. Whoever includes this
 * says which event the task polls (rc_waiting), what an NMI of the other CPU does (rc_nmi()), and how
 * often the task looks at most before it finds something (RC_POLL_ROUNDS): without a bound, whoever takes
 * branches before what they hang on is known goes round and round.
 *
 * What is not of the perf core is ours: fs/select.c do_poll and pollwake, kernel/irq_work.c. A task
 * that would sleep for ever ends, and what is stored by then tells whether somebody wakes it. */

void __LKMM_SPIN_LOCK(int *lock);
void __LKMM_SPIN_UNLOCK(int *lock);

/* 1 once the reader was woken: struct poll_wqueues, triggered. */
static int rc_triggered;
/* The reader sleeps for ever unless it was woken. */
static int rc_asleep;

/* ---- Interrupts of the CPU that writes. ---- */

/* 0: the task; 2: interrupt work; 3: an NMI, or a CPU without interrupts. */
static __thread unsigned int rc_level;
static __thread unsigned int rc_nmis_left;
static __thread struct irq_work *rc_raised;

static void rc_run_irq_work(void)
{
	struct irq_work *work = rc_raised;

	rc_raised = NULL;
	rc_level = 2;
	rc_store(&work->queued, sizeof(int), 0, RC_ONCE);
	smp_mb();
	work->func(work);
	rc_level = 0;
}

#ifdef RC_INTERRUPTS
static void rc_run_nmi(void)
{
	const unsigned int level = rc_level;

	rc_nmis_left--;
	rc_level = 3;
	rc_nmi();
	rc_level = level;
}

void rc_interrupt_point(void)
{
	for (;;) {
		if (rc_level < 2 && rc_raised && __VERIFIER_nondet_bool())
			rc_run_irq_work();
		else if (rc_level < 3 && rc_nmis_left && __VERIFIER_nondet_bool())
			rc_run_nmi();
		else
			break;
	}
}
#endif

bool irq_work_queue(struct irq_work *work)
{
	const bool queued = rc_fetch(&work->queued, sizeof(int), RC_EXCHANGE, 1, RC_FULL);

	if (!queued)
		rc_raised = work;
	return !queued;
}

void wake_up_all(wait_queue_head_t *queue)
{
	if (queue != &rc_waiting.waitq)
		return;
	rc_interrupt_point();
	__LKMM_SPIN_LOCK(&queue->held);
	if (rc_load(&queue->entry, sizeof(int), RC_ONCE)) {
		smp_wmb();
		rc_store(&rc_triggered, sizeof(int), 1, RC_ONCE);
	}
	rc_interrupt_point();
	__LKMM_SPIN_UNLOCK(&queue->held);
}

#ifdef RC_INTERRUPTS
static void rc_take_raised_interrupts(void)
{
	for (;;) {
		rc_interrupt_point();
		if (!rc_raised)
			break;
		rc_run_irq_work();
	}
}
#endif

/* ---- The task. ---- */

static void rc_stand_in_queue(wait_queue_head_t *queue, int there)
{
	__LKMM_SPIN_LOCK(&queue->held);
	(rc_store)(&queue->entry, sizeof(int), there, RC_ONCE);
	__LKMM_SPIN_UNLOCK(&queue->held);
}

void poll_wait(struct file *file, wait_queue_head_t *queue, poll_table *table)
{
	(void)file;
	if (table->registered)
		return;
	table->registered = 1;
	rc_stand_in_queue(queue, 1);
}

/* poll(2) without a timeout. False: the task sleeps for ever. */
static bool rc_wait_for_records(void)
{
	struct file file = { .private_data = &rc_waiting };
	poll_table table = { 0 };

	rc_level = 3;
	(rc_store)(&rc_triggered, sizeof(int), 0, RC_ONCE);
	for (unsigned int round = 0; round < RC_POLL_ROUNDS; round++) {
		if (perf_poll(&file, &table)) {
			rc_stand_in_queue(&rc_waiting.waitq, 0);
			return true;
		}
		if (!(rc_load)(&rc_triggered, sizeof(int), RC_ACQUIRE)) {
			rc_asleep = 1;
			return false;
		}
		(rc_store)(&rc_triggered, sizeof(int), 0, RC_ONCE);
		rc_order(RC_SMP_MB);
	}
	rc_claim(0, "a task is woken for nothing no more often than that");
	return false;
}
