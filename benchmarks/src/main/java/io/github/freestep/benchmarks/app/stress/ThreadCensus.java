package io.github.freestep.benchmarks.app.stress;

import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Which threads there are, to find those that a run has left. */
final class ThreadCensus {
    /** A thread that has been joined may take a moment to be gone. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Set<Thread> before = threads();

    void findLeftOvers(Violations violations) throws InterruptedException {
        for (Thread thread : threads()) {
            if (!before.contains(thread) && !isOfTheVirtualMachine(thread)) {
                TimeUnit.NANOSECONDS.timedJoin(thread, PATIENCE_NANOS);
                if (thread.isAlive()) {
                    violations.add(Promise.THREAD, "the thread " + thread.getName() + " is left");
                }
            }
        }
    }

    private static boolean isOfTheVirtualMachine(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || group.getName().equals("InnocuousThreadGroup");
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }
}
