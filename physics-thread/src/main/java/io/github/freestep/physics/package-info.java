/**
 * Runs a simulation at a fixed rate, on its own thread, on the threads of a group, or in a host's frame loop.
 *
 * <pre>{@code wake -> control -> commands -> input up to the due time -> step -> write state -> publish -> emit events
 * -> wait}</pre>
 *
 * <h2>Words</h2>
 *
 * <ul>
 *   <li>A <i>tick</i> is one period of simulation time. It is <i>due</i> at the wall time at which simulation time
 *       reaches its end. A <i>step</i> advances the simulation by one tick, or by several if the overload policy merges
 *       ticks.
 *   <li>The <i>physics thread</i> of a service is its own thread, or the <i>worker</i> of its group: a thread that runs
 *       several services. The <i>stepping thread</i> is the physics thread of a service, or the thread that owns a
 *       stepper.
 *   <li>In a <i>pass</i>, the physics thread works for one service, from one wait to the next: it applies changes of
 *       time, runs commands, and takes at most one step.
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
 *       service takes a lock; a worker never takes it, unless a step starts a service</td></tr>
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
 *   <tr><td>{@link HandedOver}</td><td>any</td><td>immutable</td></tr>
 *   <tr><td>{@link InlineStepper}</td><td>the first thread that advances it</td><td>never waits, no
 *       allocation</td></tr>
 * </table>
 *
 * <h2>Groups</h2>
 *
 * <p>A {@link PhysicsGroup} runs any number of services on a fixed number of workers. A service with a thread of its
 * own is the only service of a worker. So both run the same code, and a service keeps its promises in a group, with one
 * limit: a worker does one thing at a time, so a step or a command delays the ticks of the other services of its worker
 * for as long as it takes, or until a new thread takes over. Worlds are set up on another thread, one after the other,
 * so a large world that joins delays no tick. A busy worker hands services over to one that has time, between two
 * ticks. The document of the package {@code physics.workers} has the order of the services, how they are spread, and
 * why no run is lost in a move or a take-over.
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
 *       {@link PhysicsMetrics#parkLatenessNanos} shows whether the system's timer is coarse. A thread whose services
 *       are all paused or resting sleeps, and needs no processor time. How, and what was measured: see the package
 *       {@code physics.workers}.
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
 *       even in the middle of a tick's span. The future of {@link Physics#step(int)} completes after its last step. The
 *       thread looks for requests after each tick, and at least every 8 ms; with a real-time priority, every 10 ms.
 *       Then a wake-up that is late adds to the 10 ms. After a change, it publishes the newest state again with the new
 *       anchor. As long as a tick is to come, callers do not wake the thread, because a wake-up costs both sides a
 *       system call. In an overloaded group, a request may wait until each service of the worker has had one pass.
 *   <li><b>Input is never lost silently.</b> If the queue is full, the producer gets {@code false}. Late input goes to
 *       the next tick. Input with a time in the future counts as received now. Under {@link PausedInputPolicy#DROP},
 *       actions in a pause are dropped. All four cases are counted. A time that is more than 1 day old or more than
 *       1 minute ahead is a reading of another clock, so the push throws.
 *   <li><b>A hang does not go unnoticed</b>, and holds up no tick and no event of another service for longer than
 *       {@link PhysicsBuilder#watchdog} allows.
 *   <li><b>A move changes nothing.</b> {@link PhysicsService#handOver} takes the world and all that this package keeps
 *       beside it: time with its spans and pauses, the batch in progress, axes and waiting input, lives, and what
 *       events have reported. So the service that goes on steps each tick with the same input, and with the same bits
 *       if the world restores exactly. To this end, the input queue is filled up when it is closed: a push that was
 *       accepted has been moved, and one that comes too late gets {@code false}. The share of the scale that a thread
 *       can sustain is measured anew, because another thread may be faster.
 *   <li><b>No thread waits for another.</b> The physics thread does not wait for producers, consumers or callbacks, and
 *       they do not wait for it.
 * </ol>
 *
 * <h2>Faults</h2>
 *
 * <p>In the tables:
 *
 * <ul>
 *   <li><i>Stops</i> means that the run ends: {@link Physics#status} is {@code FAILED}, and {@link Physics#failure}
 *       names the cause with tick and body. {@code close} does not throw it: see "Rejected designs".
 *   <li><i>Skips</i> means that the state of the tick is not published, and the run continues.
 *   <li><i>Pauses</i> means that the state of the tick is not published, the backlog is dropped, and time pauses after
 *       the tick.
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
 *   <tr><td>a step or the writing of a state throws. Writing throws by itself if the simulation writes to a slot that
 *       never had a body or an orientation that is no unit quaternion, or leaves out the position of a new
 *       body</td><td>stops</td><td>skips</td><td>pauses</td></tr>
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
 *   <tr><td>a command throws</td><td>its future fails, a {@code COMMAND_FAILED} event and a flight recording have the
 *       cause, and the run continues. What the command had changed stays changed. But an engine's world removes the
 *       bodies that the command had added</td></tr>
 *   <tr><td>a step, the writing of a state, an input source, a feed or a command throws an
 *       {@link java.lang.Error}</td><td>stops. If a command has thrown the error, the command's future fails
 *       with it</td></tr>
 *   <tr><td>there is no memory for the queue of inputs or of commands, which the first push or command
 *       creates</td><td>the call throws the {@code OutOfMemoryError}, and the run continues</td></tr>
 *   <tr><td>the stepping thread runs out of memory</td><td>stops, as for every {@code Error}.
 *       The end needs no memory. Futures may stay incomplete; {@link Physics#failure} says
 *       why</td></tr>
 *   <tr><td>the clock throws on the physics thread</td><td>the service stops. In a group, all services of the worker
 *       stop, and the worker waits for new ones. A change of time that cannot read the clock fails alone. The ledger
 *       stays as of the newest tick</td></tr>
 *   <tr><td>the heap is full because of other code</td><td>the run continues: no tick, slip, pause or change of time
 *       allocates. Exceptions are input sources, feeds and worlds that allocate, faults under
 *       {@link FaultPolicy#skip} and {@link FaultPolicy#pause}, whose reports need memory, and more waiting inputs than
 *       ever before</td></tr>
 *   <tr><td>{@code toString()} of an exception throws</td><td>the exception is handled like any other; the name of its
 *       class replaces its text</td></tr>
 *   <tr><td>a callback throws</td><td>the run continues. Other callbacks run, and every future that the service has
 *       returned completes. The call that attached the callback returned a second future: that one fails.
 *       {@code CompletableFuture} leaves it incomplete if there is no memory for the failure, or if {@code toString()}
 *       of the exception throws</td></tr>
 *   <tr><td>an event handler throws</td><td>the handler gets the next event. The failure is counted in the
 *       {@link PhysicsMetrics}, kept in the {@link EventSubscription}, and reported to the other consumers and to a
 *       flight recorder</td></tr>
 *   <tr><td>the thread is interrupted</td><td>the run ends as by {@code close}; the status is {@code CLOSED}. In a
 *       group, only the run whose code was interrupted ends; an interrupt between passes has no effect</td></tr>
 *   <tr><td>a set-up does not return</td><td>reported as for a step. Other services go on, and another thread sets up
 *       the other worlds. {@code close} interrupts the set-up, and throws as for a step</td></tr>
 *   <tr><td>a step, a command or other code of the user does not return</td><td>after the time set by
 *       {@link PhysicsBuilder#watchdog}, reported as a {@code HUNG_STEP} event with the stack, counted in
 *       {@link PhysicsMetrics#hungSteps}, and reported to a flight recorder. In a group, a new thread takes over the
 *       other services of the thread, and this one stays alone. If the call returns, the run continues. If it does not,
 *       {@code close} interrupts the call, waits for its time-out a second time, and throws; the cause of the exception
 *       shows where the call hangs. The status is {@code FAILED}. All commands fail, including the hanging one. The
 *       physics thread, a daemon, stays until the call returns, then ends without another step</td></tr>
 *   <tr><td>a callback or event handler never returns</td><td>no tick is delayed, and a callback delays no event. The
 *       watchdog reports it as it reports a step. {@code close} throws, and the cause shows where the call hangs.
 *       Threads other than the caller's complete the remaining futures, unless more than 16 callbacks hang. The hanging
 *       thread, a daemon, stays until the call returns. In a group, a handler delays those of the other services until
 *       another thread takes over: when the watchdog reports it, or when its own service or a delayed one is closed. A
 *       callback delays those of the other services until it returns, or until one of these services is closed. On the
 *       user's executor, a callback delays the later ones of its service for as long as it takes, and {@code close}
 *       does not wait for it</td></tr>
 *   <tr><td>the user's executor for callbacks throws, or runs a task on the thread that hands it over</td><td>our
 *       thread completes this future and all later ones. If that can't be started, {@code close} completes the futures
 *       that wait</td></tr>
 *   <tr><td>a second service or stepper starts a simulation that is already running</td><td>{@code start} and
 *       {@code inline} throw, and name both runs. The simulation can run again once the first run has ended, for
 *       whatever reason. If a step hangs, the first run ends when the step returns</td></tr>
 *   <tr><td>two simulations wrap the same world of an engine, and both are started</td><td>the world refuses its second
 *       set-up, so the second run stops</td></tr>
 *   <tr><td>a command, a step or a callback waits for a future of its own service; in a group, a callback waits for a
 *       future of any of its services</td><td>{@code get} and {@code join} throw, because they would wait
 *       forever</td></tr>
 *   <tr><td>the system cannot start a thread</td><td>{@code start} throws the reason once the callback thread has
 *       completed all futures returned so far, and {@code close} then does nothing. The first request of a service
 *       starts the callback thread: if that fails, the request throws the reason and is not carried out, and the run
 *       continues</td></tr>
 *   <tr><td>a step or command calls {@code System.exit}</td><td>the call never returns: the virtual machine runs its
 *       shutdown hooks, then ends. If a hook closes the service, the hook waits for the step, and the step waits for
 *       the exit. {@code close} gives up after twice the {@code closeTimeout} and throws as for a step that never
 *       returns. Then the exit goes on. Request an exit from another thread</td></tr>
 *   <tr><td>a service of a group fails or ends, in any of these ways</td><td>the other services go on. If a call does
 *       not return, they go on once another thread has taken over</td></tr>
 *   <tr><td>a service starts in a closed group</td><td>{@code start} throws, and the service stays new</td></tr>
 *   <tr><td>a group is closed</td><td>it closes all its services at the same time, then ends its threads. If a step
 *       hangs, {@code close} throws what {@code close} of its service throws</td></tr>
 *   <tr><td>the code of a service closes another service of its group</td><td>the call requests the end and returns,
 *       because two services that wait for each other would wait forever</td></tr>
 *   <tr><td>a hand-over finds that the world cannot be saved, or that its newest step or state has failed</td><td>the
 *       future of the hand-over fails, and the run continues with all of its input</td></tr>
 *   <tr><td>{@code close} is called twice</td><td>the second call does nothing</td></tr>
 *   <tr><td>a step, command, callback or event handler calls {@code close}</td><td>the call requests the end and
 *       returns. The step is the last one, and the command completes</td></tr>
 *   <tr><td>{@code close} is called before {@code start}</td><td>the service ends, and never has a physics thread;
 *       {@code start} then throws</td></tr>
 *   <tr><td>an interrupted thread calls {@code close}</td><td>the call waits all the same; the interrupt flag
 *       stays set</td></tr>
 * </table>
 *
 * <h2>How it is built</h2>
 *
 * <p>Inside the package, {@code Core} does the work from input to events. It starts no thread and never waits.
 * {@code Schedule} decides everything that depends on time, and nothing else: which tick is due, how long to wait, when
 * to drop time. Both get the time from outside, so tests run them on a virtual clock.
 *
 * <table>
 *   <caption>The classes by topic, and the thread they run on</caption>
 *   <tr><th>topic</th><th>public</th><th>package-private</th><th>thread</th></tr>
 *   <tr><td>world</td><td>{@link Simulation}, {@link SavableSimulation}, {@link Tick}</td><td>{@code World},
 *       {@code Claim}</td><td>the stepping thread; any thread may claim</td></tr>
 *   <tr><td>service, stepper and builder</td><td>{@link Physics}, {@link PhysicsService}, {@link InlineStepper},
 *       {@link PhysicsBuilder}, {@link HandedOver}, {@link RunSettings}, {@link PhysicsMetrics}</td><td>{@code Setup},
 *       {@code StepperRun}, {@code FrameSteps}, {@code Ownership}, {@code EndRehearsal}, {@code Rates}, {@code
 *       Refreshes}</td><td>any thread calls; a stepper is advanced by its owner</td></tr>
 *   <tr><td>loop</td><td></td><td>{@code ServiceRun}, {@code RunPasses}, {@code RunEnd}, {@code Core},
 *       {@code Publication}, {@code Rest}</td><td>the stepping thread; any thread may signal a run, and end one that
 *       hangs</td></tr>
 *   <tr><td>workers</td><td>{@link PhysicsGroup}, {@link GroupMetrics}</td><td>the package
 *       {@code physics.workers}</td><td>the worker; any thread places and signals a run</td></tr>
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
 *       {@link EventSink}, {@link PhysicsEvent}, {@link SlowConsumerPolicy}</td><td>{@code EventStream}</td><td>the stepping thread writes, each consumer reads on its own
 *       thread, and the handlers of a group share one</td></tr>
 *   <tr><td>faults</td><td>{@link FaultPolicy}, {@link PhysicsException}</td><td>{@code Fault},
 *       {@code Faults}</td><td>the stepping thread; any thread reads the exception</td></tr>
 *   <tr><td>watchdog</td><td></td><td>{@code HangWatches}, {@code HangWatch}, {@code UrgentEvents}; the package
 *       {@code physics.workers}</td><td>the stepping thread marks, the watchdog's thread checks and reports, consumers
 *       read</td></tr>
 * </table>
 *
 * <p>What users call, and what has package-private writers that only the loop may call, such as {@link InputPort},
 * {@link TickInput} and {@link EventSink}, is in this package. What needs none of these types is in a package of its
 * own that the module does not export: {@code schedule}, {@code workers}, {@code delivery}, {@code journal} and
 * {@code ring}. They do not depend on this package, and not on each other, except that workers plan by the schedule,
 * and that the journal is a ring. A user's type that they need part of gives them plain values, such as
 * {@code schedule.Overload}, or extends {@code internal.HasInside}.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A {@code close} that throws the failure of the run. A stepper has thrown it from {@code advance} already, and
 *       try-with-resources cannot add an exception to itself. A match that was left, or a group whose rooms have failed
 *       for different reasons, has no failure that its {@code close} could throw. And what cleans up after a known
 *       failure must not fail again. So one rule holds for everything that can be closed: {@code close} throws only if
 *       a thread does not end in time, or if the wrong thread calls. {@code failure()}, the status, the event
 *       {@code FAULT} and all futures report the failure.
 *   <li>One queue for control, commands and input. A slow command would then delay a pause, and a pause would delay
 *       input.
 *   <li>Memory for as many inputs and commands as the capacities allow, from the start. Each service would take 0.7 MB,
 *       and most use little of it. So the first push and the first command create the queues, and the physics thread
 *       allocates when more inputs wait than ever before.
 *   <li>Counting the time of a move as simulated, and catching it up. The clocks of two machines do not agree, so the
 *       length of a move is known only within their error, and under a policy that never slips, a long move would make
 *       a long burst of ticks.
 *   <li>A queue for changes of time. It can be full, and no caller expects that a pause is refused for lack of room.
 *       Instead, waiting changes are combined into one.
 *   <li>One ring of events for all consumers, see {@link Events}.
 *   <li>Resting by default for the worlds of engines. Their {@code beforeStep} may act at a certain time, and would not
 *       be called.
 * </ul>
 */
package io.github.freestep.physics;
