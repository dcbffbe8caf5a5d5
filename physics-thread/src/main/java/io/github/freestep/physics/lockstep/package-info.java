/**
 * Lockstep: peers exchange only their input, and each runs its own simulation, which reaches the same states.
 *
 * <p>A lockstep game provides an {@link io.github.freestep.physics.InputFeed}. The feed is ready for a tick once it has
 * the input of all peers for that tick, and it feeds that input in the same order on every peer. A peer sends its own
 * input at tick n, and all peers apply it at tick n + d. The delay d is the time, in ticks, that input may travel
 * before a peer has to wait for it. {@link io.github.freestep.physics.lockstep.DesyncDetector} finds the first tick at
 * which two peers differ.
 *
 * <h2>Guarantee</h2>
 *
 * <p>If peers have the same simulation and rate, and the same input at each tick, they have the same state at each
 * tick, to the last bit. None of the following changes the states:
 *
 * <ul>
 *   <li>how late ticks are, and how they are caught up;
 *   <li>the time scale, and pauses;
 *   <li>the overload policy, except {@code merge} (see below);
 *   <li>how many readers there are, how fast they are, and which events are subscribed to;
 *   <li>whether a thread or a frame loop runs the simulation;
 *   <li>whether code is interpreted or compiled;
 *   <li>the JDK, from 17 on, where arithmetic is strictly IEEE 754.
 * </ul>
 *
 * <h2>What breaks lockstep</h2>
 *
 * <ul>
 *   <li>{@link io.github.freestep.physics.OverloadPolicy#merge}: the length of a step depends on how
 *       busy the machine was.
 *   <li>Commands that are submitted on one peer only. Spawning, removing and teleporting bodies is input: the feed must
 *       run it, by {@link io.github.freestep.physics.FedInput#run}.
 *   <li>A simulation that continues after a fault on some peers only. A step that fails on all peers alike is harmless.
 *   <li>A simulation that uses anything that differs from run to run: a clock;
 *       {@link io.github.freestep.physics.Tick#dueNanos}; {@link io.github.freestep.physics.TickInput#arrivalNanos};
 *       random numbers not seeded by the game; the iteration order of a {@code HashMap} or {@code Set.of} whose keys
 *       have identity or salted hash codes; its own threads, if the order in which they finish affects the result.
 *   <li>{@code Math.sin}, {@code cos}, {@code tan}, {@code exp}, {@code log}, {@code pow} and similar functions: their
 *       results may differ in the last bit between platforms. {@code StrictMath} gives the same bits everywhere, and so
 *       do {@code Math.sqrt}, {@code fma} and the four basic operations. dyn4j rotates bodies by {@code Math.sin} and
 *       {@code cos}: it gives the same bits on one platform, as our tests show for two JDKs, but no one guarantees that
 *       between x86 and ARM. PhysX is a native library; see its own guarantees.
 * </ul>
 *
 * <p>Hashes are computed from the states as they are written, in single precision. A difference in a simulation's
 * internal data is detected when it reaches a state.
 *
 * <h2>Waiting for input</h2>
 *
 * <p>If a tick lacks input, its peer waits and polls the feed at intervals of at most a millisecond. Meanwhile its
 * readers show the newest state, and its ticks become late. Its {@link io.github.freestep.physics.PhysicsMetrics} show
 * by how much: the backlog grows, {@code awaitedTick} is the tick that lacks input, and {@code inputWaitNanos} is how
 * long it has waited. The service never gives up. A game must drop a silent peer by a timeout of its own.
 *
 * <p>When the input arrives, the peer catches up as fast as further input arrives. With
 * {@link io.github.freestep.physics.OverloadPolicy#neverSlip} it returns to wall time: peers that started together are
 * at the same tick again. A policy that slips drops the part of the waiting time that exceeds its bound. The states
 * remain the same, but the peer stays behind, and so do all peers that wait for its input. If one peer pauses or slows
 * its time, all peers become slower. So all peers must make the same changes of time; send a message for each change.
 *
 * <p>No peer can be ahead of another by more than the input delay. Therefore at most that many hashes, plus those in
 * transit, wait for the other side. So if a detector runs out of room, one side has stopped sending hashes, or a thread
 * that delivers them does not run.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>A feed in this library that holds the input of all peers: every game has different inputs, transports,
 *       numbers of inputs per tick, and rules for joining. What remains is a queue per peer; the README of this
 *       module has it in 50 lines.
 *   <li>A lock-free ring per side, where the thread that delivers the second hash of a tick compares both hashes. Two
 *       threads could then compare two ticks at the same time, and the difference that is reported first might not
 *       belong to the earlier tick. The detector uses a lock instead, which is acceptable because neither thread is the
 *       physics thread.
 *   <li>Continuing after a tick that can't be compared: later differences don't show where they began.
 *   <li>Sending hashes together with input: a tick that waits for input would also wait for hashes, which come later
 *       and from another thread.
 * </ul>
 */
package io.github.freestep.physics.lockstep;
