package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.PhysicsService;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows of recordings is this. */
class ReadmeRecordingTest {
    private static final int INDENT = 8;

    /** The README's world. */
    private static final class Pinball extends Juggler {}

    @TempDir
    Path folder;

    @Test
    void itRuns() throws Exception {
        Path file = folder.resolve("run");
        assertTrue(runs(new Pinball(), file, 1) > 0);
        assertTrue(RecordingSummary.of(file).complete());
    }

    private static long runs(Pinball world, Path file, long seed) throws Exception {
        // README
        PhysicsService physics = PhysicsService.builder(world).build();
        try (physics;
                Recorder recorder = Recorder.open(physics, file, "pinball", "table=3", seed)) {
            physics.start();
            play(physics);
            if (recorder.failure() != null) {
                System.out.println(recorder.failure()); // such as a full disk; the game goes on
            }
        }
        try (Replay replay = Replay.open(file, Pinball::new, CommandReader.NONE)) {
            while (replay.next()) {
                if (!replay.matches()) {
                    throw new AssertionError("tick " + replay.tick() + " is another");
                }
            }
            // README
            return replay.tick();
        }
    }

    private static void play(PhysicsService physics) {
        while (physics.metrics().tick() < 3) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theReadmeShowsItAsItIs() throws Exception {
        String[] parts = Files.readString(
                        Path.of("src/test/java/io/github/freestep/physics/recording/ReadmeRecordingTest.java"))
                .split(" {8,12}// README\n");
        assertEquals(3, parts.length);
        String shown = parts[1].indent(-INDENT) + "}\n";
        assertTrue(Files.readString(Path.of("..", "README.md")).contains("```java\n" + shown + "```"), shown);
    }
}
