package io.github.freestep.benchmarks.app.record;

import io.github.freestep.physics.InputPort;

/** Edges and axes in turn, at a rate. For one thread. */
final class Pushes {
    private static final int AXES = 8;
    private static final int VALUES = 7;

    private final InputPort port;
    private final double perSecond;
    private long number;

    Pushes(InputPort port, double perSecond) {
        this.port = port;
        this.perSecond = perSecond;
    }

    /** All that are due in so many seconds since the beginning, and were not pushed yet. */
    void upTo(double seconds, long nowNanos) {
        while (number < perSecond * seconds) {
            float value = 1 + number % VALUES;
            if (number % 2 == 0) {
                port.action((int) number, value, nowNanos);
            } else {
                port.axis((int) (number / 2 % AXES), value, nowNanos);
            }
            number++;
        }
    }
}
