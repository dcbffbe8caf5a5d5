package io.github.freestep.physics.report;

import io.github.freestep.state.StateBuffer;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/**
 * Records what runs do, such as for JDK Flight Recorder. The core finds the implementation by {@link ServiceLoader}.
 * Without one, it records nothing. Safe for use by any number of threads.
 */
public interface RunRecorder {
    /** Records nothing. */
    RunRecorder NONE = (service, states, worker) -> RunEvents.NONE;

    /** The recorder that was found. The first use looks for it, which takes milliseconds. */
    RunRecorder FOUND = ServiceLoader.load(RunRecorder.class, RunRecorder.class.getClassLoader())
            .findFirst()
            .orElse(NONE);

    /**
     * Returns the events of a new run.
     *
     * @param service the name of the service; empty if it has none
     * @param states what the run publishes
     * @param worker returns the name of the thread that steps the run at present
     */
    RunEvents of(String service, StateBuffer states, Supplier<String> worker);
}
