package io.github.freestep.physics.prediction.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class ShownAllocationTest {
    private static final int BODIES = 100;

    private final StateLayout layout = StateLayout.of(BODIES).linear("phase").stepped("gear");
    private final Truth truth = new Truth(layout);
    private final ShownStates shown = Truth.shown(layout, 4, new VirtualClock(0), 10 * Truth.GAP, 50);

    @Test
    void aStateAndACorrectionAllocateNothing() {
        for (int slot = 0; slot < BODIES; slot++) {
            truth.bodies.spawn(slot);
        }
        write(0);
        shown.follow(truth.publish());
        assertEquals(0, Allocations.of(this::round));
        assertTrue(shown.corrections > Allocations.ROUNDS / 2, () -> shown.corrections + " corrections");
    }

    private void round() {
        truth.begin();
        int body = (int) (truth.tick % BODIES);
        if (truth.tick % 7 == 0) {
            truth.bodies.teleport(body);
        }
        if (truth.tick % 5 == 0) {
            truth.bodies.remove(body);
            truth.bodies.spawn(body);
        }
        write(truth.tick % 2);
        shown.follow(truth.publish());
        truth.replace();
        write(truth.tick % 3);
        shown.correct(truth.publish());
    }

    private void write(double x) {
        if (truth.tick < 0) {
            truth.begin();
        }
        for (int slot = 0; slot < BODIES; slot++) {
            truth.writer.position(slot, x * slot % 50, slot, x);
            truth.writer.orientation(slot, 0, (float) Math.sin(x), 0, (float) Math.cos(x));
            truth.writer.linear(0, slot, x);
        }
    }
}
