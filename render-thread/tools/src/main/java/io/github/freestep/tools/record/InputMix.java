package io.github.freestep.tools.record;

import io.github.freestep.physics.InputPort;

/** Inputs for runs: actions and axes in turn. Stateless. */
public final class InputMix {
    private static final int AXES = 8;
    private static final int VALUES = 7;

    private InputMix() {}

    /** Returns the value of an input: a small whole number, so that sums of values are exact in any order. */
    public static float value(long number) {
        return 1 + number % VALUES;
    }

    /** Pushes an input. Returns whether it was accepted. */
    public static boolean push(InputPort port, long number, long nanos) {
        return number % 2 == 0
                ? port.action((int) number, value(number), nanos)
                : port.axis((int) (number / 2 % AXES), value(number), nanos);
    }
}
