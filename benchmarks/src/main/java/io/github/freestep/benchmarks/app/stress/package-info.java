/**
 * Runs the service under load and faults, and judges it from outside.
 *
 * <p>A {@code StressRun} is one run. Each of these has its own thread: the service, with a {@code Scene} of which each
 * value is known at any time; a {@code FrameChecker} for each frame rate, which checks its frames instead of drawing
 * them; a {@code WindowChecker}, which checks windows without a sampler; the {@code Producer}s, which push input; a
 * {@code TickLog}, which receives all events; and each active {@code FaultKind}. The
 * thread that called {@code StressRun} observes.
 *
 * <ol>
 *   <li><b>The verdict does not depend on the machine.</b> Each {@code Promise} holds however busy the machine is.
 *       Lateness and evenness of motion do depend on the machine, so they are reported and not judged. Around a stall,
 *       the evenness is judged, but only against the newest state in the same frames: see {@code Stalls}.
 *   <li><b>The harness does not disturb what it measures.</b> It records nothing on the physics thread, which reports
 *       everything by events. Recording a frame neither allocates nor waits.
 *   <li><b>Memory is bounded, however long the run.</b> Distributions are histograms, a {@code PeakSeries} keeps the
 *       largest values, and {@code Violations} keeps the first few of each promise. {@code GcLog} keeps the longest
 *       pauses, {@code FaultPeriod} merges faults of one kind, and readers share the room for points. Therefore the
 *       page, and {@code report.json}, which has everything that the page draws, stay below a megabyte each, even if
 *       the run takes a week.
 *   <li><b>The service's own records are read at the end</b>, when no thread writes them any more: the ledger of time,
 *       and the input that still waits. They are compared with what was counted from outside.
 *   <li><b>Allocation is measured from outside</b>, by the virtual machine's own count for each thread, ten times a
 *       second. A few hundred bytes in a single reading come from the JVM's compilers; with {@code -Xint} there are
 *       none. An allocation in each tick shows in all readings.
 *   <li><b>The same seed gives the same faults</b> at the same times. How the threads interleave differs from run
 *       to run.
 *   <li><b>The harness is tested against itself</b>: each {@code Plant} breaks a promise, and a test checks that the
 *       run reports it.
 * </ol>
 *
 * <p>{@code StressCommand} runs one scenario: this one, a {@code RoomsRun}, or one of the packages {@code play} and
 * {@code remote}. {@code StressSettings} has the options of all, and says which of them each one reads.
 *
 * <p>A {@code RoomsRun} visits many services of a group, the {@code RoomSlot}s, on one thread. In each room, one {@code
 * RoomLife} follows another: a service from its start to its end, with its readers of states and events. {@code
 * RoomTrouble} causes at most one {@code FaultKind} at a time in a room, and holds the lock of the room meanwhile. The
 * thread that visited a life judges it once it is closed, so its counts need no locks. The kinds of faults are drawn by
 * the seed, but which rooms they strike at which tick depends on the machine.
 */
package io.github.freestep.benchmarks.app.stress;
