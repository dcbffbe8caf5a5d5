package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LossyLinkTest {
    /** A receiver may have half of it on its way. */
    private static final int BUFFER = 1 << 20;

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

    /**
     * Over a long way, a lost baseline comes late. Thirty received states, one after the other, have all of their
     * pieces. Only the long version runs it, because it needs two cores.
     */
    @Test
    void aLargeSceneArrivesWholeOverALongWay() throws Exception {
        assumeTrue(Thorough.isOn(), "-Dthorough runs this test");
        int buffer = receiveBuffer();
        assumeTrue(buffer >= BUFFER, () -> "skipped: the system limits a socket's buffer to " + buffer + " bytes");
        int port = FreePorts.inARow(1);
        LargeScene world = new LargeScene();
        try (PhysicsService physics =
                        PhysicsService.builder(world).rate(LargeScene.RATE).start();
                StateSender sender =
                        StateSender.builder(physics.states()).port(port).start();
                LossyRelay relay = new LossyRelay(0, port, new LinkQuality(300, 0, 0, 0), 1);
                RemoteStates remote = RemoteStates.builder(world.layout())
                        .server("localhost")
                        .port(relay.port())
                        .start();
                StateReader reader = remote.states().reader()) {
            long[] then = {0, 0};
            Await.until(
                    () -> {
                        if (remote.incompleteStates() != then[1]) {
                            then[0] = remote.receivedStates();
                            then[1] = remote.incompleteStates();
                        }
                        return remote.receivedStates() >= then[0] + 30;
                    },
                    () -> remote.status() + ", states " + remote.receivedStates() + ", incomplete "
                            + remote.incompleteStates() + ", dropped " + sender.droppedDatagrams());
            assertTrue(reader.acquire());
            State newest = reader.state(0);
            for (int body = 0; body < LargeScene.BODIES; body++) {
                assertTrue(newest.isAlive(body));
                assertEquals(world.x(body, newest.tick()), newest.x()[body], 0.001);
            }
            assertNull(sender.failure());
        }
    }

    /** The bytes that the buffer of a socket can have. On Linux, net.core.rmem_max limits it. */
    private static int receiveBuffer() throws IOException {
        try (DatagramChannel socket = DatagramChannel.open()) {
            return socket.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER).getOption(StandardSocketOptions.SO_RCVBUF);
        }
    }

    /** Bodies in random places, of which the first ones move and turn, and the others rest. */
    private static final class LargeScene implements Simulation {
        static final int RATE = 10;
        static final int BODIES = 20_000;

        private static final int MOVING = 6_000;

        private final float[] place = new float[3 * BODIES];
        private long tick;

        LargeScene() {
            SplittableRandom random = Seeds.splittable(1);
            for (int i = 0; i < place.length; i++) {
                place[i] = (float) random.nextDouble(-1_000, 1_000);
            }
        }

        float x(int body, long at) {
            return place[body] + (body < MOVING ? (float) Math.sin(angle(body, at)) : 0);
        }

        private static double angle(int body, long at) {
            return body + at * 0.1;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(BODIES);
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int body = 0; body < BODIES; body++) {
                context.bodies().spawn(body);
            }
        }

        @Override
        public void step(Tick now) {
            tick = now.number();
        }

        @Override
        public void write(StateWriter state) {
            for (int body = 0; body < (tick < RATE ? BODIES : MOVING); body++) {
                double angle = angle(body, tick);
                state.position(body, x(body, tick), place[BODIES + body], place[2 * BODIES + body]);
                state.orientation(body, (float) Math.sin(angle), 0, 0, (float) Math.cos(angle));
            }
        }
    }
}
