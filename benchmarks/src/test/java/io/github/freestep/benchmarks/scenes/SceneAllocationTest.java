package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.sun.management.ThreadMXBean;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps, writes and checks without a flaw allocate nothing, as counted by the JVM while bodies come and go. */
class SceneAllocationTest {
    private static final int ROUNDS = 2_000;
    /** On a busy machine, the compilers need a while. */
    private static final int MOST_RUNS = 100;

    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs", "pile", "stack"})
    void aTickAndACheckedFrameAllocateNothing(String name) {
        Scene scene = RestingSwarmTest.scene(name, 200, 1);
        InlineStepper stepper = PhysicsService.builder(scene).inline();
        FrameSampler frames =
                FrameSampler.builder(stepper.states()).clock(stepper.clock()).open();
        StateReader window = stepper.states().reader();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MOST_RUNS && least > 0; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int round = 0; round < ROUNDS; round++) {
                stepper.input().action(round, 1, stepper.clock().nanoTime());
                stepper.advance(round % 100 == 50 ? 4 * FRAME_NANOS : FRAME_NANOS);
                assertNull(scene.flaw(frames.sample()));
                window.acquire();
                assertNull(scene.flaw(window.state(0)));
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertEquals(0, least, "the minimum of several runs, because the JIT may allocate once");
    }
}
