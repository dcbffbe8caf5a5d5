package io.github.freestep.benchmarks.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.capsule.Capsule;
import io.github.freestep.render.capsule.CapsuleFile;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.tools.Commands;
import io.github.freestep.tools.Walkers;
import io.github.freestep.tools.diagnose.DiagnoseCommand;
import io.github.freestep.tools.record.OpenCommand;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One file that shows a bug: what makes one, and what the commands say of it. */
@Timeout(240)
class CapsuleTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int open(Path file, String... more) {
        String[] all =
                Stream.concat(Stream.of(file.toString()), Stream.of(more)).toArray(String[]::new);
        return Commands.run(new OpenCommand(), out, err, all);
    }

    private void assertSays(String text) {
        assertTrue(out.toString().contains(text), () -> text + " is not in " + out + err);
    }

    /** Stumbles at tick 250. */
    public static class Stumbling extends Walkers implements SavableSimulation {
        /** Makes 20 bodies. */
        public Stumbling() {
            super(20);
        }

        @Override
        public void step(Tick tick) {
            x += 0.1 * tick.input().axis(0);
            if (tick.number() == 250) {
                throw new IllegalStateException("a foot is stuck");
            }
        }

        double x() {
            return x;
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeDouble(x);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            x = in.readDouble();
        }
    }

    private Capsule capsule(InlineStepper stepper) {
        return Capsule.open(stepper, folder, Stumbling.class.getName(), "bodies=20", 1);
    }

    private static InlineStepper stepper() {
        return PhysicsService.builder(new Stumbling())
                .rate(100)
                .axes(1)
                .hashEvery(1)
                .clock(new VirtualClock(0))
                .onProblem(problem -> {})
                .inline();
    }

    private static void walk(InlineStepper stepper, int ticks) {
        for (int i = 0; i < ticks; i++) {
            stepper.input().axis(0, i % 7, stepper.clock().nanoTime());
            stepper.advanceTick();
        }
    }

    @Test
    void aFailedStepIsWrittenAndFailsAgain() throws IOException {
        InlineStepper stepper = stepper();
        Capsule capsule = capsule(stepper);
        walk(stepper, 100);
        Saves.load(stepper, stepper.read(Saves::saved).join()).join();
        walk(stepper, 149);
        assertThrows(PhysicsException.class, stepper::advanceTick);
        stepper.close();
        capsule.close();
        Path file = folder.resolve("bug-1.freestep");
        CapsuleFile bug = CapsuleFile.read(file);
        assertEquals(CapsuleFile.Kind.FAILURE, bug.kind());
        assertEquals(250, bug.tick());
        assertTrue(bug.reason().contains("a foot is stuck"), bug.reason());
        assertEquals(0, open(file), () -> out + "" + err);
        assertSays("failure, tick 250: ");
        assertSays("tick 250 fails: ");
        assertSays("a foot is stuck, at " + Stumbling.class.getName() + ".step(CapsuleTest.java:");
        assertSays("the last inputs up to tick 250:");
        assertEquals(
                10,
                out.toString()
                        .lines()
                        .filter(line -> line.matches("  tick 24\\d: axis 0, value \\d.0"))
                        .count(),
                out::toString);
        assertEquals(2, Commands.run(new DiagnoseCommand(), out, err, file.toString()));
        assertTrue(err.toString().contains("the file has no frames"), err::toString);
    }

    @Test
    void theExampleOfThePageRuns() throws IOException {
        Path file = folder.resolve("bug.freestep");
        writeOne(new Stumbling(), folder, file, 1);
        CapsuleFile bug = CapsuleFile.read(file);
        assertTrue(bug.writeRun(folder.resolve("run.rec")));
        assertEquals(1, bug.reports().size());
    }

    private static void writeOne(Simulation world, Path folder, Path file, long seed) throws IOException {
        PhysicsService physics = PhysicsService.builder(world).build();
        Capsule capsule = Capsule.open(physics, folder, "pinball", "table=3", seed);
        physics.start();
        FrameSampler frames = FrameSampler.builder(physics.states())
                .listener(capsule.listener())
                .open();
        play(physics, frames);
        capsule.write(file); // once the player presses "report a bug"
        frames.close();
        physics.close();
        capsule.close(); // after the service, so that a failure at its end is written, too
    }

    private static PhysicsService playOn(CapsuleFile bug, Path run, Simulation world) throws IOException {
        bug.writeRun(run);
        try (Replay replay = Replay.open(run, Stumbling::new, CommandReader.NONE)) {
            while (replay.tick() < bug.tick() - 100) { // one second before the bug
                replay.next();
            }
            return replay.play(PhysicsService.builder(world)); // with input of its own, if you add some
        }
    }

    private static void play(PhysicsService physics, FrameSampler frames) {
        Await.until(() -> frames.sample().hasState() && physics.metrics().tick() > 2);
    }

    @Test
    void oneThatWasAskedForRepeatsAllStates() throws IOException {
        Path file = folder.resolve("asked.freestep");
        try (InlineStepper stepper = stepper();
                Capsule capsule = capsule(stepper)) {
            walk(stepper, 200);
            capsule.write(file);
        }
        Stumbling fixed = new Stumbling() {
            @Override
            public void step(Tick tick) {
                x += tick.input().axis(0);
            }
        };
        double there = 0;
        for (int tick = 0; tick < 100; tick++) {
            there += 0.1 * (tick % 7);
        }
        try (PhysicsService game = playOn(CapsuleFile.read(file), folder.resolve("run.rec"), fixed)) {
            double[] found =
                    game.read(c -> new double[] {c.tick() - 100, fixed.x()}).join();
            assertEquals(there + 99 % 7 * found[0], found[1], 1e-6);
        }
        assertEquals(0, open(file), () -> out + "" + err);
        assertSays("demand, tick 200: it was asked for");
        assertSays("all states up to tick 200 are the recorded ones");
        assertEquals(1, open(file, "--stop-at", "201"), () -> out + "" + err);
        assertSays("the run ends at tick 200, before tick 201");
        assertFalse(Files.exists(folder.resolve("bug-1.freestep")));
    }

    /** A step of 61 ms at tick 800, in a game that shows its frames with a sampler. */
    @Test
    void aStutterIsWrittenAndItsCauseNamed() throws IOException {
        int[] tick = {0};
        try (OneThread game = new OneThread(
                        Scenes.of("springs", 1, 1, StepCost.NONE),
                        () -> ++tick[0] == 800 ? 61 * MILLI : 3 * MILLI,
                        builder -> builder);
                Capsule capsule = Capsule.ofTimes(game.physics(), folder)) {
            FrameSampler frames = FrameSampler.builder(game.states())
                    .listener(capsule.listener())
                    .open();
            game.run(12, 60, frames::sample);
            game.run(0.1, 60, nanos -> frames.close());
            assertNull(capsule.failure());
        }
        Path file = folder.resolve("bug-1.freestep");
        CapsuleFile bug = CapsuleFile.read(file);
        assertEquals(CapsuleFile.Kind.STUTTER, bug.kind());
        assertEquals(800, bug.tick(), 1);
        assertEquals(1, Commands.run(new DiagnoseCommand(), out, err, file.toString()), err::toString);
        assertSays("tick 800 was published 61 ms late, because its step took 61 ms");
        assertEquals(2, open(file));
        assertTrue(err.toString().contains("the file has no run to step, only times; use diagnose"), err::toString);
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "a text");
        assertEquals(2, open(file));
        assertTrue(err.toString().contains("this is not a capsule"), err::toString);
    }
}
