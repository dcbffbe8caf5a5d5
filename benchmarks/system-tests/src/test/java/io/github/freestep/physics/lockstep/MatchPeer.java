package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A player of a match of three over a network. Its main method prints the hash of each tick, and the player and number
 * of each action that was stepped, until the standard input ends.
 */
public final class MatchPeer implements AutoCloseable {
    static final int PLAYERS = 3;
    static final int RATE = 60;

    private static final long LOOK_NANOS = 2_000_000;

    private final LockstepSession session;
    private final MatchService physics;
    private final EventReader events;
    private final RandomAxes sticks;
    private int done;

    private MatchPeer(LockstepSession session, MatchService physics, int player) {
        this.session = session;
        this.physics = physics;
        events = physics.events()
                .with(PhysicsEvent.Kind.HASH, PhysicsEvent.Kind.USER)
                .capacity(8_192)
                .open();
        sticks = new RandomAxes(player);
    }

    static MatchSettings settings() {
        return MatchSettings.of("processes", SessionPeer.LAYOUT, PLAYERS)
                .rate(RATE)
                .axes(RandomAxes.AXES)
                // A busy machine may let one process wait for long.
                .maxWait(Duration.ofSeconds(5), Duration.ofSeconds(5));
    }

    /** Returns once the match has begun. */
    static MatchPeer join(MatchSettings settings, LockstepTransport transport, int player) {
        LockstepSession session =
                LockstepSession.builder(settings, transport).player(player).open();
        // On a busy machine, a step that is interpreted may get no processor for a second.
        MatchWorld world =
                MatchWorld.of(new SessionPeer.World(PLAYERS * RandomAxes.AXES), run -> run.watchdog(Duration.ZERO));
        return new MatchPeer(session, session.start(world), player);
    }

    /** Plays, and passes on what was stepped since the last call. After that, acts once, with the next number. */
    void play(Steps to) {
        float[] axes = sticks.get();
        for (int axis = 0; axis < axes.length; axis++) {
            session.axis(axis, axes[axis]);
        }
        int stepped = events.poll(event -> {
            if (event.kind() == PhysicsEvent.Kind.HASH) {
                to.hash(event.tick(), event.hash());
            } else {
                to.action(event.tick(), MatchSettings.playerOf(event.code()), event.data());
            }
        });
        if (stepped > 0 && session.action(1, done)) {
            done++;
        }
        if (!session.isOpen()) {
            throw new IllegalStateException(session.toString());
        }
    }

    /** Takes what a peer has stepped, in its order. */
    interface Steps {
        void hash(long tick, long hash);

        void action(long tick, int player, long number);
    }

    private static final class Print implements Steps {
        @Override
        public void hash(long tick, long hash) {
            System.out.println(tick + " " + hash);
        }

        @Override
        public void action(long tick, int player, long number) {
            System.out.println(tick + " " + player + " " + number);
        }
    }

    @Override
    public void close() {
        physics.close();
        session.close();
    }

    public static void main(String[] arguments) throws IOException {
        int player = Integer.parseInt(arguments[0]);
        LockstepTransport transport = DirectLockstep.at("127.0.0.1")
                .port(Integer.parseInt(arguments[1]))
                .connect();
        try (MatchPeer peer = join(settings(), transport, player)) {
            while (System.in.available() == 0) {
                peer.play(new Print());
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        System.exit(0);
    }
}
