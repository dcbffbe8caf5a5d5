/**
 * The threads that step services, the order in which they do so, and what happens if a call does not return.
 *
 * <p>Threads: everything here runs on the worker, which is the only thread that calls its runs. Any thread may place,
 * signal and await a run. The thread {@code freestep-watchdog} looks for calls that hang, and starts a take-over.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>On time.</b> The thread parks until shortly before a tick and then spins, within a budget of processor time.
 *       {@code PhysicsMetrics.parkLatenessNanos} shows whether the system's timer is coarse. On Linux,
 *       {@code TimerSlack} makes it exact. On Windows, a daemon thread {@code freestep-timer} raises the resolution to
 *       1 ms for the whole process, and ticks begin up to 2 ms late; {@code freestep-realtime} waits on a
 *       high-resolution timer, which no other thread can end, for at most 8 ms. Only Linux was measured; Windows was
 *       simulated.
 *   <li><b>No work, no wake-ups.</b> If all services of a thread are paused or {@code Simulation.resting}, it sleeps
 *       until a request, or an input for a resting world, wakes it. {@code Signals} says why no wake-up is lost. It
 *       also wakes every 10 s, so that it works with any clock.
 *   <li><b>A hang does not go unnoticed</b>, as {@code PhysicsBuilder.watchdog} says. It costs two stores per call.
 *   <li><b>Nothing is lost in a take-over</b>, and no run is run by two threads at once: see below.
 * </ol>
 *
 * <h2>How it works: the services of a group</h2>
 *
 * <ul>
 *   <li><b>Order.</b> The tick that has been due for the longest time is stepped first, of whichever service. So all
 *       late services have the same lag. A service whose last step took longer than its tick lasts waits for others
 *       that become due within the length of that step. So does a service that never slips while it is late by more
 *       than a tick, because its backlog has no limit.
 *   <li><b>Phases.</b> Ticks are due at whole milliseconds of the worker's clock, over which {@code Phases} spreads
 *       services evenly. For this, the time of a service begins up to one tick, at most 100 ms, after the set-up.
 *   <li><b>Overload.</b> A service slips by its own policy; time in which the worker ran others does not lower its
 *       sustained scale. If there is too little time for all services of a worker, {@code WorkerLoad} shares it.
 *   <li><b>Balance.</b> A service joins the worker with the least load. By the rules of {@code Balance}, it moves to
 *       another between two passes, as in a take-over. Its schedule stays, so no tick is lost, repeated or due at
 *       another time.
 *   <li><b>Set-ups</b> of worlds, the writing of their first state and the first use of their memory take place on a
 *       thread of the group for set-ups.
 *   <li><b>Requests.</b> The worker looks for signals every 8 ms and between passes, at most once per millisecond. A
 *       service with a request is run before services whose ticks are due, but only once in 8 ms, so a flood of
 *       requests delays the tick of another service by at most one pass.
 * </ul>
 *
 * <h2>Take-over from a call that hangs</h2>
 *
 * <p>If a call hangs, a new thread takes over the worker of a {@code PhysicsGroup} with all its other services, and its
 * real-time priority. The thread that hangs keeps the service that hangs, and goes on with it alone if the call
 * returns. A take-over begins by
 *
 * <ul>
 *   <li>the watchdog's report,
 *   <li>a {@code close}, just before it interrupts a pass of its own service, so that the interrupt hits only that
 *       service,
 *   <li>a {@code close} whose worker is in a pass of another service, if that pass has lasted for the whole
 *       {@code closeTimeout} and for at least the {@code PhysicsBuilder.watchdog} of the other service. So a
 *       {@code close} does not wait for a service that hangs, and a long but healthy step stays on its worker.
 * </ul>
 *
 * <p>The new thread first runs an empty command, which is not recorded, in each world that it has taken over, because a
 * world accepts calls only from the thread that ran its newest set-up, step or command. dyn4j, PhysX and Bullet allow
 * this. Run a world whose engine lets only its creating thread call it in a service without a group.
 *
 * <h2>Why nothing is lost in a take-over</h2>
 *
 * <p>No run is lost, none is run by two threads at once, and the new thread sees everything that the old one has
 * written:
 *
 * <ul>
 *   <li>The worker counts turns. It stores an odd number, with release semantics, before it calls a run. After the
 *       call, it replaces that number by the next even one with a compare-and-set. A take-over is the compare-and-set
 *       of the same two numbers. The count never returns to an earlier number, so exactly one of the two succeeds.
 *   <li>If the worker's own thread succeeds, the take-over does nothing. If it fails, it no longer touches the worker.
 *       During a turn, it only touches the run that it calls.
 *   <li>What the old thread did with the other runs came before its store of the odd number. The take-over reads that
 *       number with acquire semantics, so it sees all of it. It passes the worker to the new thread through a volatile
 *       field.
 *   <li>The take-over removes the run that hangs from the worker's queues, under a lock that the old thread takes
 *       before it goes on with that run.
 *   <li>The new thread is started before the compare-and-set, and waits. If the system has no thread, nothing has
 *       changed, and the next check tries again.
 *   <li>A signal that reaches the worker for a run that it no longer has is passed on.
 * </ul>
 *
 * <h2>Why threads see what others have done</h2>
 *
 * <p>What one thread does for a service happens before what the next one does. A worker gets a service from the list of
 * signals, by an atomic exchange, and is the only one that calls it until it hands the service over by the list of
 * another worker. A request happens before the pass that carries it out, by the same list or by its queue. The end of a
 * service happens before the return of {@code close}, by the lock under which a worker marks that the service has left.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Moving the service that hangs instead of the others: its thread is inside its engine.
 *   <li>Giving a service that has hung back to the group: it would hang again.
 *   <li>Waking the thread for every command by default: a system call for both sides. Use input or
 *       {@code PhysicsBuilder.promptCommands}.
 *   <li>Polling each service of a group every 8 ms: 1,000 services at 20 Hz would take 125,000 passes per second for
 *       20,000 ticks.
 *   <li>Moving several services at a time: each move changes the loads that the next decision needs.
 *   <li>Setting worlds up on the thread that calls {@code start}: it would block, and hold up a worker if a step starts
 *       a service.
 *   <li>Equal time slices: a service that needs little would be late for the sake of one that needs much.
 *   <li>One budget for spinning per service: a hundred services that spin take processor time from each other.
 * </ul>
 */
package io.github.freestep.physics.workers;
