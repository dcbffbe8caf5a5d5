package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.testing.Printed;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the page about saving. */
class ReadmeRecordingTest {
    /** The world of that page's examples. */
    private static final class Pinball extends BallWorld.Savable {}

    @TempDir
    Path folder;

    @Test
    void itRuns() throws Exception {
        Path file = folder.resolve("run");
        run(new Pinball(), file, 1);
        RecordingSummary summary = RecordingSummary.of(file);
        assertTrue(summary.isComplete());
        assertTrue(summary.lastTick() > 0);
    }

    @Test
    void itSeeks() throws Exception {
        Path file = folder.resolve("run");
        try (PhysicsService physics = PhysicsService.builder(new Pinball()).build()) {
            String printed = Printed.by(() -> recordAndSeek(physics, file, 1));
            assertTrue(printed.matches("\\d+ ticks are recorded\\R"), printed);
        }
    }

    private static void recordAndSeek(PhysicsService physics, Path file, long seed) throws Exception {
        try (Recorder recorder = Recorder.open(physics, file, "pinball", "table=3", seed, Duration.ofSeconds(5))) {
            physics.start();
            play(physics);
            System.out.println(recorder.tick() + " ticks are recorded");
        }
        ReplaySimulation replay = new ReplaySimulation(Replay.open(file, Pinball::new, CommandReader.NONE));
        try (PhysicsService playback =
                PhysicsService.builder(replay).rate(replay.rate()).start()) {
            replay.seekTo(playback, 60_000).join(); // now the next frame shows that tick
            show(playback);
        }
    }

    private static void show(PhysicsService playback) {
        play(playback);
    }

    private static void run(Pinball world, Path file, long seed) throws Exception {
        PhysicsService physics = PhysicsService.builder(world).build();
        Recorder recorder = Recorder.open(physics, file, "pinball", "table=3", seed);
        try (physics;
                recorder) {
            physics.start();
            play(physics);
        }
        if (recorder.failure() != null) {
            System.out.println(recorder.failure().getMessage()); // such as a full disk; the run continued
        }
        try (Replay replay = Replay.open(file, Pinball::new, CommandReader.NONE)) {
            while (replay.next()) {
                if (!replay.matches()) {
                    throw new AssertionError("tick " + replay.tick() + " differs: " + replay.difference());
                }
            }
            if (replay.failure() != null) {
                throw replay.failure(); // such as a damaged file
            }
        }
    }

    @Test
    void itKeepsTheLastSeconds() throws Exception {
        Path file = folder.resolve("bug.rec");
        try (PhysicsService physics = PhysicsService.builder(new Pinball()).build()) {
            RecordingRing ring = RecordingRing.open(physics, "pinball", "table=3", 1);
            physics.start();
            play(physics);
            ring.write(file); // once the player presses "report a bug"
        }
        assertTrue(RecordingSummary.of(file).lastTick() > 0);
    }

    @Test
    void itGoesBack() throws Exception {
        Path file = folder.resolve("branch.rec");
        try (PhysicsService physics = PhysicsService.builder(new Pinball()).build()) {
            Rewind rewind = Rewind.of(physics, Duration.ofSeconds(20));
            physics.start();
            play(physics);
            rewind.to(rewind.newestTick() - 10).join(); // pauses, and shows that tick
            rewind.play(); // with the keys that the player presses now
            rewind.keep(file); // what was played since, as a recording
        }
        assertTrue(RecordingSummary.of(file).firstTick() > 0);
    }

    private static void play(PhysicsService physics) {
        while (physics.failure() == null && physics.metrics().tick() < 20) {
            Thread.onSpinWait();
        }
        assertNull(physics.failure());
    }
}
