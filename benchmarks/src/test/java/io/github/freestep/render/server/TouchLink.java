package io.github.freestep.render.server;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.VirtualLink;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.prediction.OwnScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A server and clients who push its bodies, on virtual time, with 100 ticks and 60 frames a second. */
public final class TouchLink implements AutoCloseable {
    private static final long MILLI = 1_000_000;
    public static final double FRAME_SECONDS = 1 / 60.0;
    private static final int STEPS_PER_FRAME = 16;
    private static final long STEP_NANOS = Math.round(1e9 / 60 / STEPS_PER_FRAME);

    /** A player. */
    public final class Client {
        public final RemoteStates remote;
        public final RemotePlayer me;
        public final OwnBody own;
        public final FrameSampler sampler;

        /** What the player does in each frame, before the prediction advances. */
        public Runnable acts = () -> {};

        public Frame frame;

        /** Called with each frame. */
        public Runnable draws = () -> {};

        private Client(int number, Function<RemotePlayer, OwnScene> scene) {
            remote = link.join(number, world.layout());
            me = RemotePlayer.of(remote);
            own = OwnBody.builder(scene.apply(me), remote.states(), remote.input())
                    .rate(100)
                    .axes(2)
                    .open();
            sampler = FrameSampler.open(own.states());
        }

        private void frame() {
            me.takeMessages(message -> {});
            if (own.isAlive()) {
                acts.run();
            }
            own.advance();
            frame = sampler.sample();
            draws.run();
        }
    }

    public final VirtualClock clock = new VirtualClock(77_000 * MILLI);
    public final VirtualLink link;
    public final List<Client> clients = new ArrayList<>();
    private final Simulation world;
    public final InlineStepper physics;
    private int steps;

    @Override
    public void close() {
        for (Client client : clients) {
            client.sampler.close();
            client.own.close();
        }
        physics.close();
    }

    public TouchLink(long seed, Simulation world, Players players, long wayMillis, long jitterMillis) {
        this.world = world;
        link = new VirtualLink(seed, clock);
        link.way.delayNanos = wayMillis * MILLI;
        link.way.jitterNanos = jitterMillis * MILLI;
        link.way.loss = 0.05;
        physics = PhysicsService.builder(players.around(world))
                .rate(100)
                .axes(players.axes())
                .inline();
        serve(link, players, physics);
    }

    /** Serves players over a link. */
    public static void serve(VirtualLink link, Players players, InlineStepper physics) {
        PlayerSink sink = players.serve(physics);
        players.sender = link.serve(physics.states(), sink);
        sink.ready();
    }

    /** Lets a player join. */
    public Client join(Function<RemotePlayer, OwnScene> scene) {
        Client client = new Client(clients.size() + 1, scene);
        clients.add(client);
        return client;
    }

    public void run(double seconds) {
        long until = clock.nanoTime() + (long) (seconds * 1e9);
        while (clock.nanoTime() < until) {
            clock.advance(STEP_NANOS);
            physics.advance(STEP_NANOS);
            link.pass();
            if (++steps % STEPS_PER_FRAME == 0) {
                clients.forEach(Client::frame);
            }
        }
    }
}
