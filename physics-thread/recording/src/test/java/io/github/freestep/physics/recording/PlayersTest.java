package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.FedInput;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputFeed;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joins and leaves of players go through a recording, apart from the input. */
class PlayersTest {
    private static final List<String> CHANGES =
            List.of("2: player 0 joins", "2: player 31 joins", "4: player 31 leaves", "7: player 31 joins");

    private final List<String> seen = new ArrayList<>();

    @TempDir
    private Path folder;

    private static void feed(long tick, FedInput into) {
        if (tick == 2) {
            into.joins(0);
        }
        if (tick == 2 || tick == 7) {
            into.joins(31);
        }
        if (tick == 4) {
            into.leaves(31);
        }
        into.action(5, 1, 0);
    }

    private BallWorld world() {
        BallWorld world = new BallWorld();
        world.during = this::see;
        return world;
    }

    private void see(Tick tick) {
        TickInput input = tick.input();
        assertEquals(1, input.size());
        for (int player = -1; player < 40; player++) {
            if (input.hasJoined(player)) {
                seen.add(tick.number() + ": player " + player + " joins");
            }
            if (input.hasLeft(player)) {
                seen.add(tick.number() + ": player " + player + " leaves");
            }
        }
    }

    private Path record(InputFeed feed) throws IOException {
        Path file = folder.resolve("run.rec");
        try (InlineStepper stepper = PhysicsService.builder(world())
                        .clock(new VirtualClock(0))
                        .feed(feed)
                        .inline();
                Recorder recorder = Recorder.open(stepper, file, "balls", "", 0)) {
            for (int i = 0; i < 10; i++) {
                stepper.advanceTick();
            }
            assertNull(recorder.failure());
        }
        return file;
    }

    @Test
    void aReplayHasThem() throws Exception {
        Path file = record(PlayersTest::feed);
        assertEquals(CHANGES, seen);
        seen.clear();
        try (Replay replay = Replay.open(file, this::world, BallWorld.ToggleBall.READER)) {
            while (replay.next()) {
                assertTrue(replay.matches());
            }
        }
        assertEquals(CHANGES, seen);
    }
}
