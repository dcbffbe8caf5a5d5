/**
 * The thread that owns the simulation, or the same without a thread.
 *
 * <pre>{@code wake -> control -> commands -> input up to the due time -> step -> write state -> publish -> emit events -> wait}</pre>
 *
 * <h2>Who may call what</h2>
 *
 * <table>
 *   <caption>One type for each side</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link PhysicsBuilder}</td><td>the one that sets up</td><td></td></tr>
 *   <tr><td>{@link Physics}, {@link PhysicsService}</td><td>any</td><td>only {@code close} blocks</td></tr>
 *   <tr><td>{@link InputPort}</td><td>any, many</td><td>never blocks, no allocation</td></tr>
 *   <tr><td>{@link PhysicsMetrics}</td><td>any</td><td>no lock, no allocation</td></tr>
 *   <tr><td>{@link Events}</td><td>any</td><td>a lock among joining and leaving threads only</td></tr>
 *   <tr><td>{@link Simulation}, {@link InputSource}, {@link InputFeed}, {@link Command}</td><td>are called by the physics thread</td>
 *       <td>one after the other</td></tr>
 *   <tr><td>{@link Tick}, {@link PhysicsContext}, {@link TickInput}, {@link PolledInput}, {@link FedInput}, {@link EventSink}</td><td>the physics thread</td>
 *       <td>reused, no allocation</td></tr>
 *   <tr><td>{@link EventHandler}</td><td>is called by a consumer's thread</td><td>can't hold up the physics</td></tr>
 *   <tr><td>{@link InlineStepper}</td><td>the first that advances it</td><td>never waits, no allocation</td></tr>
 * </table>
 *
 * <p>Inside, the core does the work of the line above from the input on, and knows neither thread nor wait; the schedule
 * decides everything that is about time, and knows nothing else. So both are tested on a virtual clock.
 *
 * <h2>What holds</h2>
 *
 * <ol>
 *   <li><b>No drift.</b> Ticks are due at absolute times that are computed from their number. A tick that is late does not
 *       make the next one late.
 *   <li><b>In time.</b> The thread parks until shortly before a tick and spins the rest, within a budget of
 *       processor time. On Linux it asks for exact timers, and does without where that is refused. On Windows, whose
 *       timer wakes threads every 15.6 ms by default, a daemon thread {@code freestep-timer}, shared by all services
 *       of the process, raises the resolution to 1 ms; ticks then begin up to 2 ms late.
 *       {@link PhysicsMetrics#parkLatenessNanos} shows a coarse timer. Only Linux was measured: Windows' timer was simulated,
 *       from what is known of it and of HotSpot.
 *   <li><b>Bounded debt.</b> The backlog is caught up within the bounds of the {@link OverloadPolicy} policy; a stall of
 *       ten minutes does not run 60,000 ticks. An overload that lasts is declared as a slower scale in the anchor of
 *       the states, so that readers show slow motion instead of stutter. Where nothing may be dropped, only the picture
 *       is slowed: its anchor follows the ticks as they are stepped, and the timeline goes on. The backlog of a scale
 *       that could not be held is not caught up at the next scale. What it costs shows in the {@link PhysicsMetrics}; events
 *       of the kind {@code SUSTAINED_SCALE} report each change of the held speed. {@link InlineStepper} bounds what a frame steps,
 *       and slows time so that frames stay short.
 *   <li><b>Repeatable.</b> Every tick is of the same length, and input goes to the tick of its time, not to that of
 *       the frame it was noticed in. Except under {@link OverloadPolicy#merge}. A recorder gets everything that enters
 *       the simulation, with a hash of each result; fed again, tick by tick, it gives the same states to the last bit.
 *   <li><b>Only what is needed is written.</b> In a catch-up those states that a window can still hold, and before them
 *       one every 5 ms if it takes so long; in fast motion no more than at normal speed, or one every 5 ms.
 *   <li><b>Windows cover a collector's pause at any rate.</b> What a window of K states covers is
 *       {@code (K - 2) * gap}, so at 150 Hz and more a service publishes only as many states as are nearest to 10 ms
 *       apart: at 1000 Hz every tenth. A pause of 25 ms every 2 s is then worth at most 0.01 % judder at 1000 Hz, where
 *       it was 8 to 48 %, and the picture is as late as at 100 Hz. {@link PhysicsBuilder#publishEvery} sets another
 *       number. In a pause and after each single step the newest state is always published.
 *   <li><b>Control within 10 ms,</b> in the middle of a tick's span if need be, whatever the scale: the thread
 *       looks for it every 8 ms, and between all ticks. The newest state is then published once more, with the new
 *       anchor. Callers do not wake the thread, because a wake-up costs both sides a system call.
 *   <li><b>Input is never lost silently.</b> A full ring is the producer's {@code false}, and counted; what
 *       comes late goes to the next tick, and is counted; what is stamped in the future counts as received now, and
 *       is counted. Only a host that asks for {@link PausedInputPolicy#DROP} loses the actions of a pause, and those are
 *       counted too.
 *   <li><b>No thread waits for another.</b> The physics thread waits for no producer, consumer or callback, and
 *       none of these waits for it.
 * </ol>
 *
 * <h2>Faults</h2>
 *
 * <p>"Stops" means: {@link PhysicsService#status} is {@code FAILED}, {@link PhysicsService#failure} names the
 * cause with tick and body, and the first {@code close} throws it if no caller has read it. After every end,
 * whatever its reason, the last good state stays readable, commands that wait or come fail, input is refused,
 * event handlers get what was written before, the simulation was closed by the thread that stepped it, and no
 * thread is left. Every row is a test, in {@code FaultsTest}, {@code EndingsTest} or {@code ClosingTest}; those of
 * a full heap are in {@code FullHeapTest}.
 *
 * <table>
 *   <caption>What happens when something goes wrong</caption>
 *   <tr><th>what</th><th>{@link FaultPolicy#stop}, the default</th><th>{@link FaultPolicy#skip}</th>
 *       <th>{@link FaultPolicy#pause}</th></tr>
 *   <tr><td>a step throws, or the writing of a state</td><td>stops</td><td>the tick's state is not published; goes on</td>
 *       <td>not published; paused after it, and the backlog is dropped</td></tr>
 *   <tr><td>a state has a NaN or infinite value</td><td>stops; no reader has seen it</td>
 *       <td>not published; goes on</td>
 *       <td>not published; paused after it</td></tr>
 *   <tr><td>an input source throws</td><td>stops</td><td>what it reported in this poll is
 *       discarded; it is polled again at the next</td><td>the same, and paused after the tick</td></tr>
 *   <tr><td>an input feed throws</td><td colspan="3">stops: the tick can't be what it should be</td></tr>
 *   <tr><td>the world can't be set up</td><td colspan="3">stops, without a state</td></tr>
 *   <tr><td>the world can't be closed</td><td colspan="3">fails as the last thing; if something had failed before, that
 *       is the failure, and this is suppressed in it</td></tr>
 *   <tr><td>a command throws</td><td colspan="3">its future fails; what it changed before stays, but an engine's world
 *       removes the bodies that the command added; goes on</td></tr>
 *   <tr><td>an {@link java.lang.Error} anywhere, such as running out of memory</td><td colspan="3">stops; a command's
 *       future fails with it. The end needs no memory: where the heap is full, all of this holds, except that futures
 *       may fail with a {@code RejectedExecutionException} made beforehand</td></tr>
 *   <tr><td>an exception whose {@code toString()} throws</td><td colspan="3">as any other; its class stands in for
 *       its text</td></tr>
 *   <tr><td>a callback throws, or runs into a full heap</td><td colspan="3">goes on; other callbacks run, and all
 *       futures that the service gave out complete. The future that the callback was attached with fails, unless
 *       there is no memory for that or the text of what was thrown can't be had: then {@code CompletableFuture}
 *       leaves it incomplete</td></tr>
 *   <tr><td>an event handler throws</td><td colspan="3">counted in the {@link PhysicsMetrics}, kept in its
 *       {@link EventSubscription}, and reported to the other consumers and a flight recorder; it gets the
 *       next event</td></tr>
 *   <tr><td>the thread is interrupted</td><td colspan="3">ends in order, as by {@code close}; status {@code CLOSED}</td></tr>
 *   <tr><td>a step or command never returns</td><td colspan="3">goes unnoticed until {@code close}, which interrupts it, waits
 *       once more, and throws, with the place where it hangs as the cause; the status is {@code FAILED}. Commands
 *       fail, the hanging one too. The thread, a daemon, is left, and ends when it returns, without another step</td></tr>
 *   <tr><td>a callback or event handler never returns</td><td colspan="3">holds up no tick; {@code close} throws in the same
 *       way, and completes the futures that are left, on other threads than its own. The thread that hangs, a daemon,
 *       is left, and ends when it returns</td></tr>
 *   <tr><td>a simulation that another service or stepper runs is started</td><td colspan="3">{@code start} and
 *       {@code inline} refuse, and name both. It can be run again after the end of that run, whatever ended it; a step
 *       that hangs has no end before it returns. If each run wraps the world of an engine in another simulation, the
 *       world refuses its second set-up</td></tr>
 *   <tr><td>a command, a step or a callback waits for a future of its own service</td><td colspan="3">{@code get} and
 *       {@code join} throw instead of waiting for ever</td></tr>
 *   <tr><td>no thread can be had</td><td colspan="3">{@code start} throws the reason, and its caller completes the
 *       futures so far; {@code close} then does nothing. If the service was never started, the caller of {@code close}
 *       completes them</td></tr>
 *   <tr><td>{@code System.exit} in a step or command</td><td colspan="3">never returns, as the virtual machine waits
 *       for its shutdown hooks. A hook that closes the service waits for that step in vain: the exit takes twice the
 *       {@code closeTimeout}, and {@code close} throws as above. Request an exit from another thread</td></tr>
 *   <tr><td>{@code close} twice</td><td colspan="3">the second does nothing</td></tr>
 *   <tr><td>{@code close} in a step, command, callback or event handler</td><td colspan="3">requests the end and returns; that
 *       step is the last, that command completes</td></tr>
 *   <tr><td>{@code close} before {@code start}</td><td colspan="3">ended without ever having had a thread; {@code start}
 *       throws</td></tr>
 *   <tr><td>{@code close} by an interrupted thread</td><td colspan="3">waits all the same; the flag stays</td></tr>
 * </table>
 *
 * <h2>What lost</h2>
 *
 * <ul>
 *   <li>An accumulator of seconds, and {@code last = now}: both drift.
 *   <li>One queue for control, commands and input: a slow command would hold up a pause, and a pause would hold up input.
 *   <li>Completing futures on the physics thread, or on the common pool: callbacks would run inside a tick, or a task be
 *       allocated in one.
 *   <li>A queue for changes of time: it can be full, and a pause that is refused for lack of room is one that no
 *       caller expects. Those that wait together add up to one instead.
 *   <li>Completing what is left at the end on the closing thread: the first callback that hangs would
 *       keep {@code close}.
 *   <li>Slowing the steps of {@link OverloadPolicy#neverSlip} as well as its picture: rests would make lateness even, but
 *       the backlog would grow faster.
 *   <li>Windows of more than 8 states at high rates: a pause of 25 ms at 1000 Hz takes 27, and each reader holds
 *       a window.
 *   <li>States 8 ms apart: at 1000 Hz with pauses of 25 ms the worst of 12 seeds had 0.4 % judder, against 0.006 %
 *       at 10 ms.
 *   <li>One ring of events for all consumers: see {@link Events}.
 *   <li>Waking the thread for every command: see above. A caller that can't wait 10 ms should use input.
 * </ul>
 */
package io.github.freestep.physics;
