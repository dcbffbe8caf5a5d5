package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page for saved games: a game continues where it was saved, also if it was saved before. */
@Timeout(240)
class SavedGameTest {
    static void save(PhysicsService physics, Path file) throws IOException {
        AtomicFiles.write(file, physics.read(Saves::saved).join());
    }

    static PhysicsService load(Path file, SavableSimulation world) throws IOException {
        return Saves.startAt(PhysicsService.builder(world), Files.readAllBytes(file))
                .start();
    }

    /** Counts its steps. */
    private static final class Counter implements SavableSimulation {
        private long steps;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {
            steps++;
        }

        @Override
        public void write(StateWriter state) {}

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(steps);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            steps = in.readLong();
        }
    }

    @Test
    void aGameContinuesAtItsNewestSave(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("game.save");
        try (PhysicsService physics = PhysicsService.builder(new Counter()).start()) {
            save(physics, file);
            Await.until(() -> physics.metrics().tick() >= 5);
            save(physics, file);
        }
        try (PhysicsService resumed = load(file, new Counter())) {
            long[] found = resumed.call(c -> new long[] {c.tick(), c.world(Counter.class).steps})
                    .join();
            assertTrue(found[0] >= 5, () -> "the run began at a tick before " + found[0]);
            assertEquals(found[0], found[1], "the world has done as many steps as there were ticks");
        }
    }
}
