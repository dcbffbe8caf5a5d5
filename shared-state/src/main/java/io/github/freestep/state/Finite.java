package io.github.freestep.state;

/** Finds NaN and infinite values. Stateless. */
final class Finite {
    private Finite() {}

    /** The lowest slot whose body is alive and has a NaN or infinite value; -1 if there is none. */
    static int firstWithout(State state, Bodies bodies) {
        int count = bodies.slots();
        return likely(state, count) ? -1 : search(state, bodies, count);
    }

    /**
     * Returns whether all values are finite, those of dead bodies included. Each value times zero is zero if the value
     * is finite, and NaN if not. So the sum of these products is zero or NaN. If only dead bodies have NaN or infinite
     * values, this returns false, and {@link #search} then finds nothing.
     */
    private static boolean likely(State state, int count) {
        float sum = sum(state.x, count) + sum(state.y, count) + sum(state.z, count);
        sum += sum(state.qx, count) + sum(state.qy, count) + sum(state.qz, count) + sum(state.qw, count);
        for (float[] channel : state.linear) {
            sum += sum(channel, count);
        }
        for (float[] channel : state.stepped) {
            sum += sum(channel, count);
        }
        return sum == 0;
    }

    /**
     * Adds up the values times zero. It uses eight sums, because each addition to a sum waits for the one before.
     * Rejected: a loop with a branch, which takes twice as long.
     */
    private static float sum(float[] values, int count) {
        float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
        int i = 0;
        for (; i < count - 7; i += 8) {
            a += values[i] * 0;
            b += values[i + 1] * 0;
            c += values[i + 2] * 0;
            d += values[i + 3] * 0;
            e += values[i + 4] * 0;
            f += values[i + 5] * 0;
            g += values[i + 6] * 0;
            h += values[i + 7] * 0;
        }
        for (; i < count; i++) {
            a += values[i] * 0;
        }
        return ((a + b) + (c + d)) + ((e + f) + (g + h));
    }

    private static int search(State state, Bodies bodies, int count) {
        for (int body = 0; body < count; body++) {
            if (bodies.lives(body) && !isFinite(state, body)) {
                return body;
            }
        }
        return -1;
    }

    private static boolean isFinite(State state, int body) {
        float sum = state.x[body] * 0 + state.y[body] * 0 + state.z[body] * 0;
        sum += state.qx[body] * 0 + state.qy[body] * 0 + state.qz[body] * 0 + state.qw[body] * 0;
        for (float[] channel : state.linear) {
            sum += channel[body] * 0;
        }
        for (float[] channel : state.stepped) {
            sum += channel[body] * 0;
        }
        return sum == 0;
    }
}
