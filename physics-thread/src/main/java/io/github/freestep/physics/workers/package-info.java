/**
 * The threads that step services, the order in which they do so, and what happens if a call does not return.
 *
 * <p>Threads: everything here runs on the worker, which is the only thread that calls its runs. Any thread may place,
 * signal and await a run. The thread {@code freestep-watchdog} looks for calls that hang, and moves the other runs away.
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
 *   <li><b>Nothing is lost when runs move away from a call that hangs</b>, and no run is run by two threads at once: see below.
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
 *       another between two passes. Its schedule stays, so no tick is lost, repeated or due at
 *       another time.
 *   <li><b>Set-ups</b> of worlds, the writing of their first state and the first use of their memory take place on a
 *       thread of the group for set-ups.
 *   <li><b>Requests.</b> The worker looks for signals every 8 ms and between passes, at most once per millisecond. A
 *       service with a request is run before services whose ticks are due, but only once in 8 ms, so a flood of
 *       requests delays the tick of another service by at most one pass.
 * </ul>
 *
 * <h2>A call that hangs</h2>
 *
 * <p>If a call hangs, its service stays at its worker and on its thread, alone. A new worker, with a new thread, takes
 * the worker's place in the {@code PhysicsGroup}, and gets all its other services and its real-time priority. If the
 * call returns, its service goes on where it was, and keeps that thread until it ends. The other services move on
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
 * <p>This holds for all code of a service that runs on a worker: steps, writes of states, commands, input sources,
 * feeds, saves, and the close of the world. It does not hold for a {@code NanoClock} that hangs. For set-ups, callbacks
 * and event handlers, see {@code PhysicsGroup}.
 *
 * <p>The new thread first runs an empty command, which is not recorded, in each world that has moved, because a world
 * accepts calls only from the thread that ran its newest set-up, step or command. dyn4j, PhysX and Bullet allow this.
 * Run a world whose engine lets only its creating thread call it in a service without a group.
 *
 * <h2>Why nothing is lost</h2>
 *
 * <p>No run is lost, none is run by two threads at once, and the new thread sees everything that the old one has
 * written:
 *
 * <ul>
 *   <li>The worker counts turns. It stores an odd number, with release semantics, before it calls a run. After the
 *       call, it replaces that number by the next even one with a compare-and-set. Whoever moves the other runs first
 *       does the compare-and-set of the same two numbers. The count never returns to an earlier number, so exactly one
 *       of the two succeeds.
 *   <li>If the worker's own thread succeeds, no run moves. If it fails, it waits for the lock under which runs move.
 *       During a turn, it only touches the run that it calls. So until then, the other thread is the only one that
 *       touches the queue and its other runs.
 *   <li>What the worker's thread did with the other runs came before its store of the odd number. The compare-and-set
 *       reads that number with acquire semantics, so the other thread sees all of it. It passes each run to the new
 *       worker by the list of signals.
 *   <li>A run gets its first worker, and each further one, under that same lock, of the whole group. So all runs of the
 *       worker are known when it is left alone, also those that are not set up yet, and none comes to it afterwards.
 *       The lock is held for a few microseconds, and a worker that wants to hand a run over only tries to get it.
 *   <li>The new thread is started before the compare-and-set. If the system has no thread, nothing has changed, and the
 *       next check tries again. After the compare-and-set, no step needs memory.
 *   <li>A thread that signals a run reads its worker, adds the run to the list of that worker, and reads its worker
 *       again. If that has changed, it passes on all signals of the list. A thread that moves a run first changes its
 *       worker, and passes on the signals of the old list after that. So at least one of the two sees the signal.
 *   <li>A run counts as a member of the new worker before it leaves the old one, and the new worker of a group that is
 *       closing learns only after the move that it may end.
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
 *   <li>A new thread for the same worker: the thread, the clock and the waits of a worker would change under its feet,
 *       and an exception would have to unwind the old thread from wherever it hung.
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
