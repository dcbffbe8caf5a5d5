package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.io.DataInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many steps a seek in a recording with keyframes takes, and what it shows. */
class SeekTest {
    private static final int TICKS = 1_050;

    /** Larger than the differences that {@link Nearly} makes between two keyframes. */
    private static final float NEAR = 1e-3f;

    @TempDir
    private Path folder;

    private List<List<List<Float>>> recorded;

    private Path file() {
        return folder.resolve("run");
    }

    @BeforeEach
    void record() throws IOException {
        KeyframeRun.record(file(), new BallWorld.Savable(), TICKS, KeyframeRun.EVERY_100_TICKS);
        recorded = KeyframeRun.recorded(file(), BallWorld::new);
    }

    /** Like an engine: it restores almost what was saved. */
    private static final class Nearly extends BallWorld.Savable {
        private static int restored;

        @Override
        public void restore(DataInput in) throws IOException {
            super.restore(in);
            restored++;
            for (int ball = 0; ball < BALLS; ball++) {
                aside[ball] += 1e-5;
            }
        }

        @Override
        public boolean restoresExactly() {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSeekInAnExactWorldReplaysAtMostOneIntervalAndEqualsTheRecording(boolean approximates) throws IOException {
        Random random = Seeds.random(RecordedRun.SEED);
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld.Savable::new, approximates)) {
            for (int i = 0; i < 100; i++) {
                int to = random.nextInt(TICKS + 1);
                long steps = run.seek(to);
                assertTrue(steps <= 100, () -> steps + " steps to tick " + to);
                assertEquals(to, run.playback.tick());
                assertEquals(recorded.get(to), run.shown(), "tick " + to);
                assertFalse(run.playback.isApproximate());
            }
            assertEquals(-1, run.playback.firstDifferentTick());
        }
    }

    @Test
    void anApproximateSeekIsShortAndNearTheRecording() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), Nearly::new, true)) {
            // Until the first seek over a keyframe, all is exact.
            for (int tick = 1; tick <= 210; tick++) {
                run.step();
                assertEquals(recorded.get(tick), run.shown());
            }
            assertFalse(run.playback.isApproximate());
            assertEquals(1, run.worlds);
            for (int to : new int[] {950, 450, 101, 1_050}) {
                assertTrue(run.seek(to) <= 100);
                assertNear(to, run);
                assertTrue(run.playback.isApproximate(), "tick " + to);
            }
            for (int to : new int[] {100, 200, 201}) {
                // From the beginning, and on from there.
                assertTrue(run.seek(to) <= 100);
                assertEquals(recorded.get(to), run.shown());
                assertFalse(run.playback.isApproximate(), "tick " + to);
            }
            assertEquals(-1, run.playback.firstDifferentTick());
        }
    }

    @Test
    void aPlaybackRestoresTheKeyframesOnItsWaySoThatErrorsDoNotAddUp() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), Nearly::new, true)) {
            run.seek(150);
            assertEquals(2, run.worlds);
            Nearly.restored = 0;
            for (int tick = 151; tick <= TICKS; tick++) {
                assertEquals(1, run.step());
                assertNear(tick, run);
                assertTrue(run.playback.isApproximate());
            }
            // At the ticks 200 to 1,000, in the running world.
            assertEquals(9, Nearly.restored);
            assertEquals(2, run.worlds);
            run.player.submit(run.playback.backwards(true)).join();
            for (int tick = TICKS - 1; tick > 900; tick--) {
                run.step();
                assertNear(tick, run);
            }
            assertEquals(-1, run.playback.firstDifferentTick());
            run.seek(50);
            assertEquals(recorded.get(50), run.shown());
            assertFalse(run.playback.isApproximate());
        }
    }

    private void assertNear(int tick, KeyframeRun run) {
        assertEquals(tick, run.playback.tick());
        List<List<Float>> shown = run.shown();
        for (int ball = 0; ball < BallWorld.BALLS; ball++) {
            List<Float> right = recorded.get(tick).get(ball);
            assertEquals(right.size(), shown.get(ball).size(), "ball " + ball + " of tick " + tick);
            for (int i = 0; i < right.size(); i++) {
                assertEquals(right.get(i), shown.get(ball).get(i), NEAR, "ball " + ball + " of tick " + tick);
            }
        }
    }

    @Test
    void aLongSeekIsSpreadOverStepsAndShowsItsProgress() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, false, 20)) {
            run.seek(30);
            assertEquals(0, run.playback.tick());
            assertEquals(10, run.step());
            assertEquals(30, run.playback.tick());

            assertEquals(20, run.seek(1_000));
            for (int replayed = 50; replayed < 1_000; replayed += 20) {
                assertEquals(30, run.playback.tick());
                assertEquals(recorded.get(30), run.shown());
                assertEquals(replayed, run.playback.replayedTick());
                assertFalse(run.playback.isOver());
                run.step();
            }
            assertEquals(1_000, run.playback.tick());
            assertEquals(recorded.get(1_000), run.shown());
            run.step();
            assertEquals(1_001, run.playback.tick());
        }
    }

    @Test
    void aSeekCanBeCancelledOrReplaced() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, false, 20)) {
            run.seek(1_000);
            run.step();
            run.player.submit(run.playback.cancelSeek()).join();
            assertEquals(0, run.step());
            assertEquals(40, run.playback.tick());
            assertEquals(recorded.get(40), run.shown());
            run.step();
            assertEquals(41, run.playback.tick());

            run.seek(1_000);
            assertEquals(1, run.seek(62));
            assertEquals(62, run.playback.tick());
            assertEquals(recorded.get(62), run.shown());

            // Without a seek it does nothing; a seek that has not begun is dropped.
            run.player.submit(run.playback.cancelSeek()).join();
            run.step();
            assertEquals(63, run.playback.tick());
            run.player.submit(run.playback.seekTo(1_000)).join();
            run.player.submit(run.playback.cancelSeek()).join();
            run.step();
            assertEquals(64, run.playback.tick());
        }
    }
}
