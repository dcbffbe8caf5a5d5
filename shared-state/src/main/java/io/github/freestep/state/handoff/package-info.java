/**
 * The one word through which a publisher and a reader exchange windows. The document of the package
 * {@code io.github.freestep.state} says what a window is, and proves what follows from each access. Nothing here knows
 * what a state is: a slot is only the number of the memory for one.
 *
 * <p>{@code Windows} reads and makes the word, on any thread. {@code Mailbox} holds it, and its publisher, its reader
 * and a thread that joins may call it at any time. None of them waits for another, or allocates. {@code Padding} keeps
 * what one thread writes all the time away from the cache lines of others, for mailboxes and for the owners of
 * publishers and readers.
 */
package io.github.freestep.state.handoff;
