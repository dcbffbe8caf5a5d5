package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import org.junit.jupiter.api.Test;

class LossyLinkTest {
    @Test
    void theReceiverNamesWhatTheLinkLoses() throws Exception {
        int port = FreePorts.inARow(1);
        Drifting world = new Drifting(300);
        try (PhysicsService physics = PhysicsService.builder(world).start();
                StateSender sender =
                        StateSender.builder(physics.states()).port(port).start();
                LossyRelay relay = new LossyRelay(0, port, new LinkQuality(1, 1, 40, 0), 1);
                RemoteStates remote = RemoteStates.builder(world.layout())
                        .server("localhost")
                        .port(relay.port())
                        .start()) {
            Await.until(
                    () -> remote.lastError() != null
                            && remote.lastError().getMessage().startsWith("the link loses "),
                    remote::status);
            assertNull(remote.failure());
            assertNull(sender.failure());
        }
    }
}
