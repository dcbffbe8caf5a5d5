package io.github.freestep.smooth;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Physics;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.HandClock;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A game and steps that take turns, on two threads. Time passes when the test says so, or a frame waits. */
class TurnsTest {
    private static final long STEP_NANOS = 10_000_000;

    private final HandClock clock = new HandClock();

    /** Each step needs one. */
    private final Semaphore mayStep = new Semaphore(1_000_000);

    private final Thread game = Thread.currentThread();
    private volatile int steps;
    private volatile boolean isHeld;
    private volatile Thread stepped;
    private volatile Runnable inStep = () -> {};
    private volatile boolean isGames;
    private final float[] body = {0};
    private final Smooth<float[]> smooth = open();

    private Smooth<float[]> open() {
        return Smooth.open(100, 10, clock, this::step, (each, to) -> to.flat(each[0], 0, 0));
    }

    private void step(double seconds) {
        if (Thread.currentThread() != game) {
            stepped = Thread.currentThread();
            isHeld = mayStep.availablePermits() == 0;
            mayStep.acquireUninterruptibly();
            isHeld = false;
        }
        inStep.run();
        assertFalse(isGames, "a step in the game's turn");
        body[0] += (float) seconds;
        steps = steps + 1;
    }

    @AfterEach
    void close() {
        mayStep.release(1_000_000);
        smooth.close();
    }

    private void play(float seconds) {
        isGames = true;
        body[0] += 1;
        isGames = false;
    }

    /** The time of one step passes before the frame. */
    private boolean frame() {
        clock.pass(STEP_NANOS);
        return smooth.frame(this::play);
    }

    /** Waits until steps have ended or are held, because a frame that waits for a held step never ends. */
    private void awaitSteps() {
        Await.until(() -> isHeld || Inside.of(smooth).isIdle());
    }

    /** Plays on until a step has begun on its own thread, which does not end before the test lets it. */
    private void holdStep() {
        awaitSteps();
        mayStep.drainPermits();
        while (!isHeld) {
            frame();
            awaitSteps();
        }
    }

    @Test
    void noStepRunsInTheGamesTurn() {
        smooth.add(body);
        int turns = 0;
        for (int i = 0; i < 100; i++) {
            turns += frame() ? 1 : 0;
        }
        smooth.close();
        assertEquals(turns + steps / 100f, body[0], 1e-3);
    }

    /** A game may start its clock before it loads a level. */
    @Test
    void noStepIsTakenBeforeTheFirstFrameWhichTakesOne() {
        clock.pass(1_000 * STEP_NANOS);
        smooth.frame(seconds -> assertEquals(0, steps));
        smooth.close();
        assertEquals(1, steps);
    }

    @Test
    void aFrameDoesWithoutTheGameWhileAStepRunsButNotForLong() {
        smooth.add(body);
        frame();
        holdStep();
        float before = body[0];
        long beganNanos = clock.nanoTime();
        assertFalse(smooth.frame(this::play));
        assertEquals(before, body[0]);
        assertTrue(smooth.picture().frameNanos() > 0);
        refused("call this in the game's turn", IllegalStateException.class, () -> smooth.remove(body));
        new Thread(() -> {
                    Await.until(() -> clock.nanoTime() > beganNanos + 200_000_000);
                    mayStep.release(1_000_000);
                })
                .start();
        clock.pass(100_000_001);
        assertTrue(smooth.frame(seconds -> assertTrue(seconds > 0.1f && smooth.remove(body))));
    }

    @Test
    @Logs("a step has run for 2 s, and the game waits for it; it is in")
    void aStepThatDoesNotReturnIsTold() {
        frame();
        holdStep();
        long beganNanos = clock.nanoTime();
        new Thread(() -> {
                    Await.until(() -> clock.nanoTime() > beganNanos + 3_000_000_000L);
                    mayStep.release(1_000_000);
                })
                .start();
        clock.pass(100_000_001);
        assertTrue(smooth.frame(this::play));
    }

