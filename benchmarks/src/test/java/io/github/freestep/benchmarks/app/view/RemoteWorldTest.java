package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

class RemoteWorldTest {
    private static final Toss TOSS = new Toss(0, 30, 0, 0, 1, 0);

    private final Scene scene = Scenes.of("pile2d", 5, Seeds.of(1), StepCost.NONE);
    private final int port = FreePorts.inARow(2);

    @Test
    void aThrownBoxTravelsToTheServerAndBack() {
        try (PhysicsService physics = PhysicsService.builder(scene).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .input(physics.input())
                        .start();
                RemoteStates remote = remote();
                RemoteWorld world = new RemoteWorld(remote, () -> "");
                StateReader reader = world.states().reader()) {
            Await.until(() -> alive(reader) == 5, remote::status);
            Await.until(() -> world.toss(TOSS), remote::status);
            Await.until(() -> alive(reader) == 6, remote::status);
            assertNull(sender.failure());
        }
    }

    @Test
    void withoutAServerNothingCanBeThrown() {
        try (RemoteStates remote = remote();
                RemoteWorld world = new RemoteWorld(remote, () -> "")) {
            assertSame(remote.states(), world.states());
            assertNull(world.service());
            assertNull(world.notice());
            world.requireRunning();
            assertFalse(world.toss(TOSS));
            assertEquals(1, remote.input().refused(), "the rest was not tried");
        }
    }

    private RemoteStates remote() {
        return RemoteStates.builder(scene.layout())
                .server("localhost")
                .port(port)
                .start();
    }

    private static int alive(StateReader reader) {
        if (!reader.acquire() && reader.size() == 0) {
            return 0;
        }
        State state = reader.state(0);
        int alive = 0;
        for (int slot = 0; slot < state.slots(); slot++) {
            alive += state.isAlive(slot) ? 1 : 0;
        }
        return alive;
    }
}
