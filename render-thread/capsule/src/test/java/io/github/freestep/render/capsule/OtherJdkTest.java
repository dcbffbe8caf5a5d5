package io.github.freestep.render.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.OtherJdk;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Players and developers have different JDKs. */
class OtherJdkTest {
    private static final int TICKS = 100;

    /** Each input changes all later states. */
    private static final class Rolling implements Simulation {
        private float x = 1;

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
            x = 0.9f * x + tick.input().axis(0) / (1 + x * x);
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, x, 0, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileOfOneJdkIsReadAndRepeatedByAnother(boolean writtenElsewhere, @TempDir Path folder) throws Exception {
        Optional<Path> other = OtherJdk.find(Path.of(System.getProperty("java.home")));
        assumeTrue(other.isPresent(), "no JDK from 17 on, of another version than this one, was found");
        Path file = folder.resolve("bug.freestep");
        String read;
        if (writtenElsewhere) {
            OtherProcess.with().on(other.get()).start(OtherJdkTest.class, "write", file.toString());
            read = read(file);
        } else {
            write(file);
            read = OtherProcess.with().on(other.get()).start(OtherJdkTest.class, "read", file.toString());
        }
        assertEquals("tick 100, frames 100, ticks that repeat 100", read);
    }

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[1]);
        if (arguments[0].equals("write")) {
            write(file);
        } else {
            System.out.print(read(file));
        }
    }

    private static void write(Path file) throws IOException {
        try (InlineStepper stepper = PhysicsService.builder(new Rolling())
                        .rate(100)
                        .axes(1)
                        .hashEvery(1)
                        .clock(new VirtualClock(0))
                        .inline();
                Capsule capsule = Capsule.open(stepper, file.getParent(), "rolling", "", 1);
                FrameSampler frames = FrameSampler.builder(stepper.states())
                        .listener(capsule.listener())
                        .open()) {
            for (int i = 0; i < TICKS; i++) {
                stepper.input().axis(0, i % 7, stepper.clock().nanoTime());
                stepper.advanceTick();
                frames.sample(stepper.clock().nanoTime());
            }
            capsule.write(file);
        }
    }

    private static String read(Path file) throws IOException {
        CapsuleFile bug = CapsuleFile.read(file);
        Path run = Files.createTempFile(file.getParent(), "run", ".rec");
        bug.writeRun(run);
        int repeated = 0;
        try (Replay replay = Replay.open(run, Rolling::new, CommandReader.NONE)) {
            while (replay.next()) {
                repeated += replay.matches() ? 1 : 0;
            }
        }
        return "tick " + bug.tick() + ", frames " + bug.logs().get(0).frames() + ", ticks that repeat " + repeated;
    }
}
