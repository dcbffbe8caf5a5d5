package io.github.freestep.physics;

import io.github.freestep.physics.rooms.PhysicsGroup;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a prompt command wakes a thread that others use, too. */
@Timeout(240)
class PromptCommandsInGroupTest extends PromptCommandsTest {
    @Override
    void aCommandWakesTheThreadOfItsService() {
        // As below.
    }

    @Override
    void commandsOfACommandRunBeforeTheNextTick() {
        // Has nothing to do with the group.
    }

    @Test
    void aCommandWakesTheThreadOfItsGroup() throws Exception {
        try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
            PhysicsService other =
                    PhysicsService.builder(new Falling()).group(group).start();
            PhysicsService physics = PhysicsService.builder(new Falling())
                    .group(group)
                    .promptCommands()
                    .start();
            // By itself, the clock reaches the time at which it begins.
            clock.ended = true;
            ServiceUnderTest.await(() -> physics.metrics().tick() > 0);
            clock.ended = false;
            assertPrompt(physics);
            clock.ended = true;
            physics.close(); // wakes the thread
            other.call(PhysicsContext::tick).get(30, TimeUnit.SECONDS);
        }
    }
}
