package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Three clients in other threads, over the loopback, for two seats. */
class SeatsTest {
    private static final StateLayout LAYOUT = StateLayout.of(2);

    private final int port = FreePorts.inARow(1);

    /** Keeps what it gets. */
    private static final class Kept implements Simulation {
        private final float[] axes = new float[2 * Seats.AXES];
        private final List<Integer> actions = new ArrayList<>();

        List<Float> axes() {
            return List.of(axes[0], axes[1], axes[2], axes[3]);
        }

        List<Integer> actions() {
            return List.copyOf(actions);
        }

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn();
        }

        @Override
        public void step(Tick tick) {
            for (int axis = 0; axis < axes.length; axis++) {
                axes[axis] = tick.input().axis(axis);
            }
            for (int i = 0; i < tick.input().size(); i++) {
                if (tick.input().isAction(i)) {
                    actions.add(tick.input().code(i));
                }
            }
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 0, 0);
        }
    }

    @Test
    void aClientUsesItsOwnAxesAndActionsAndNoOthers() {
        Kept kept = new Kept();
        try (PhysicsService physics =
                        PhysicsService.builder(kept).axes(2 * Seats.AXES).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .input(new Seats(physics.input(), 2))
                        .start();
                RemoteStates first = remote();
                RemoteStates second = remote();
                RemoteStates third = remote()) {
            Await.until(() -> first.input().axis(1, 0.25f), first::lastError);
            await(physics, kept, world -> world.axes[1] == 0.25f);
            Await.until(() -> second.input().axis(1, 0.5f), second::lastError);
            await(physics, kept, world -> world.axes[3] == 0.5f);

            // A third client has no seat, and the second one can name neither the axes nor the actions of the first.
            Await.until(() -> third.input().axis(0, 9), third::lastError);
            second.input().axis(2, 9);
            second.input().action(-1, 1);
            second.input().action(Seats.ACTIONS, 1);
            second.input().action(3, 1);
            await(physics, kept, world -> !world.actions.isEmpty());
            Await.until(() -> third.input().refusedByServer() == 1, third::lastError);
            Await.until(() -> second.input().refusedByServer() == 3, second::lastError);
            assertEquals(
                    List.of(Seats.ACTIONS + 3),
                    physics.call(c -> kept.actions()).join());
            assertEquals(
                    List.of(0f, 0.25f, 0f, 0.5f), physics.call(c -> kept.axes()).join());

            Set<Long> clients = Set.of(
                    first.input().client(),
                    second.input().client(),
                    third.input().client());
            assertEquals(
                    clients, sender.clients().stream().map(SenderClient::number).collect(Collectors.toSet()));
            assertNull(sender.failure());
        }
    }

    private static void await(PhysicsService physics, Kept kept, Predicate<Kept> condition) {
        Await.until(() -> physics.call(c -> condition.test(kept)).join(), physics::status);
    }

    private RemoteStates remote() {
        return RemoteStates.builder(LAYOUT).port(port).start();
    }
}
