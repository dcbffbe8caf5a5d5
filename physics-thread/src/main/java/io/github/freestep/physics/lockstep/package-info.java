/**
 * Peers that send each other their input and nothing else, each with a simulation of its own that comes to the same states.
 *
 * <p>What it takes is an {@link io.github.freestep.physics.InputFeed} that is ready for a tick as soon as the input of all
 * peers for it is there, and tells it in the same order everywhere. One's own goes to the others at tick n and counts at tick
 * n + d, here as there: d ticks are how long it may be on its way before anybody waits. {@link
 * io.github.freestep.physics.lockstep.DesyncDetector} finds the first tick at which two peers are not the same any more.
 *
 * <h2>What is promised</h2>
 *
 * <p>With the same simulation, rate, and input of each tick, every peer has the same state at each tick, to the last bit. It
 * does not matter how late ticks are, nor how they are caught up; at which scale time runs and when it is paused; which
 * overload policy there is, but for the one below; how many readers there are, how fast, and which events are asked for;
 * whether there is a thread or a frame loop; interpreted or compiled code; and the JDK, from 17 on, where arithmetic
 * is IEEE's everywhere.
 *
 * <h2>What is not</h2>
 *
 * <ul>
 *   <li>{@link io.github.freestep.physics.OverloadPolicy#merge}: how long a step is depends on how busy the machine was.
 *   <li>Commands that are submitted on one peer only. What is to be spawned, removed and teleported is input: the feed
 *       runs it, by {@link io.github.freestep.physics.FedInput#run}.
 *   <li>A simulation that goes on after a fault of its own, other than in a step that fails on all peers alike.
 *   <li>A simulation that looks at what differs from run to run: a clock, {@link
 *       io.github.freestep.physics.Tick#dueNanos}, {@link io.github.freestep.physics.TickInput#arrivalNanos}, a random number without a
 *       seed of the game's; the order of a {@code HashMap} or {@code Set.of}, if its keys' hash codes are those of objects,
 *       or salted; threads of its own, if the order in which they are done shows in the result.
 *   <li>{@code Math.sin}, {@code cos}, {@code tan}, {@code exp}, {@code log}, {@code pow} and the like: they may be off by an ulp,
 *       each platform by another. {@code StrictMath} has the same bits everywhere, and so do {@code Math.sqrt}, {@code fma}
 *       and the four operations. dyn4j turns its bodies by {@code Math.sin} and {@code cos}: the same on one platform, as the
 *       tests show for two JDKs, and not promised between an x86 and an ARM. PhysX is native: as its makers say.
 * </ul>
 *
 * <p>Hashes are of the states, in single precision, as they are written. A difference in what a simulation keeps to itself
 * is found once it shows there.
 *
 * <h2>Who waits</h2>
 *
 * <p>A peer whose tick lacks input waits, and asks again within a millisecond. Its readers show the newest state, and
 * its ticks become late. Its {@link io.github.freestep.physics.PhysicsMetrics} say by how much: the debt grows meanwhile,
 * {@code awaitedTick} is the tick that lacks input, and {@code inputWaitNanos} says how long it has waited. The service
 * never gives up: a game drops a peer that is silent for too long by a timeout of its own. When the input is there, the
 * peer catches up as fast as it can be fed. {@link io.github.freestep.physics.OverloadPolicy#neverSlip} then brings it back
 * to where wall time is: peers that started together are at the same tick again. Under a policy that slips, what was
 * waited for beyond its bounds is dropped: the states are the same, and the peer stays behind, as do all who wait for
 * its input. Scale and pause affect all peers in the same way, so all must agree on them; send a message for them.
 *
 * <p>No peer can be ahead of another by more than the delay of input. So the hashes that wait for the other side are
 * never more than that and those on their way, and an exchange that finds itself full has a peer that has stopped to send
 * them.
 *
 * <h2>What lost</h2>
 *
 * <ul>
 *   <li>A feed of ours with the input of all peers: what an input is, how it travels, how many there are in a tick, and who
 *       joins when, is another thing in every game. What is left is a queue for each peer; the README has it in 50 lines.
 *   <li>A ring for each side, without a lock, where whoever comes second compares: then two threads compare two ticks at
 *       the same time, and the first difference that is named may not be the first one. Neither of the two is the physics
 *       thread.
 *   <li>Going on after a tick that can't be compared: what comes after it says nothing of where it began.
 *   <li>Sending hashes along with the input: then a tick that waits for input waits for hashes as well, and those come
 *       later, from another thread.
 * </ul>
 */
package io.github.freestep.physics.lockstep;
