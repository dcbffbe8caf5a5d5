package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.EmptyWorld;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import java.io.DataOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AttachedRunTest {
    private boolean failsToSave;

    @Test
    void aSavedWorldIsTakenOnceAndAFailureLeavesNone() {
        EmptyWorld world = new EmptyWorld() {
            @Override
            public void save(DataOutput out) throws IOException {
                if (failsToSave) {
                    throw new IOException("it fails");
                }
            }
        };
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            AttachedRun run = new AttachedRun(stepper, Rules.of(MatchSettings.of("t", StateLayout.of(1), 2)));
            run.save(3);
            assertEquals(3, run.takeSaved().tick());
            assertNull(run.takeSaved());
            run.save(5);
            failsToSave = true;
            run.save(6);
            assertNull(run.takeSaved(), "an older world is not that of the tick");
        }
    }
}
