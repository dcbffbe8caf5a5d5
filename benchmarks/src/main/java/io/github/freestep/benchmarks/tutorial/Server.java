package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.server.PlayerHost;
import io.github.freestep.render.server.Players;
import io.github.freestep.state.Bodies;
import java.io.IOException;

/** Step 5: a server, where each client that comes gets a body. The argument is the port. Enter ends it. */
public final class Server extends Coins implements PlayerHost {
    private final Players players =
            Players.builder(this).seats(PLAYERS).axes(AXES).build();

    private Server() {
        super(0);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int port = args.length == 0 ? StateSender.Builder.DEFAULT_PORT : Integer.parseInt(args[0]);
        Server world = new Server();
        try (PhysicsService physics = PhysicsService.builder(world.players.around(world))
                        .rate(100)
                        .axes(world.players.axes())
                        .start();
                StateSender sender = world.players.start(
                        physics, StateSender.builder(physics.states()).port(port))) {
            System.out.println("the server is open");
            int before = 0;
            while (physics.failure() == null && sender.failure() == null && System.in.available() == 0) {
                int clients = sender.clients().size();
                if (clients != before) {
                    System.out.println("clients: " + clients);
                    before = clients;
                }
                Thread.sleep(100);
            }
        }
    }

    @Override
    public int join(int seat, Bodies bodies) {
        join(bodies, seat);
        return seat; // the slot of the body
    }

    @Override
    float wish(Tick tick, int player, int axis) {
        return players.input(tick, player).axis(axis); // 0 while the player is silent
    }
}
