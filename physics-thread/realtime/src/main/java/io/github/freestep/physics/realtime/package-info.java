/**
 * What a service may request from the system for its thread: a real-time priority, and one processor to run on. Only on
 * Linux. On Windows, a timer that ends waits on time ({@code WaitableTimer}). Not exported: the physics thread finds
 * {@code RealTimeThreads} as a service.
 *
 * <p>Java has no call for them. {@code LinuxKernel} makes the system calls by {@code java.lang.foreign}, which is final
 * since JDK 22. So that class is only in the part of the jar for JDK 22 and newer ({@code META-INF/versions/22}), and a
 * build on an older JDK leaves it out. {@code Host} looks for it by name. A folder of classes is never multi-release,
 * so there the class is only found if that part is on the class path itself.
 *
 * <ul>
 *   <li><b>A refusal is an exception of the start.</b> A short-lived thread first makes all requests. The system
 *       decides per process, so the physics thread gets the same answer later. If the system refuses, the service stays
 *       new. The trial ends after 5 s, because it may never run on a processor that other real-time threads occupy.
 *   <li><b>No warning.</b> The JVM warns on stderr about native calls that the user has not allowed. So
 *       {@code Kernel.isAllowed} is asked before the first one.
 *   <li><b>No other thread inherits a request.</b> Threads that the physics thread starts have the usual priority
 *       ({@code SCHED_RESET_ON_FORK}). Linux has no such flag for the processor, and a watchdog on the same processor
 *       could not run while a step hangs. So the thread that starts the service also starts the watchdog and the thread
 *       for callbacks.
 *   <li><b>No thread keeps a priority by mistake.</b> A thread that hangs loses its priority when another one takes
 *       over or when its service is closed, because a spinning thread blocks threads of the same priority on its
 *       processor. If its call returns and it goes on with its service, it gets the priority again. However a service
 *       ends, its thread loses the priority: see
 *       {@code RaisedThread}.
 * </ul>
 *
 * <p>Rejected, after measurements on a busy machine of two shared cores: {@code clock_nanosleep}. In a loop at 100 Hz,
 * it wakes a thread about 5 us earlier than a park, but takes 0.9 % of a core and not 0.6 %. No other thread can end
 * it, and {@code PreciseWait} learns a constant delay anyway. Also rejected: locked memory, which changed nothing on a
 * machine that does not swap.
 *
 * <p>Also rejected: an option that prevents deep sleep by {@code /dev/cpu_dma_latency}. On an idle machine of two
 * shared cores, p99 of the lateness was 107 us without a request (100 to 451 in the rounds), 114 us with a request of 5
 * us (111 to 130), and 86 us with 0 us (73 to 106). With 0 us, idle processors spin. A program can open that device
 * itself.
 */
package io.github.freestep.physics.realtime;
