package io.github.freestep.render.trace.log;

import io.github.freestep.physics.report.RunEvents;
import io.github.freestep.physics.report.RunRecorder;
import io.github.freestep.state.StateBuffer;
import java.util.function.Supplier;

/** Records all runs of the process for JDK Flight Recorder. Found as a service. Safe for use by any threads. */
public final class FlightRecorder implements RunRecorder {
    /** Creates the recorder, for a {@link java.util.ServiceLoader}. */
    public FlightRecorder() {}

    @Override
    public RunEvents of(String service, StateBuffer states, Supplier<String> worker) {
        return new FlightRun(service, states, worker);
    }
}
