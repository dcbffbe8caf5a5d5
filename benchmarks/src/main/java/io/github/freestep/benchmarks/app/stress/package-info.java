/**
 * Runs the service under load and faults, and judges it from outside. A {@code StressRun} is one run: a service,
 * readers, producers, a reader of events and active {@code FaultKind}s, each on a thread of its own.
 *
 * <ol>
 *   <li><b>The verdict does not depend on the machine.</b> Each {@code Promise} holds however busy it is. Lateness and
 *       evenness of motion are reported and not judged. Around a stall, the evenness is judged against the newest state
 *       in the same frames: see {@code Quarters}.
 *   <li><b>The harness does not disturb what it measures.</b> It records nothing on the physics thread, and recording a
 *       frame neither allocates nor waits.
 *   <li><b>Memory is bounded, however long the run</b>, and so is the size of the page: below a megabyte.
 *   <li><b>The service's own records are read at the end</b>: the ledger of time and the input that still waits are
 *       compared with what was counted from outside.
 *   <li><b>Allocation is measured</b> by the virtual machine's count for each thread.
 *   <li><b>The same seed gives the same faults</b> at the same times. How the threads interleave differs.
 *   <li><b>The harness is tested against itself</b>: each {@code Plant} breaks a promise, and a test checks that the
 *       run reports it.
 * </ol>
 *
 * <p>A {@code RoomsRun} visits many services of a group, the {@code RoomSlot}s, on one thread; in each, one {@code
 * RoomLife} follows another. The thread that visited a life judges it once it is closed, so its counts need no locks.
 */
package io.github.freestep.benchmarks.app.stress;
