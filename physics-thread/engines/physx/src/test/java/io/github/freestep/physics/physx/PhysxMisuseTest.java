package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.OtherProcess;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import physx.physics.PxRigidDynamic;
import physx.physics.PxScene;

/** Tests mistakes that would end the process in native code, each in a process of its own. */
class PhysxMisuseTest {
    @Test
    void aBodyOfAnotherWorldIsRefusedAndBothWorldsContinue() throws Exception {
        assertEquals("refused, and the first continued", OtherProcess.run(SharesABody.class));
    }

    @Test
    void aRayFromAnotherThreadIsRefusedWhileTheWorldIsStepped() throws Exception {
        assertEquals("refused, and the world continued", OtherProcess.run(AsksFromOutside.class));
    }

    @Test
    void anErrorOnAThreadThatRunsNoWorldIsLoggedAsAWarning() throws Exception {
        String log = OtherProcess.with("-Duser.language=en").start(ErrsOutside.class);
        assertTrue(log.contains("WARNING: PhysX: ") && log.contains("called illegally"), log);
        assertTrue(log.contains("elsewhere,5") && log.contains("ErrsOutside.lambda"), log);
    }

    /** Prints the log: the logger uses the stream that System.err is at its first record. */
    static final class ErrsOutside {
        private ErrsOutside() {}

        public static void main(String[] args) throws Exception {
            System.setErr(System.out);
            PhysxSimulation world = pile();
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                PxScene scene = world.scene();
                Thread elsewhere = new Thread(() -> scene.fetchResults(true), "elsewhere");
                elsewhere.start();
                elsewhere.join();
                stepper.advanceTick();
            }
        }
    }

    /** Without the refusal, closing the second world would release the body of the first. */
    static final class SharesABody {
        private SharesABody() {}

        public static void main(String[] args) {
            PhysxSimulation first = pile();
            PhysxSimulation second = pile();
            try (PhysicsService physics = PhysicsService.builder(first).start()) {
                PxRigidDynamic body = physics.call(c -> first.body(0)).join();
                try (PhysicsService other = PhysicsService.builder(second).start()) {
                    CompletionException failure = assertThrows(
                            CompletionException.class,
                            () -> other.call(c -> second.add(body)).join());
                    assertTrue(failure.getCause().getMessage().contains("in a scene already"), failure::toString);
                    awaitTicks(other, 10);
                }
                awaitTicks(physics, 50);
            }
            try (InlineStepper stepper = PhysicsService.builder(second).inline()) {
                assertThrows(IllegalStateException.class, () -> second.add(second.body(0)));
                stepper.advanceTick();
            }
            System.out.print("refused, and the first continued");
        }
    }

    static final class AsksFromOutside {
        private static final int RAYS = 10_000;

        private AsksFromOutside() {}

        public static void main(String[] args) {
            PhysxSimulation world = pile();
            try (PhysicsService physics =
                    PhysicsService.builder(world).rate(1_000).start()) {
                awaitTicks(physics, 10);
                for (int i = 0; i < RAYS; i++) {
                    IllegalStateException refusal = assertThrows(
                            IllegalStateException.class, () -> world.scene().getNbActors(null));
                    assertTrue(refusal.getMessage().contains("call it in a command"), refusal::toString);
                }
                awaitTicks(physics, 10);
            }
            System.out.print("refused, and the world continued");
        }
    }

    /** Returns once the service has stepped n more ticks. */
    private static void awaitTicks(PhysicsService physics, int ticks) {
        long end = physics.metrics().tick() + ticks;
        while (physics.metrics().tick() < end) {
            if (physics.failure() != null) {
                throw new AssertionError(physics.failure());
            }
            Thread.onSpinWait();
        }
    }

    private static PhysxSimulation pile() {
        return BoxWorld.of(20, world -> {
            for (int i = 0; i < 10; i++) {
                world.add(BoxWorld.box(world, 0, 1 + 1.5f * i, 0));
            }
        });
    }
}
