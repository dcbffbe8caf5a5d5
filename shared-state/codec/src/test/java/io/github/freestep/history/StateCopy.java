package io.github.freestep.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;

/** A copy of a state, to compare what was kept of it with. */
final class StateCopy {
    final long tick;
    final long simulationNanos;
    final long predecessorTick;
    final long edition;
    final long publishedNanos;
    final long inputSequence;
    final long inputNanos;
    final TimeAnchor anchor = new TimeAnchor();
    final int[] epochs;
    final int[] parents;
    final double[][] positions;
    final float[][] orientations;
    final float[][] channels;

    StateCopy(State state, int linear, int stepped) {
        tick = state.tick();
        simulationNanos = state.simulationNanos();
        predecessorTick = StateInside.predecessorTick(state);
        edition = StateInside.edition(state);
        publishedNanos = StateInside.publishedNanos(state);
        inputSequence = state.inputSequence();
        inputNanos = state.inputNanos();
        state.anchor(anchor);
        int slots = state.slots();
        epochs = new int[slots];
        parents = new int[slots];
        positions = new double[3][slots];
        orientations = new float[4][slots];
        channels = new float[linear + stepped][slots];
        for (int slot = 0; slot < slots; slot++) {
            epochs[slot] = state.epoch(slot);
            parents[slot] = state.parent(slot);
            positions[0][slot] = state.x(slot);
            positions[1][slot] = state.y(slot);
            positions[2][slot] = state.z(slot);
            orientations[0][slot] = state.qx()[slot];
            orientations[1][slot] = state.qy()[slot];
            orientations[2][slot] = state.qz()[slot];
            orientations[3][slot] = state.qw()[slot];
            for (int i = 0; i < linear + stepped; i++) {
                channels[i][slot] = i < linear ? state.linear(i)[slot] : state.stepped(i - linear)[slot];
            }
        }
    }

    boolean isAlive(int slot) {
        return (epochs[slot] & 1) != 0;
    }

    /**
     * Compares everything.
     *
     * @param units the largest error of a position; 0 if every bit must be the same
     * @param degrees the largest error of an orientation
     */
    void assertKept(KeptState kept, double units, double degrees) {
        assertEquals(tick, kept.tick());
        assertEquals(simulationNanos, kept.simulationNanos());
        assertEquals(predecessorTick, kept.predecessorTick());
        assertEquals(edition, kept.edition());
        assertEquals(publishedNanos, kept.publishedNanos());
        assertEquals(inputSequence, kept.inputSequence());
        assertEquals(inputSequence == 0 ? 0 : inputNanos, kept.inputNanos());
        TimeAnchor inForce = new TimeAnchor();
        kept.anchor(inForce);
        assertTrue(anchor.same(inForce), () -> inForce + " and not " + anchor);
        assertEquals(epochs.length, kept.slots());
        int[] keptParents = new int[epochs.length];
        Arrays.fill(keptParents, State.NO_PARENT);
        for (int i = 0; i < kept.attachedCount(); i++) {
            keptParents[kept.attached(i)] = kept.parent(i);
        }
        for (int slot = 0; slot < epochs.length; slot++) {
            String where = "tick " + tick + ", slot " + slot;
            assertEquals(epochs[slot], kept.epochs[slot], where);
            assertEquals(parents[slot], keptParents[slot], where);
            if (isAlive(slot)) {
                for (int i = 0; i < channels.length; i++) {
                    assertEquals(channels[i][slot], kept.channels[i][slot], where);
                }
                double distance = distance(kept, slot);
                assertTrue(distance <= units, () -> where + ": off by " + distance);
                double angle = degrees(kept, slot);
                assertTrue(angle <= degrees, () -> where + ": turned by " + angle);
            }
        }
    }

    private double distance(KeptState kept, int slot) {
        boolean isDouble = kept.x.length == 0;
        double x = (isDouble ? kept.doubleX[slot] : kept.x[slot]) - positions[0][slot];
        double y = (isDouble ? kept.doubleY[slot] : kept.y[slot]) - positions[1][slot];
        double z = (isDouble ? kept.doubleZ[slot] : kept.z[slot]) - positions[2][slot];
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** The angle between two orientations, by the sine of half of it, which is exact for small angles. */
    private double degrees(KeptState kept, int slot) {
        float[] now = {kept.qx[slot], kept.qy[slot], kept.qz[slot], kept.qw[slot]};
        double product = 0;
        for (int i = 0; i < 4; i++) {
            product += (double) now[i] * orientations[i][slot];
        }
        double square = 0;
        for (int i = 0; i < 4; i++) {
            double part = now[i] - Math.signum(product) * orientations[i][slot];
            square += part * part;
        }
        return Math.toDegrees(4 * Math.asin(Math.min(1, Math.sqrt(square) / 2)));
    }
}
