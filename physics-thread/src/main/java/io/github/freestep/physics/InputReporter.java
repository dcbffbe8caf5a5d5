package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;

/** Writes the input of each tick for recorders. For the physics thread; allocates nothing. */
final class InputReporter {
    private final EventSink sink;

    /** Where the axes stood at the end of the newest tick. */
    private final float[] levels;

    InputReporter(EventSink sink, int axes) {
        this.sink = sink;
        levels = new float[axes];
    }

    /** Polled levels are told when they have changed: most ticks find all of them where they were. */
    void report(long tick, long simulationNanos, TickInput input) {
        if (!sink.wants(Kind.INPUT) && !sink.wants(Kind.AXIS)) {
            return;
        }
        for (int axis = 0; axis < levels.length; axis++) {
            float before = input.axisAtStart(axis);
            // Bits, since a simulation may tell -0 from 0.
            if (Float.floatToRawIntBits(before) != Float.floatToRawIntBits(levels[axis])) {
                sink.axis(tick, simulationNanos, axis, before);
            }
            levels[axis] = input.axis(axis);
        }
        for (int i = 0; i < input.size(); i++) {
            sink.input(tick, simulationNanos, input.isAction(i), input.code(i), input.value(i), input.fraction(i));
        }
    }
}
