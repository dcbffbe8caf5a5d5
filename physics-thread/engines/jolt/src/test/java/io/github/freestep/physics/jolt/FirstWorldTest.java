package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(10), in -> {
            SphereShape shape = new SphereShape(0.5f);
            BodyCreationSettings ball =
                    new BodyCreationSettings(shape, new RVec3(), new Quat(), EMotionType.Dynamic, 0);
            in.add(in.bodies().createBody(ball));
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        Hits hits = new Hits(1);
        physics.submit(c -> world.ray(0, 9, 0, 0, -1, 0, 1_000, slot -> true, hits))
                .join();
        try (physics) {
            assertEquals(0, hits.slot(0));
        }
    }
}
