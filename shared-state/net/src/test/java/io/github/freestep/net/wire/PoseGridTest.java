package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoseGridTest {
    private static final int BODIES = 128;
    private static final int TICKS = 150;

    private StateLayout layout = StateLayout.of(BODIES);
    private Published published;
    private final SplittableRandom random = Seeds.splittable(1);
    private final double[][] sent = new double[7][BODIES];
    private final double[] scratch = new double[4];
    private double worstDistance;
    private double worstAngle;

    /** The greatest error is almost the limit, otherwise bytes are wasted, and never above it. */
    @ParameterizedTest
    @CsvSource({
        "0.0005, 0.25, 10, false",
        "0.0005, 0.25, 3000, false",
        "0.0005, 0.25, 5000, false",
        "0.0005, 0.25, 100000, false",
        "0.0005, 0.25, 1e9, false",
        "0.001, 1, 8000, false",
        "0.0003, 10, 40, false",
        "0.000001, 0.001, 1, false",
        "1000, 0.02, 1e6, false",
        "0.0005, 0.25, 10, true",
        "0.0005, 0.25, 1e7, true",
        "0.000001, 0.001, 1e8, true",
        "1000, 0.02, 1e6, true",
        "0.0005, 0.25, 1e14, true",
        "0.0005, 0.25, 1e17, true",
        "0.0005, 0.25, 1e37, true"
    })
    void noErrorIsAboveItsLimit(double units, double degrees, double extent, boolean doubles) {
        layout = doubles ? layout.doublePositions() : layout;
        published = new Published(layout, BODIES);
        StateEncoder encoder = new StateEncoder(layout, PoseGrid.within(units, degrees), 1);
        Receiver receiver = new Receiver(layout);
        for (int tick = 0; tick < TICKS; tick++) {
            State state = next(tick, units, extent);
            receiver.send(encoder, state, tick * 10_000_000L);
            receiver.takeAll();
            compare(receiver);
        }
        assertTrue(worstDistance <= units, () -> "the distance was " + worstDistance + " > " + units);
        assertTrue(worstAngle <= degrees, () -> "the angle was " + worstAngle + " > " + degrees);
        // Beyond the grid, poses are exact, and where no value is between the points of the grid, positions are.
        boolean onGrid = extent < (doubles ? 2e14 : 1e9);
        boolean between = extent <= (doubles ? 1e8 : 1e3);
        assertTrue(worstAngle > 0.7 * degrees || !onGrid, () -> "the angle was at most " + worstAngle);
        assertTrue(worstDistance > 0.4 * units || !between, () -> "the distance was at most " + worstDistance);
        assertTrue(onGrid || worstDistance == 0 && worstAngle < 1e-5, () -> "the errors are above 0");
    }

    /** The middle of a cell is farthest from the points of the grid, and near no rotation a step turns most. */
    @ParameterizedTest
    @CsvSource({"0.0005, 0.25", "0.000001, 0.001", "1000, 10"})
    void noErrorInTheMiddleOfACellIsAboveItsLimit(double units, double degrees) {
        PoseGrid grid = PoseGrid.within(units, degrees);
        published = new Published(layout, BODIES);
        StateWriter out = published.begin(0, 0);
        for (int slot = 0; slot < BODIES; slot++) {
            for (int i = 0; i < 3; i++) {
                sent[i][slot] = Math.scalb(random.nextInt(1_000) + 0.5f, -grid.shift());
                // The parameter of a small rotation is half the vector of its quaternion.
                scratch[i] = 2 * (random.nextInt(3) + 0.5) / grid.turns();
            }
            scratch[3] = 1;
            orient(slot);
            write(out, slot);
        }
        compare(sentTwice(grid));
        assertTrue(worstDistance <= units, () -> "the distance was " + worstDistance + " > " + units);
        assertTrue(worstAngle <= degrees, () -> "the angle was " + worstAngle + " > " + degrees);
        assertTrue(worstAngle > 0.9 * degrees, () -> "the angle was at most " + worstAngle);
        assertEquals(grid.positionError(), worstDistance, 1e-6 * units);
        assertEquals(grid.rotationError(), Math.toRadians(worstAngle), 0.1 * Math.toRadians(degrees));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aBodyBeyondTheGridInOneDirectionIsExact(int axis) {
        published = new Published(layout, 1);
        StateWriter out = published.begin(0, 0);
        float[] position = {1.00001f, 2.00001f, 3.00001f};
        position[axis] = -1e8f;
        out.position(0, position[0], position[1], position[2]);
        out.orientation(0, 0, 0, 0, 1);
        Receiver receiver = sentTwice(PoseGrid.STANDARD);
        for (int i = 0; i < 3; i++) {
            assertEquals(position[i], receiver.values[i][0]);
        }
    }

    private void write(StateWriter out, int slot) {
        out.position(slot, sent[0][slot], sent[1][slot], sent[2][slot]);
        out.orientation(
                slot, (float) sent[3][slot], (float) sent[4][slot], (float) sent[5][slot], (float) sent[6][slot]);
    }

    /** What arrives of a state that is sent twice. */
    private Receiver sentTwice(PoseGrid grid) {
        StateEncoder encoder = new StateEncoder(layout, grid, 1);
        Receiver receiver = new Receiver(layout);
        State state = published.publish();
        for (int i = 0; i < 2; i++) {
            receiver.send(encoder, state, i * 1_000_000_000L);
            receiver.takeAll();
        }
        return receiver;
    }

    private State next(int tick, double units, double extent) {
        StateWriter out = published.begin(tick, tick);
        for (int slot = 0; slot < BODIES; slot++) {
            // A third rests. The others jump or move a little, for all kinds of differences.
            if (tick == 0 || slot % 3 == 1) {
                place(slot, extent);
            } else if (slot % 3 == 2) {
                move(slot, units);
            }
            write(out, slot);
        }
        return published.publish();
    }

    private void place(int slot, double extent) {
        for (int i = 0; i < 3; i++) {
            sent[i][slot] = kept(extent * random.nextDouble(-1, 1));
        }
        Arrays.setAll(scratch, i -> random.nextDouble(-1, 1));
        // Also without rotation, where a step on the grid turns most, and by half a turn, where the sign changes.
        switch (random.nextInt(4)) {
            case 0 -> scratch[3] = 0;
            case 1 -> scratch[3] *= 100;
            default -> {}
        }
        orient(slot);
    }

    private void move(int slot, double units) {
        for (int i = 0; i < 3; i++) {
            sent[i][slot] = kept(sent[i][slot] + units * random.nextDouble(-3, 3));
        }
        Arrays.setAll(scratch, i -> sent[3 + i][slot] + 0.01 * random.nextDouble(-1, 1));
        orient(slot);
    }

    /** A coordinate as a state keeps it. */
    private double kept(double coordinate) {
        return layout.hasDoublePositions() ? coordinate : (float) coordinate;
    }

    private void orient(int slot) {
        double square = Arrays.stream(scratch).map(part -> part * part).sum();
        for (int i = 0; i < 4; i++) {
            sent[3 + i][slot] = (float) (scratch[i] / Math.sqrt(square));
        }
    }

    private void compare(Receiver receiver) {
        for (int slot = 0; slot < BODIES; slot++) {
            worstDistance = Math.max(
                    worstDistance, Errors.distance(Errors.pose(sent, slot), Errors.pose(receiver.values, slot)));
            worstAngle =
                    Math.max(worstAngle, Errors.degrees(Errors.pose(sent, slot), Errors.pose(receiver.values, slot)));
        }
    }

    @Test
    void aGridIsItsTwoNumbers() {
        for (PoseGrid grid : new PoseGrid[] {
            PoseGrid.EXACT, PoseGrid.STANDARD, PoseGrid.within(1e-6, 1e-3), PoseGrid.within(1000, 10)
        }) {
            assertEquals(grid, PoseGrid.decoded(grid.shift(), grid.turns()));
        }
        assertEquals(PoseGrid.STANDARD, PoseGrid.within(0.0005, 0.25));
        assertEquals(new PoseGrid(20, 1), PoseGrid.decoded(20, 1));
        assertEquals(new PoseGrid(-10, PoseGrid.MAX_TURNS), PoseGrid.decoded(-10, PoseGrid.MAX_TURNS));
        assertNull(PoseGrid.decoded(21, 1));
        assertNull(PoseGrid.decoded(-11, 1));
        assertNull(PoseGrid.decoded(0, -1));
        assertNull(PoseGrid.decoded(0, PoseGrid.MAX_TURNS + 1));
        assertNull(PoseGrid.decoded(1, 0));
    }
}
