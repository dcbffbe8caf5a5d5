/**
 * The service under load, and a judge beside it.
 *
 * <p>{@code StressRun} is one run. On threads of their own are, in it: the service with a {@code Scene} of which every value
 * of every picture is known; a {@code FrameChecker} for each frame rate, which checks its frames instead of drawing them; a {@code
 * WindowChecker}, which checks windows as they are; {@code Producer}s, which push input; a {@code TickLog}, to which all events
 * go; and the {@code FaultKind}s, when it is their time. The thread that runs it looks on.
 *
 * <ol>
 *   <li><b>What is judged does not depend on the machine.</b> Each {@code Promise} holds however busy it is. How late a tick is,
 *       and how even the motion, does depend on it, and so is told and not judged.
 *   <li><b>The harness is no part of what it measures.</b> Nothing is recorded on the physics thread, which tells all by its
 *       events; and nothing that a frame records is allocated, or waits.
 *   <li><b>Bounded however long it runs.</b> Distributions are histograms, a {@code PeakSeries} keeps the largest, {@code BusyTime}
 *       widens its columns, and of the broken promises the first few of each kind are kept. So {@code report.json}, which has all
 *       that the page draws, comes to half a megabyte with two readers, after ten minutes as after a day; each fault, and each
 *       of the first ten thousand pauses of the collector, adds 150 bytes.
 *   <li><b>The books are read at the end</b>, when there is no thread left that writes them: the ledger of time, and the input
 *       that still waits. What they say is compared with what was counted outside.
 *   <li><b>Memory is looked at from outside</b>, by the virtual machine's own count of each thread, ten times a second. Single
 *       looks with a few hundred bytes are the compilers': with {@code -Xint} there is none. What each tick leaves shows in all.
 *   <li><b>The same seed, the same faults</b> at the same times. What the threads make of it differs from run to run.
 *   <li><b>It finds what it is to find</b>: each {@code Plant} breaks a promise, and a test sees it found.
 * </ol>
 *
 * <p>{@code HandoffStressCommand} is another one: the handoff alone, flat out.
 */
package io.github.freestep.benchmarks.app.stress;
