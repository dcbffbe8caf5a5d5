/**
 * The requests of other threads to a run, from the call that makes one to the end of its future. {@link Lanes} makes
 * them and holds them until the physics thread carries them out, and {@link CommandCallbacks} completes their futures,
 * whose callbacks must not run on the physics thread. The first request makes these parts, so {@link RunRequests} has
 * none before it. A stepper has them from its beginning, because it asks them in each call of its owner.
 *
 * <p>The physics thread adds each finished request to the {@link CommandCallbacks} of its service, and wakes a {@code
 * DeliveryThread}. For this, it takes no lock, never waits, and allocates only while more than 64 requests wait. The
 * woken thread completes the futures. The owner of a stepper completes the futures itself.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li>Every future completes exactly once. If there was no memory for it, it completes when the service ends.
 *   <li>Once {@code close} has returned, no future is open. Each request is in a list of its service from the moment
 *       at which it is made until its callbacks have returned, so the closing thread finds all that are open, even if
 *       the physics thread had no memory to add them.
 *   <li>The callbacks of a service run one at a time, in the order in which their requests were carried out, and so do
 *       the calls of a handler.
 *   <li>A call that does not return may hold up later calls of its thread, but no tick and no state.
 *       Callbacks hold up no event. {@code close} waits only until its timeout.
 *   <li>A thread that only itself could release does not wait for a future: {@code get} and {@code join} throw.
 * </ol>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Completing futures on the physics thread, or on an executor of the JDK: callbacks would run inside a tick, or a
 *       tick would take a lock and allocate.
 *   <li>An option for the executor that completes futures: {@code thenAcceptAsync(callback, executor)} has the same
 *       effect, and an executor that blocks, refuses or never runs a task cannot keep futures open.
 *   <li>Completing the remaining futures on the closing thread: the first hanging callback would block {@code close}. A
 *       future cannot be completed without its callbacks, so another thread fails these futures.
 * </ul>
 */
package io.github.freestep.physics.request;
