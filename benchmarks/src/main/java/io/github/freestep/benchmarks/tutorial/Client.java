package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.RemotePlayer;

/** Step 5: a client, which plays until it has three coins. The argument is the port of the server. */
public final class Client {
    private static final long PATIENCE = 5_000_000_000L;

    private Client() {}

    public static void main(String[] args) throws InterruptedException {
        int port = args.length == 0 ? StateSender.Builder.DEFAULT_PORT : Integer.parseInt(args[0]);
        try (RemoteStates remote = RemoteStates.builder(Coins.LAYOUT)
                        .server("127.0.0.1", port)
                        .start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            RemotePlayer me = RemotePlayer.of(remote);
            long newest = 0;
            long arrival = System.nanoTime();
            int coins = 0;
            while (coins < 3) {
                me.takeMessages(message -> {}); // the server also says which body is this player's
                Frame frame = frames.sample(); // in a game: draw it
                if (frame.hasState() && frame.reachedTick() != newest) {
                    newest = frame.reachedTick();
                    arrival = System.nanoTime();
                }
                if (remote.failure() != null || System.nanoTime() - arrival > PATIENCE) {
                    throw new IllegalStateException("no state has come for 5 s: " + remote.health(), remote.failure());
                }
                if (me.hasBody() && frame.life(me.body()) == me.life()) {
                    Autopilot.steer(frame, me.body(), remote.input()::axis);
                    int seen = (int) frame.stepped(Coins.SCORE)[me.body()];
                    if (seen > coins) {
                        coins = seen;
                        System.out.println("player " + me.seat() + " has " + coins + " of 3 coins");
                    }
                }
                Thread.sleep(16);
            }
        }
    }
}
