package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Threads that several services share, as a service sees them. */
public interface ServiceGroup {
    NanoClock clock();

    /** Returns how long a call may take, for services without a limit of their own. */
    long watchdogNanos();

    /** Returns the user's executor for callbacks; null if {@link #callbacks} runs them. */
    @Nullable Executor callbackExecutor();

    DeliveryThread callbacks();

    DeliveryThread handlers();

    /** Returns what will step a run, which is made after it. It has no place among the threads yet. */
    RunThread thread(ThreadedRun.Settings settings);
}
