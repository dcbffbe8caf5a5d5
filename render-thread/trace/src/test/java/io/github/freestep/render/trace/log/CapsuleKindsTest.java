package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.trace.Capsule;
import io.github.freestep.render.trace.CapsuleFile;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapsuleKindsTest {
    @TempDir
    private Path folder;

    private static final class Falls implements Simulation {
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
            throw new IllegalStateException("it falls");
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 0, 0);
        }
    }

    /** A stutter is written once a minute at most, and may be the first sign of what then fails. */
    @Test
    void aFailureSoonAfterAStutterIsWrittenBesideOldFiles() throws IOException {
        for (int old = 1; old <= 11; old++) {
            Files.writeString(folder.resolve("bug-" + old + ".freestep"), "of another run");
        }
        InlineStepper stepper =
                PhysicsService.builder(new Falls()).onProblem(problem -> {}).inline();
        Capsule capsule = Capsule.ofTimes(stepper, folder);
        FlightFrames.STUTTERS.incrementAndGet();
        Path first = folder.resolve("bug-12.freestep");
        Await.until(() -> Files.exists(first) || capsule.failure() != null);
        FlightFrames.STUTTERS.incrementAndGet();
        assertThrows(PhysicsException.class, stepper::advanceTick);
        stepper.close();
        capsule.close();
        assertEquals(CapsuleFile.Kind.STUTTER, CapsuleFile.read(first).kind());
        CapsuleFile second = CapsuleFile.read(folder.resolve("bug-13.freestep"));
        assertEquals(CapsuleFile.Kind.FAILURE, second.kind());
    }
}
