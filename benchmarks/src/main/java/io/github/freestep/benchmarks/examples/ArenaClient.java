package io.github.freestep.benchmarks.examples;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.own.OwnBody;
import io.github.freestep.physics.server.RemotePlayer;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.util.Locale;

/**
 * A player of {@code ArenaServer}, who walks along x and shoots that way. Arguments: the server, its port, a name, and
 * a speed. Without any, Ada joins a server on this machine.
 */
public final class ArenaClient implements AutoCloseable {
    final RemoteStates remote;
    final RemotePlayer me;
    final OwnBody own;
    private final FrameSampler others;
    private final FrameSampler mine;
    private Frame frame;

    ArenaClient(String host, int port, String name) {
        remote = RemoteStates.builder(ArenaServer.LAYOUT).server(host, port).start();
        me = RemotePlayer.of(remote);
        me.sayName(name);
        own = me.predict((place, tick) -> place.x += tick.input().axis(0) * tick.dtSeconds())
                .rate(60)
                .open();
        others = FrameSampler.open(remote.states());
        mine = FrameSampler.open(own.states());
        frame = others.sample();
    }

    public static void main(String[] args) throws InterruptedException {
        String port = String.valueOf(StateSender.Builder.DEFAULT_PORT);
        String[] given = args.length > 0 ? args : new String[] {"127.0.0.1", port, "Ada", "0.1"};
        try (ArenaClient client = new ArenaClient(given[0], Integer.parseInt(given[1]), given[2])) {
            while (client.remote.failure() == null) {
                client.own.axis(0, Float.parseFloat(given[3])); // as long as a key is held
                System.out.println(client.frame()); // draw it here
                client.shoot(1);
                Thread.sleep(16);
            }
        }
    }

    /** Shoots along x at what the last frame has shown, and returns the number of the shot; 0 if there is none. */
    int shoot(double dx) {
        Frame ahead = mine.sample();
        return ahead.hasState() ? me.shoot(frame, ahead.x()[0], 0, 0, dx, 0, 0) : 0;
    }

    /** Says where each player is, after score and name; the own one is marked. */
    String frame() {
        me.takeMessages(message -> {});
        own.advance();
        frame = others.sample();
        StringBuilder seen = new StringBuilder();
        me.takeAnswers(frame, (shot, slot, life) -> seen.append(slot >= 0 ? "hit! " : "missed! "));
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.isAlive(slot)) {
                boolean isMine = slot == me.bodyIn(frame);
                double x = isMine && mine.sample().hasState() ? mine.sample().x()[0] : frame.x()[slot];
                int score = (int) frame.stepped(ArenaServer.SCORE)[slot];
                seen.append(String.format(Locale.ROOT, "%s%d %s %.2f  ", isMine ? "*" : "", score, me.name(slot), x));
            }
        }
        return seen.toString();
    }

    @Override
    public void close() {
        mine.close();
        others.close();
        own.close();
        remote.close();
    }
}
