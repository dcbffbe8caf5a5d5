/**
 * Runs a simulation at a fixed rate, on its own thread or in a host's frame loop.
 *
 * <pre>{@code wake -> control -> commands -> input up to the due time -> step -> write state -> publish -> emit events -> wait}</pre>
 *
 * <h2>Who may call what</h2>
 *
 * <table>
 *   <caption>One type for each side</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link PhysicsBuilder}</td><td>the thread that sets up</td><td></td></tr>
 *   <tr><td>{@link Physics}, {@link PhysicsService}</td><td>any</td><td>only {@code close} blocks</td></tr>
 *   <tr><td>{@link InputPort}</td><td>any, several at a time</td><td>never blocks, no allocation</td></tr>
 *   <tr><td>{@link PhysicsMetrics}</td><td>any</td><td>no lock, no allocation</td></tr>
 *   <tr><td>{@link Events}</td><td>any</td><td>only joining and leaving take a lock, which the physics thread never
 *       takes</td></tr>
 *   <tr><td>{@link Simulation}, {@link InputSource}, {@link InputFeed}, {@link Command}</td><td>called by the physics
 *       thread</td><td>one call at a time</td></tr>
 *   <tr><td>{@link Tick}, {@link PhysicsContext}, {@link TickInput}, {@link PolledInput}, {@link FedInput},
 *       {@link EventSink}</td><td>the physics thread</td><td>reused, no allocation</td></tr>
 *   <tr><td>{@link EventHandler}</td><td>called by a consumer's thread</td><td>cannot delay a tick</td></tr>
 *   <tr><td>{@link InlineStepper}</td><td>the first thread that advances it</td><td>never waits, no
 *       allocation</td></tr>
 * </table>
 *
 * <p>Inside the package, {@code Core} does the work from input to events, and knows neither threads nor waiting.
 * {@code Schedule} makes all decisions about time, and no others. So both are tested on a virtual clock.
 *
 * <h2>Map</h2>
 *
 * <p>The stepping thread is the physics thread of a service, or the thread that owns a stepper.
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
 *   <tr><td>loop</td><td></td><td>{@code PhysicsThread}, {@code Core}, {@code Publication}</td><td>the stepping
 *       thread</td></tr>
 *   <tr><td>schedule</td><td>{@link OverloadPolicy}, {@link TimeLedger}</td><td>{@code Schedule},
 *       {@code SustainableRate}, {@code FrameShare}, {@code Pace}, {@code TimeControls}, {@code LedgerCells},
 *       {@code ParkMeter}, {@code TimerSlack}</td><td>the stepping thread; any thread may add to {@code TimeControls}
 *       and read {@code LedgerCells}</td></tr>
 *   <tr><td>input</td><td>{@link InputPort}, {@link InputSource}, {@link PolledInput}, {@link InputFeed},
 *       {@link FedInput}, {@link TickInput}, {@link PausedInputPolicy}</td><td>{@code InputCollector},
 *       {@code InputHeap}, {@code InputEvent}, {@code InputReporter}, {@code AwaitedInput}</td><td>the stepping
 *       thread; any thread may push to the port</td></tr>
 *   <tr><td>commands</td><td>{@link Command}, {@link ValueCommand}, {@link PortableCommand}, {@link CommandReader},
 *       {@link PhysicsContext}</td><td>{@code Commands}, {@code CommandRunner}, {@code CommandCallbacks},
 *       {@code Pending}, {@code Reply}</td><td>any thread submits, the stepping thread runs, and a service has a
 *       callback thread that completes futures</td></tr>
 *   <tr><td>events</td><td>{@link Events}, {@link EventReader}, {@link EventSubscription}, {@link EventHandler},
 *       {@link EventSink}, {@link PhysicsEvent}, {@link SlowConsumerPolicy}</td><td>{@code EventStream},
 *       {@code JfrEvents}</td><td>the stepping thread writes, each consumer reads on its own thread</td></tr>
 *   <tr><td>faults</td><td>{@link FaultPolicy}, {@link PhysicsException}</td><td>{@code Fault},
 *       {@code Faults}</td><td>the stepping thread; any thread reads the exception</td></tr>
 * </table>
 *
 * <p>All topics share one package, because public types such as {@link InputPort}, {@link TickInput} and
 * {@link EventSink} have package-private writers that only the loop may call. With a package for each topic, 40 to 50
 * methods per package would have to be public, and users could not name types in packages that the module does not
 * export. The packages {@code ring} and {@code journal} are separate because they have no types for users.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li><b>No drift.</b> Ticks are due at absolute times, which are computed from the numbers of the ticks. A late tick
 *       does not make the next tick late.
 *   <li><b>On time.</b> The thread parks until shortly before a tick and then spins, within a budget of processor time.
 *       {@link PhysicsMetrics#parkLatenessNanos} shows whether the system's timer is coarse. On Linux, the thread
 *       requests exact timers, and does without them if the system refuses. The timer of Windows wakes threads every
 *       15.6 ms by default. There, a daemon thread {@code freestep-timer}, shared by all services of the process,
 *       raises the resolution to 1 ms, and ticks begin up to 2 ms late. Only Linux was measured. The timer of Windows
 *       was simulated, from what is known about it and about HotSpot.
 *   <li><b>Bounded debt.</b> The {@link OverloadPolicy} limits the backlog that is caught up, so a stall of ten minutes
 *       does not run 60,000 ticks. In a lasting overload, the service puts a slower scale into the anchor of the
 *       states, so that readers show slow motion instead of stutter. If the policy drops nothing, the timeline keeps
 *       its scale, and only the picture becomes slower: the anchor that readers use follows the real pace of the ticks.
 *       If the scale changes while ticks are too heavy for the old scale, most of the old backlog is dropped.
 *       {@link PhysicsMetrics} count dropped time, and {@link PhysicsEvent.Kind#SUSTAINED_SCALE} events report each
 *       change of the sustained scale. {@link InlineStepper} limits the steps of a frame, and slows time so that frames
 *       stay short.
 *   <li><b>Repeatable.</b> All ticks have the same length, except under {@link OverloadPolicy#merge}. Input goes to the
 *       tick in which it happened, not to the tick of the frame that noticed it. A recording contains everything that
 *       enters the simulation, and a hash of each result. If a replay feeds it to the simulation again, tick by tick,
 *       the states are bit-identical.
 *   <li><b>Only needed states are written.</b> In a catch-up, these are the last states, which a window can still hold.
 *       If the catch-up takes longer than 5 ms, one state every 5 ms is written before them. In fast motion, only some
 *       ticks are written, so that states are as far apart in wall time as at scale 1. If every tick is published at
 *       scale 1 and a tick is longer than 5 ms, states are 5 ms apart in fast motion.
 *   <li><b>Windows cover a garbage collection at any rate.</b> A window of K states covers {@code (K - 2) * gap}. So at
 *       150 Hz and more, a service publishes only every n-th tick, so that the gap is as close to 10 ms as possible. At
 *       1000 Hz, that is every tenth tick. At 1000 Hz, a garbage collection of 25 ms every 2 s then causes at most
 *       0.01 % judder, and the latency of the picture is that of 100 Hz. If every tick were published, the collection
 *       would cause 8 to 48 % judder. {@link PhysicsBuilder#publishEvery} sets n. In a pause and after each single
 *       step, the newest state is always published.
 *   <li><b>Control within 10 ms.</b> A change of time takes effect within 10 ms at every scale, even in the middle of a
 *       tick's span. The thread polls for changes of time every 8 ms, and between all ticks. After a change, it
 *       publishes the newest state again with the new anchor. Callers do not wake the thread, because a wake-up costs
 *       both sides a system call.
 *   <li><b>Input is never lost silently.</b> If the queue is full, the producer gets {@code false}. Late input goes to
 *       the next tick. Input with a time in the future counts as received now. Under {@link PausedInputPolicy#DROP},
 *       actions in a pause are dropped. All four cases are counted.
 *   <li><b>No thread waits for another.</b> The physics thread does not wait for producers, consumers or callbacks, and
 *       they do not wait for it.
 * </ol>
 *
 * <h2>Faults</h2>
 *
 * <p>"Stops" means: {@link PhysicsService#status} is {@code FAILED}, {@link PhysicsService#failure} names the
 * cause with tick and body, and the first {@code close} throws it if no caller has read it. After every end,
 * whatever its reason:
 *
 * <ul>
 *   <li>the last good state stays readable,
 *   <li>waiting and later commands fail, and input is refused,
 *   <li>event handlers get the events that were written before,
 *   <li>the thread that stepped the simulation has closed it,
 *   <li>no thread is left.
 * </ul>
 *
 * <p>Every row of the table is a test, in {@code FaultsTest}, {@code EndingsTest} or {@code ClosingTest}. The rows
 * about a full heap are in {@code FullHeapTest}.
 *
 * <table>
 *   <caption>What happens if something fails</caption>
 *   <tr><th>what</th><th>{@link FaultPolicy#stop}, the
 *       default</th><th>{@link FaultPolicy#skip}</th><th>{@link FaultPolicy#pause}</th></tr>
 *   <tr><td>a step or the writing of a state throws</td><td>stops</td><td>the tick's state is not published;
 *       continues</td><td>not published; pauses after the tick and drops the backlog</td></tr>
 *   <tr><td>a state has a NaN or infinite value</td><td>stops; no reader has seen the state</td><td>not published;
 *       continues</td><td>not published; pauses after the tick</td></tr>
 *   <tr><td>an input source throws</td><td>stops</td><td>its reports of this poll are discarded; it is polled again
 *       next time</td><td>the same, and pauses after the tick</td></tr>
 *   <tr><td>an input feed throws</td><td colspan="3">stops, because the tick would have the wrong input</td></tr>
 *   <tr><td>setting up the world fails</td><td colspan="3">stops, without a state</td></tr>
 *   <tr><td>closing the world fails</td><td colspan="3">the run fails at its end; if it had failed before, this failure
 *       is added to the first one as a suppressed exception</td></tr>
 *   <tr><td>a command throws</td><td colspan="3">its future fails, and the run continues; the command's changes up to
 *       then are not undone, but an engine's world removes the bodies that the command has added</td></tr>
 *   <tr><td>an {@link java.lang.Error} anywhere, such as running out of memory</td><td colspan="3">stops; if a command
 *       has thrown it, the command's future fails with it. The end needs no memory: with a full heap, all of this still
 *       holds, except that futures may fail with a preallocated {@code RejectedExecutionException}</td></tr>
 *   <tr><td>an exception whose {@code toString()} throws</td><td colspan="3">handled like any other; the name of its
 *       class replaces its text</td></tr>
 *   <tr><td>a callback throws, or runs into a full heap</td><td colspan="3">the run continues; other callbacks run, and
 *       all futures that the service has returned complete. The derived future, which the caller got when it attached
 *       the callback, fails. If there is no memory for that, or if {@code toString()} of the exception throws,
 *       {@code CompletableFuture} leaves the derived future incomplete</td></tr>
 *   <tr><td>an event handler throws</td><td colspan="3">counted in the {@link PhysicsMetrics}, kept in its
 *       {@link EventSubscription}, and reported to the other consumers and to a flight recorder; the handler gets the
 *       next event</td></tr>
 *   <tr><td>the thread is interrupted</td><td colspan="3">ends in order, as by {@code close}; the status is
 *       {@code CLOSED}</td></tr>
 *   <tr><td>a step or command never returns</td><td colspan="3">unnoticed until {@code close}, which interrupts it,
 *       waits once more, and throws, with the place where it hangs as the cause; the status is {@code FAILED}. All
 *       commands fail, also the hanging one. The thread, a daemon, stays until the call returns, then ends without
 *       another step</td></tr>
 *   <tr><td>a callback or event handler never returns</td><td colspan="3">delays no tick; {@code close} throws in the
 *       same way, and completes the remaining futures on other threads than the caller's. The hanging thread, a daemon,
 *       stays until the call returns</td></tr>
 *   <tr><td>a second service or stepper starts a simulation that is already running</td><td colspan="3">{@code start}
 *       and {@code inline} throw, and name both runs. Once the first run has ended, for whatever reason, the simulation
 *       can be run again. If a step hangs, the run ends only when the step returns. If two runs wrap one engine's world
 *       in different simulations, the world refuses its second set-up</td></tr>
 *   <tr><td>a command, a step or a callback waits for a future of its own service</td><td colspan="3">{@code get} and
 *       {@code join} throw, because they would wait forever</td></tr>
 *   <tr><td>the system cannot start a thread</td><td colspan="3">{@code start} throws the reason, and the thread that
 *       called it completes all futures returned so far; {@code close} then does nothing. If the service was never
 *       started, the thread that calls {@code close} completes them</td></tr>
 *   <tr><td>{@code System.exit} in a step or command</td><td colspan="3">never returns: the virtual machine runs its
 *       shutdown hooks, then ends. If a hook closes the service, the hook waits for the step, and the step waits for
 *       the hook. So the exit takes twice the {@code closeTimeout}, and {@code close} throws as above. Request an exit
 *       from another thread</td></tr>
 *   <tr><td>{@code close} twice</td><td colspan="3">the second call does nothing</td></tr>
 *   <tr><td>{@code close} in a step, command, callback or event handler</td><td colspan="3">requests the end and
 *       returns; that step is the last, and that command completes</td></tr>
 *   <tr><td>{@code close} before {@code start}</td><td colspan="3">ends the service, which then never has a thread;
 *       {@code start} throws</td></tr>
 *   <tr><td>{@code close} by an interrupted thread</td><td colspan="3">waits all the same; the interrupt flag
 *       stays set</td></tr>
 * </table>
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>An accumulator of seconds, or {@code last = now}. Both drift.
 *   <li>One queue for control, commands and input. A slow command would delay a pause, and a pause would delay input.
 *   <li>Completing futures on the physics thread or on the common pool. Callbacks would run inside a tick, or a tick
 *       would allocate a task.
 *   <li>A queue for changes of time. It can be full, and no caller expects that a pause is refused for lack of room.
 *       Instead, waiting changes are combined into one.
 *   <li>Completing the remaining futures on the closing thread. The first hanging callback would block {@code close}.
 *   <li>Slowing the steps under {@link OverloadPolicy#neverSlip} as well as the picture. The thread would then have
 *       idle time, which evens out lateness, but the backlog would grow faster.
 *   <li>Windows of more than 8 states at high rates. A garbage collection of 25 ms at 1000 Hz needs 27 states, and each
 *       reader would hold that many.
 *   <li>States 8 ms apart. At 1000 Hz with garbage collections of 25 ms, the worst of 12 seeds had 0.4 % judder,
 *       against 0.006 % at 10 ms.
 *   <li>One ring of events for all consumers, see {@link Events}.
 *   <li>Waking the thread for every command, see above. A caller that cannot wait 10 ms should use input.
 * </ul>
 */
package io.github.freestep.physics;
