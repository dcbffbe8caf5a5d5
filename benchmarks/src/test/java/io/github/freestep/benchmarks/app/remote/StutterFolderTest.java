package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a watch command leaves behind. */
class StutterFolderTest {
    private static final long TICK_NANOS = 10_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
    private final LinkFigures figures =
            new LinkFigures(publisher.states(), new LinkFigures.Counts(() -> 0, () -> 0, () -> 0));
    private long tick;

    /** Makes a frame in each hundredth of a second. */
    private void show(int frames, boolean stateArrives) {
        for (int i = 0; i < frames; i++) {
            clock.advance(TICK_NANOS);
            tick++;
            if (stateArrives) {
                publisher.begin(tick, tick * TICK_NANOS, new TimeAnchor(), clock.nanoTime());
                publisher.publish(clock.nanoTime());
            }
            figures.look();
        }
    }

    @Test
    void aStutterLeavesATrace() throws IOException {
        StutterFolder folder = new StutterFolder();
        try (folder) {
            try (figures) {
                figures.saveStutters(folder.path());
                show(300, true);
                show(30, false);
                show(150, true);
            }
            List<Path> files = StutterFolder.files(figures.stutters());
            assertEquals(List.of(folder.path().resolve("stutter-1.motion")), files);
            MotionReport report = MotionReport.of(files.get(0));
            assertTrue(report.isExact() && !report.findings().isEmpty());
        }
        assertTrue(Files.exists(folder.path()), "it holds a trace");
        Files.delete(figures.stutters().get(0));
        folder.close();
        assertEquals(List.of(), StutterFolder.files(figures.stutters()));
    }

    @Test
    void evenMotionLeavesNothing() throws IOException {
        StutterFolder folder = new StutterFolder();
        try (folder) {
            try (figures) {
                figures.saveStutters(folder.path());
                show(480, true);
            }
            assertEquals(List.of(), figures.stutters());
        }
        assertFalse(Files.exists(folder.path()));
    }
}
