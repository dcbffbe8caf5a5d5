/**
 * Runs a simulation at a fixed rate, on its own thread, on the threads of a group, or in a host's frame loop.
 *
 * <pre>{@code wake -> control -> commands -> input up to the due time -> step -> write state -> publish -> emit events -> wait}</pre>
 *
 * <h2>Words</h2>
 *
 * <ul>
 *   <li>A <i>tick</i> is one period of simulation time. It is <i>due</i> at the wall time at which simulation
 *       time reaches its end. A <i>step</i> advances the simulation by one tick, or by several if the overload
 *       policy merges ticks.
 *   <li>The <i>physics thread</i> of a service is its own thread, or the <i>worker</i> of its group: a thread that runs
 *       several services. The <i>stepping thread</i> is the physics thread of a service, or the thread that owns a
 *       stepper.
 *   <li>A <i>pass</i> is what the physics thread does for a service between two waits: changes of time, commands, and
 *       at most one step.
 *   <li>The <i>backlog</i> is the set of ticks that are due and not stepped. The <i>debt</i> is how long the first of
 *       them has been due. To <i>catch up</i> is to step the backlog without a rest.
 *   <li>To <i>slip</i> is to drop a part of the backlog. The dropped time is never simulated.
 *   <li>The <i>requested scale</i> is the time scale that the user has set. The <i>sustained scale</i> is the share of
 *       it at which readers see the simulation run: 1 as long as the stepping thread keeps up.
 *   <li>An <i>anchor</i>, {@link io.github.freestep.time.TimeAnchor}, maps wall time to simulation time: at the
 *       anchor's wall time, simulation time has the anchor's value, and from then on it runs at the anchor's scale. The
 *       <i>timeline</i> of a run is the sequence of its anchors, by which ticks are due. A pause, a resume, a change of
 *       scale, a single step and a slip each begin a new anchor. Each state carries the anchor by which readers compute
 *       what to show.
 *   <li>A <i>window</i> is the set of the newest K states, which a reader sees at once. The <i>gap</i> is the
 *       simulation time between neighbouring states. If a state is late, a reader <i>bridges</i> it: the motion
 *       continues beyond the newest state for at most one gap. <i>Judder</i> is the unevenness of motion on screen.
 *   <li>The <i>journal</i> passes to recorders everything that enters a simulation, and the hashes of its states.
 * </ul>
 *
 * <h2>Who may call what</h2>
 *
 * <table>
 *   <caption>One type for each side</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link PhysicsBuilder}</td><td>the thread that sets up</td><td></td></tr>
 *   <tr><td>{@link Physics}, {@link PhysicsService}</td><td>any</td><td>only {@code close} blocks; the first
 *       request starts a thread</td></tr>
 *   <tr><td>{@link PhysicsGroup}, {@link GroupMetrics}</td><td>any</td><td>only {@code close} blocks; starting a
 *       service takes a lock that a worker takes only if its step does so</td></tr>
 *   <tr><td>{@link InputPort}</td><td>any, several at a time</td><td>never blocks; only the first push
 *       allocates</td></tr>
 *   <tr><td>{@link PhysicsMetrics}</td><td>any</td><td>no lock, no allocation</td></tr>
 *   <tr><td>{@link Events}</td><td>any</td><td>only joining and leaving take a lock, which the physics thread never
 *       takes</td></tr>
 *   <tr><td>{@link Simulation}, {@link InputSource}, {@link InputFeed}, {@link Command}</td><td>called by the physics
 *       thread</td><td>one call at a time</td></tr>
 *   <tr><td>{@link Tick}, {@link PhysicsContext}, {@link TickInput}, {@link PolledInput}, {@link FedInput},
 *       {@link EventSink}</td><td>the physics thread</td><td>the objects are reused; no allocation</td></tr>
 *   <tr><td>{@link EventHandler}</td><td>called by a consumer's thread</td><td>cannot delay a tick</td></tr>
 *   <tr><td>{@link InlineStepper}</td><td>the first thread that advances it</td><td>never waits, no
 *       allocation</td></tr>
 * </table>
 *
 * <p>Inside the package, {@code Core} does the work from input to events. It starts no thread and never waits.
 * {@code Schedule} makes all decisions about time, and no others. So tests run both on a virtual clock.
 *
 * <h2>Map</h2>
 *
 * <table>
 *   <caption>The classes by topic, and the thread they run on</caption>
 *   <tr><th>topic</th><th>public</th><th>package-private</th><th>thread</th></tr>
 *   <tr><td>world</td><td>{@link Simulation}, {@link SavableSimulation}, {@link Tick}</td><td>{@code World},
 *       {@code Claim}</td><td>the stepping thread; any thread may claim</td></tr>
 *   <tr><td>service, stepper and builder</td><td>{@link Physics}, {@link PhysicsService}, {@link InlineStepper},
 *       {@link PhysicsBuilder}, {@link RunSettings}, {@link PhysicsMetrics}</td><td>{@code Setup}, {@code StepperRun},
 *       {@code FrameSteps}, {@code Ownership}, {@code EndRehearsal}, {@code Rates}, {@code Refreshes}</td><td>any
 *       thread calls; a stepper is advanced by its owner</td></tr>
 *   <tr><td>loop</td><td></td><td>{@code ServiceRun}, {@code RunPlan}, {@code RunEnd}, {@code Core},
 *       {@code Publication}, {@code Rest}</td><td>the stepping thread; any thread may signal a run, and end one that
 *       hangs</td></tr>
 *   <tr><td>workers</td><td>{@link PhysicsGroup}, {@link GroupMetrics}</td><td>{@code Worker}, {@code RunQueue},
 *       {@code RunHeap}, {@code Signals}, {@code Phases}, {@code WorkerLoad}, {@code RunCost}, {@code ParkMeter},
 *       {@code TimerSlack}</td><td>the worker; any
 *       thread places and signals a run</td></tr>
 *   <tr><td>schedule</td><td>{@link OverloadPolicy}, {@link TimeLedger}</td><td>the package {@code physics.schedule};
 *       {@code LedgerCells}</td><td>the stepping thread; any thread may read {@code LedgerCells}</td></tr>
 *   <tr><td>input</td><td>{@link InputPort}, {@link InputSource}, {@link PolledInput}, {@link InputFeed},
 *       {@link FedInput}, {@link TickInput}, {@link PausedInputPolicy}</td><td>{@code InputCollector},
 *       {@code InputHeap}, {@code InputEvent}, {@code InputReporter}, {@code AwaitedInput}</td><td>the stepping
 *       thread; any thread may push to the port</td></tr>
 *   <tr><td>commands</td><td>{@link Command}, {@link ValueCommand}, {@link PortableCommand}, {@link CommandReader},
 *       {@link PhysicsContext}</td><td>{@code Commands}, {@code CommandRunner}, {@code TimeControls};
 *       the package {@code physics.delivery}</td><td>any thread submits, the stepping thread runs, and a callback
 *       thread of the service or group, or the user's executor, completes futures</td></tr>
 *   <tr><td>events</td><td>{@link Events}, {@link EventReader}, {@link EventSubscription}, {@link EventHandler},
 *       {@link EventSink}, {@link PhysicsEvent}, {@link SlowConsumerPolicy}</td><td>{@code EventStream},
 *       {@code JfrEvents}</td><td>the stepping thread writes, each consumer reads on its own
 *       thread, and the handlers of a group share one</td></tr>
 *   <tr><td>faults</td><td>{@link FaultPolicy}, {@link PhysicsException}</td><td>{@code Fault},
 *       {@code Faults}</td><td>the stepping thread; any thread reads the exception</td></tr>
 *   <tr><td>watchdog</td><td></td><td>{@code UserCode}, {@code HangCheck}, {@code HangWatch}, {@code Watchdog},
 *       {@code UrgentEvents}, {@code Successor}, {@code TakenOver}</td><td>the stepping thread marks, the watchdog's
 *       thread checks and reports, consumers read</td></tr>
 * </table>
 *
 * <p>All topics share one package, because public types such as {@link InputPort}, {@link TickInput} and
 * {@link EventSink} have package-private writers that only the loop may call. With a package for each topic, 40 to 50
 * methods per package would have to be public, and users could not name types in packages that the module does not
 * export. The packages {@code ring} and {@code journal} are separate because they have no types for users.
 *
 * <h2>Groups</h2>
 *
 * <p>A {@link PhysicsGroup} runs any number of services on a fixed number of workers. A service with a thread of its
 * own is the only service of a worker. So both run the same code, and a service keeps its promises in a group, with one
 * limit: a worker does one thing at a time, so a step, a command or a set-up delays the ticks of the other services of
 * its worker for as long as it takes, or until a new thread takes over, see below.
 *
 * <ul>
 *   <li><b>Order.</b> If several ticks are due, the one that has been due for the longest time is stepped first, then
 *       the next one of any service. So all late services have the same lag. A service whose last step took longer than
 *       its ticks is too slow by itself: it waits for others that become due within the length of that step, and gets
 *       the time that they leave. The same holds for a service that never slips while it is late by more than a tick,
 *       because its backlog has no limit.
 *   <li><b>Phases.</b> The ticks of a worker's services lie on a grid of 1 ms, evenly spread. So 10,000 ticks per
 *       second take 1,000 wake-ups per second, if ticks last whole milliseconds. At 60 Hz they do not, and drift off
 *       the grid: only the first tick lies on it. To lie on the grid, time begins up to one tick, at most 100 ms, after
 *       the set-up.
 *   <li><b>Overload.</b> A service slips by its own policy. Time in which the worker ran other services is no proof
 *       that a service is too slow, and does not lower its sustained scale. If all services of a worker together need
 *       more than it has, each runs at the same share of its speed, see {@link GroupMetrics#sustainedScale}, except
 *       those that never slip and those that are too slow by themselves. If a service of the worker is too slow by
 *       itself, the others may still use 80 % of the time. Services that never slip leave the others at least half of
 *       the time; if that is too little for them, they fall behind.
 *   <li><b>One worker for life.</b> A service joins the worker with the least load, and stays, because native engines
 *       may be bound to their thread. There is no balancing later. Only a call that hangs moves services to another
 *       thread, see below.
 *   <li><b>Requests.</b> A thread that has a request for a service adds the service to its worker's list of signals,
 *       which is lock-free. The worker takes the whole list every 8 ms, and between passes. It does so at most once per
 *       millisecond. A service with a request goes before ticks that are due, but only once in 8 ms; after that, it
 *       goes after them. So a flood of requests to one service delays the tick of another by at most one pass. A
 *       service with {@link PhysicsBuilder#promptCommands} also wakes its worker. For that, the worker waits for a tick
 *       in two parts: up to 1 ms before the tick, so that a signal ends the wait; and then precisely.
 * </ul>
 *
 * <p>All that one thread does for a service happens before what the next thread does for it.
 * {@code PhysicsService.start} adds the service to the list of signals, and the worker takes it from there: an atomic
 * exchange, which orders both. From then on only that worker calls the simulation. A request happens before the pass
 * that carries it out, by the same list or by its queue. The end of a service happens before the return of
 * {@code close}, by the lock under which a worker marks that the service has left.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li><b>Decisions about time</b>: no drift, bounded debt, and only the states that readers need are written. See the
 *       package {@code physics.schedule}. {@link PhysicsMetrics} count dropped time, and
 *       {@link PhysicsEvent.Kind#SUSTAINED_SCALE} events report each change of the sustained scale. A tick that waits
 *       for its {@link InputFeed} is late like any other: the metrics and {@link PhysicsEvent.Kind#INPUT_WAIT} events
 *       say which player it waits for, and how long. {@link InlineStepper} limits the time of the steps in a frame, and
 *       slows simulation time so that frames stay short. {@link PhysicsBuilder#publishEvery} sets how many ticks lie
 *       between published states. In a pause and after each single step, the newest state is always published.
 *   <li><b>On time.</b> The thread parks until shortly before a tick and then spins, within a budget of processor time.
 *       {@link PhysicsMetrics#parkLatenessNanos} shows whether the system's timer is coarse. On Linux, the thread
 *       requests exact timers. If the system refuses, the thread continues without them. The timer of Windows wakes
 *       threads every 15.6 ms by default. There, a daemon thread {@code freestep-timer}, shared by all services of the
 *       process, raises the resolution to 1 ms, and ticks begin up to 2 ms late. Only Linux was measured. The timer of
 *       Windows was simulated, from what is known about it and about HotSpot.
 *   <li><b>Repeatable.</b> All ticks have the same length, except under {@link OverloadPolicy#merge}. Input goes to the
 *       tick in which it happened, not to the tick of the frame that noticed it. A recording contains everything that
 *       enters the simulation, and hashes of the states. A replay passes the recorded input to the simulation again,
 *       tick by tick, and gets bit-identical states.
 *   <li><b>A pause shows what commands do.</b> While time is paused, each command is followed by another state of the
 *       same tick, in place of the newest one: a spawn, a teleport or the restart of a level is seen at once. The hash
 *       of the tick stays that of its step, so recordings and lockstep do not notice. A body that a command moves must
 *       be teleported, as always: otherwise {@code EXTRAPOLATE} would take the move for a velocity. After a failed
 *       step, the world is inconsistent, and nothing is shown before a step succeeds.
 *   <li><b>Control within 10 ms.</b> A pause, a resume, a step or a new scale takes effect within 10 ms at every scale,
 *       even in the middle of a tick's span. The thread looks for requests every 8 ms, and between all ticks. After a
 *       change, it publishes the newest state again with the new anchor. As long as a tick is to come, callers do not
 *       wake the thread, because a wake-up costs both sides a system call. In an overloaded group, a request may wait
 *       until each service of the worker has had one pass.
 *   <li><b>No work, no wake-ups.</b> A paused service, and one whose world is {@link Simulation#resting}, needs no
 *       processor time. If all services of a thread are paused or resting, the thread sleeps until a request or, for
 *       a resting world, an input wakes it. (It wakes up every 10 s, so that it works with any clock.) No wake-up is
 *       lost: the thread marks that it sleeps, looks for requests once more, then parks. The caller adds its
 *       request, then reads the mark. Both put a full fence in between, so the thread sees the request, or the
 *       caller sees the mark.
 *   <li><b>Input is never lost silently.</b> If the queue is full, the producer gets {@code false}. Late input goes to
 *       the next tick. Input with a time in the future counts as received now. Under {@link PausedInputPolicy#DROP},
 *       actions in a pause are dropped. All four cases are counted.
 *   <li><b>A hang does not go unnoticed.</b> A daemon thread {@code freestep-watchdog}, shared by all services of the
 *       process, reports each call of the user's code that takes longer than {@link PhysicsBuilder#watchdog} allows, at
 *       most a quarter of that time later. Two stores per call are all that this costs the physics thread: it reads no
 *       clock and allocates nothing. If the watchdog itself was held up, such as by a debugger that stops all threads
 *       or by a suspended machine, its count starts anew.
 *   <li><b>No thread waits for another.</b> The physics thread does not wait for producers, consumers or callbacks, and
 *       they do not wait for it.
 * </ol>
 *
 * <h2>Faults</h2>
 *
 * <p>In the tables:
 *
 * <ul>
 *   <li><i>Stops</i> means that the run ends: {@link PhysicsService#status} is {@code FAILED}, and
 *       {@link PhysicsService#failure} names the cause with tick and body. The first {@code close} throws it if no
 *       caller has read it.
 *   <li><i>Skips</i> means that the state of the tick is not published, and the run continues.
 *   <li><i>Pauses</i> means that the state of the tick is not published, the backlog is dropped, and time pauses
 *       after the tick.
 * </ul>
 *
 * <p>After every end, whatever its reason:
 *
 * <ul>
 *   <li>the last good state stays readable,
 *   <li>commands fail, those that wait as well as later ones, and input is refused,
 *   <li>event handlers get the events that were written before,
 *   <li>the thread that stepped the simulation has closed it,
 *   <li>no thread is left.
 * </ul>
 *
 * <p>Every row of the tables is a test, in {@code FaultsTest}, {@code EndingsTest}, {@code ClosingTest},
 * {@code HungStepTest}, {@code TakeOverTest}, {@code ThreadsByUseTest} or {@code SharedThreadsTest}. The rows about a
 * full heap are in {@code FullHeapTest} and {@code ServiceMemoryTest}.
 *
 * <table>
 *   <caption>Faults for which the policy decides what happens</caption>
 *   <tr><th>fault</th><th>{@link FaultPolicy#stop}, the
 *       default</th><th>{@link FaultPolicy#skip}</th><th>{@link FaultPolicy#pause}</th></tr>
 *   <tr><td>a step or the writing of a state throws</td><td>stops</td><td>skips</td><td>pauses</td></tr>
 *   <tr><td>a state has a NaN or infinite value</td><td>stops; no reader has seen the
 *       state</td><td>skips</td><td>pauses</td></tr>
 *   <tr><td>an input source throws</td><td>stops</td><td>discards what the source has reported in this poll; the tick
 *       is stepped and published, and the source is polled again next time</td><td>the same as {@code skip}; then the
 *       backlog is dropped, and time pauses after the tick</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Faults that have the same effect under every policy</caption>
 *   <tr><th>fault</th><th>what happens</th></tr>
 *   <tr><td>an input feed throws</td><td>stops, because the tick would have the wrong input</td></tr>
 *   <tr><td>setting up the world fails, or its first state cannot be written or has a NaN or infinite
 *       value</td><td>stops, without a state</td></tr>
 *   <tr><td>closing the world fails</td><td>the run fails at its end. If it had failed before, this failure becomes a
 *       suppressed exception of the first one</td></tr>
 *   <tr><td>a command throws</td><td>its future fails, and the run continues. What the command had changed stays
 *       changed. But an engine's world removes the bodies that the command had added</td></tr>
 *   <tr><td>a step, the writing of a state, an input source, a feed or a command throws an
 *       {@link java.lang.Error}</td><td>stops. If a command has thrown the error, the command's future fails
 *       with it</td></tr>
 *   <tr><td>there is no memory for the queue of inputs or of commands, which the first push or command
 *       creates</td><td>the call throws the {@code OutOfMemoryError}, and the run continues</td></tr>
 *   <tr><td>the stepping thread runs out of memory</td><td>stops, as for every {@code Error}.
 *       The end needs no memory, so all promises above hold. But futures may fail with a
 *       preallocated {@code RejectedExecutionException}</td></tr>
 *   <tr><td>{@code toString()} of an exception throws</td><td>the exception is handled like any other; the name of its
 *       class replaces its text</td></tr>
 *   <tr><td>a callback throws, or runs into a full heap</td><td>the run continues. Other callbacks run, and every
 *       future that the service has returned completes. Attaching a callback returned a second future to the caller:
 *       that one fails. {@code CompletableFuture} leaves the second future incomplete if there is no memory for the
 *       failure, or if {@code toString()} of the exception throws</td></tr>
 *   <tr><td>an event handler throws</td><td>the handler gets the next event. The failure is counted in the
 *       {@link PhysicsMetrics}, kept in the {@link EventSubscription}, and reported to the other consumers and to a
 *       flight recorder</td></tr>
 *   <tr><td>the thread is interrupted</td><td>the run ends as by {@code close}; the status is {@code CLOSED}. In a
 *       group, only the run whose code was interrupted ends; an interrupt between passes has no effect</td></tr>
 *   <tr><td>a step, a command or other code of the user does not return</td><td>after the time set by
 *       {@link PhysicsBuilder#watchdog}, reported as a {@code HUNG_STEP} event with the stack, counted in
 *       {@link PhysicsMetrics#hungSteps}, and reported to a flight recorder. In a group, a new thread takes over the
 *       other services of the thread, and this one stays alone. If the call returns, the run continues. If it does not,
 *       {@code close} interrupts the call, waits once more, and throws; the cause shows where the call hangs. The
 *       status is {@code FAILED}. All commands fail, including the hanging one. The physics thread, a daemon, stays
 *       until the call returns, then ends without another step</td></tr>
 *   <tr><td>a callback or event handler never returns</td><td>no tick is delayed, and a callback delays no event.
 *       {@code close} throws, and the cause shows where the call hangs. Threads other than the caller's complete the
 *       remaining futures, unless more than 16 callbacks hang. The hanging thread, a daemon, stays until the call
 *       returns. In a group, the call delays the callbacks or handlers of the other services, until its own service or
 *       the delayed one is closed. Then another thread takes over. On the user's executor, a callback delays the later
 *       ones of its service for as long as it takes, and {@code close} does not wait for it</td></tr>
 *   <tr><td>the user's executor for callbacks throws, or runs a task on the thread that hands it over</td><td>our thread
 *       completes this future and all later ones. If that can't be started, {@code close} completes the futures that
 *       wait</td></tr>
 *   <tr><td>a second service or stepper starts a simulation that is already running</td><td>{@code start} and
 *       {@code inline} throw, and name both runs. The simulation can run again once the first run has ended, for
 *       whatever reason. If a step hangs, the first run ends when the step returns</td></tr>
 *   <tr><td>two runs wrap one engine's world in different simulations</td><td>the world refuses its second set-up, so
 *       the second run stops</td></tr>
 *   <tr><td>a command, a step or a callback waits for a future of its own service; in a group, a callback waits for a
 *       future of any of its services</td><td>{@code get} and {@code join} throw, because they would wait
 *       forever</td></tr>
 *   <tr><td>the system cannot start a thread</td><td>{@code start} throws the reason once the callback thread has
 *       completed all futures returned so far, and {@code close} then does nothing. The first request of a service
 *       starts the callback thread: if that fails, the request throws the reason and is not carried out, and the run
 *       continues</td></tr>
 *   <tr><td>a step or command calls {@code System.exit}</td><td>the call never returns: the virtual machine runs its
 *       shutdown hooks, then ends. If a hook closes the service, the hook and the step wait for each other. So the exit
 *       takes twice the {@code closeTimeout}, and {@code close} throws as for a step that never returns. Request an
 *       exit from another thread</td></tr>
 *   <tr><td>a service of a group fails or ends, in any of these ways</td><td>the other services go on. If a call does
 *       not return, they go on once another thread has taken over</td></tr>
 *   <tr><td>a service starts in a closed group</td><td>{@code start} throws, and the service stays new</td></tr>
 *   <tr><td>a group is closed</td><td>all its services are closed, then its threads end. If a step hangs, {@code close}
 *       throws what {@code close} of its service throws</td></tr>
 *   <tr><td>the code of a service closes another service of its group</td><td>the call requests the end and returns,
 *       because two services that wait for each other would wait forever</td></tr>
 *   <tr><td>{@code close} is called twice</td><td>the second call does nothing</td></tr>
 *   <tr><td>a step, command, callback or event handler calls {@code close}</td><td>the call requests the end and
 *       returns. The step is the last one, and the command completes</td></tr>
 *   <tr><td>{@code close} is called before {@code start}</td><td>the service ends, and never has a physics thread;
 *       {@code start} then throws</td></tr>
 *   <tr><td>an interrupted thread calls {@code close}</td><td>the call waits all the same; the interrupt flag
 *       stays set</td></tr>
 * </table>
 *
 * <h2>Take-over from a call that hangs</h2>
 *
 * <p>A worker of a {@link PhysicsGroup} runs many services. If a call of one of them hangs, a new thread takes over the
 * worker with all others, also the paused ones. The thread that hangs keeps the service that hangs. If the call
 * returns, it goes on with that service alone, until that service ends. The watchdog starts a take-over when it reports
 * a hang. A {@code close} starts one as well, just before its interrupt, if the worker is then in the pass of its own
 * service. So the interrupt hits only that service. A {@code close} also starts one if another service has been in one
 * pass for the whole {@code closeTimeout} and for at least its own {@link PhysicsBuilder#watchdog}, but not in its
 * set-up. So a {@code close} does not wait for a service that hangs, and a long but healthy step stays on its worker.
 *
 * <p>No run is lost, none is run by two threads at once, and the new thread sees everything that the old one has
 * written, by this argument:
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
 *   <li>The take-over removes the run that hangs from the worker's queues. It does so under a lock that the old thread
 *       takes before it goes on with that run.
 *   <li>The new thread is started before the compare-and-set, and waits. If the system has no thread, nothing has
 *       changed, and the next check tries again.
 *   <li>A signal that reaches the worker for a run that it no longer has is passed on.
 * </ul>
 *
 * <p>Each moved world gets an empty, unrecorded command on the new thread before anything else, like the world of a
 * stepper that passes to another thread. From then on, the world accepts that thread and no other. dyn4j, PhysX and
 * Bullet allow this: they require that one thread at a time calls a world, with a happens-before order between the
 * threads. The world whose call hangs never moves, because two threads would then be in its engine at once. Some
 * engines let only the thread that has created a world call it. Run such a world in a service without a group.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>One queue for control, commands and input. A slow command would then delay a pause, and a pause
 *       would delay input.
 *   <li>Memory for as many inputs and commands as the capacities allow, from the start. Each service would take 0.7 MB,
 *       and most use little of it. So the first push and the first command create the queues, and the physics thread
 *       allocates when more inputs wait than ever before.
 *   <li>A queue for changes of time. It can be full, and no caller expects that a pause is refused for lack of room.
 *       Instead, waiting changes are combined into one.
 *   <li>One ring of events for all consumers, see {@link Events}.
 *   <li>Moving the service that hangs instead of the others. Its thread is inside its engine, and cannot be moved.
 *   <li>Giving a service that has hung back to its group's threads. It would hang again, and each time delay the others
 *       until the watchdog finds it.
 *   <li>Waking the thread for every command by default. That is a system call for both sides. A caller that cannot wait
 *       10 ms should use input, or ask for it by {@link PhysicsBuilder#promptCommands}.
 *   <li>Polling each service of a group every 8 ms. With 1,000 services at 20 Hz, that is 125,000 passes per second
 *       beside 20,000 ticks.
 *   <li>Moving services from a loaded worker to an idle one. Native engines may be bound to a thread, and a moved world
 *       would not be in the caches.
 *   <li>Time slices of equal length for all services of a group. A service that needs little would be late for the sake
 *       of one that needs much.
 *   <li>One budget for spinning per service. A hundred services that spin take processor time from each other: their
 *       ticks were later than without spinning.
 *   <li>Resting by default for the worlds of engines. Their {@code beforeStep} may act at a certain time, and would not
 *       be called.
 * </ul>
 */
package io.github.freestep.physics;
