package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a history saves, a playback shows. */
class ClipPlaybackTest {
    private static final long TICK = 10_000_000;

    @TempDir
    private Path folder;

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
    private final VirtualClock clock = new VirtualClock(0);
    private long tick;

    private void publish() {
        if (tick == 0) {
            publisher.bodies().spawn(0);
        }
        StateWriter out = publisher.begin(tick, tick * TICK, new TimeAnchor(), tick * TICK);
        out.position(0, tick, 0, 0);
        out.orientation(0, 0, 0, 0, 1);
        publisher.publish(tick * TICK);
        tick++;
    }

    private StateHistory.Builder options() {
        return StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(10))
                .name("a line");
    }

    @Test
    void aClipShowsTheInstantsOfTheRun() throws IOException {
        Path file = folder.resolve("line.fsh");
        try (StateHistory history = options().inline()) {
            for (int i = 0; i < 400; i++) {
                publish();
                history.update();
            }
            // From the keyframe of tick 100, and to the state after the last instant.
            assertEquals(202, history.save(file, 120 * TICK, 300 * TICK));
        }
        Playback clip = Playback.open(file, clock);
        assertEquals("a line", clip.name());
        assertNull(clip.damage());
        assertEquals(100 * TICK, clip.oldestNanos());
        assertEquals(301 * TICK, clip.newestNanos());
        try (FrameSampler frames = FrameSampler.open(clip.states())) {
            for (int i = 0; i < 500; i++) {
                clock.advance(TICK / 3);
                clip.update();
                Frame frame = frames.sample();
                double expected = clip.instant(frame.simulationNanos()) / (double) TICK;
                assertEquals(expected, frame.x()[0], 0.001);
            }
            assertTrue(clip.simulationNanos() > 200 * TICK);
        }
        byte[] bytes = Files.readAllBytes(file);
        Path cut = folder.resolve("cut.fsh");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 7));
        assertThrows(IOException.class, () -> Playback.open(cut, clock), "its only block is cut");
    }

    /** The thread has not looked at the newest states yet when the clip is asked for. */
    @Test
    void aClipHasTheStatesThatWerePublishedBefore() throws IOException {
        try (StateHistory history = options().start()) {
            for (int i = 1; i <= 20; i++) {
                publish();
                publish();
                Path file = folder.resolve(i + ".fsh");
                assertEquals(2 * i, history.save(file, 0, Long.MAX_VALUE));
                assertEquals((tick - 1) * TICK, Playback.open(file, clock).newestNanos());
            }
            assertNull(history.failure());
        }
    }

    @Test
    void aShortHistoryHasNoClip() {
        try (StateHistory history = StateHistory.builder(publisher.states()).inline()) {
            assertEquals(
                    "a clip needs compact states, but this history keeps at most 1 second; set"
                            + " StateHistory.Builder.last to more than 1 second",
                    assertThrows(IllegalStateException.class, () -> history.save(folder.resolve("a"), 0, 1))
                            .getMessage());
        }
        assertNotNull(
                assertThrows(IllegalArgumentException.class, () -> options().name("n".repeat(201))));
    }
}
