package io.github.freestep.net;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.State;
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
        starts = new int[capacity / IN_STRIP + 2];
    }

    void build(State state) {
        int bodies = state.slots();
        for (int slot = 0; slot < bodies; slot++) {
            places[0][slot] = state.x(slot);
            places[1][slot] = state.y(slot);
            places[2][slot] = state.z(slot);
        }
        count = Math.max(1, bodies / IN_STRIP);
        chooseAxis(bodies);
        sort(bodies);
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
            strips[slot] = strip(places[axis][slot]);
            starts[strips[slot] + 1]++;
        }
        for (int strip = 0; strip < count; strip++) {
            starts[strip + 1] += starts[strip];
        }
        for (int slot = 0; slot < bodies; slot++) {
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
}
