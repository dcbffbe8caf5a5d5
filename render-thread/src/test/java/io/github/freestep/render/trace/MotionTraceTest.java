package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.MotionMeter;
import io.github.freestep.render.trace.replay.MotionReplay;
import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace is replayed exactly, whatever happened in the run. */
class MotionTraceTest {
    @TempDir
    private Path folder;

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static List<TracedRun.Shown> replay(Path file, MotionMeter meter) throws IOException {
        List<TracedRun.Shown> shown = new ArrayList<>();
        MotionReplay replay = MotionReplay.of(file).run((frame, hostNanos) -> {
            meter.add(frame);
            shown.add(TracedRun.Shown.of(frame, hostNanos));
        });
        assertNull(replay.damage());
        assertTrue(replay.isExact());
        assertEquals(shown.size(), replay.frames());
        return shown;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void aReplayShowsTheSameFramesToTheLastBit(long seed) throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        TracedRun run = new TracedRun(seed, trace);
        run.run(25);
        run.close();
        trace.close();
        assertNull(trace.failure());
        assertEquals(0, trace.lostFrames());
        MotionMeter meter = new MotionMeter();
        assertEquals(run.shown, replay(file("run"), meter));
        assertEquals(run.meter.judder(), meter.judder());
        assertEquals(run.meter.frozen(), meter.frozen());
        // Six of seven frames are reported as displayed. How many frames there are differs from seed to seed.
        int frames = run.shown.size();
        assertTrue(meter.display().displayed() > 0.8 * frames && meter.display().notDisplayed() > 0.1 * frames);
        assertEquals(run.meter.display().toString(), meter.display().toString());
    }

    /** The file was written on JDK 17; this test also runs on later ones. */
    @Test
    void aTraceOfAnotherJavaVersionIsReplayedExactly() throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        // The committed file is of this run.
        TracedRun run = new TracedRun(Seeds.fixed(5), trace);
        run.run(20);
        run.close();
        trace.close();
        try (InputStream committed = MotionTraceTest.class.getResourceAsStream("jdk17.motion")) {
            Files.copy(committed, file("jdk17"));
        }
        assertEquals(run.shown, replay(file("jdk17"), new MotionMeter()));
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30})
    void aRingKeepsTheLastFramesAndReplaysThemExactly(long seed) throws IOException {
        try (MotionTrace trace = MotionTrace.openLast(Duration.ofSeconds(20))) {
            TracedRun run = new TracedRun(seed, trace);
            for (int i = 0; i < 70; i++) {
                run.run(1);
            }
            trace.save(file("ring"));
            MotionMeter meter = new MotionMeter();
            List<TracedRun.Shown> shown = replay(file("ring"), meter);
            List<TracedRun.Shown> last = run.shown.subList(run.shown.size() - shown.size(), run.shown.size());
            assertEquals(last, shown);
            assertTrue(meter.display().displayed() > shown.size() / 2, "those of frames before the file are left out");
            double seconds =
                    (last.get(last.size() - 1).hostNanos() - last.get(0).hostNanos()) / 1e9;
            assertTrue(seconds > 20 && seconds < 45, () -> "kept " + seconds + " s");
            run.run(2);
            run.close();
            trace.save(file("later"));
            assertEquals(run.shown.get(run.shown.size() - 1), last(replay(file("later"), new MotionMeter())));
        }
    }

    private static <T> T last(List<T> of) {
        return of.get(of.size() - 1);
    }
}
