package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many steps a seek in a recording with keyframes takes, and what it shows. */
class SeekTest {
    private static final int TICKS = 1_050;

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

    @Test
    void aSeekInAnotherWorldReplaysFromTheBeginningAndEqualsTheRecording() throws IOException {
        Supplier<BallWorld> worlds = () -> new BallWorld.Savable() {
            @Override
            public boolean restoresExactly() {
                return false;
            }
        };
        try (KeyframeRun run = new KeyframeRun(file(), worlds)) {
            for (int to : new int[] {950, 201}) {
                assertEquals(to, run.seek(to));
                assertEquals(recorded.get(to), run.shown());
            }
        }
    }

    @Test
    void aLongSeekIsSpreadOverStepsAndShowsItsProgress() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, 20)) {
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
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, 20)) {
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
