/**
 * Calls of the user's code that must not run on the physics thread: callbacks of futures, event handlers, and in a
 * group the set-ups of worlds.
 *
 * <p>Threads: any thread adds a future to complete, or signals that events wait; a {@code DeliveryThread} or the user's
 * executor makes the calls. The physics thread hands over without a lock and without waiting, and allocates only for
 * the user's executor.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li>Every future completes exactly once, even if the user's executor refuses. Only with a full heap may one stay
 *       incomplete.
 *   <li>The callbacks of a service run one at a time, in the order in which their requests were carried out, and so do
 *       the calls of a handler.
 *   <li>A call that does not return may hold up later calls of its thread or executor. It holds up no tick and no
 *       state. Callbacks hold up no event, because handlers have threads of their own. {@code close} waits for it only
 *       until its timeout.
 *   <li>A thread that only itself could release does not wait for a future: {@code get} and {@code join} throw.
 * </ol>
 *
 * <h2>How it works</h2>
 *
 * <ul>
 *   <li>{@link CommandCallbacks} is the queue of a service's finished requests. {@link Reply} is such a request and its
 *       future.
 *   <li>{@link Delivery} is what a thread or an executor calls: the callbacks of a service, the handler of a
 *       subscription, or the set-up of a world. At most one thread at a time delivers it.
 *   <li>{@link DeliveryThread} is one thread for one delivery, or for all of a group.
 *   <li>{@code Inbox} is a list whose elements are its nodes, so that adding takes no memory.
 * </ul>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Completing futures on the physics thread, or by default on an executor of the JDK. Callbacks would run inside a
 *       tick, or a tick would take a lock and allocate a task.
 *   <li>Completing the remaining futures on the closing thread. The first hanging callback would block {@code close}.
 *   <li>Waiting in {@code close} for the user's executor. If it is the event queue of the thread that closes, both
 *       would wait until the time is up.
 *   <li>Starting the callback thread of a service only once the service starts. Futures of a service that cannot start,
 *       or never does, would need another thread for their completion, and the system may have none.
 *   <li>The queues of commands and of changes of time in this package. They know what a user's command and a schedule
 *       are; this package only knows that a request has an outcome.
 * </ul>
 */
package io.github.freestep.physics.delivery;
