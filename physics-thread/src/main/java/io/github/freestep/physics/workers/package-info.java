/**
 * The threads that step services, the order in which they do so, and what happens if a call does not return.
 *
 * <p>Threads: everything here runs on the worker, which is the only thread that calls its runs. Any thread may place,
 * signal and await a run. The thread {@code freestep-watchdog} looks for calls that hang, and starts a take-over.
 *
 * <p>This package knows neither services nor worlds. It calls the {@code Passes} of a {@code Run}, in the order that
 * each run's {@code RunPlan} asks for. The runs are the nodes of the queue, of its heaps and of the list of signals, so
 * that none of them allocates when a run moves.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>On time.</b> The thread parks until shortly before a tick and then spins, within a budget of processor time.
 * {@code PhysicsMetrics.parkLatenessNanos} shows whether the system's timer is coarse. On Linux, the thread requests
 * exact timers. If the system refuses, the thread continues without them. The timer of Windows wakes threads every 15.6
 * ms by default. There, a daemon thread {@code freestep-timer}, shared by all services of the process, raises the
 * resolution to 1 ms, and ticks begin up to 2 ms late. With {@code freestep-realtime} and native access, the wait for a
 * tick is on its high-resolution timer ({@code WaitableTimer}), which no other thread can end, so it is at most 8 ms
 * long. Only Linux was measured. Both timers of Windows were simulated, from what is known about them and about
 * HotSpot.
 *   <li><b>No work, no wake-ups.</b> A paused service, and one whose world is {@code Simulation.resting}, needs no
 *       processor time. If all services of a thread are paused or resting, the thread sleeps until a caller makes a
 *       request of one of them, or pushes an input for a resting world. That caller wakes the thread. (The thread also
 *       wakes up every 10 s, so that it works with any clock.) No wake-up is lost: the thread marks that it sleeps,
 *       looks for requests once more, then parks. The caller adds its request, then reads the mark. Both put a full
 *       fence in between, so the thread sees the request, or the caller sees the mark.
 *   <li><b>A hang does not go unnoticed.</b> A daemon thread {@code freestep-watchdog}, shared by all services of the
 *       process, reports each call of the user's code that takes longer than {@code PhysicsBuilder.watchdog} allows, at
 *       most a quarter of that time later. Two stores per call are all that this costs the physics thread: it reads no
 *       clock and allocates nothing. If the watchdog itself was held up, such as by a debugger that stops all threads
 *       or by a suspended machine, its count starts anew.
 *   <li><b>Nothing is lost in a take-over</b>, and no run is run by two threads at once: see below.
 * </ol>
 *
 * <h2>How it works: the services of a group</h2>
 *
 * <ul>
 *   <li><b>Order.</b> If several ticks are due, the one that has been due for the longest time is stepped first, then
 *       the next one of any service. So all late services have the same lag. A service is <i>too slow by itself</i> if
 *       its last step took longer than one of its ticks lasts. It waits for others that become due within the length of
 *       that step, and gets the time that they leave. The same holds for a service that never slips while it is late by
 *       more than a tick, because its backlog has no limit.
 *   <li><b>Phases.</b> The ticks of a worker's services are due at whole milliseconds of the worker's clock, and the
 *       services are spread evenly over these milliseconds. So 10,000 ticks per second take 1,000 wake-ups per second,
 *       if ticks last whole milliseconds. At 60 Hz they do not: only the first tick is due at a whole millisecond. For
 *       this, the time of a service begins up to one tick, at most 100 ms, after the set-up.
 *   <li><b>Overload.</b> A service slips by its own policy. It counts as too slow only if its own steps take too long:
 *       the time in which the worker ran other services does not lower its sustained scale. If all services of a worker
 *       together need more than it has, each runs at the same share of its speed, see
 *       {@code GroupMetrics.sustainedScale}, except those that never slip and those that are too slow by themselves. If
 *       a service of the worker is too slow by itself, the others may still use 80 % of the worker's time. Services
 *       that never slip leave the others at least half of the time; if that is too little for them, they fall behind.
 *   <li><b>Balance.</b> A service joins the worker with the least load. What it needs is only known after some ticks:
 *       twice per second, each worker adds up the parts of a core that its services need. A worker that needs more than
 *       0.6 of a core hands a service over to the worker that needs least, if the larger of the two needs then becomes
 *       less than 0.8 of what it was. A worker that has been in one pass for more than 100 ms gets no service, because
 *       that pass may hang. At most one service of a group moves per second, so that both workers have measured anew
 *       before the next move. The move takes place between two passes: the old worker removes the service from its
 *       queue and signals it to the new one, which first passes the world to its thread, as in a take-over. The
 *       schedule of the service does not change, so no tick is lost, repeated or due at another time.
 *   <li><b>Set-ups.</b> The set-up of a world, the writing of its first state, and the first use of the memory of its
 *       states take place on a thread of the group for set-ups. The worker gets the service after that.
 *   <li><b>Requests.</b> A thread that has a request for a service adds the service to its worker's list of signals,
 *       which is lock-free. The worker takes the whole list every 8 ms, and between passes. It does so at most once per
 *       millisecond. With a real-time priority, the next tick takes the place of a look that would come less than 2 ms
 *       before it. A service with a request is run before services whose ticks are due, but only once in 8 ms; its
 *       further requests wait until these ticks are stepped. So a flood of requests to one service delays the tick of
 *       another by at most one pass. A service with {@code PhysicsBuilder.promptCommands} also wakes its worker. So the
 *       worker waits for a tick twice: first until 1 ms before the tick, where a signal ends the wait, and then
 *       precisely.
 * </ul>
 *
 * <h2>Take-over from a call that hangs</h2>
 *
 * <p>A worker of a {@code PhysicsGroup} runs many services. If a call of one of them hangs, a new thread takes over the
 * worker with all others, also the paused ones. The thread that hangs keeps the service that hangs. If the call
 * returns, it goes on with that service alone, until that service ends. If the threads have a real-time priority, the
 * new one gets it, and the one that hangs loses it until its call returns. The watchdog starts a take-over when it
 * reports a hang. A {@code close} starts one as well, just before its interrupt, if the worker is then in the pass of
 * its own service. So the interrupt hits only that service. There is a second case: a {@code close} waits for its
 * worker, which is in a pass of another service. It starts a take-over if that pass has lasted for the whole
 * {@code closeTimeout} and for at least the {@code PhysicsBuilder.watchdog} of the other service. So a {@code close}
 * does not wait for a service that hangs, and a long but healthy step stays on its worker.
 *
 * <p>A world accepts calls only from the thread that ran its newest set-up, step or command. So the new thread first
 * runs an empty command, which is not recorded, in each world that it has taken over, as a stepper does that passes to
 * another thread. From then on, the world accepts that thread and no other. dyn4j, PhysX and Bullet allow this: they
 * require that one thread at a time calls a world, with a happens-before order between the threads. The world whose
 * call hangs never moves, because two threads would then be in its engine at once. Some engines let only the thread
 * that has created a world call it. Run such a world in a service without a group.
 *
 * <h2>Why nothing is lost in a take-over</h2>
 *
 * <p>No run is lost, none is run by two threads at once, and the new thread sees everything that the old one has
 * written:
 *
 * <ul>
 *   <li>The worker counts turns. It stores an odd number, with release semantics, before it calls a run. After the
 *       call, it replaces that number by the next even one with a compare-and-set. A take-over is the compare-and-set
 *       of the same two numbers. The count never returns to an earlier number, so exactly one of these two
 *       compare-and-sets succeeds: that of the worker's own thread or that of the take-over.
 *   <li>If the worker's own thread succeeds, the take-over does nothing. If it fails, it no longer touches the worker.
 *       During a turn, it only touches the run that it calls.
 *   <li>What the old thread did with the other runs came before its store of the odd number. The take-over reads that
 *       number with acquire semantics, so it sees all of it. It passes the worker to the new thread through a volatile
 *       field.
 *   <li>The take-over removes the run that hangs from the worker's queues. It does so under a lock that the old thread
 *       takes before it goes on with that run.
 *   <li>The new thread is started before the compare-and-set, and waits. If the system has no thread, nothing has
 *       changed, and the next check tries again.
 *   <li>A signal that reaches the worker for a run that it no longer has is passed on.
 * </ul>
 *
 * <h2>Why threads see what others have done</h2>
 *
 * <p>If one thread works for a service and later another one does, then all that the first one did happens before (in
 * the sense of the Java memory model) what the second one does. {@code PhysicsService.start}, or in a group the thread
 * for set-ups, adds the service to the list of signals, and the worker takes it from there: an atomic exchange, which
 * orders both. From then on only that worker calls the simulation, until it hands the service over by the list of
 * another worker. A request happens before the pass that carries it out, by the same list or by its queue. The end of a
 * service happens before the return of {@code close}, by the lock under which a worker marks that the service has left.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Moving the service that hangs instead of the others. Its thread is inside its engine, and cannot be moved.
 *   <li>Giving a service that has hung back to its group's threads. It would hang again, and each time delay the others
 *       until the watchdog finds it.
 *   <li>Waking the thread for every command by default. That is a system call for both sides. A caller that cannot wait
 *       10 ms should use input, or ask for it by {@code PhysicsBuilder.promptCommands}.
 *   <li>Polling each service of a group every 8 ms. With 1,000 services at 20 Hz, that is 125,000 passes per second
 *       beside 20,000 ticks.
 *   <li>Moving services as soon as loads differ, or several at a time. A moved world is not in the caches of its new
 *       thread, and each move changes the loads that the next decision needs.
 *   <li>Setting worlds up on the thread that calls {@code start}. That call would block, and a step that starts a
 *       service would hold up its own worker.
 *   <li>Time slices of equal length for all services of a group. A service that needs little would be late for the sake
 *       of one that needs much.
 *   <li>One budget for spinning per service. A hundred services that spin take processor time from each other: their
 *       ticks were later than without spinning.
 * </ul>
 */
package io.github.freestep.physics.workers;
