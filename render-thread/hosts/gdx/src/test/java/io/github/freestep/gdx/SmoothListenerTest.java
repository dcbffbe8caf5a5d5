package io.github.freestep.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.InputAdapter;
import com.badlogic.gdx.InputProcessor;
import com.badlogic.gdx.backends.headless.mock.input.MockInput;
import io.github.freestep.internal.Inside;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.HandClock;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A game whose steps run on their own thread, and whose frames a test begins. Time passes only if the test says so. */
class SmoothListenerTest {
    private static final long STEP_NANOS = 10_000_000;

    private final HandClock clock = new HandClock();

    /** Each step needs one. */
    private final Semaphore mayStep = new Semaphore(1_000_000);

    private final Thread thread = Thread.currentThread();
    private volatile boolean isHeld;

    private final AtomicInteger steps = new AtomicInteger();
    private final List<String> calls = new ArrayList<>();
    private final InputProcessor keys = recorder("keys");
    private final Game game = new Game();
    private final SmoothListener listener = new SmoothListener(game);

    private class Game extends ApplicationAdapter implements SmoothListener.Game {
        private Smooth<Object> smooth;
        private Runnable inUpdate = () -> {};

        @Override
        public void create() {
            smooth = Smooth.open(100, 10, clock, seconds -> step(), (each, to) -> {});
            Gdx.input.setInputProcessor(keys);
        }

        private void step() {
            boolean isTheirs = Thread.currentThread() != thread; // The game's own thread would wait for ever.
            isHeld = isTheirs && mayStep.availablePermits() == 0; // First, so that who sees the step also sees this.
            steps.incrementAndGet();
            if (isTheirs) {
                mayStep.acquireUninterruptibly();
                isHeld = false;
            }
        }

        @Override
        public Smooth<?> smooth() {
            return smooth;
        }

        @Override
        public void update(float seconds) {
            smooth.remove(this); // throws outside of the turn
            calls.add("update");
            inUpdate.run();
        }

        @Override
        public void draw() {
            assertThrows(IllegalStateException.class, () -> smooth.remove(this));
            calls.add("draw");
        }

        @Override
        public void pause() {
            calls.add("pause");
        }

        @Override
        public void resume() {
            smooth.remove(this);
            calls.add("resume");
        }

        @Override
        public void resize(int width, int height) {
            calls.add(width + " by " + height);
        }

        @Override
        public void dispose() {
            calls.add("dispose " + smooth.physics().status());
        }
    }

