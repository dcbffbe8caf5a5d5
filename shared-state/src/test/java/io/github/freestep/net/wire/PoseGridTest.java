package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoseGridTest {
    private static final int BODIES = 128;
    private static final int TICKS = 150;

    private final StateLayout layout = StateLayout.of(BODIES);
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final StateReader reader = publisher.states().reader();
    private final SplittableRandom random = Seeds.splittable(1);
    private final float[][] sent = new float[7][BODIES];
    private final double[] scratch = new double[4];
    private double worstDistance;
    private double worstAngle;

    /** The greatest error is almost the limit, otherwise bytes are wasted, and never above it. */
    @ParameterizedTest
    @CsvSource({
        "0.0005, 0.25, 10",
        "0.0005, 0.25, 3000",
        "0.0005, 0.25, 5000",
        "0.0005, 0.25, 100000",
        "0.0005, 0.25, 1e9",
        "0.001, 1, 8000",
        "0.0003, 10, 40",
        "0.000001, 0.001, 1",
        "1000, 0.02, 1e6"
    })
    void noErrorIsAboveItsLimit(double units, double degrees, double extent) {
        for (int slot = 0; slot < BODIES; slot++) {
            publisher.bodies().spawn(slot);
        }
        StateEncoder encoder = StateEncoder.of(layout, PoseGrid.within(units, degrees), 1);
        Receiver receiver = new Receiver(layout);
        for (int tick = 0; tick < TICKS; tick++) {
            State state = next(tick, units, extent);
            encoder.encode(state, tick * 10_000_000L, receiver);
            receiver.takeAll();
            if (receiver.store.newest() > 0) {
                compare(receiver);
            }
        }
        assertTrue(worstDistance <= units, () -> "the distance was " + worstDistance + " > " + units);
        assertTrue(worstAngle <= degrees, () -> "the angle was " + worstAngle + " > " + degrees);
        // Beyond the grid, poses are exact.
        assertTrue(worstAngle > 0.7 * degrees || extent == 1e9, () -> "the angle was at most " + worstAngle);
        assertTrue(worstDistance > 0.4 * units || extent > 1000, () -> "the distance was at most " + worstDistance);
    }

    private State next(int tick, double units, double extent) {
        StateWriter out = publisher.begin(tick, tick, new TimeAnchor(), 0);
        for (int slot = 0; slot < BODIES; slot++) {
            // A third rests and equals its baseline. The others jump or move a little, for all kinds of differences.
            if (tick == 0 || slot % 3 == 1) {
                place(slot, extent);
            } else if (slot % 3 == 2) {
                move(slot, units);
            }
            out.position(slot, sent[0][slot], sent[1][slot], sent[2][slot]);
            out.orientation(slot, sent[3][slot], sent[4][slot], sent[5][slot], sent[6][slot]);
        }
        publisher.publish(0);
        reader.acquire();
        return reader.state(0);
    }

    private void place(int slot, double extent) {
        for (int i = 0; i < 3; i++) {
            sent[i][slot] = (float) (extent * random.nextDouble(-1, 1));
        }
        for (int i = 0; i < 4; i++) {
            scratch[i] = random.nextDouble(-1, 1);
        }
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
            sent[i][slot] += (float) (units * random.nextDouble(-3, 3));
        }
        for (int i = 0; i < 4; i++) {
            scratch[i] = sent[3 + i][slot] + 0.01 * random.nextDouble(-1, 1);
        }
        orient(slot);
    }

    private void orient(int slot) {
        double square = 0;
        for (double part : scratch) {
            square += part * part;
        }
        for (int i = 0; i < 4; i++) {
            sent[3 + i][slot] = (float) (scratch[i] / Math.sqrt(square));
        }
    }

    private void compare(Receiver receiver) {
        for (int slot = 0; slot < BODIES; slot++) {
            worstDistance = Math.max(worstDistance, Errors.distance(sent, receiver.values, slot));
            worstAngle = Math.max(worstAngle, Errors.degrees(sent, receiver.values, slot));
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
        assertNull(PoseGrid.decoded(21, 1));
        assertNull(PoseGrid.decoded(-11, 1));
        assertNull(PoseGrid.decoded(0, -1));
        assertNull(PoseGrid.decoded(0, PoseGrid.MAX_TURNS + 1));
        assertNull(PoseGrid.decoded(1, 0));
    }
}
