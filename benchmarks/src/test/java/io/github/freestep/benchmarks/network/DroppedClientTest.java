package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A sender knows how its clients are served, and can drop one. */
@Execution(ExecutionMode.CONCURRENT)
class DroppedClientTest {
    private static final class Empty implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 0, 0);
        }
    }

    @Test
    void aClientCanBeDropped() {
        int port = FreePorts.inARow(1);
        try (PhysicsService physics =
                        PhysicsService.builder(new Empty()).rate(100).start();
                StateSender sender =
                        StateSender.builder(physics.states()).port(port).start();
                RemoteStates remote = RemoteStates.builder(StateLayout.of(1))
                        .server("127.0.0.1", port)
                        .start()) {
            Await.until(
                    () -> sender.clients().stream()
                            .anyMatch(client -> client.sentBytes() > 10_000
                                    && client.lossPerMille() >= 0
                                    && client.roundTripNanos() > 0),
                    sender::clients);
            sender.drop(remote.input().client());
            Await.until(() -> String.valueOf(remote.failure()).contains("has dropped this client"), remote::status);
            assertEquals(List.of(), sender.clients());
        }
    }
}
