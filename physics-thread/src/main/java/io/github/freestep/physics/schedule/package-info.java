/**
 * Decides everything in a run that depends on time, and nothing else: which tick is next, when it is due, whether its
 * state is written, how much backlog is dropped, and by which anchor readers show the states. Everything here runs on
 * the stepping thread, never waits, reads no clock, and allocates only when the scale changes. So tests run it on a
 * virtual clock.
 *
 * <p>The words <i>tick</i>, <i>backlog</i>, <i>debt</i>, <i>slip</i>, <i>anchor</i>, <i>window</i> and <i>gap</i> are
 * defined in the document of the package {@code physics}.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>No drift.</b> The due time of a tick is computed from its number and the anchor, not from when the previous
 *       tick ran. So a late tick does not make the next tick late.
 *   <li><b>Bounded debt.</b> {@link Overload} limits the backlog that is caught up, so a stall of ten minutes does not
 *       run 60,000 ticks. In a lasting overload, simulation time becomes slower, and the anchors of the states say so.
 *       Readers then show slow motion instead of stutter. A policy that never slips drops nothing and does not slow the
 *       timeline. Only the picture becomes slower: the anchors of its states have the scale at which ticks are really
 *       stepped. Under the other policies, a change of the scale while ticks are too heavy for the old scale drops most
 *       of the backlog.
 *   <li><b>Only needed states are written.</b> In a catch-up, these are the last states: those that are still in a
 *       window when the catch-up ends. If the catch-up takes longer than 5 ms, one state every 5 ms is written before
 *       them. In fast motion, only some ticks are written, so that states are as far apart in wall time as at scale 1.
 *       There is one exception: a service that publishes every tick at scale 1, with ticks longer than 5 ms. In fast
 *       motion, its states come closer together, down to 5 ms.
 *   <li><b>Windows cover a garbage collection, except from 61 to 99 Hz.</b> A window of K states hides a lateness of up
 *       to {@code (K - 2) * gap}. At 150 Hz and more, a service therefore publishes only every n-th tick, where n is
 *       chosen to make the gap as close to 10 ms as possible. At 1000 Hz, that is every tenth tick. From 100 Hz on, K
 *       is the smallest number that covers 40 ms, at most 8: 6 at 100, 200 and 1000 Hz, 7 at 120 Hz, 8 at 128 and 144
 *       Hz. A garbage collection of 25 ms every 2 s then causes at most 0.15 % judder, on displays of 24 to 360 Hz.
 *       With 4 states it causes 1 to 3 % at 100 Hz, and up to 7 % at 149 Hz. If every tick were published at 1000 Hz,
 *       it would cause 8 to 48 %. Each reader holds K states, so 8 need twice the memory of 4. During collections, the
 *       delay is 29 to 36 ms instead of 20 to 35 ms, because it grows to the length of a collection. Otherwise, it
 *       does not change. Below 100 Hz, a window has 4 states, which cover a collection at rates up to 60 Hz.
 * </ol>
 *
 * <h2>How it works</h2>
 *
 * <ul>
 *   <li>{@link Schedule} decides which tick is next, and which states are written.
 *   <li>{@code SustainableRate} measures the speed that the thread can sustain; {@link FrameShare} does so for the
 *       frame loop of a host.
 *   <li>{@link Pace} chooses the anchor that states carry.
 * </ul>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>An accumulator of seconds, or {@code last = now}. Both drift.
 *   <li>Slowing the steps under a policy that never slips as well as the picture. The thread would then have idle time,
 *       which evens out lateness, but the backlog would grow faster.
 *   <li>Windows of more than 8 states at high rates. To hide a garbage collection of 25 ms at 1000 Hz, a window needs
 *       27 states, and each reader would hold that many.
 *   <li>States further apart instead of larger windows. With every second state, 128 and 144 Hz have 0.005 % judder
 *       with 4 states, too. But when ticks take 30 % of their period, and one in 20 of them 90 %, the picture is 7 to
 *       8 ms later. With gaps of at least 12 ms at all rates, judder is up to 0.2 %.
 *   <li>States 8 ms apart. At 1000 Hz with garbage collections of 25 ms, the worst of 12 random runs had 0.4 % judder.
 *       With states 10 ms apart, it had 0.006 %.
 * </ul>
 */
package io.github.freestep.physics.schedule;
