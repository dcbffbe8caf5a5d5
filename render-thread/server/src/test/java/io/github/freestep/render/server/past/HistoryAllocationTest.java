package io.github.freestep.render.server.past;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import java.nio.FloatBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Measures the allocations of a history with the counter of the JVM. */
class HistoryAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final long MILLI = 1_000_000;

    private final SimulatedPhysics physics =
            new SimulatedPhysics(StateLayout.of(100).linear("phase"), 4, (state, simulationNanos) -> {
                state.position(0, simulationNanos, 0, 0);
                state.position(99, 0, 0, 0);
                state.position(50, 0, 0, simulationNanos);
            });
    private final StateHistory history = StateHistory.builder(physics.publisher.states())
            .last(Duration.ofSeconds(2))
            .open();
    private final Hits hits = new Hits(1);
    private final Picker picker = new Picker();
    private final FloatBuffer matrices = FloatBuffer.allocate(100 * Frame.MATRIX_FLOATS);
    private long now;
    private long round;

    @Test
    void neitherAnUpdateNorAFrameAllocates() {
        physics.publisher.bodies().spawn(0);
        physics.publisher.bodies().spawn(99);
        physics.publisher.bodies().spawn(50);
        physics.publisher.bodies().attach(50, 0);
        assertEquals(0, Allocations.of(ROUNDS, this::run));
    }

    private void run() {
        now += 7 * MILLI;
        switch ((int) (round++ % 100)) {
            case 20 -> physics.stall(now, 300 * MILLI);
            case 40 -> physics.pause(now);
            case 50 -> physics.resume(now);
            case 60 -> physics.publisher.bodies().teleport(99);
            default -> {}
        }
        physics.runTo(now);
        history.update();
        Frame then = history.at(history.newestNanos() - round % 3_000 * MILLI);
        picker.ray(then, -10, 0, 0, 1, 0, 0, 1e9, 1, hits);
        if (round % 2 == 0) {
            then.matrices(0, then.slots(), matrices.clear());
        }
    }
}
