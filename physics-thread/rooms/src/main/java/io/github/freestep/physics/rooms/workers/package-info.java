/**
 * The threads of a group, the order in which they step services, and what happens if a call does not return. Only the
 * worker calls its runs. Any thread may place, signal and await a run. Nothing is lost after a hang, and two
 * threads never step the same run at once.
 *
 * <h2>How it works</h2>
 *
 * <ul>
 *   <li><b>Order.</b> The tick that has been due for the longest time is stepped first. So all late services have the
 *       same lag. A service whose last step took longer than its tick lasts waits for others that become due within the
 *       length of that step. So does a service that never slips while it is late by more than a tick, because its
 *       backlog has no limit.
 *   <li><b>Phases.</b> Ticks are due at moments at least 5 ms apart, over which {@code Phases} spreads the services of
 *       one rate evenly. For this, the time of a service begins up to one tick, at most 105 ms, after the set-up. In
 *       an overload, services drift apart. So when it ends, a few ticks of each service are slowed a little, until the
 *       service is due at such a moment again.
 *   <li><b>Overload.</b> A service slips by its own policy; time in which the worker ran others does not lower its
 *       sustained scale. If there is too little time for all services of a worker, {@code WorkerLoad} shares it.
 *   <li><b>Balance.</b> A service joins the worker with the least load. By the rules of {@code Balance}, it moves to
 *       another between two passes. Its schedule stays, so no tick is lost, repeated or due at another time.
 *   <li><b>Set-ups</b> of worlds, the writing of their first state and the first use of their memory take place on a
 *       thread of the group for set-ups; with {@code PhysicsBuilder.keepThread}, on the worker.
 *   <li><b>Requests.</b> A service with a request is run before services whose ticks are due, but only once in 8 ms, so
 *       a flood of requests delays the tick of another service by at most one pass.
 * </ul>
 *
 * <h2>A call that hangs</h2>
 *
 * <p>If a call hangs, its service stays at its worker and on its thread, alone, and continues if the call returns. A
 * new worker takes the worker's place in the {@code PhysicsGroup}, and gets all its other services and its real-time
 * priority. They move at the first of these:
 *
 * <ul>
 *   <li>the watchdog reports the call,
 *   <li>a {@code close} is about to interrupt a pass of its own service; then the interrupt hits only that service,
 *   <li>a {@code close} waits for a pass of another service, and that pass has lasted for the whole {@code
 *       closeTimeout} and for the {@code PhysicsBuilder.watchdog} of the other service. So a long but healthy step
 *       stays on its worker.
 * </ul>
 *
 * <p>This holds for all calls that the watchdog watches, except callbacks and event handlers, for which {@code
 * PhysicsGroup.Builder.watchdog} says what happens.
 *
 * <p>The new thread first runs an empty command, which is not recorded, in each world that has moved, because a world
 * accepts calls only from the thread that ran its newest set-up, step or command.
 *
 * <h2>Why nothing is lost</h2>
 *
 * <ul>
 *   <li>The worker counts turns. It stores an odd number, with release semantics, before it calls a run. After the
 *       call, it makes the number even by a compare-and-set. A thread that moves the other runs first does the same.
 *       Each number comes only once, so exactly one of the two succeeds.
 *   <li>If the worker succeeds, no run moves. If it fails, it waits for the lock under which runs move. During a turn,
 *       it touches only the run that it calls, so the other thread alone touches the rest, and sees what the worker
 *       wrote before the odd number.
 *   <li>A run gets each of its workers under one lock of the group. So those not set up yet move, too.
 *   <li>The new thread is started first. If the system has none, the next check tries again. After the compare-and-set,
 *       nothing needs memory.
 *   <li>A thread that signals a run adds it to the list of its worker, and then reads its worker again. If that has
 *       changed, it passes the list on. A thread that moves a run changes its worker, and then passes on the old list.
 *       So one of the two sees the signal.
 *   <li>A run is counted by its new worker before the old one forgets it, and before the new one may end.
 * </ul>
 *
 * <h2>Why threads see what others have done</h2>
 *
 * <p>A worker gets a service from the list of signals, by an atomic exchange, and is the only one that calls it until
 * it hands the service over by the list of another worker. A request happens before the pass that carries it out, by
 * the same list or by its queue. The end of a service happens before the return of {@code close}, by the volatile
 * mark that the service has left.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Moving the service that hangs instead of the others: its thread is inside its engine.
 *   <li>Polling each service of a group every 10 ms: 1,000 services at 20 Hz would take 100,000 passes per second for
 *       20,000 ticks.
 * </ul>
 */
package io.github.freestep.physics.rooms.workers;
