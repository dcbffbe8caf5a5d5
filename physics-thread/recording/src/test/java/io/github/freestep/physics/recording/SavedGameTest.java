package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.time.Ratio;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page for saved games. */
@Timeout(240)
class SavedGameTest {
    static void save(PhysicsService physics, Path file) throws IOException {
        AtomicFiles.write(file, physics.read(Saves::saved).join());
    }

    static PhysicsService load(Path file, SavableSimulation world) throws IOException {
        return Saves.startAt(PhysicsService.builder(world), Files.readAllBytes(file))
                .start();
    }

    static CompletableFuture<Void> nextLevel(Physics physics, SavableSimulation level) {
        PhysicsBuilder same = PhysicsService.builder(level).settings(physics.settings());
        try (InlineStepper aside = same.inline()) { // sets the level up
            return Saves.load(physics, aside.read(Saves::saved).join());
        }
    }

    static PhysicsService hotReload(PhysicsService old, SavableSimulation world) { // of another class loader
        byte[] saved = old.read(Saves::saved).join();
        PhysicsBuilder same = PhysicsService.builder(world).settings(old.settings());
        PhysicsService reloaded = Saves.startAt(same, saved).start();
        reloaded.call(PhysicsContext::tick).join(); // if this fails, the old one continues
        old.close();
        return reloaded;
    }

    /** Counts its steps, from a number that depends on the level. */
    public static final class Counter implements SavableSimulation {
        long steps;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            steps++;
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, steps, 0, 0);
        }

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

    @Test
    void theNextLevelAndAResetAreRecorded(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run");
        List<Float> shown = new ArrayList<>();
        try (InlineStepper stepper =
                PhysicsService.builder(new Counter()).axes(2).rate(30).inline()) {
            Recorder recorder = Recorder.open(stepper, file, "counter", "", 0);
            byte[] first = stepper.read(Saves::saved).join();
            Counter level = new Counter();
            level.steps = 100;
            show(stepper, shown);
            nextLevel(stepper, level).join();
            show(stepper, shown);
            Saves.load(stepper, first).join();
            show(stepper, shown);
            recorder.close();
        }
        assertEquals(List.of(1f, 2f, 101f, 102f, 1f, 2f), shown);
        try (Replay replay = Replay.open(file, Counter::new, CommandReader.NONE)) {
            assertEquals(6, RecordedRun.assertRepeats(replay));
        }
    }

    private static void show(InlineStepper stepper, List<Float> to) {
        try (StateReader reader = stepper.states().reader()) {
            for (int i = 0; i < 2; i++) {
                stepper.advanceTick();
                reader.acquire();
                to.add(reader.state(0).x()[0]);
            }
        }
    }

    /** Loads the class of the world again, as a host does after it was compiled. */
    private static final class Reloaded extends ClassLoader {
        SavableSimulation world() throws IOException, ReflectiveOperationException {
            String name = Counter.class.getName();
            try (InputStream in = Counter.class.getResourceAsStream("SavedGameTest$Counter.class")) {
                byte[] bytes = in.readAllBytes();
                return (SavableSimulation) defineClass(name, bytes, 0, bytes.length)
                        .getConstructor()
                        .newInstance();
            }
        }
    }

    @Test
    void theOldClassOfAWorldIsForgottenAfterAHotReload() throws Exception {
        List<WeakReference<ClassLoader>> old = new ArrayList<>();
        try (PhysicsService reloaded = hotReload(begun(old), new Reloaded().world())) {
            Await.until(() -> {
                System.gc();
                return old.get(0).refersTo(null);
            });
            assertTrue(reloaded.read(PhysicsContext::tick).join() >= 5);
            assertEquals(Ratio.of(30, 1), reloaded.settings().rate());
        }
    }

    private static PhysicsService begun(List<WeakReference<ClassLoader>> loaders) throws Exception {
        Reloaded loader = new Reloaded();
        loaders.add(new WeakReference<>(loader));
        PhysicsService begun =
                PhysicsService.builder(loader.world()).axes(2).rate(30).start();
        Await.until(() -> begun.metrics().tick() >= 5);
        return begun;
    }
}
