package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Events;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The examples of the page about lockstep run: two players in one process, of whom one predicts. */
class ReadmeLockstepTest {
    private static final class Pong {
        static final StateLayout LAYOUT = SumWorld.LAYOUT;
    }

    static final MatchSettings MATCH =
            MatchSettings.of("pong", Pong.LAYOUT, 2).version("1.4").rate(100).axes(1);

    private int frames;
    private boolean playing = true;
    private long agreedTick;

    @Test
    void itPlays() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try (SequencerServer server = SequencerServer.start(MATCH, new SequencerTransport(new NoNetwork()))) {
                CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> {
                    ReadmeLockstepTest game = new ReadmeLockstepTest();
                    game.predict(server.connectLocal(), new SumWorld(), new SumWorld(), new Stick());
                    return game.agreedTick;
                });
                play(server.connectLocal(), new SumWorld(), new Stick());
                assertTrue(agreedTick > 10, "agreed on tick " + agreedTick);
                assertTrue(other.join() > 10);
            }
        });
    }

    private void play(LockstepTransport sequencer, SumWorld world, Stick stick) {
        try (LockstepSession match = LockstepSession.builder(MATCH, sequencer).open();
                MatchService physics = match.start(MatchWorld.of(world))) {
            stick.onMove(y -> match.axis(0, y)); // a callback posts it at once
            while (playing && match.isOpen()) {
                draw(physics.states(), match);
            }
        }
    }

    private void predict(LockstepTransport sequencer, SumWorld world, SumWorld secondWorld, Stick stick) {
        try (LockstepSession match = LockstepSession.builder(MATCH, sequencer).open();
                MatchService physics = match.start(MatchWorld.of(world));
                Prediction ahead = match.predict(MatchWorld.of(secondWorld)).start()) {
            playSoundsOn(ahead.events()); // as soon as they are predicted, each once
            countPointsOn(physics.events()); // certain, and a little later
            stick.onMove(y -> match.axis(0, y)); // a callback posts it at once
            while (playing && match.isOpen()) {
                draw(ahead.states(), match);
            }
        }
    }

    private static void playSoundsOn(Events events) {
        events.with(Kind.CONTACT_BEGIN, Kind.CANCELLED).open().close();
    }

    private static void countPointsOn(Events events) {
        events.with(Kind.USER).open().close();
    }

    private void draw(StateBuffer states, LockstepSession match) {
        frames++;
        agreedTick = match.agreedTick();
        playing = agreedTick <= 20;
        assertEquals(SumWorld.LAYOUT, states.layout());
        LockSupport.parkNanos(1_000_000);
    }

    private static final class Stick {
        interface Move {
            void to(float y);
        }

        void onMove(Move move) {
            move.to(0.5f);
        }
    }
}
