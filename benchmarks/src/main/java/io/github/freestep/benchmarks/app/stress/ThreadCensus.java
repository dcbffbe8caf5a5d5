package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.Threads;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Remembers the threads that exist before a run, to find those that the run leaves behind. */
final class ThreadCensus {
    /** A joined thread may still be listed for a moment. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Set<Thread> before = threads();

    void findLeftOvers(Violations violations) {
        for (Thread thread : threads()) {
            boolean isNew = !before.contains(thread) && !isOfTheVirtualMachine(thread);
            if (isNew && !Threads.join(thread, PATIENCE_NANOS)) {
                violations.add(Promise.THREAD, "the thread " + thread.getName() + " is left");
            }
        }
    }

    private static boolean isOfTheVirtualMachine(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || group.getName().equals("InnocuousThreadGroup")
                // Bullet starts it with its first object, for the rest of the process.
                || thread.getName().equals("Physics Cleaner");
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }
}
