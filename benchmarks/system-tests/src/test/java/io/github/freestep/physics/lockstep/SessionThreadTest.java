package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions with their own threads and services. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SessionThreadTest {
    /** A busy machine may let one thread wait for long. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final MatchSettings ALONE =
            MatchSettings.of("sum", SumWorld.LAYOUT, 1).rate(200).axes(2).maxWait(LIMIT, LIMIT);

    private final SequencerServer server = SequencerServer.start(ALONE);

    @AfterEach
    void close() {
        server.close();
    }

    private LockstepSession open() {
        return LockstepSession.builder(ALONE, server.connectLocal())
                .commands(SumWorld::read)
                .open();
    }

    private static void await(PhysicsRun physics, long tick) {
        Await.until(
                () -> {
                    assertEquals(Physics.Status.RUNNING, physics.status());
                    return physics.metrics().tick() >= tick;
                },
                () -> "tick " + physics.metrics().tick() + " instead of " + tick);
    }

    @Test
    void aPredictionOnItsThreadEndsLikeTheMatch(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("match.rec");
        SumWorld played = new SumWorld();
        SumWorld predicted = new SumWorld();
        Recorder[] recorder = new Recorder[1];
        long quiet;
        try (LockstepSession session = open();
                MatchService physics =
                        session.start(MatchWorld.of(played), service -> recorder[0] = record(service, file));
                Prediction ahead = session.predict(MatchWorld.of(predicted, run -> run.name("ahead")))
                        .ticks(30)
                        .start()) {
            assertThrows(IllegalStateException.class, ahead::advance);
            for (int i = 0; i < 50; i++) {
                session.axis(0, i % 3);
                session.submit(SumWorld.push(2, 1));
                await(physics, physics.metrics().tick() + 3);
            }
            session.axis(0, 0);
            // No input is on its way any more when the last of these ticks are stepped.
            quiet = physics.metrics().tick() + 150;
            await(physics, quiet);
            await(ahead.physics(), quiet);
            assertEquals(Physics.Status.RUNNING, ahead.physics().status());
        }
        recorder[0].close();
        for (long tick = quiet - 10; tick <= quiet; tick++) {
            assertEquals(played.history.get(tick), predicted.history.get(tick), "tick " + tick);
        }
        try (Replay replay = Replay.open(file, SumWorld::new, SumWorld::read)) {
            while (replay.next()) {
                assertTrue(replay.matches(), "tick " + replay.tick());
            }
        }
    }

    private static Recorder record(PhysicsRun physics, Path file) {
        try {
            return Recorder.open(physics, file, "sum", "", 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServiceThatJoinsLateCatchesUpAndPlays() {
        MatchSettings two =
                MatchSettings.of("sum", SumWorld.LAYOUT, 2).rate(200).axes(1).maxWait(LIMIT, LIMIT);
        try (SequencerServer sequencer = SequencerServer.start(two);
                LockstepSession first =
                        LockstepSession.builder(two, sequencer.connectLocal()).open()) {
            CompletableFuture<MatchService> begun =
                    CompletableFuture.supplyAsync(() -> first.start(MatchWorld.of(new SumWorld())));
            playUntil(sequencer, two, 0, 100);
            try (MatchService stays = begun.join()) {
                first.axis(0, 1);
                await(stays, 250);
                long joined = playUntil(sequencer, two, stays.metrics().tick(), 100);
                assertTrue(joined > 250, () -> "the world began at tick " + joined);
                assertTrue(first.agreedTick() > joined, first::toString);
            }
        }
    }

    /** Plays some ticks that all agree on, and leaves. Returns the first tick that the world has stepped. */
    private static long playUntil(SequencerServer server, MatchSettings settings, long after, long ticks) {
        SumWorld world = new SumWorld();
        try (LockstepSession session =
                        LockstepSession.builder(settings, server.connectLocal()).open();
                MatchService physics = session.start(MatchWorld.of(world))) {
            Await.until(
                    () -> {
                        assertTrue(session.isOpen(), session::toString);
                        session.axis(0, 0.5f);
                        return session.agreedTick() >= after + ticks
                                && session.status() == LockstepSession.Status.PLAYING;
                    },
                    () -> session);
            assertEquals(Physics.Status.RUNNING, physics.status());
        }
        return world.firstTick;
    }

    @Test
    @Logs("RUN_FAILED: the step of tick ")
    void aFailingSimulationEndsTheSession() {
        SumWorld world = new SumWorld();
        world.failsAt = 20;
        try (LockstepSession session = open()) {
            MatchService physics = session.start(MatchWorld.of(world));
            Await.until(() -> !session.isOpen(), () -> session);
            assertEquals(LockstepSession.Status.ENDED, session.status());
            assertTrue(session.failure().getMessage().contains("tick 20"), session::toString);
            assertSame(physics.failure(), session.failure().getCause());
            physics.close();
        }
    }

    @Test
    void aHostStepsItsPlayerInItsFrameLoop(@TempDir Path folder) {
        try (LockstepSession session = open();
                MatchStepper physics = session.inline(MatchWorld.of(new SumWorld()));
                Recorder recorder = record(physics, folder.resolve("match.rec"))) {
            Await.until(
                    () -> {
                        physics.advance();
                        return session.agreedTick() >= 50;
                    },
                    () -> session);
            assertTrue(physics.alpha() < 1);
            assertTrue(physics.metrics().tick() - session.agreedTick() < 50, session::toString);
            assertNull(recorder.failure());
        }
    }
}
