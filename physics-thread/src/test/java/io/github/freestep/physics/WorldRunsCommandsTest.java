package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A simulation runs every command itself, wherever the command comes from. */
class WorldRunsCommandsTest {
    private final Watching world = new Watching();

    @Test
    void theWorldRunsACommandOfAStepper() throws Exception {
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            world.seen.clear();
            assertEquals(0, stepper.call(PhysicsContext::tick).join());
            CompletionException failure = assertThrows(
                    CompletionException.class,
                    () -> stepper.submit(Watching::fail).join());
            assertEquals("no", failure.getCause().getMessage());
        }
        assertEquals(List.of("begins", "ends", "begins", "fails"), world.seen);
    }

    @Test
    void theWorldRunsACommandOfAnInputStage() {
        PhysicsBuilder builder = PhysicsService.builder(world).clock(new VirtualClock(0));
        try (InlineStepper stepper =
                WaitingStage.taking(builder, (tick, run) -> run.run(c -> {})).inline()) {
            world.seen.clear();
            stepper.advanceTick();
        }
        assertEquals(List.of("begins", "ends"), world.seen);
    }

    /** Logs the start and the end of each command. */
    private static final class Watching extends Falling {
        private final List<String> seen = new ArrayList<>();

        static void fail(PhysicsContext context) {
            throw new IllegalStateException("no");
        }

        @Override
        public void run(Command command, PhysicsContext context) throws Exception {
            seen.add("begins");
            try {
                command.run(context);
                seen.add("ends");
            } catch (IllegalStateException e) {
                seen.add("fails");
                throw e;
            }
        }
    }
}
