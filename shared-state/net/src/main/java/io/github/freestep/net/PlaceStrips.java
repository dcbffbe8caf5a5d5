package io.github.freestep.net;

import io.github.freestep.state.State;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;

/**
 * The places of the bodies of a state, in strips across the axis along which bodies are furthest apart. So what is near
 * is found without looking at all bodies. Building the strips takes as long as looking at all bodies about eight times.
 * For one thread; allocates only when it is made.
 *
 * <p>Rejected: a grid across two axes. Searches are a small part of what an interest costs, and become only a little
 * shorter.
 */
final class PlaceStrips {
    private static final int AXES = 3;

    /** How many bodies are in a strip on average. */
    private static final int IN_STRIP = 4;

    /** A distance that is larger by no more than this part, because of rounding, may count as within the radius. */
    private static final double ROUNDING = 1e-14;

    /** By axis and slot, and by axis in the order of the strips. */
    private final double[][] places;

    private final double[][] sorted;

    /** The slots in the order of the strips, and where each strip begins. */
    private final int[] slots;

    private final int[] starts;

    /** By slot. */
    private final int[] strips;

    /** The squares of the distances that a search for the nearest has found, the least first. */
    private final double[] squares;

    private int found;

    private int count;

    /** The axis, where the first strip begins on it, and how many strips there are in a unit of length. */
    private int axis;

    private double begin;
    private double scale;

    PlaceStrips(int capacity) {
        places = new double[AXES][capacity];
        sorted = new double[AXES][capacity];
        slots = new int[capacity];
        strips = new int[capacity];
        squares = new double[capacity];
        starts = new int[capacity / IN_STRIP + 2];
    }

    /** Takes the places of a state. Slots without a body, and attached bodies, have none. */
    void build(State state) {
        int bodies = state.slots();
        for (int slot = 0; slot < bodies; slot++) {
            place(slot, state.isAlive(slot) ? state.x(slot) : Double.NaN, state.y(slot), state.z(slot));
        }
        Attachments attached = StateInside.attachments(state);
        for (int i = 0; i < attached.count(); i++) {
            place(attached.child(i), Double.NaN, 0, 0);
        }
        count = Math.max(1, bodies / IN_STRIP);
        chooseAxis(bodies);
        sort(bodies);
    }

    private void place(int slot, double x, double y, double z) {
        places[0][slot] = x;
        places[1][slot] = Double.isNaN(x) ? x : y;
        places[2][slot] = Double.isNaN(x) ? x : z;
    }

    private void chooseAxis(int bodies) {
        double widest = 0;
        scale = 0;
        for (int i = 0; i < AXES; i++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int slot = 0; slot < bodies; slot++) {
                double at = places[i][slot];
                // Unlike Math.min and Math.max, this ignores NaN.
                least = at < least ? at : least;
                most = at > most ? at : most;
            }
            double extent = most - least;
            if (extent > widest && extent < Double.POSITIVE_INFINITY) {
                widest = extent;
                axis = i;
                begin = least;
                scale = count / extent;
            }
        }
    }

    /** The strip of a place. A greater place never has a lower one. */
    private int strip(double place) {
        return Math.max(0, Math.min(count - 1, (int) ((place - begin) * scale)));
    }

    private void sort(int bodies) {
        Arrays.fill(starts, 0, count + 1, 0);
        for (int slot = 0; slot < bodies; slot++) {
            if (!Double.isNaN(places[axis][slot])) {
                strips[slot] = strip(places[axis][slot]);
                starts[strips[slot] + 1]++;
            }
        }
        for (int strip = 0; strip < count; strip++) {
            starts[strip + 1] += starts[strip];
        }
        for (int slot = 0; slot < bodies; slot++) {
            if (Double.isNaN(places[axis][slot])) {
                continue;
            }
            int at = starts[strips[slot]]++;
            slots[at] = slot;
            for (int i = 0; i < AXES; i++) {
                sorted[i][at] = places[i][slot];
            }
        }
        // Each strip now begins where the next one should.
        System.arraycopy(starts, 0, starts, 1, count);
        starts[0] = 0;
    }

    /** Adds the slots within a distance of a place to a set. */
    void find(double x, double y, double z, double radius, long[] found) {
        double centre = axis == 0 ? x : axis == 1 ? y : z;
        double reach = radius + (Math.abs(centre) + radius) * ROUNDING;
        int end = starts[strip(centre + reach) + 1];
        for (int i = starts[strip(centre - reach)]; i < end; i++) {
            double dx = sorted[0][i] - x;
            double dy = sorted[1][i] - y;
            double dz = sorted[2][i] - z;
            if (dx * dx + dy * dy + dz * dz <= radius * radius) {
                found[slots[i] / Blocks.SIZE] |= 1L << slots[i];
            }
        }
    }

    /**
     * Returns a radius within which a number of bodies are: infinity if there are not so many.
     *
     * @param most 1 or more
     */
    double radius(double x, double y, double z, int most) {
        found = 0;
        int middle = strip(axis == 0 ? x : axis == 1 ? y : z);
        // What is beyond a strip is no nearer along the axis.
        for (int strip = middle; strip < count && look(strip, x, y, z, most); strip++) {}
        for (int strip = middle - 1; strip >= 0 && look(strip, x, y, z, most); strip--) {}
        return found < most ? Double.POSITIVE_INFINITY : Math.sqrt(squares[most - 1]) * (1 + ROUNDING);
    }

    /** Looks at the bodies of a strip. Returns whether those beyond it may be among the nearest. */
    private boolean look(int strip, double x, double y, double z, int most) {
        boolean mayBeNearer = starts[strip] == starts[strip + 1];
        double centre = axis == 0 ? x : axis == 1 ? y : z;
        for (int i = starts[strip]; i < starts[strip + 1]; i++) {
            double dx = sorted[0][i] - x;
            double dy = sorted[1][i] - y;
            double dz = sorted[2][i] - z;
            double along = sorted[axis][i] - centre;
            mayBeNearer |= found < most || along * along < squares[most - 1];
            add(dx * dx + dy * dy + dz * dz, most);
        }
        return mayBeNearer;
    }

    private void add(double square, int most) {
        boolean isFull = found >= most;
        if (Double.isNaN(square) || isFull && square >= squares[most - 1]) {
            return;
        }
        int last = isFull ? most - 1 : found++;
        int at = Arrays.binarySearch(squares, 0, last, square);
        at = at < 0 ? -at - 1 : at;
        System.arraycopy(squares, at, squares, at + 1, last - at);
        squares[at] = square;
    }
}
