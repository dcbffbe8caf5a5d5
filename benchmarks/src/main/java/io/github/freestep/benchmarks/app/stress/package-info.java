/**
 * Runs the service under load and faults, and judges it from outside. A {@code StressRun} is one run: a service,
 * readers, producers, a reader of events and active {@code FaultKind}s, each on a thread of its own.
 *
 * <ol>
 *   <li><b>The verdict does not depend on the machine.</b> Each {@code Promise} holds however busy it is. Lateness and
 *       evenness of motion are reported and not judged. Around a stall, the evenness is judged against the newest state
 *       in the same frames: see {@code Quarters}.
 *   <li><b>The harness disturbs little of what it measures.</b> On the physics thread it only reads how many bytes were
 *       allocated, before and after each call of the world, so that it can tell the world's bytes from those of
 *       Freestep. Recording a frame neither allocates nor waits.
 *   <li><b>Memory is bounded, however long the run</b>, and so is the size of the page.
 *   <li><b>The service's own records are read at the end</b>: the ledger of time and the input that still waits are
 *       compared with what was counted from outside.
 *   <li><b>Nothing must be known of a world of the user's.</b> A {@code WorldTrial} compares it with itself: with a
 *       second run, a run that is written less often, one that may rest, and some that were restored. How far a world
 *       that is not exact may be off after a restore is measured between restored runs, because each fixed bound was
 *       too narrow for a falling pile and too wide for a forgotten wind. A {@code WorldTrial} needs no real time and
 *       only one thread, so a finding names a tick in which everybody finds it again. Rejected: to report a turn that
 *       jumps, because a figure in a game may face the other way at once. Faults then strike the same world in a
 *       service. Rejected: an interface for the user's invariants in a library. A {@code Consumer<State>} needs none,
 *       and an embedded world needs no library only to be tested.
 *   <li><b>Who plays is compared with itself, too.</b> A {@code PlayersTrial} plays a world of players with and without
 *       {@code HostileClient}s, tick by tick, so it needs no list of what they might do. Their cost is not judged,
 *       because it depends on the machine.
 *   <li><b>The effect of a fault is printed beside that of the newest state</b>, in the same frames, so that the
 *       figures of a busy machine still mean something. Both count as even if they are as even as without faults.
 *   <li><b>The same seed gives the same faults</b> at the same times. How the threads interleave differs.
 *   <li><b>The harness is tested against itself</b>: each {@code Plant} breaks a promise, and a test checks that the
 *       run reports it.
 * </ol>
 */
package io.github.freestep.benchmarks.app.stress;
