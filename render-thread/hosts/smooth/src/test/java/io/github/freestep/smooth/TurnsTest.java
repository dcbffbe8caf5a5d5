package io.github.freestep.smooth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A game and steps that take turns, on two threads. Time passes only when the test says so. */
class TurnsTest {
    private static final long STEP_NANOS = 10_000_000;

    private final AtomicLong nowNanos = new AtomicLong();
    private final NanoClock clock = new NanoClock() {
        @Override
        public long nanoTime() {
            return nowNanos.get();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(50_000);
        }
    };

    /** Each step needs one. */
    private final Semaphore mayStep = new Semaphore(1_000_000);

    private final AtomicInteger begun = new AtomicInteger();
    private volatile boolean isGames;
    private final float[] body = {0};
    private final Smooth<float[]> smooth =
            Smooth.threaded(100, 10, clock, this::step, (each, to) -> to.flat(each[0], 0, 0));

    private void step(double seconds) {
        begun.incrementAndGet();
        mayStep.acquireUninterruptibly();
        assertFalse(isGames, "a step in the game's turn");
        body[0] += (float) seconds;
    }

    @AfterEach
    void close() {
        mayStep.release(1_000_000);
        smooth.close();
    }

    /** Lets one more step begin, in the turn of the steps. */
    private void awaitStep() {
        int before = begun.get();
        nowNanos.addAndGet(STEP_NANOS);
        Await.until(() -> begun.get() > before);
    }

    private void play() {
        isGames = true;
        body[0] += 1;
        isGames = false;
    }

    @Test
    void noStepRunsInTheGamesTurn() {
        smooth.add(body);
        for (int i = 0; i < 100; i++) {
            smooth.frame();
            play();
            smooth.draw();
            awaitStep();
        }
        assertEquals(101, body[0], 0.5);
    }

    @Test
    void noStepIsTakenBeforeTheFirstFrame() {
        for (int i = 0; i < 20; i++) {
            begun.set(0);
            Smooth.threaded(100, 10, new VirtualClock(0), this::step, (each, to) -> {})
                    .close();
            assertEquals(0, begun.get());
        }
    }

    @Test
    void aFrameThatNeverEndsItsTurnLetsStepsRunBeforeTheNextOne() {
        Await.until(() -> {
            nowNanos.addAndGet(STEP_NANOS);
            smooth.frame();
            play();
            return begun.get() > 0;
        });
    }

    @Test
    void aFrameDoesWithoutTheGameWhileAStepRunsButNotForLong() {
        smooth.add(body);
        smooth.frame();
        smooth.draw();
        mayStep.drainPermits();
        awaitStep();
        long beganNanos = nowNanos.get();
        assertFalse(smooth.tryFrame());
        assertEquals(beganNanos, smooth.picture().frameNanos());
        assertEquals(0, smooth.x(body));
        Exception early = assertThrows(IllegalStateException.class, () -> smooth.remove(body));
        assertTrue(early.getMessage().contains("a tryFrame() that returned true"), early::getMessage);
        nowNanos.addAndGet(100_000_001);
        Thread game = Thread.currentThread();
        new Thread(() -> {
                    // For as long as it takes, and not only for its patience, which would be a timed wait.
                    Await.until(() -> game.getState() == Thread.State.WAITING);
                    nowNanos.addAndGet(STEP_NANOS);
                    mayStep.release(1_000_000);
                })
                .start();
        long waitedNanos = nowNanos.get();
        assertTrue(smooth.tryFrame());
        assertEquals(waitedNanos, smooth.picture().frameNanos(), "the time at which the frame began");
        assertTrue(smooth.remove(body));
    }

    @Test
    void onlyTheGamesThreadInItsTurnChangesBodies() {
        smooth.add(body);
        smooth.frame();
        smooth.draw();
        assertThrows(IllegalStateException.class, () -> smooth.add(new float[1]));
        CompletableFuture.runAsync(() -> {
                    assertThrows(IllegalStateException.class, smooth::frame);
                    assertThrows(IllegalStateException.class, () -> smooth.remove(body));
                    assertThrows(IllegalStateException.class, smooth::close);
                })
                .join();
    }

    @Test
    @Logs("RUN_FAILED: the step of tick 1 failed: java.lang.IllegalStateException: the game's thread")
    void aGameThatEndsInItsTurnFailsTheNextStepAndAnyThreadMayClose() {
        Smooth<float[]> other = Smooth.threaded(100, 10, clock, this::step, (each, to) -> {});
        CompletableFuture<Void> framed = new CompletableFuture<>();
        Thread game = new Thread(() -> {
            other.frame();
            framed.complete(null);
        });
        game.start();
        framed.join();
        nowNanos.addAndGet(STEP_NANOS);
        Await.until(() -> other.physics().failure() != null);
        String told = other.physics().failure().getMessage();
        assertTrue(told.contains("the game's thread has ended in its turn"), told);
        other.close();
        assertEquals(Physics.Status.FAILED, other.physics().status());
    }

    @Test
    @Logs("RUN_FAILED: the step of tick 1 failed")
    void aStepThatFailsFailsTheNextFrame() {
        smooth.frame();
        smooth.draw();
        isGames = true;
        awaitStep();
        Await.until(() -> smooth.physics().failure() != null);
        IllegalStateException told = assertThrows(IllegalStateException.class, smooth::tryFrame);
        assertSame(smooth.physics().failure(), told.getCause());
    }
}
