/**
 * Runs a simulation with a fixed timestep, on its own thread, on the threads of a group, or in a host's frame loop.
 *
 * <p>In short, the physics thread does the following for each tick:
 *
 * <pre>{@code changes of time -> commands -> input up to the due time -> step -> write state -> publish -> wake
 * consumers -> wait}</pre>
 *
 * <p>A <i>tick</i> is one period of simulation time, and it is <i>due</i> at the wall time at which simulation time
 * reaches its end. A <i>step</i> advances the simulation by one tick, or by several merged ones. The <i>backlog</i> is
 * the set of ticks that are due and not stepped, and the <i>debt</i> is how long the first of them has been due. To
 * <i>slip</i> is to drop a part of the backlog. An <i>anchor</i>, {@link io.github.freestep.time.TimeAnchor}, maps wall
 * time to simulation time; a pause, a resume, a change of scale, a single step and a slip each begin a new one.
 *
 * <p>The <i>physics thread</i> of a service is its own thread, or a <i>worker</i> of its group; the <i>stepping
 * thread</i> is that thread, or the owner of a stepper. In a <i>pass</i>, it applies changes of time, runs commands,
 * and takes at most one step of one service.
 *
 * <p><b>Commands</b> run between two ticks: after each tick, one pass runs those that wait. Commands that come after
 * that pass wait for the next tick, so they delay each tick only once. If a command waits already when a tick ends, the
 * pass follows at once. Otherwise it comes when the thread has found a signal, for which it looks at least every 10 ms,
 * or else just before the next tick. If the next tick is more than 10 ms off or waits for its input, each pass
 * runs commands.
 *
 * <p>The physics thread calls {@link Simulation}, {@link InputSource}, {@code InputFeed} and {@link Command}, one call
 * at a time, and a consumer's thread calls {@link EventHandler}. Each other type says which threads may use it.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li><b>Time</b>: no drift, bounded debt, and only the states that readers need are written: see the package
 *       {@code physics.schedule}. A tick that waits for the input of a feed is late like any other.
 *   <li><b>On time</b>, and no needless work: see the package {@code physics.thread}.
 *   <li><b>Repeatable.</b> All ticks have the same length. Input goes to the
 *       tick in whose span its time lies. A replay of a recording gets bit-identical states.
 *   <li><b>A pause shows what commands do.</b> While time is paused, each command is followed by another state of the
 *       same tick, in place of the newest one. The hash of the tick stays that of its step, so recordings and lockstep
 *       do not notice. After a failed step, nothing is shown before a step succeeds.
 *   <li><b>Changes of time within 10 ms.</b> A pause, a resume, a step or a new scale takes effect within 10 ms at
 *       every scale, even in the middle of a tick. A late wake-up adds to this. In an overloaded group, a request may
 *       wait until each other service has had one pass.
 *   <li><b>Input is never lost silently.</b> A full queue returns {@code false}. Late input goes to the next tick, and
 *       input with a time in the future counts as received now. All three are counted.
 *   <li><b>A hang holds up</b> no tick of another service for longer than 0.15 s, and no event for longer than {@link
 *       PhysicsBuilder#watchdog} allows.
 *   <li><b>A move changes nothing.</b> {@code HandedOver} of {@code freestep-rooms} takes all that a run keeps, so the
 *       next service steps each tick with the same input, and the same bits if the world restores exactly. Only the
 *       sustained scale is measured again.
 *   <li><b>No thread waits for another.</b> The physics thread does not wait for producers, consumers or callbacks, nor
 *       they for it.
 *   <li><b>A group keeps these promises</b>, except that a step or a command delays the other services of its worker
 *       for as long as it takes, at most 0.15 s.
 * </ol>
 *
 * <h2>Faults</h2>
 *
 * <p>In the tables:
 *
 * <ul>
 *   <li><i>Stops</i>: the run ends, {@link Physics#status} is {@code FAILED}, and {@link Physics#failure} names the
 *       cause with tick and body. {@code close} does not throw it.
 *   <li><i>Skips</i>: the state of the tick is not published, and the run continues.
 *   <li><i>Pauses</i>: as skips; then the backlog is dropped, and time pauses after the tick.
 * </ul>
 *
 * <p>After every end, the last good state stays readable, commands fail, input is refused, event handlers have got all
 * events, the thread that stepped the simulation has closed it, and no thread is left.
 *
 * <p>Each of the following also becomes a {@link io.github.freestep.problem.Problem}, which is a line of the log unless
 * {@link PhysicsBuilder#onProblem} takes it: a service that ends with a failure, a fault after which a policy lets the
 * run continue, a call that hangs, a handler that throws, a command whose failure your code cannot see, and an overload
 * of more than three seconds. A stepper throws its failure to its owner instead, so that it is not reported twice.
 *
 * <p>Each row has a test.
 *
 * <table>
 *   <caption>Faults for which the policy decides what happens</caption>
 *   <tr><th>fault</th><th>{@link FaultPolicy#stop}, the
 *       default</th><th>{@link FaultPolicy#skip}</th><th>{@link FaultPolicy#pause}</th></tr>
 *   <tr><td>a step or the writing of a state throws, such as for a new body without a
 *       position</td><td>stops</td><td>skips</td><td>pauses</td></tr>
 *   <tr><td>a state has a NaN or infinite value</td><td>stops; no reader has seen the
 *       state</td><td>skips</td><td>pauses</td></tr>
 *   <tr><td>an input source throws</td><td>stops</td><td>discards what this poll has reported; the tick is stepped and
 *       published</td><td>as {@code skip}, then drops the backlog and pauses</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Faults that have the same effect under every policy</caption>
 *   <tr><th>fault</th><th>what happens</th></tr>
 *   <tr><td>an input feed throws</td><td>stops, because the tick would have the wrong input</td></tr>
 *   <tr><td>setting up the world fails, or its first state cannot be written or has a NaN or infinite
 *       value</td><td>stops, without a state</td></tr>
 *   <tr><td>closing the world fails</td><td>the run fails at its end, or an earlier failure has this one as a
 *       suppressed exception</td></tr>
 *   <tr><td>a command throws</td><td>its future fails, a {@code COMMAND_FAILED} event has the cause, and the run
 *       continues. Its changes stay</td></tr>
 *   <tr><td>user code on the stepping thread throws an {@link java.lang.Error}, or that thread runs out of
 *       memory</td><td>stops, and {@code failure()} says why. Once {@code close} has returned, no future is open;
 *       without memory, it may throw a {@link java.lang.VirtualMachineError} instead, and must then be called
 *       again</td></tr>
 *   <tr><td>the clock throws on the physics thread, or goes back by more than a second</td><td>stops; in a group,
 *       all of its services that no other thread is in. A change of time that cannot read the clock fails
 *       alone</td></tr>
 *   <tr><td>{@code toString()} of an exception throws</td><td>the name of its class replaces its text</td></tr>
 *   <tr><td>a callback throws</td><td>only the future that the attaching call returned fails. It stays open if there is
 *       no memory for that, or if {@code toString()} of the exception throws</td></tr>
 *   <tr><td>the thread is interrupted, or a step or command sets its interrupt flag again</td><td>stops, because the
 *       flag asks the thread to end; the message of the failure says so. In a group, only the run whose code was
 *       interrupted ends, and an interrupt between passes has no effect</td></tr>
 *   <tr><td>a set-up does not return</td><td>as for a step. In a group, another thread sets up the other
 *       worlds</td></tr>
 *   <tr><td>a step, a command or other code of the user does not return</td><td>reported as {@link
 *       PhysicsBuilder#watchdog} says. If the call returns, the run continues. Otherwise {@code close} throws, the
 *       status is {@code FAILED}, and all commands fail. The physics thread, a daemon, stays until the call returns,
 *       then ends</td></tr>
 *   <tr><td>a callback or event handler never returns</td><td>reported as for a step. No tick is delayed, and a
 *       callback delays no event. {@code close} throws, and fails the futures that are still open. In a group, a
 *       callback delays those of other services until one of these closes; for a handler, see {@link
 *       EventSubscription}</td></tr>
 *   <tr><td>the system cannot start a thread</td><td>{@code start} throws the reason, once all futures returned so far
 *       are complete. If it is the callback thread, which the first request starts, that request throws and is not
 *       carried out, and the run continues</td></tr>
 *   <tr><td>a step or command calls {@code System.exit}</td><td>the call never returns. If a shutdown hook closes the
 *       service, {@code close} throws as for a hanging step after twice the {@code closeTimeout}; then the exit
 *       continues. Request an exit from another thread</td></tr>
 *   <tr><td>a service of a group fails or ends, in any of these ways</td><td>the other services continue, at the latest
 *       once another thread steps them</td></tr>
 *   <tr><td>no memory for the queue that the first push creates</td><td>the call throws the
 *       {@code OutOfMemoryError}, and the run continues</td></tr>
 * </table>
 *
 * <h2>How it is built</h2>
 *
 * <p>To know what a run does, read {@code Pass} from top to bottom. Its document lists all parts of a pass in their
 * order, which is a promise, because a replay has the same bits only with the same order. {@code OrderOfEffectsTest}
 * notices a change of it that shows in calls, the journal, or what each pass leaves in events,
 * states and futures. A {@code ServiceRun} owns the parts of a service. Its {@code PhysicsThread}, or a {@code Worker}
 * of {@code freestep-rooms}, calls {@code RunPasses} when {@code RunPlan} says that a pass is due, or after a signal.
 * In a stepper, the host calls instead of the thread, and {@code StepperRun} takes the place of {@code RunPasses}.
 *
 * <p>A pass starts no thread and never waits, unless the user's code makes the first request of the run in it. That
 * request starts the thread for callbacks, and in a fresh JVM loads classes for some milliseconds. {@code Schedule}
 * decides everything that depends on time. The pass and the schedule get the time from outside, so tests run them on a
 * virtual clock.
 *
 * <p>What a program runs up to its first frame has no lambda, reference to a method or stream, here and in the modules
 * of the states and the frames, because the first of them makes a JVM load a hundred classes of the JDK and generate
 * others, which took a third of that time, also with a cache of classes. So some classes implement the interface as
 * which they are passed on, such as {@code RunThread} a {@code Runnable}. {@code LoadedClassesTest} checks this.
 *
 * <p>These are the ways of a command, an input and a state through the classes of a service. A signal usually only sets
 * a flag, as {@code RunThread.signal} says, so the second line of a command may begin 10 ms after the first.
 *
 * <pre>{@code
 * command  AbstractPhysics.submit -> RunRequests.lanesOr -> Lanes.add -> PhysicsThread.signal
 *          PhysicsThread.pass -> RunPasses.runPass -> Pass.run -> Lanes.runCommands -> World.run -> Simulation.run
 *          CommandCallbacks.add -> DeliveryThread -> Reply.completeNow
 * input    InputPort.action -> InputQueue.push
 *          Pass.advance -> PortInput.collect -> InputCollector.drain, poll -> WaitingInput
 *          Pass.tick -> PortInput.take -> InputCollector.take -> InputValues, which TickInput shows to the step
 * state    Pass.tick -> World.step -> Simulation.step
 *          Publication.writeAndPublish -> Simulation.write, StatePublisher.publish
 *          FrameSampler.sample, on the thread of a reader
 * }</pre>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A {@code close} that throws the failure of the run: a stepper has thrown it from {@code advance} already, a
 *       group has many failures, and cleaning up after a known failure must not fail again.
 *   <li>One queue for changes of time, commands and input: a slow command would delay a pause, and a pause would delay
 *       input.
 *   <li>Memory for full queues from the start: 0.7 MB per service, of which most use little.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics;

import org.jspecify.annotations.NullMarked;
