package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Threads;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loads classes of events when the JVM's recorder is used for the first time, because loading one of them starts the
 * recorder, which takes 0.2 s, also if nothing ever records. Safe for use by any threads.
 *
 * <p>Rejected: a {@link jdk.jfr.FlightRecorderListener}, which would load them before the recording starts, so that it
 * missed nothing. Adding one takes 11 ms of processor time on JDK 17 and 2.3 on JDK 25 (medians of 7), because it loads
 * much of the recorder; a look at {@link jdk.jfr.FlightRecorder#isInitialized} takes 0.3.
 */
final class EventClasses {
    private final Runnable load;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean areLoaded;

    /** @param load makes an event of each class */
    EventClasses(Runnable load) {
        this.load = load;
    }

    /** Loads them if the recorder is in use already. For a thread that may wait for that. */
    void loadIfUsed() {
        if (!areLoaded && isUsed()) {
            load();
        }
    }

    /**
     * Whether they are loaded. If the recorder is in use, and they are not, begins to load them in a thread of its own,
     * because that takes longer than a tick or a frame.
     */
    boolean areLoaded() {
        if (!areLoaded && isUsed() && begun.compareAndSet(false, true)) {
            Threads.start(this::load, "freestep-trace");
        }
        return areLoaded;
    }

    private static boolean isUsed() {
        return jdk.jfr.FlightRecorder.isInitialized();
    }

    private void load() {
        load.run();
        areLoaded = true;
    }
}
