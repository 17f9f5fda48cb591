/* Doubly linked lists. include/linux/list.h, include/linux/rculist.h */
#ifndef RINGCHECK_KERNEL_LISTS_H
#define RINGCHECK_KERNEL_LISTS_H

#include "primitives.h"

#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)

static inline void INIT_LIST_HEAD(struct list_head *head)
{
	head->next = head;
	head->prev = head;
}

static inline bool list_empty(const struct list_head *head)
{
	return READ_ONCE(head->next) == head;
}

/* Puts `entry` after `before`; who walks without a lock finds it whole or not at all. */
static inline void list_add_rcu(struct list_head *entry, struct list_head *before)
{
	struct list_head *after = before->next;

	entry->prev = before;
	entry->next = after;
	rcu_assign_pointer(before->next, entry);
	after->prev = entry;
}

static inline void list_add(struct list_head *entry, struct list_head *before)
{
	list_add_rcu(entry, before);
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	list_add_rcu(entry, head->prev);
}

/* Takes `entry` off its list; its own pointers still lead on. */
static inline void list_del_rcu(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	WRITE_ONCE(entry->prev->next, entry->next);
}

static inline void list_del(struct list_head *entry)
{
	list_del_rcu(entry);
}

static inline void list_del_init(struct list_head *entry)
{
	list_del_rcu(entry);
	INIT_LIST_HEAD(entry);
}

#define list_entry(pointer, type, member) container_of(pointer, type, member)
#define list_entry_rcu(pointer, type, member) container_of(READ_ONCE(pointer), type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member) list_entry((head)->prev, type, member)
#define list_next_entry(at, member) list_entry((at)->member.next, typeof(*(at)), member)
#define list_prev_entry(at, member) list_entry((at)->member.prev, typeof(*(at)), member)
#define list_for_each_entry(at, head, member)                                    \
	for (at = list_first_entry(head, typeof(*at), member); &at->member != (head); \
	     at = list_next_entry(at, member))
#define list_for_each_entry_reverse(at, head, member)                           \
	for (at = list_last_entry(head, typeof(*at), member); &at->member != (head); \
	     at = list_prev_entry(at, member))
/* Goes on after `at`. */
#define list_for_each_entry_continue(at, head, member)                      \
	for (at = list_next_entry(at, member); &at->member != (head);        \
	     at = list_next_entry(at, member))
#define list_for_each_entry_rcu(at, head, member, ...)                    \
	for (at = list_entry_rcu((head)->next, typeof(*at), member);      \
	     &at->member != (head);                                       \
	     at = list_entry_rcu(at->member.next, typeof(*at), member))
#define list_for_each_entry_safe(at, after, head, member)                 \
	for (at = list_first_entry(head, typeof(*at), member),            \
	    after = list_next_entry(at, member);                          \
	     &at->member != (head); at = after, after = list_next_entry(after, member))

#endif
