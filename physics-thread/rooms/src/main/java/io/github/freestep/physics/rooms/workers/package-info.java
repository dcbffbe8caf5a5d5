/**
 * The threads of a group, the order in which they step services, and what happens if a call does not return.
 *
 * <h2>How it works</h2>
 *
 * <ul>
 *   <li><b>One pool.</b> All services wait in one {@code RunPool}, and each thread of the group takes the one that is
 *       due for longest, calls it for one pass, and puts it back. One lock guards the pool, for about a microsecond a
 *       pass. No thread holds it while it calls a service, so a call that hangs holds nobody up but its own thread.
 *   <li><b>Who waits.</b> One thread at a time waits for the next tick, and looks for signals. It is called the leader.
 *       The others sleep until they are needed. A thread that takes a service wakes another one if the next tick is
 *       late already, or if the pass will be long by experience, so that nobody would wait for the next tick. While
 *       one thread is enough, the data of all services stays in its caches.
 *   <li><b>Order.</b> The tick that has been due for the longest time is stepped first. So all late services have the
 *       same lag. A service whose last step took longer than its tick lasts waits for others that become due within the
 *       length of that step. So does a service that never slips while it is late by more than a tick, because its
 *       backlog has no limit.
 *   <li><b>Moments.</b> Ticks of one rate are due at moments a few milliseconds apart, over which the services are
 *       spread as they start. So they wake a thread together, and yet are not all due at once. For this, the time of a
 *       service begins up to one tick, at most 0.1 s, after the set-up.
 *   <li><b>Overload.</b> A service slips by its own policy; time in which the threads ran others does not lower its
 *       sustained scale. If there is too little time for all, {@code GroupLoad} slows them in proportion.
 *   <li><b>Set-ups</b> of worlds, the writing of their first state and the first use of their memory take place on a
 *       thread of the group for set-ups.
 *   <li><b>Requests.</b> A service with a request becomes due at once, behind those that are due for longer. Threads
 *       look for requests once in a millisecond, so a flood of them delays no other service by more than one pass.
 * </ul>
 *
 * <h2>A call that hangs</h2>
 *
 * <p>The thread of a call that hangs is lost until the call returns, and nothing else is. So it is enough to add a
 * thread. The watchdog looks at each thread every 50 ms. If a pass has lasted for 100 ms, another thread that sleeps
 * continues with the other services. If there is none, the group gets one. So the others wait for at most 0.15 s, on
 * which most catch up without a loss. If the call soon returns, the thread was not needed, which costs little. So it is
 * reported only after the limit of the service's own watchdog.
 *
 * <p>A service whose call has hung may have that thread for 10 s after the newest such call. If it hangs again
 * meanwhile, another thread waits for the next tick already, so no other service is delayed, and no thread is made. The
 * group has at most one more thread for each service that had such a call in the last 10 s. With a full heap, no thread
 * can be made, and each attempt would cost a collection. So a group of several threads makes the second one at the
 * start, and after a failed attempt it waits for a second.
 *
 * <p>The interrupt of a {@code close} reaches only the call that it is meant for, because a thread enters and leaves
 * the code of a service under the lock.
 *
 * <p>Callbacks and event handlers have threads of their own, see {@code DeliveryThread}.
 *
 * <h2>Why threads see what others have done</h2>
 *
 * <p>A thread takes a service and puts it back under the lock, so the next one sees all that it wrote. A request
 * happens before the pass that carries it out, by the list of signals. The end of a service happens before the return
 * of {@code close}, by the volatile mark that the service has left.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Threads with services of their own, each with a queue without a lock. To even out their loads, to wake a second
 *       thread only when it is needed, and to take the others away from a call that hangs, services must then move
 *       between threads that run, which took twice the code of this pool.
 *   <li>One more thread for as long as a service exists that has ever hung: at a limit of 100 ms, a busy machine lets
 *       each service seem to hang at some time, and the group would soon use more processors than it may.
 *   <li>A second thread that always waits as well: 100 small services cost half as much processor time again.
 *   <li>Bringing services that an overload has shifted back to common moments: it saves wake-ups for as long as they
 *       run, but only after an overload.
 *   <li>Polling each service of a group every 10 ms: 1,000 services at 20 Hz would take 100,000 passes per second for
 *       20,000 ticks.
 * </ul>
 */
package io.github.freestep.physics.rooms.workers;
