package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.benchmarks.scenes.Walkers;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.DatagramTransportContract;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a transport of an example must do besides: carry states. */
abstract class ExampleTransportContract extends DatagramTransportContract {
    private static final int BODIES = 500;

    /** The ends that the contract has opened, of the clients the last one. */
    DatagramTransport atServer;

    DatagramTransport atClient;

    abstract DatagramTransport openServer() throws Exception;

    abstract DatagramTransport openClient() throws Exception;

    @Override
    protected final DatagramTransport server() throws Exception {
        atServer = openServer();
        return atServer;
    }

    @Override
    protected final DatagramTransport client() throws Exception {
        atClient = openClient();
        return atClient;
    }

    /** Bodies that all move. */
    private static final class Moving extends Walkers {
        Moving() {
            super(BODIES);
        }

        @Override
        public void step(Tick tick) {
            x += tick.dtSeconds();
        }
    }

    @Test
    final void statesArriveAlsoAfterTheClientDidNotReadForAWhile() {
        AtomicBoolean reads = new AtomicBoolean(true);
        Class<?>[] kind = {DatagramTransport.class};
        Object client = Proxy.newProxyInstance(getClass().getClassLoader(), kind, (proxy, method, arguments) -> {
            boolean waits = !reads.get() && method.getName().equals("receive");
            return waits ? null : method.invoke(atClient, arguments);
        });
        try (PhysicsService physics =
                        PhysicsService.builder(new Moving()).rate(100).start();
                StateSender sender = StateSender.builder(physics.states())
                        .transport(atServer)
                        .start()) {
            try (RemoteStates remote = RemoteStates.builder(StateLayout.of(BODIES))
                            .transport((DatagramTransport) client, address())
                            .start();
                    StateReader reader = remote.states().reader()) {
                receiveSome(remote, reader);
                reads.set(false);
                long then = physics.metrics().tick();
                Await.until(() -> physics.metrics().tick() > then + 100, physics::status);
                reads.set(true);
                receiveSome(remote, reader);
            }
            Await.until(() -> sender.clients().isEmpty());
            assertNull(sender.failure());
        }
    }

    private static void receiveSome(RemoteStates remote, StateReader reader) {
        for (int i = 0; i < 20; i++) {
            Await.until(reader::acquire, remote::status);
        }
        assertEquals(BODIES - 1, reader.state(0).y(BODIES - 1), 0.01);
        assertNull(remote.failure());
    }
}
