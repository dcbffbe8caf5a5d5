package io.github.freestep.net;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.State;
import java.util.Arrays;

/**
 * The places of the bodies of a state in a grid, so that what is near is found without looking at all bodies. The grid
 * has two dimensions, those in which bodies are furthest apart: most worlds are flat. Building it takes as long as
 * looking at all bodies about eight times. For one thread; allocates only when it is made.
 */
final class PlaceGrid {
    private static final int AXES = 3;

    /** How many bodies are in a cell on average. */
    private static final int IN_CELL = 4;

    /** A distance that is larger by no more than this part, because of rounding, may count as within the radius. */
    private static final double ROUNDING = 1e-14;

    /** By axis and slot, and by axis in the order of the cells. */
    private final double[][] places;

    private final double[][] sorted;

    /** The slots in the order of the cells, and where each cell begins. */
    private final int[] slots;

    private final int[] starts;

    /** By slot. */
    private final int[] cells;

    /** The number of columns, and also of rows. */
    private int side;

    /** The two axes of the grid, and for both, where it begins and how many cells there are in a unit of length. */
    private final int[] axes = new int[2];

    private final double[] begins = new double[2];
    private final double[] scales = new double[2];

    /** By axis: the least place, and how far apart the two furthest ones are. */
    private final double[] leasts = new double[AXES];

    private final double[] extents = new double[AXES];

    PlaceGrid(int capacity) {
        places = new double[AXES][capacity];
        sorted = new double[AXES][capacity];
        slots = new int[capacity];
        cells = new int[capacity];
        starts = new int[capacity / IN_CELL + 2];
    }

    void build(State state) {
        int count = state.slots();
        side = Math.max(1, (int) Math.sqrt((double) count / IN_CELL));
        copy(state, count);
        chooseAxes(count);
        sort(count);
    }

    private void copy(State state, int count) {
        if (state.hasDoublePositions()) {
            System.arraycopy(state.doubleX(), 0, places[0], 0, count);
            System.arraycopy(state.doubleY(), 0, places[1], 0, count);
            System.arraycopy(state.doubleZ(), 0, places[2], 0, count);
        } else {
            copy(state.x(), places[0], count);
            copy(state.y(), places[1], count);
            copy(state.z(), places[2], count);
        }
    }

    private static void copy(float[] from, double[] into, int count) {
        for (int i = 0; i < count; i++) {
            into[i] = from[i];
        }
    }

    private void chooseAxes(int count) {
        double narrowest = Double.POSITIVE_INFINITY;
        int without = AXES - 1;
        for (int axis = 0; axis < AXES; axis++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            double[] at = places[axis];
            for (int i = 0; i < count; i++) {
                // Unlike Math.min and Math.max, this ignores NaN.
                least = at[i] < least ? at[i] : least;
                most = at[i] > most ? at[i] : most;
            }
            leasts[axis] = least;
            extents[axis] = most - least;
            if (extents[axis] < narrowest) {
                narrowest = extents[axis];
                without = axis;
            }
        }
        for (int i = 0; i < 2; i++) {
            int axis = i < without ? i : i + 1;
            boolean isFinite = extents[axis] > 0 && extents[axis] < Double.POSITIVE_INFINITY;
            axes[i] = axis;
            begins[i] = isFinite ? leasts[axis] : 0;
            scales[i] = isFinite ? side / extents[axis] : 0;
        }
    }

    /** The column or row of a place. A greater place never has a lower one. */
    private int cell(int i, double place) {
        return Math.max(0, Math.min(side - 1, (int) ((place - begins[i]) * scales[i])));
    }

    private void sort(int count) {
        int all = side * side;
        Arrays.fill(starts, 0, all + 1, 0);
        double[] across = places[axes[0]];
        double[] along = places[axes[1]];
        for (int slot = 0; slot < count; slot++) {
            int cell = cell(1, along[slot]) * side + cell(0, across[slot]);
            cells[slot] = cell;
            starts[cell + 1]++;
        }
        for (int cell = 0; cell < all; cell++) {
            starts[cell + 1] += starts[cell];
        }
        for (int slot = 0; slot < count; slot++) {
            int at = starts[cells[slot]]++;
            slots[at] = slot;
            for (int axis = 0; axis < AXES; axis++) {
                sorted[axis][at] = places[axis][slot];
            }
        }
        // Each cell now begins where the next one should.
        System.arraycopy(starts, 0, starts, 1, all);
        starts[0] = 0;
    }

    /** Adds the slots within a distance of a place to a set. */
    void find(double x, double y, double z, double radius, long[] found) {
        double centreAcross = axes[0] == 0 ? x : y;
        double centreAlong = axes[1] == 1 ? y : z;
        double reach = radius + (Math.abs(x) + Math.abs(y) + Math.abs(z) + radius) * ROUNDING;
        int left = cell(0, centreAcross - reach);
        int right = cell(0, centreAcross + reach);
        int last = cell(1, centreAlong + reach);
        for (int row = cell(1, centreAlong - reach); row <= last; row++) {
            int end = starts[row * side + right + 1];
            for (int i = starts[row * side + left]; i < end; i++) {
                double dx = sorted[0][i] - x;
                double dy = sorted[1][i] - y;
                double dz = sorted[2][i] - z;
                if (dx * dx + dy * dy + dz * dz <= radius * radius) {
                    found[slots[i] / Blocks.SIZE] |= 1L << slots[i];
                }
            }
        }
    }
}
