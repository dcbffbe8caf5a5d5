package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A client gets a body and hears which one, and the body goes some time after the client. */
@Execution(ExecutionMode.CONCURRENT)
class GuestsTest {
    private static final long SECOND = 1_000_000_000;

    private final Map<Long, Integer> slots = new HashMap<>();
    private final Map<Long, Long> seen = new HashMap<>();

    private void look(StateSender sender, List<SenderClient> clients, Bodies bodies, long nanos) {
        for (SenderClient client : clients) {
            seen.put(client.number(), nanos);
            slots.computeIfAbsent(client.number(), number -> {
                int slot = bodies.spawn();
                sender.send(number, ByteBuffer.allocate(4).putInt(slot).array(), true);
                return slot;
            });
        }
        slots.entrySet().removeIf(each -> {
            boolean left = nanos - seen.get(each.getKey()) > 5_000_000_000L;
            if (left) {
                bodies.remove(each.getValue());
                seen.remove(each.getKey());
            }
            return left;
        });
    }

    private static final class Empty implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(2);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0); // not a client's
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < 2; slot++) {
                if (state.isAlive(slot)) {
                    state.position(slot, slot, 0, 0);
                }
            }
        }
    }

    @Test
    void aClientGetsABodyAndLeavesItAndCanBeDropped() {
        int port = FreePorts.inARow(1);
        try (PhysicsService physics =
                        PhysicsService.builder(new Empty()).rate(100).start();
                StateSender sender =
                        StateSender.builder(physics.states()).port(port).start();
                RemoteStates remote =
                        RemoteStates.builder(StateLayout.of(2)).port(port).start()) {
            AtomicInteger own = new AtomicInteger();
            Await.until(
                    () -> {
                        physics.submit(c -> look(sender, sender.clients(), c.bodies(), 0))
                                .join();
                        return remote.takeMessages(message ->
                                        own.set(ByteBuffer.wrap(message).getInt()))
                                > 0;
                    },
                    () -> remote.status() + " " + remote.lastError());
            assertEquals(1, own.get());
            assertEquals(Map.of(remote.input().client(), 1), slots);

            physics.submit(c -> {
                        look(sender, List.of(), c.bodies(), 5 * SECOND);
                        assertTrue(c.bodies().isAlive(1), "it may come back");
                        look(sender, List.of(), c.bodies(), 5 * SECOND + 1);
                        assertFalse(c.bodies().isAlive(1));
                    })
                    .join();
            assertEquals(Map.of(), slots);

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
