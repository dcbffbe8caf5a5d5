package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Allocations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps, writes and checks without a flaw allocate nothing, as counted by the JVM while bodies come and go. */
class SceneAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs", "pile"})
    void aTickAndACheckedFrameAllocateNothing(String name) {
        Scene scene = RestingSwarmTest.scene(name, 200, 1);
        InlineStepper stepper = PhysicsService.builder(scene).inline();
        FrameSampler frames =
                FrameSampler.builder(stepper.states()).clock(stepper.clock()).open();
        StateReader window = stepper.states().reader();
        int[] round = {0};
        long bytes = Allocations.of(ROUNDS, () -> {
            int number = round[0]++;
            stepper.input().action(number, 1, stepper.clock().nanoTime());
            stepper.advance(number % 100 == 50 ? 4 * FRAME_NANOS : FRAME_NANOS);
            assertNull(scene.flaw(frames.sample()));
            window.acquire();
            assertNull(scene.flaw(window.state(0)));
        });
        assertEquals(0, bytes);
    }
}
