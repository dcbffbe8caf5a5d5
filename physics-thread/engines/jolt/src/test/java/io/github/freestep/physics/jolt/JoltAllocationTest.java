package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Allocations;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a world allocates that is saved and restored in every tick, as prediction does. */
class JoltAllocationTest {
    private static final int BOXES = 100;
    private static final int TICKS = 60;

    /** Small objects of the binding and of the JDK, whose number does not depend on that of the bodies. */
    private static final long SMALL = 2_000;

    private long leastSave = Long.MAX_VALUE;
    private long leastRestore = Long.MAX_VALUE;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void neitherASaveNorARestoreAllocatesPerBody(boolean areContactsRead) {
        try (InlineStepper stepper =
                PhysicsService.builder(new JoltPile(BOXES).simulation()).inline()) {
            if (areContactsRead) {
                stepper.events().with(Kind.CONTACT_BEGIN).open();
            }
            for (int i = 0; i < TICKS; i++) {
                stepper.advanceTick();
                stepper.submit(c -> measure(c.world(JoltSimulation.class))).join();
            }
        }
        assertTrue(leastSave < SMALL, () -> "a save allocated " + leastSave + " bytes");
        assertTrue(leastRestore < SMALL, () -> "a restore allocated " + leastRestore + " bytes");
    }

    private void measure(JoltSimulation world) throws IOException {
        ByteArrayOutputStream saved = new ByteArrayOutputStream(1 << 20);
        DataOutputStream out = new DataOutputStream(saved);
        long before = allocated();
        world.save(out);
        long after = allocated();
        leastSave = Math.min(leastSave, after - before);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toByteArray()));
        before = allocated();
        world.restore(in);
        leastRestore = Math.min(leastRestore, allocated() - before);
    }

    private static long allocated() {
        return Allocations.by(Thread.currentThread().getId());
    }
}
