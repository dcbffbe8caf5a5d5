package io.github.freestep.physics;

import io.github.freestep.physics.report.RunEvents;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keeps what a recorder gets. */
final class RecordedRun implements RunEvents {
    private static final long MILLI = 1_000_000;

    final List<String> ticks = new ArrayList<>();
    final List<String> others = Collections.synchronizedList(new ArrayList<>());

    /** Where the last call hung. */
    String stack = "";

    private long lateInputs;

    static RecordedRun of(PhysicsBuilder builder) {
        RecordedRun events = new RecordedRun();
        builder.recorder = (service, states, worker) -> events;
        return events;
    }

    @Override
    public void tick(
            long tick,
            long simulationNanos,
            TimeAnchor anchor,
            long startedNanos,
            long endedNanos,
            long lateness,
            long compute,
            long publicationLateness) {
        long all = (endedNanos - startedNanos) / MILLI;
        ticks.add(tick + ": " + compute / MILLI + " of " + all + " ms, late by " + lateness / MILLI);
    }

    @Override
    public void overrun(long tick, long compute) {
        others.add("overrun " + tick + ": " + compute / MILLI + " ms");
    }

    @Override
    public void lateInputs(long tick, long total) {
        if (total != lateInputs) {
            lateInputs = total;
            others.add("late inputs by " + tick + ": " + total);
        }
    }

    @Override
    public void slip(long tick, long droppedNanos) {
        others.add("slip: " + droppedNanos / MILLI + " ms");
    }

    @Override
    public void failed(long tick, String what, Throwable cause) {
        others.add("failed " + tick + ": " + what + cause.getMessage());
    }

    @Override
    public void hung(long tick, String message, StackTraceElement[] stack) {
        others.add("hung " + tick + ": " + message);
        this.stack = List.of(stack).toString();
    }
}
