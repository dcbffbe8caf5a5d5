package io.github.freestep.benchmarks.examples;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.server.RemotePlayer;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A player of {@code ArenaServer}, who walks along x and shoots that way. Arguments: the server, its port, a name, and
 * a speed. Without any, Ada joins a server on this machine.
 */
public final class ArenaClient implements AutoCloseable {
    final RemoteStates remote;
    final RemotePlayer me;
    private final FrameSampler frames;
    private final String name;
    private String[] names = {};
    private Frame frame;
    int shots;
    int answers;
    int hits;
    private int namedLife;

    ArenaClient(String host, int port, String name) {
        this.name = name;
        remote =
                RemoteStates.builder(StateLayout.of(16)).server(host).port(port).start();
        me = RemotePlayer.of(remote);
        frames = FrameSampler.open(remote.states());
        frame = frames.sample();
    }

    public static void main(String[] args) throws InterruptedException {
        boolean isDefault = args.length == 0;
        String host = isDefault ? "127.0.0.1" : args[0];
        int port = isDefault ? StateSender.Builder.DEFAULT_PORT : Integer.parseInt(args[1]);
        float speed = isDefault ? 0.1f : Float.parseFloat(args[3]);
        try (ArenaClient client = new ArenaClient(host, port, isDefault ? "Ada" : args[2])) {
            while (client.remote.failure() == null) {
                client.remote.input().axis(0, speed); // as long as a key is held
                System.out.println(client.frame()); // draw it here
                client.shoot(1);
                Thread.sleep(16);
            }
        }
    }

    /** Shoots along x at what the last frame has shown. */
    void shoot(double dx) {
        if (me.hasBody() && frame.life(me.body()) == me.life()) {
            shots += me.shoot(frame, frame.x()[me.body()], 0, 0, dx, 0, 0) > 0 ? 1 : 0;
        }
    }

    /** Says where each player is, after score and name; the own one is marked. */
    String frame() {
        me.takeMessages(message -> names = new String(message, StandardCharsets.UTF_8).split("\n"));
        if (me.hasBody() && me.life() != namedLife && me.send(name.getBytes(StandardCharsets.UTF_8), true)) {
            namedLife = me.life(); // again after a restart of the server
        }
        frame = frames.sample();
        me.takeAnswers(frame, (shot, slot, life) -> {
            answers++;
            hits += slot >= 0 ? 1 : 0;
        });
        StringBuilder seen = new StringBuilder();
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.isAlive(slot)) {
                boolean isMine = slot == me.body() && frame.life(slot) == me.life();
                String who = slot < names.length ? names[slot] : "?";
                seen.append(String.format(Locale.ROOT, "%s%s %.2f  ", isMine ? "*" : "", who, frame.x()[slot]));
            }
        }
        return seen.toString();
    }

    @Override
    public void close() {
        frames.close();
        remote.close();
    }
}
