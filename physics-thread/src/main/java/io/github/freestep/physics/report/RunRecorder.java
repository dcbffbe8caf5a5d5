package io.github.freestep.physics.report;

import io.github.freestep.state.StateBuffer;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records what runs do, such as for JDK Flight Recorder. If {@code freestep-trace} is there, the core finds its
 * implementation by {@link ServiceLoader}. Otherwise nothing is recorded. Safe for use by any number of threads.
 */
public interface RunRecorder {
    /** The recorder that was found, or null. The first use looks for it, which takes milliseconds. */
    @Nullable RunRecorder FOUND = find();

    private static @Nullable RunRecorder find() {
        try {
            // The only implementation. A ServiceLoader that finds nothing loads up to 300 classes of the JDK, which
            // would be a fifth of a start, or with a cache most of it.
            Class.forName("io.github.freestep.render.trace.log.FlightRecorder");
        } catch (ClassNotFoundException withoutTrace) {
            return null;
        }
        return ServiceLoader.load(RunRecorder.class, RunRecorder.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the events of a new run.
     *
     * @param service the name of the service; empty if it has none
     * @param states what the run publishes
     * @param worker returns the name of the thread that steps the run at present
     */
    RunEvents of(String service, StateBuffer states, Supplier<String> worker);
}
