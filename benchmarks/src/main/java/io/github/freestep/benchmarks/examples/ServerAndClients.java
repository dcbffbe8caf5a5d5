package io.github.freestep.benchmarks.examples;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A server with a ship, and three clients, of which the first steers the ship. All four run here in one process, and
 * talk over UDP as four machines do. The first argument is the port of the server.
 */
public final class ServerAndClients {
    private static final StateLayout LAYOUT = StateLayout.of(1); // both sides need the same one
    private static final int SPEED = 0; // an axis: the wanted speed

    private ServerAndClients() {}

    public static void main(String[] args) throws InterruptedException {
        int port = args.length == 0 ? StateSender.Builder.DEFAULT_PORT : Integer.parseInt(args[0]);
        try (PhysicsService physics =
                        PhysicsService.builder(new Ship()).rate(100).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .input(physics.input())
                        .start();
                Client first = new Client(port);
                Client second = new Client(port);
                Client third = new Client(port)) {
            List<Client> clients = List.of(first, second, third);
            int frame = 0;
            int without = 0;
            while (frame < 180
                    && physics.failure() == null
                    && sender.failure() == null
                    && clients.stream().allMatch(each -> each.remote.failure() == null)) {
                first.remote.input().axis(SPEED, 2); // stamped here, applied in a tick that is due later
                List<Frame> seen =
                        clients.stream().map(each -> each.frames.sample()).toList();
                if (seen.stream().allMatch(Frame::hasState) && frame++ % 30 == 0) {
                    String at = seen.stream()
                            .map(each -> String.format(Locale.ROOT, "%.2f", each.x()[0])) // draw the ship there
                            .collect(Collectors.joining(", "));
                    System.out.println(sender.clients().size() + " clients see the ship at " + at);
                }
                if (frame == 0 && ++without == 300) {
                    throw new IllegalStateException("no state has arrived in 5 s", first.remote.lastError());
                }
                Thread.sleep(16);
            }
            if (physics.failure() != null || sender.failure() != null) {
                throw new IllegalStateException(physics.failure() != null ? physics.failure() : sender.failure());
            }
        }
    }

    /** What runs on the machine of a player. */
    private static final class Client implements AutoCloseable {
        private final RemoteStates remote;
        private final FrameSampler frames;

        Client(int port) {
            remote = RemoteStates.builder(LAYOUT).server("127.0.0.1").port(port).start();
            frames = FrameSampler.open(remote.states());
        }

        @Override
        public void close() {
            frames.close();
            remote.close();
        }
    }

    /** What runs on the server only. */
    private static final class Ship implements Simulation {
        private double x;

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            x += tick.input().axis(SPEED) * tick.dtSeconds();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, x, 0, 0);
        }
    }
}
