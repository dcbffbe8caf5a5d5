/**
 * The native calls that {@code physics.thread} needs: on Linux a real-time priority and one processor for a thread. The
 * physics thread finds {@code RealTimeThreads} as a service.
 *
 * <p>The calls use {@code java.lang.foreign}, which is final since JDK 22, so they are in {@code META-INF/versions/22}
 * of the jar, and a build on an older JDK leaves them out. {@code Host} looks for {@code LinuxKernel} by name. A folder
 * of classes is never multi-release, so there they are only found if that part is on the class path itself.
 *
 * <ul>
 *   <li><b>No warning.</b> The JVM warns on stderr about native calls that the user has not allowed. So
 *       {@code Kernel.isAllowed} is asked before the first one.
 *   <li><b>No other thread inherits a priority</b> ({@code SCHED_RESET_ON_FORK}). Linux has no such flag for the
 *       processor, and a watchdog on the same processor could not run while a step hangs. So the thread that starts the
 *       service also starts the watchdog and the thread for callbacks.
 *   <li><b>A refusal is an exception of the start</b>, and <b>no thread keeps a priority by mistake</b>: see
 *       {@code ThreadSettings} and {@code RaisedThread}.
 * </ul>
 *
 * <p>Rejected, after measurements: {@code clock_nanosleep}, which takes half as much processor time again and cannot be
 * ended; locked memory, which changed nothing; and {@code /dev/cpu_dma_latency} against deep sleep, which helped only
 * while idle processors spun. Rejected as well: the high-resolution timer of Windows, whose wait no other thread can
 * end, and which no test of this project could run.
 */
package io.github.freestep.physics.realtime;
