/**
 * Calls of the user's code that must not run on the physics thread: callbacks of futures, event handlers, and in a
 * group the set-ups of worlds.
 *
 * <p>The physics thread hands each finished request to an executor: a {@link DeliveryThread}, or that of the user in a
 * {@link UserExecutor}. For this, it takes no lock, never waits, and allocates only for the user's executor. At the
 * first refusal, it starts our thread under a lock. The owner of a stepper completes the futures itself, and allocates
 * a node of a queue for each.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li>Every future completes exactly once, even if the user's executor refuses. Only without memory or a thread may
 *       one stay incomplete.
 *   <li>The callbacks of a service run one at a time, in the order in which their requests were carried out, and so do
 *       the calls of a handler.
 *   <li>A call that does not return may hold up later calls of its thread or executor, but no tick and no state.
 *       Callbacks hold up no event. {@code close} waits only until its timeout.
 *   <li>A thread that only itself could release does not wait for a future: {@code get} and {@code join} throw.
 * </ol>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Completing futures on the physics thread, or by default on an executor of the JDK: callbacks would run inside a
 *       tick, or a tick would take a lock and allocate.
 *   <li>Completing the remaining futures on the closing thread: the first hanging callback would block {@code close}.
 *   <li>Waiting in {@code close} for the user's executor: it may be the event queue of the closing thread.
 *   <li>Starting the callback thread only with the service: futures of a service that never starts would need another
 *       thread, and the system may have none.
 *   <li>A second thread for a group's callbacks: a service can have its own executor.
 * </ul>
 */
package io.github.freestep.physics.delivery;
