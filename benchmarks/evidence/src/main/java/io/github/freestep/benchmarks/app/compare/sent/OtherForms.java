package io.github.freestep.benchmarks.app.compare.sent;

import io.github.freestep.state.State;

/**
 * What a state takes in two other forms: all poses as floats, and what has changed since the state of a round trip
 * before, packed as the article packs it last: 2 mm, orientations by their smallest three of nine bits, differences in
 * few bits. Counts the bits, and does not write them.
 */
final class OtherForms {
    /** UDP and IP; and the numbers of the state and of the one before. */
    private static final int HEADERS = 28;

    private static final int NUMBERS = 4;
    private static final int MOST = 1_200;
    private static final int VALUES = 7;
    private static final double PLACES = 512;

    /** 511 steps from the least to the greatest value of the three smallest. */
    private static final double TURNS = 511 / Math.sqrt(2);

    private final int bodies;

    /** The newest states: x, y, z, the place of the largest, and the other three. */
    private final int[][] ring;

    private long states;
    private long moved;
    private long bits;

    OtherForms(int bodies, int statesPerRoundTrip) {
        this.bodies = bodies;
        ring = new int[statesPerRoundTrip + 1][bodies * VALUES];
    }

    /** Counts the next state. */
    void add(State state) {
        int[] now = ring[(int) (states % ring.length)];
        int[] before = ring[(int) ((states + ring.length - 1) % ring.length)];
        states++;
        int[] base = ring[(int) (states % ring.length)];
        int last = -1;
        for (int body = 0; body < bodies; body++) {
            int at = body * VALUES;
            put(state, body, now, at);
            moved += isSame(now, before, at, 0, VALUES) ? 0 : 1;
            if (!isSame(now, base, at, 0, VALUES)) {
                bits += ranged(body - last - 1, 0, 2, 4, 10) + place(now, base, at) + turn(now, base, at);
                last = body;
            }
        }
    }

    /** How many bodies move in a state. */
    double moving() {
        return (double) moved / states;
    }

    /** The bytes of a state if all is floats. */
    double floats() {
        return datagrams(bodies * VALUES * Float.BYTES);
    }

    /** The bytes of a state in the form of the article. */
    double packed() {
        return datagrams((double) bits / Byte.SIZE / states);
    }

    void reset() {
        states = 0;
        moved = 0;
        bits = 0;
    }

    private static double datagrams(double bytes) {
        return bytes + (HEADERS + NUMBERS) * Math.ceil(bytes / MOST + 1e-9);
    }

    private static void put(State state, int body, int[] into, int at) {
        float[] parts = {state.qx()[body], state.qy()[body], state.qz()[body], state.qw()[body]};
        int largest = 0;
        for (int i = 1; i < parts.length; i++) {
            largest = Math.abs(parts[i]) > Math.abs(parts[largest]) ? i : largest;
        }
        into[at] = (int) Math.rint(state.x(body) * PLACES);
        into[at + 1] = (int) Math.rint(state.y(body) * PLACES);
        into[at + 2] = (int) Math.rint(state.z(body) * PLACES);
        into[at + 3] = largest;
        for (int i = 0, to = at + 4; i < parts.length; i++) {
            if (i != largest) {
                into[to++] = (int) Math.rint(parts[i] * (parts[largest] < 0 ? -TURNS : TURNS));
            }
        }
    }

    private static boolean isSame(int[] now, int[] base, int at, int from, int to) {
        for (int i = from; i < to; i++) {
            if (now[at + i] != base[at + i]) {
                return false;
            }
        }
        return true;
    }

    private static int place(int[] now, int[] base, int at) {
        return isSame(now, base, at, 0, 3) ? 1 : 1 + three(now, base, at, 4, 9, 50);
    }

    private static int turn(int[] now, int[] base, int at) {
        return isSame(now, base, at, 3, VALUES)
                ? 1
                : now[at + 3] != base[at + 3] ? 2 + 29 : 2 + three(now, base, at + 4, 4, 7, 27);
    }

    /** Three differences: all small ones, or each small or large, or the whole values. */
    private static int three(int[] now, int[] base, int at, int small, int large, int whole) {
        int widest = 0;
        int sum = 0;
        for (int i = at; i < at + 3; i++) {
            int twice = 2 * Math.abs(now[i] - base[i]);
            int width = Integer.SIZE - Integer.numberOfLeadingZeros(twice);
            widest = Math.max(widest, width);
            sum += 1 + (width <= small ? small : large);
        }
        return widest <= small ? 1 + 3 * small : 2 + (widest <= large ? sum : whole);
    }

    /** The first range that a number fits into, with a bit for each range that was too small. */
    private static int ranged(int value, int... widths) {
        int i = 0;
        while (i < widths.length - 1 && value >>> widths[i] != 0) {
            i++;
        }
        return Math.min(i + 1, widths.length - 1) + widths[i];
    }
}
