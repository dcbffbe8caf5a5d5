package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.tools.report.Units;
import java.util.List;

/**
 * How far runs depart from those that they were restored from, by the number of ticks since then: the body that is off
 * most, in its position, its rotation and each linear channel. Stepped channels are left out, because engines wake
 * bodies when they restore them. For one thread.
 */
final class Divergence {
    /** For how many ticks runs are compared. */
    static final int TICKS = 64;

    /** For how many ticks nothing is judged: in the first one, engines push apart what a restore lets overlap. */
    private static final int SETTLED = 8;

    /**
     * How far a body may be off in any case, as a share of the greatest value, because both runs have rounded for many
     * ticks.
     */
    private static final double SHARE = 2e-4;

    private static final int ROTATION = 1;
    private static final int CHANNELS = 2;

    private final List<String> channels;
    private final double[][] off;
    private final int[][] slots;
    private final long[][] saved;
    private final double[] reach;
    private final double allowed;

    /** @param allowed how many times {@link #SHARE} a body may be off before it counts */
    Divergence(StateLayout layout, double allowed) {
        this.allowed = allowed;
        channels = layout.linearChannels();
        off = new double[CHANNELS + channels.size()][1 + TICKS];
        slots = new int[off.length][1 + TICKS];
        saved = new long[off.length][1 + TICKS];
        reach = new double[off.length];
        reach[ROTATION] = Math.PI;
    }

    /**
     * Compares two states of a tick.
     *
     * @param savedTick the tick after which the run was saved
     */
    void measure(State run, State restored, long savedTick) {
        int age = (int) (run.tick() - savedTick);
        for (int column = 0; column < off.length; column++) {
            for (int slot = 0; slot < Math.max(run.slots(), restored.slots()); slot++) {
                double beyond = beyond(run, restored, slot, column);
                if (beyond > off[column][age]) {
                    off[column][age] = beyond;
                    slots[column][age] = slot;
                    saved[column][age] = savedTick;
                }
            }
        }
    }

    private double beyond(State run, State restored, int slot, int column) {
        if (!lives(run, slot) || !lives(restored, slot)) {
            return lives(run, slot) == lives(restored, slot) ? 0 : Double.POSITIVE_INFINITY;
        }
        if (column != ROTATION) {
            reach[column] = Math.max(reach[column], distance(run, null, slot, column));
        }
        return distance(run, restored, slot, column) - allowed * SHARE * reach[column];
    }

    private static boolean lives(State state, int slot) {
        return slot < state.slots() && state.isAlive(slot);
    }

    /** Returns how far a body is from itself in another state; from zero if there is none. */
    private static double distance(State one, State other, int slot, int column) {
        boolean alone = other == null;
        if (column == ROTATION) {
            double dot = (double) one.qx()[slot] * other.qx()[slot]
                    + (double) one.qy()[slot] * other.qy()[slot]
                    + (double) one.qz()[slot] * other.qz()[slot]
                    + (double) one.qw()[slot] * other.qw()[slot];
            // A quaternion and its negative are one rotation, and each run has chosen one of them.
            return 2 * Math.acos(Math.min(1, Math.abs(dot)));
        }
        if (column >= CHANNELS) {
            int channel = column - CHANNELS;
            return Math.abs(one.linear(channel)[slot] - (alone ? 0 : other.linear(channel)[slot]));
        }
        return OwnChecks.length(
                one.x(slot) - (alone ? 0 : other.x(slot)),
                one.y(slot) - (alone ? 0 : other.y(slot)),
                one.z(slot) - (alone ? 0 : other.z(slot)));
    }

    /** Notes what is off in two others alike: the smaller of both values, wherever it is greater than the one here. */
    void raise(Divergence one, Divergence other) {
        for (int column = 0; column < off.length; column++) {
            for (int age = 0; age <= TICKS; age++) {
                double both = Math.min(one.off[column][age], other.off[column][age]);
                if (both > off[column][age]) {
                    off[column][age] = both;
                    slots[column][age] = one.slots[column][age];
                    saved[column][age] = one.saved[column][age];
                }
            }
        }
    }

    /** The first tick in which one divergence exceeds another, and a text that says by how much. */
    record Excess(long tick, String text) {}

    /**
     * Returns the first value that exceeds the greatest one of another divergence so far more than {@code times} over;
     * null if none does.
     */
    Excess beyond(Divergence ordinary, double times) {
        double[] most = new double[off.length];
        for (int age = 1; age <= TICKS; age++) {
            for (int column = 0; column < off.length; column++) {
                most[column] = Math.max(most[column], ordinary.off[column][age]);
                if (age >= SETTLED && off[column][age] > times * most[column]) {
                    return new Excess(saved[column][age] + age, text(column, age, most[column]));
                }
            }
        }
        return null;
    }

    private String text(int column, int age, double ordinary) {
        int slot = slots[column][age];
        double here = off[column][age];
        long after = saved[column][age];
        if (Double.isInfinite(here)) {
            return Units.text(
                    "body %d is alive in one of the saved and the restored run only; it was saved after tick %d",
                    slot, after);
        }
        String what =
                column < CHANNELS ? column == ROTATION ? "rotation" : "position" : channels.get(column - CHANNELS);
        return Units.text(
                "the %s of body %d is off by at least %.4g in tick %d, while a run that is restored from a restored run is"
                        + " off by %.4g; it was saved after tick %d",
                what, slot, here, after + age, ordinary, after);
    }
}
