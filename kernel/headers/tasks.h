/* Tasks, their memory and files, as far as the perf core looks at them. */
#ifndef RINGCHECK_KERNEL_TASKS_H
#define RINGCHECK_KERNEL_TASKS_H

#include "memory.h"

/* include/linux/sched.h, pid.h */
enum pid_type { PIDTYPE_PID, PIDTYPE_TGID };
struct mm_struct {
	atomic64_t pinned_vm;
	int mmap_lock, users;
};
struct perf_event_context;
struct task_struct {
	u32 pid, tgid;
	bool alive;
	unsigned int flags;
	int cpu;
	struct mm_struct *mm;
	/* Of each kind of context until 6.2; ours have events in one of them. */
#if RC_LINUX < 6002
	struct perf_event_context *perf_event_ctxp[2];
#else
	struct perf_event_context *perf_event_ctxp;
#endif
	int references;
};
struct pid_namespace;
extern struct task_struct *rc_current;
#define current rc_current
static inline u32 __task_pid_nr_ns(struct task_struct *task, enum pid_type type,
				   struct pid_namespace *ns)
{
	(void)ns;
	return type == PIDTYPE_TGID ? task->tgid : task->pid;
}
static inline bool pid_alive(const struct task_struct *task)
{
	return task->alive;
}

/* include/linux/cred.h, sched/user.h, capability.h, resource.h */
struct user_struct {
	atomic_long_t locked_vm;
	atomic_long_t perf_mlock;
	int references;
};
extern struct user_struct *rc_user;
#define current_user() rc_user
static inline struct user_struct *get_current_user(void)
{
	rc_user->references++;
	return rc_user;
}
static inline void free_uid(struct user_struct *user)
{
	user->references--;
}
#define CAP_IPC_LOCK 14
#define RLIMIT_MEMLOCK 8
unsigned long rc_limit(unsigned int which);
#define rlimit(which) rc_limit(which)
bool rc_capable(int capability);
#define capable(capability) rc_capable(capability)
unsigned int rc_online_cpus(void);
#define num_online_cpus() rc_online_cpus()

/* include/linux/fs.h, poll.h, uapi/linux/eventpoll.h */
typedef unsigned int __poll_t;
#define EPOLLIN ((__poll_t)0x001)
#define EPOLLHUP ((__poll_t)0x010)
#define EPOLLRDNORM ((__poll_t)0x040)
#define POLL_IN 1
#define POLL_HUP 6
#define SIGIO 29
typedef struct poll_table_struct {
	int registered;
} poll_table;
struct address_space;
struct inode;
struct file {
	void *private_data;
	struct address_space *f_mapping;
};
#define nonseekable_open(inode, file) ((void)(inode), (void)(file))
struct fasync_struct {
	int sent;
};
void poll_wait(struct file *file, wait_queue_head_t *queue, poll_table *wait);
void kill_fasync(struct fasync_struct **who, int signal, int band);

/* include/linux/mm.h, mm_types.h */
struct vm_area_struct {
	unsigned long vm_start, vm_end, vm_pgoff, vm_flags;
	struct mm_struct *vm_mm;
	struct file *vm_file;
	const struct vm_operations_struct *vm_ops;
};
typedef unsigned int vm_fault_t;
struct vm_fault {
	struct vm_area_struct *vma;
	pgoff_t pgoff;
	unsigned int flags;
	struct page *page;
};
struct vm_operations_struct {
	void (*open)(struct vm_area_struct *vma);
	void (*close)(struct vm_area_struct *vma);
	vm_fault_t (*fault)(struct vm_fault *fault);
	vm_fault_t (*page_mkwrite)(struct vm_fault *fault);
	int (*may_split)(struct vm_area_struct *vma, unsigned long at);
};
#define VM_WRITE 0x2ul
#define VM_EXEC 0x4ul
#define VM_SHARED 0x8ul
#define VM_DONTCOPY 0x20000ul
#define VM_DONTEXPAND 0x40000ul
#define VM_DONTDUMP 0x4000000ul
#define VM_FAULT_SIGBUS ((vm_fault_t)2)
#define FAULT_FLAG_WRITE 1u
#define FAULT_FLAG_MKWRITE 2u
#define vm_flags_set(area, flags) ((void)((area)->vm_flags |= (flags)))

#endif