    /** Notes all calls in words, so that no kind of input can be forgotten. */
    private InputProcessor recorder(String name) {
        return (InputProcessor) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {InputProcessor.class}, (proxy, call, of) -> {
                    calls.add(name + " " + call.getName() + Arrays.toString(of));
                    return true;
                });
    }

    private List<String> frame() {
        calls.clear();
        listener.render();
        return calls;
    }

    /** Draws frames until the game has had its turn in one. There may be several, because steps may take their time. */
    private List<String> turn() {
        Await.until(() -> frame().contains("update"));
        return calls;
    }

    private void awaitStep() {
        clock.pass(STEP_NANOS);
        turn();
        awaitSteps();
    }

    /** Waits until the game may have its turn, or would wait for a step that is held. */
    private void awaitSteps() {
        Await.until(() -> isHeld || Inside.of(game.smooth).isIdle());
    }

    @BeforeEach
    void create() {
        Gdx.input = new Keyboard();
        listener.create();
    }

    @AfterEach
    void close() {
        mayStep.release(1_000_000);
        listener.dispose();
    }

    @Test
    void eachKindOfInputComesInTheGamesTurnAndInItsOrder() {
        listener.render();
        calls.clear();
        InputProcessor to = Gdx.input.getInputProcessor();
        to.keyDown(1);
        to.keyTyped('a');
        to.keyUp(2);
        to.touchDown(3, 4, 5, 6);
        to.touchDragged(7, 8, 9);
        to.touchUp(10, 11, 12, 13);
        to.touchCancelled(14, 15, 16, 17);
        to.mouseMoved(18, 19);
        to.scrolled(20, 21);
        assertEquals(List.of(), calls);
        assertEquals(
                List.of(
                        "keys keyDown[1]",
                        "keys keyTyped[a]",
                        "keys keyUp[2]",
                        "keys touchDown[3, 4, 5, 6]",
                        "keys touchDragged[7, 8, 9]",
                        "keys touchUp[10, 11, 12, 13]",
                        "keys touchCancelled[14, 15, 16, 17]",
                        "keys mouseMoved[18, 19]",
                        "keys scrolled[20.0, 21.0]",
                        "update",
                        "draw"),
                turn());
    }

    /** libGDX polls between two frames, so a processor that it knew would be called outside the turn. */
    @Test
    void aProcessorThatTheGameSetsIsCalledInItsTurnOnly() {
        Gdx.input.getInputProcessor().keyDown(1);
        assertEquals(List.of(), calls);
        game.inUpdate = () -> Gdx.input.setInputProcessor(recorder("menu"));
        assertEquals(List.of("keys keyDown[1]", "update", "draw"), turn());
        Gdx.input.getInputProcessor().keyDown(2);
        game.inUpdate = () -> Gdx.input.setInputProcessor(null);
        assertEquals(List.of("menu keyDown[2]", "update", "draw"), turn());
        assertNull(Gdx.input.getInputProcessor());
        game.inUpdate = () -> {};
        assertEquals(List.of("update", "draw"), turn());
    }

    @Test
    void aProcessorMayLeaveTheRestToAnotherOne() {
        Gdx.input.setInputProcessor(new InputAdapter() {
            @Override
            public boolean keyDown(int key) {
                Gdx.input.setInputProcessor(keys);
                return true;
            }
        });
        turn();
        Gdx.input.getInputProcessor().keyDown(1);
        Gdx.input.getInputProcessor().keyDown(2);
        assertEquals(List.of("keys keyDown[2]", "update", "draw"), turn());
    }

    @Test
    void framesDoWithoutTheGameWhileAStepRuns() {
        listener.render();
        awaitSteps();
        mayStep.drainPermits();
        while (!isHeld) {
            awaitStep();
        }
        Gdx.input.getInputProcessor().keyDown(1);
        assertEquals(List.of("draw"), frame());
        mayStep.release(1_000_000);
        assertEquals(List.of("keys keyDown[1]", "update", "draw"), turn());
    }

    @Test
    void aPauseComesInTheTurnAndLasts() {
        listener.render();
        awaitStep();
        calls.clear();
        listener.pause();
        assertEquals(List.of("pause"), calls);
        Await.until(
                () -> { // If a step runs, the request waits for the next ones.
                    listener.render();
                    return game.smooth.physics().isPaused();
                });
        int before = steps.get();
        clock.pass(10 * STEP_NANOS);
        calls.clear();
        listener.resume();
        listener.resize(4, 3);
        assertEquals(List.of("resume", "4 by 3"), calls);
        assertEquals(before, steps.get());
        awaitStep();
    }

    /** A game on a display of 60 Hz, whose steps take no time. */
    private final class Displayed extends Game {
        private static final long REFRESH_NANOS = 16_666_667;
        private final VirtualClock time = new VirtualClock(0);
        private int polls;
        private long polledNanos;
        private Runnable inPoll = () -> {};

        @Override
        public void create() {
            super.smooth = Smooth.inline(100, 10, time, seconds -> {}, (each, to) -> {});
            Gdx.input.setInputProcessor(keys);
        }

        /** A key is pressed during each wait. */
        private void poll() {
            polls++;
            polledNanos = time.nanoTime();
            Gdx.input.getInputProcessor().keyDown(polls);
            inPoll.run();
        }

        @Override
        public void draw() {
            polledNanos = polls == 0 ? time.nanoTime() : polledNanos;
            time.advance(1_000_000);
        }

        /** Draws frames for 20 s, and returns how long before its refresh the last one began. */
        private long play(SmoothListener to, boolean swapWaits) {
            to.create();
            for (int i = 0; i < 1_200; i++) {
                to.render();
                time.advance(swapWaits ? REFRESH_NANOS - time.nanoTime() % REFRESH_NANOS : 1_000_000);
            }
            return time.nanoTime() - polledNanos;
        }
    }

    @Test
    void framesWaitAndHaveTheKeysOfThen() {
        Displayed displayed = new Displayed();
        SmoothListener paced = new SmoothListener(displayed, displayed::poll);
        long before = displayed.play(paced, true);
        assertTrue(before < 2_500_000, () -> before + " ns before the refresh, " + displayed.smooth());
        assertEquals(List.of("keys keyDown[1200]", "update"), calls.subList(calls.size() - 2, calls.size()));
        long seen = displayed.smooth().picture().frameNanos();
        assertEquals(displayed.time.nanoTime(), seen, 100_000);
        displayed.inPoll = () -> { // GLFW resizes in a poll, and the backend then draws and swaps
            displayed.inPoll = () -> {};
            paced.resize(4, 3);
            paced.render();
        };
        paced.render();
        assertEquals(1_202, displayed.polls);
        paced.dispose();
    }

    /** The first has a backend that it cannot poll. */
    @Test
    void framesDoNotWaitInVainOrAgainstTheGamesWish() {
        Displayed displayed = new Displayed();
        for (SmoothListener to : List.of(new SmoothListener(displayed), new SmoothListener(displayed, null))) {
            long before = displayed.play(to, true);
            String why = displayed.smooth().toString();
            assertTrue(before > 15_000_000 && why.startsWith("frames do not wait"), why);
            to.dispose();
        }
        SmoothListener unlocked = new SmoothListener(displayed, displayed::poll);
        assertEquals(2_000_000, displayed.play(unlocked, false));
        unlocked.dispose();
    }

    /** Backends pause and dispose a game that has thrown. */
    @Test
    @Logs(perhaps = "RUN_FAILED")
    void aGameWhoseStepHasFailedIsPausedAndClosed() {
        Game failing = new Game() {
            @Override
            public void create() {
                super.smooth = Smooth.open(
                        100,
                        10,
                        clock,
                        seconds -> {
                            throw new IllegalArgumentException("planned");
                        },
                        (each, to) -> {});
            }

            @Override
            public void pause() {
                calls.add("pause " + smooth().physics().status());
            }
        };
        SmoothListener other = new SmoothListener(failing);
        other.create();
        assertThrows(IllegalStateException.class, () -> {
            while (true) {
                clock.pass(STEP_NANOS);
                other.render();
            }
        });
        calls.clear();
        other.pause();
        other.dispose();
        assertEquals(List.of("pause FAILED", "dispose FAILED"), calls);
    }

    /** Backends pause a game whose keys have failed, too, and what other keys do must not come in between. */
    @Test
    void aGameIsPausedAlthoughWhatItsKeysDoFails() {
        listener.render();
        Gdx.input.setInputProcessor(new InputAdapter() {
            @Override
            public boolean keyDown(int key) {
                throw new IllegalArgumentException("planned");
            }
        });
        turn();
        Gdx.input.getInputProcessor().keyDown(1);
        calls.clear();
        assertThrows(IllegalArgumentException.class, listener::pause);
        assertEquals(List.of("pause"), calls);
    }

    @Test
    void aGameThatCannotBeCreatedIsPausedAndClosed() {
        RuntimeException planned = new IllegalStateException("planned");
        SmoothListener other = new SmoothListener(new Game() {
            @Override
            public void create() {
                throw planned;
            }

            @Override
            public void pause() {
                calls.add("pause");
            }

            @Override
            public void dispose() {
                calls.add("dispose");
            }
        });
        assertSame(planned, assertThrows(RuntimeException.class, other::create));
        other.pause();
        other.dispose();
        assertEquals(List.of("pause", "dispose"), calls);
    }

    /** As a game does that exits: the backend polls keys, pauses and disposes it after that frame. */
    @Test
    void aGameThatClosesInItsTurnIsDrawnAndEnds() {
        listener.render();
        game.inUpdate = () -> game.smooth.close();
        turn();
        Gdx.input.getInputProcessor().keyDown(1);
        listener.pause();
        assertEquals(List.of("update", "draw", "pause"), calls);
    }

    @Test
    void stepsHaveEndedWhenTheGameIsClosed() {
        listener.render();
        calls.clear();
        listener.dispose();
        assertEquals(List.of("dispose CLOSED"), calls);
    }

    private static final class Keyboard extends MockInput {
        private InputProcessor processor;

        @Override
        public void setInputProcessor(InputProcessor processor) {
            this.processor = processor;
        }

        @Override
        public InputProcessor getInputProcessor() {
            return processor;
        }
    }
}