    @Test
    void onlyTheGamesThreadInItsTurnChangesBodies() {
        smooth.add(body);
        frame();
        refused("or pass it to later(...)", IllegalStateException.class, () -> smooth.add(new float[1]));
        smooth.frame(seconds -> refused("outside it", IllegalStateException.class, () -> smooth.frame(this::play)));
        CompletableFuture.runAsync(() -> {
                    assertThrows(IllegalStateException.class, () -> smooth.frame(this::play));
                    assertThrows(IllegalStateException.class, () -> smooth.remove(body));
                    assertThrows(IllegalStateException.class, smooth::close);
                })
                .join();
    }

    @Test
    @Logs("was moved outside the game's turn")
    void aBodyThatIsMovedOutsideTheTurnIsTold() {
        smooth.add(body);
        for (int i = 0; i < 5; i++) {
            frame(); // In its turn, the game may move it.
        }
        smooth.close(); // waits for the steps
        try (Smooth<float[]> other = open()) {
            other.add(body);
            for (int i = 0; i < 100; i++) { // A step that has not ended may still read the body after its move.
                clock.pass(STEP_NANOS);
                other.frame(seconds -> {});
                body[0] += 1;
            }
        }
    }

    @Test
    void whatIsToComeLaterComesInTheNextTurnInItsOrder() {
        StringBuilder done = new StringBuilder();
        smooth.later(() -> {
            done.append('a');
            smooth.later(() -> done.append('d'));
        });
        CompletableFuture.runAsync(() -> smooth.later(() -> done.append('b'))).join();
        assertEquals("", done.toString());
        smooth.frame(seconds -> done.append('c'));
        assertEquals("abc", done.toString());
        smooth.later(() -> smooth.add(body));
        while (!smooth.frame(seconds -> {})) {}
        assertEquals("abcd", done.toString());
        assertEquals(body[0], smooth.x(body));
    }

    @Test
    void aTurnThatFailsEnds() {
        RuntimeException planted = new RuntimeException("planted");
        assertSame(
                planted,
                assertThrows(
                        RuntimeException.class,
                        () -> smooth.frame(seconds -> {
                            throw planted;
                        })));
        assertTrue(frame());
    }

    @Test
    void theGameMayCloseInItsTurnAndDrawAfterIt() {
        smooth.add(body);
        while (smooth.slot(body) < 0) {
            frame();
        }
        float[] shown = {0};
        Await.until(() -> {
            shown[0] = smooth.x(body);
            return smooth.frame(seconds -> smooth.close());
        });
        assertEquals(shown[0], smooth.x(body));
        assertEquals(0, smooth.angle(body));
        assertEquals(Physics.Status.CLOSED, smooth.physics().status());
        refused("was closed", IllegalStateException.class, this::frame);
    }

    @Test
    void onceTheGamesThreadHasEndedAnyThreadMayClose() {
        CompletableFuture<Void> framed = new CompletableFuture<>();
        new Thread(() -> {
                    frame();
                    framed.complete(null);
                })
                .start();
        framed.join();
        Await.until(() -> {
            try {
                smooth.close();
                return true;
            } catch (IllegalStateException stillAlive) {
                return false;
            }
        });
    }

    @Test
    @Logs(perhaps = "RUN_FAILED")
    void aStepThatFailsFailsThatFrameOrTheNext() {
        isGames = true;
        IllegalStateException told = assertThrows(IllegalStateException.class, () -> {
            while (true) {
                clock.pass(STEP_NANOS);
                smooth.frame(seconds -> {});
            }
        });
        assertTrue(told.getMessage().startsWith("steps have ended, because one has failed"), told::getMessage);
        assertTrue(told.getCause().getCause() instanceof AssertionError, () -> "" + told.getCause());
    }

