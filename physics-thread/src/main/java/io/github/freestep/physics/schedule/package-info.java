/**
 * Decides everything in a run that depends on time, and nothing else: which tick is next, when it is due, whether its
 * state is written, how much backlog is dropped, and by which anchor readers show the states. Everything runs on the
 * stepping thread, never waits, reads no clock, and allocates only when the scale changes.
 *
 * <p>The document of the package {@code physics} defines the terms.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>No drift.</b> The due time of a tick is computed from its number and the anchor, not from when the previous
 *       tick ran.
 *   <li><b>Bounded debt.</b> {@link Overload} limits the backlog that is caught up. In a lasting overload, simulation
 *       time becomes slower, and the anchors of the states say so: readers show slow motion instead of stutter. A
 *       policy that never slips drops nothing and slows only the picture. Under the others, a change of the scale while
 *       ticks are too heavy for the old one drops most of the backlog.
 *   <li><b>Only needed states are written.</b> In a catch-up, these are the states that are still in a window when it
 *       ends, and before them one every 5 ms, or every 20 ms if states are further apart. In fast motion, states are as
 *       far apart in wall time as at scale 1, except that a service that publishes every tick of more than 5 ms
 *       publishes down to every 5 ms.
 *   <li><b>Windows cover a garbage collection of 25 ms, unless a display of 24 or 30 Hz shows 68 to 99 ticks per
 *       second, or more than 150.</b> A window of K states hides a lateness of up to {@code (K - 2) * gap}. {@code
 *       PhysicsBuilder.publishEvery} has the defaults. A collection every 2 s then causes at most 0.15 % judder, on
 *       displays of 24 to 360 Hz; in the exceptions up to 3 %. With K = 4 from 100 Hz on, it would cause 1 to 7 %.
 * </ol>
 *
 * <p>{@link Schedule} decides which tick is next, and which states are written. {@code SustainableRate} measures the
 * speed that the thread can sustain, as {@code FrameShare} of the package {@code run} does for a host's frame loop.
 * {@link Pace} chooses the anchor that states carry.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>An accumulator of seconds, or {@code last = now}: both drift.
 *   <li>Windows of more than 8 states: at 1000 Hz with every tick published, each reader would hold 27.
 *   <li>States further apart instead of larger windows: uneven ticks make the picture 7 to 8 ms later.
 *   <li>Each tick published up to 299 Hz: the largest window then hides only 20 ms, and collections cause up to 2 %
 *       judder on displays of 48 Hz or more, instead of 0.07 %.
 * </ul>
 */
package io.github.freestep.physics.schedule;
