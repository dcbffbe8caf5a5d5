package io.github.freestep.physics.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.ground.readme.Crates;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ground in recordings, in services and in rooms. */
@Timeout(60)
class GroundRunTest {
    private static final int CRATES = 8;

    @TempDir
    Path folder;

    /** Digs, fills, loads and unloads under falling crates, so that a lost or late change moves some of them. */
    private static void change(GroundWriter writer, Random random) {
        for (int i = random.nextInt(40); i > 0; i--) {
            writer.set(random.nextInt(24), random.nextInt(16), 0, random.nextInt(2));
        }
        if (random.nextInt(8) == 0) {
            int floor = random.nextInt(4);
            writer.load(random.nextInt(2), 0, 0, GroundSection.of((x, y, z) -> y <= floor ? 1 : Crates.AIR));
        }
        if (random.nextInt(16) == 0) {
            writer.unload(random.nextInt(2), 1, 0);
        } else {
            writer.load(random.nextInt(2), 1, 0, GroundSection.of((x, y, z) -> Crates.AIR));
        }
    }

    private static Simulation crates() {
        Ground ground = new Ground();
        return ground.around(new Crates(ground, CRATES));
    }

    @Test
    void aReplayHasTheSameGroundAndBits() throws Exception {
        Path file = folder.resolve("ground.rec");
        Random random = Seeds.random(1);
        List<String> recorded = new ArrayList<>();
        GroundWriter writer = new GroundWriter();
        try (InlineStepper physics =
                PhysicsService.builder(crates()).clock(new VirtualClock(0)).inline()) {
            try (Recorder recorder = Recorder.open(physics, file, "crates", "", 0, Duration.ofSeconds(1))) {
                for (int tick = 0; tick < 600; tick++) {
                    if (tick % 3 == 0) {
                        change(writer, random);
                        for (int i = 0; tick == 30 && i < 64; i++) { // Of all sizes, in several commands.
                            int layers = i % 17;
                            writer.load(i, 2, 0, GroundSection.of((x, y, z) -> y < layers ? x ^ y : 0));
                        }
                        assertTrue(writer.publish(physics));
                    }
                    physics.advanceTick();
                    recorded.add(physics.read(GroundRunTest::cells).join());
                }
                assertNull(recorder.failure());
            }
        }
        assertTrue(recorded.stream().distinct().count() > 100, "the ground changes");
        try (Replay replay = Replay.open(file, GroundRunTest::crates, Ground.commands(CommandReader.NONE))) {
            int tick = 0;
            while (replay.next()) {
                assertTrue(replay.matches(), () -> "tick " + replay.tick());
                tick++;
            }
            assertNull(replay.failure());
            assertEquals(recorded.size(), tick);
        }
    }

    private static String cells(PhysicsContext c) {
        GroundVersion now = c.world(Ground.class).version();
        StringBuilder cells = new StringBuilder();
        for (int x = 0; x < 24; x++) {
            for (int y = 0; y < 20; y++) {
                cells.append(now.cell(x, y, 0));
            }
        }
        return cells.toString();
    }
}
