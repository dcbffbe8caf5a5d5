package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsGroup;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.Playback;
import io.github.freestep.render.StateHistory;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookAgainTest {
    private static final long TICK_NANOS = 10_000_000;
    private static final int LAST = 30;

    @TempDir
    private Path folder;

    /** A body that moves by 1 in each tick. A step fails at the last tick, or later. */
    private static final class Crash implements Simulation {
        volatile boolean crashesInSetUp;
        volatile boolean crashes;
        volatile long tick;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            if (crashesInSetUp) {
                throw new IllegalStateException("crash");
            }
            context.bodies().spawn();
        }

        @Override
        public void step(Tick step) {
            if (crashes && tick >= LAST) {
                throw new IllegalStateException("crash");
            }
            tick++;
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, tick, 0, 0);
            state.orientation(0, 0, 0, 0, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCrashLeavesAClipOfTheSecondsBefore(boolean inGroup) throws IOException {
        Path file = folder.resolve("crash.fsh");
        Crash world = new Crash();
        try (PhysicsGroup group = PhysicsGroup.builder().threads(1).open();
                PhysicsService physics = service(world, inGroup ? group : null).start();
                StateHistory history = LookAgain.keep(physics)) {
            LookAgain.saveCrash(physics, history, file);
            world.crashes = true;
            // The service waits for the consumer when it is closed.
            Await.until(() -> Files.exists(file));
        }
        Playback clip = Playback.open(file, NanoClock.system());
        assertNull(clip.damage());
        assertEquals(world.tick * TICK_NANOS, clip.newestNanos());
    }

    private static PhysicsBuilder service(Simulation world, PhysicsGroup group) {
        PhysicsBuilder options = PhysicsService.builder(world);
        return group == null ? options : options.group(group);
    }

    /** There is no state yet. The service still ends in order, and reports its failure. */
    @Test
    void aCrashWhileTheWorldIsSetUpLeavesNoClip() {
        Logger log = Logger.getLogger("game");
        BlockingQueue<LogRecord> records = new LinkedBlockingQueue<>();
        log.setFilter(record -> !records.add(record));
        Path file = folder.resolve("crash.fsh");
        Crash world = new Crash();
        world.crashesInSetUp = true;
        try (PhysicsService physics = PhysicsService.builder(world).build();
                StateHistory history = LookAgain.keep(physics)) {
            LookAgain.saveCrash(physics, history, file);
            physics.start();
            Await.until(() -> !records.isEmpty());
            assertEquals("no clip of the crash", records.remove().getMessage());
            // The event comes first.
            Await.until(() -> physics.failure() != null);
            assertEquals("crash", physics.failure().getCause().getMessage());
        } finally {
            log.setFilter(null);
        }
        assertTrue(Files.notExists(file));
    }

    @Test
    void thePastIsShownInSlowMotion() {
        Crash world = new Crash();
        try (PhysicsService physics = PhysicsService.builder(world).start();
                StateHistory history = LookAgain.keep(physics)) {
            world.crashes = true;
            Playback kept = history.playback();
            Await.until(() -> physics.failure() != null && kept.newestNanos() == world.tick * TICK_NANOS);
            LookAgain again = new LookAgain(history);
            again.begin(world.tick * TICK_NANOS);
            Frame frame = again.frame();
            assertTrue(frame.hasState());
            assertEquals(kept.oldestNanos() / TICK_NANOS, frame.x()[0], 1);
        }
    }
}
