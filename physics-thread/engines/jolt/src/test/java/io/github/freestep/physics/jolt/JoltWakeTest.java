package io.github.freestep.physics.jolt;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.stephengold.joltjni.Body;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies that sleep beside blocks that change. */
class JoltWakeTest {
    private final Body[] cubes = new Body[3];
    private final InlineStepper physics = PhysicsService.builder(JoltSimulation.of(StateLayout.of(3), world -> {
                Cubes.floor(world);
                for (int i = 0; i < cubes.length; i++) {
                    cubes[i] = Cubes.cube(world, 4 * i, 0.5, 0);
                    world.add(cubes[i]);
                }
            }))
            .inline();

    @AfterEach
    void close() {
        physics.close();
    }

    private String awake() {
        StringBuilder awake = new StringBuilder();
        for (Body each : cubes) {
            awake.append(each.isActive() ? 'a' : '-');
        }
        return awake.toString();
    }

    private void sleep() {
        physics.submit(c -> {
                    for (Body each : cubes) {
                        c.world(JoltSimulation.class).bodies().deactivateBody(each.getId());
                    }
                })
                .join();
        assertEquals("---", awake());
    }

    @Test
    void aBoxWakesTheBodiesThatTouchItAndNoOthers() {
        sleep();
        physics.submit(c -> c.world(JoltSimulation.class).wake(3, -1, -8, 4, 0, 8))
                .join();
        assertEquals("-a-", awake());
        sleep();
        physics.submit(c -> {
                    JoltSimulation world = c.world(JoltSimulation.class);
                    world.wake(0.6, 0, 0, 1, 1, 1);
                    world.wake(8, 1, 0, 8, 1, 0);
                })
                .join();
        assertEquals("--a", awake());
    }

    @Test
    void aBoxTheWrongWayRoundIsRefused() {
        physics.submit(c -> refused(
                        "a box must have least coordinates up to its largest ones, was from 0.0, 2.0, 0.0 to 1.0, 1.0,"
                                + " 1.0; pass the least",
                        () -> c.world(JoltSimulation.class).wake(0, 2, 0, 1, 1, 1)))
                .join();
    }
}
