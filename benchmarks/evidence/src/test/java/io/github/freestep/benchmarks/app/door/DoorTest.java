package io.github.freestep.benchmarks.app.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.mock.graphics.MockGraphics;
import com.badlogic.gdx.math.MathUtils;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.utils.Array;
import com.badlogic.gdx.utils.GdxNativesLoader;
import io.github.freestep.benchmarks.app.compare.peers.PeerPlay;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The game of the first page is the same game in both forms, and after the change no frame waits for a slow step. */
class DoorTest {
    /** Within a multiple of a step only after 500 frames, so that no rounding decides which frame takes a step. */
    private static final long FRAME_NANOS = 13_900_000;

    private static final int FRAMES = 450;

    /** No frame may wait for as long as this. */
    private static final long LONG_NANOS = 1_000_000_000;

    /** How the game can step. */
    private enum Way {
        BEFORE,
        INLINE,
        OPEN
    }

    /** What a play leaves behind. */
    private record Played(int score, List<String> poses) {}

    @Test
    void bothFormsAreTheSameGameToTheLastBit() {
        Played before = new Play(Way.BEFORE).all();
        assertTrue(before.score > 0, () -> "no crate was hit and removed, score " + before.score);
        assertEquals(before, new Play(Way.INLINE).all());
        assertEquals(before, new Play(Way.OPEN).all());
    }

    /** Counts frames while a step is held up, which ends only after them. */
    @Test
    void framesAreDrawnWhileAStepIsSlow() {
        Play play = new Play(Way.OPEN);
        play.frames(60);
        play.holdsNext = true;
        play.frame(60, true);
        Await.until(() -> play.isWaiting);
        int turns = play.turns;
        int sprites = play.sprites;
        play.frame(61, false);
        play.frame(62, false);
        assertEquals(2 * play.drawn().size, play.sprites - sprites, "each frame draws all bodies");
        assertEquals(turns, play.turns, "no turn while a step runs");
        play.holdsNext = false;
        play.isHeld = false;
        play.mayStep.release();
        play.frame(63, true);
        play.game.dispose();
    }

    /** In a process of its own, for a moment in slow motion, because a busy machine starts a process in seconds. */
    @ParameterizedTest
    @EnumSource(DoorHost.Form.class)
    void aFormIsPlayedInTheTimeOfTheDisplay(DoorHost.Form form) throws Exception {
        PeerPlay play = new PeerPlay(60, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 5);
        PeerFilm film = play.run("the game", DoorHost.class.getName(), form.name(), false)[0];
        int last = film.frames() - 1;
        double metres = film.runner()[last] - film.runner()[0];
        double seconds = (film.displayedNanos()[last] - film.displayedNanos()[0]) / 1e9;
        // On a busy machine it may be slower, but never faster by more than it has to catch up.
        assertTrue(metres > 0 && metres < seconds + 1, () -> metres + " m in " + seconds + " s");
        assertTrue(film.keys()[last] > 0, "keys are shown");
        assertTrue(DoorPicture.svg(film, film).contains(">after: smooth.frame"), "it can be drawn");
    }

    /** The window of a game, and its time. */
    private static final class Play implements Stage, NanoClock {
        private final ApplicationListener game;
        private final Semaphore mayStep = new Semaphore(0);
        private boolean holdsNext;
        private volatile boolean isHeld;
        private volatile boolean isWaiting;
        private volatile int steps;
        private volatile long nowNanos;
        private long lastNanos;
        private int turns;
        private int sprites;

        Play(Way way) {
            GdxNativesLoader.load();
            MathUtils.random.setSeed(Seeds.of(1));
            Gdx.graphics = new MockGraphics() {
                @Override
                public float getDeltaTime() {
                    return (nowNanos - lastNanos) * 1e-9f;
                }
            };
            game = way == Way.BEFORE
                    ? new Before(this)
                    : new After(this) {
                        @Override
                        Smooth<Body> open() {
                            Smooth.Step step = dt -> step((float) dt);
                            return way == Way.INLINE
                                    ? Smooth.inline(60, 500, Play.this, step, After::pose)
                                    : Smooth.open(60, 500, Play.this, step, After::pose);
                        }
                    };
            game.create();
        }

        Array<Body> drawn() {
            return game instanceof Before before ? before.drawn : ((After) game).drawn;
        }

        void frames(int count) {
            for (int i = 0; i < count; i++) {
                frame(i, true);
            }
        }

        /** Draws a frame; if it must have a turn, again until it has had it. */
        void frame(int number, boolean hasTurn) {
            nowNanos = number * FRAME_NANOS;
            int before = turns;
            do {
                game.render();
                lastNanos = nowNanos;
            } while (hasTurn && turns == before);
        }

        Played all() {
            frames(FRAMES);
            List<String> poses = new ArrayList<>();
            frame(FRAMES, true);
            Await.until(() -> steps >= nowNanos * 60 / 1_000_000_000);
            frame(FRAMES, true);
            for (Body each : drawn()) {
                poses.add(each.getTransform().getPosition() + " "
                        + each.getTransform().getRotation());
            }
            int score = game instanceof Before before ? before.score : ((After) game).score;
            game.dispose();
            return new Played(score, poses);
        }

        @Override
        public int keys() {
            turns++;
            isHeld = holdsNext; // no step runs in a turn, so this is for the next one
            return turns / 20;
        }

        @Override
        public void slowCode() {
            if (isHeld) {
                isWaiting = true;
                mayStep.acquireUninterruptibly();
                isWaiting = false;
            }
            steps++;
        }

        @Override
        public void sprite(Object picture, float x, float y, float radians) {
            sprites++;
        }

        @Override
        public long nanoTime() {
            return nowNanos;
        }

        /** Passes only for a frame that waits for a step that is held up, so no frame takes steps by itself. */
        @Override
        public void park(long nanos) {
            if (isWaiting) {
                nowNanos += nanos;
                assertTrue(nowNanos < lastNanos + LONG_NANOS, "a frame waits for a slow step");
            }
            LockSupport.parkNanos(50_000);
        }
    }
}
