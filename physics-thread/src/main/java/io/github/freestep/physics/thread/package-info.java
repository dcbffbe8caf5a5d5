/**
 * The threads of services: the one that steps a service, how it plans its passes, waits and asks the operating system
 * for precision, the one that calls code which must not hold up a tick, and what a service needs from threads that
 * several services share. {@link ThreadSystem} has the settings of threads for which Java has no call, and {@code
 * freestep-realtime} provides it as a service.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>On time.</b> The thread parks until shortly before a tick and then spins, within a budget of processor time.
 *       {@code PhysicsMetrics.parkLatenessNanos} shows whether the system's timer is coarse. On Linux, {@code
 *       TimerSlack} makes it exact. On Windows, {@code FineTimer} raises its rate, so that ticks begin up to 2 ms late
 *       in a simulation of it.
 *   <li><b>No work, no wake-ups.</b> If all services of a thread are paused or {@code Simulation.resting}, it sleeps
 *       until a request, or an input for a resting world, wakes it. {@code PhysicsThread} says why no wake-up is lost.
 *       It also wakes every 10 s, for clocks of any kind.
 *   <li><b>Requests.</b> The thread looks for signals between passes, at most once per millisecond, and every 10 ms.
 * </ol>
 */
package io.github.freestep.physics.thread;