    @Test
    @Logs("8 objects of Smooth are open")
    void manyThatNobodyClosesAreTold() {
        List<Smooth<float[]>> levels = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            levels.add(open());
        }
        levels.forEach(Smooth::close);
    }

    /** A frame may come several times in a step, and the game may move its bodies in each turn. */
    @Test
    void aTurnMovesBodiesAndGetsTheTimeSinceTheLastOne() {
        smooth.add(body);
        float[] passed = {0};
        long turnNanos = 0;
        for (int i = 0; i < 500; i++) {
            clock.pass(STEP_NANOS / 3);
            long frameNanos = clock.nanoTime();
            boolean wasTurn = smooth.frame(seconds -> {
                passed[0] += seconds;
                play(seconds); // or the log would say that it was moved outside
                if (smooth.slot(body) >= 0 && passed[0] > 1) {
                    smooth.remove(body);
                    body[0] = 0;
                    smooth.add(body);
                }
            });
            turnNanos = wasTurn ? frameNanos : turnNanos;
        }
        assertEquals(turnNanos * 1e-9, passed[0], 0.02);
    }

    /** A request that ran at once could take a step that is due, beside the game or in its turn. */
    @Test
    void requestsWaitForTheNextSteps() {
        frame();
        while (!smooth.frame(seconds -> {
            int before = steps;
            smooth.physics().pause();
            CompletableFuture.runAsync(() -> smooth.physics().timeScale(2)).join();
            smooth.physics().pauseAndStep();
            smooth.physics().resume();
            assertEquals(before, steps);
        })) {}
        for (int before = steps; steps == before; ) {
            frame();
        }
        smooth.close();
        assertEquals(Physics.Status.CLOSED, smooth.physics().status());
    }

    @Test
    void closingWaitsForTheStepThatRunsAndEndsItsThread() {
        frame();
        holdStep();
        Thread stepping = stepped;
        Await.until(() -> stepping.getState() == Thread.State.WAITING);
        int before = steps;
        new Thread(() -> {
                    Await.until(() -> smooth.physics().status() == Physics.Status.RUNNING);
                    mayStep.release(1_000_000);
                })
                .start();
        smooth.close();
        assertTrue(steps > before);
        Await.until(() -> !stepping.isAlive());
    }

    @Test
    void closingDoesNotWaitForEverButMayBeTriedAgain() {
        frame();
        holdStep();
        Thread stepping = stepped;
        refused("not returned within 5 s", IllegalStateException.class, smooth::close);
        assertEquals(Physics.Status.RUNNING, smooth.physics().status());
        mayStep.release(1_000_000);
        Await.until(() -> !stepping.isAlive());
        smooth.close();
        assertEquals(Physics.Status.CLOSED, smooth.physics().status());
    }

    @Test
    void whatWouldWaitForItsOwnStepIsRefused() {
        List<String> refusals = new ArrayList<>();
        inStep = () -> {
            for (Runnable call : List.<Runnable>of(smooth::close, () -> smooth.frame(this::play))) {
                refusals.add(
                        assertThrows(IllegalStateException.class, call::run).getMessage());
            }
        };
        while (refusals.isEmpty()) {
            frame();
        }
        for (String each : refusals) {
            assertTrue(each.contains("in a step") || each.contains("on the thread of the first frame"), each);
        }
    }

    @Test
    void anInterruptedGamePlaysOnAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        inStep = () -> Thread.currentThread().interrupt();
        for (int i = 0; i < 50; i++) {
            frame();
        }
        assertTrue(Thread.interrupted());
    }

    @Test
    void aTaskThatClosesIsTheLast() {
        StringBuilder done = new StringBuilder();
        smooth.later(smooth::close);
        smooth.later(() -> done.append("later"));
        smooth.frame(seconds -> done.append("turn"));
        assertEquals("", done.toString());
        refused("was closed", IllegalStateException.class, () -> smooth.later(() -> {}));
    }

    @Test
    void aClockOnWhichNoTimePassesIsRefused() {
        refused(
                "use inline(...)",
                IllegalArgumentException.class,
                () -> Smooth.open(100, 1, new VirtualClock(0), this::step, (each, to) -> {}));
    }

    @Test
    void framesAllocateNothing() {
        smooth.add(body);
        Smooth.Turn turn = this::play;
        assertEquals(0, Allocations.of(1_000, () -> {
            clock.pass(STEP_NANOS);
            smooth.frame(turn);
        }));
    }
}
