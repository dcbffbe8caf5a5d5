package io.github.freestep.physics.physx;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.OtherProcess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import physx.PxTopLevelFunctions;
import physx.common.PxDefaultAllocator;
import physx.common.PxErrorCallbackImpl;
import physx.common.PxErrorCodeEnum;
import physx.common.PxFoundation;
import physx.common.PxVec3;
import physx.physics.PxActorFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxScene;
import physx.physics.PxShape;
import physx.physics.PxShapeFlagEnum;
import physx.physics.PxSimulationEventCallbackImpl;
import physx.physics.PxTriggerPair;
import physx.support.SupportFunctions;

class PhysxSimulationTest extends EngineRig {

    @Test
    void aFloorThatIsRemovedEndsItsContacts() {
        List<PxRigidStatic> floors = new ArrayList<>();
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(8), in -> {
            floors.add(BoxWorld.floor(in));
            in.add(BoxWorld.box(in, 0, 0.5f, 0));
            in.add(BoxWorld.box(in, 0, 1.5f, 0));
        });
        InlineStepper stepper = stepper(world);
        EventReader events = stepper.events().with(Kind.CONTACT_END).open();
        stepper.advance(200_000_000);
        assertEquals(0, events.poll(event -> {}));
        world.scene().removeActor(floors.get(0));
        stepper.advanceTick();
        List<Integer> ended = new ArrayList<>();
        events.poll(event -> ended.addAll(List.of(event.slotA(), event.slotB())));
        assertEquals(List.of(0, NO_SLOT), ended);
    }

    @Test
    void aNewActorAtTheAddressOfARemovedOneEndsNothing() {
        PhysxSimulation world = boxes(0.5f, 1.5f);
        InlineStepper stepper = stepper(world);
        EventReader events = stepper.events().with(Kind.CONTACT_END).open();
        stepper.advance(200_000_000);
        long address = world.body(1).getAddress();
        world.remove(1);
        int slot = world.add(BoxWorld.box(world, 0, 20, 0));
        assertEquals(address, world.body(slot).getAddress(), "PhysX uses the memory again");
        stepper.advanceTick();
        List<Integer> ended = new ArrayList<>();
        events.poll(event -> ended.addAll(List.of(event.slotA(), event.slotB())));
        assertEquals(List.of(1, 0), ended);
    }

    @Test
    void anEventCallbackThatReplacesTheOneOfARunningSceneIsRefused() {
        Triggers triggers = new Triggers();
        PhysxSimulation world = boxes(0.5f);
        InlineStepper stepper = stepper(world);
        stepper.advanceTick();
        world.scene().setSimulationEventCallback(triggers);
        String why = assertThrows(PhysicsException.class, stepper::advanceTick)
                .getCause()
                .getMessage();
        assertTrue(why.contains("event callback") && why.contains("describe"), why);
        closeAll();
        triggers.destroy();
    }

    @Test
    void anEventCallbackOfTheUsersReceivesBothEndsOfATrigger() {
        Triggers triggers = new Triggers();
        PhysxSimulation world = BoxWorld.of(2, scene -> scene.setSimulationEventCallback(triggers), in -> {
            in.add(BoxWorld.box(in, 0, 2, 0));
            shape(in.body(0)).setFlag(PxShapeFlagEnum.eSIMULATION_SHAPE, false);
            shape(in.body(0)).setFlag(PxShapeFlagEnum.eTRIGGER_SHAPE, true);
            in.body(0).setActorFlag(PxActorFlagEnum.eDISABLE_GRAVITY, true);
            in.add(BoxWorld.box(in, 0, 4, 0));
        });
        assertEquals(List.of(), contacts(stepper(world), 100));
        assertEquals(2, triggers.overlaps);
        closeAll();
        triggers.destroy();
    }

    private static final class Triggers extends PxSimulationEventCallbackImpl {
        private int overlaps;

        @Override
        public void onTrigger(PxTriggerPair pairs, int count) {
            overlaps += count;
        }
    }

    @Test
    void theStepThrowsAnErrorThatPhysxReportsInIt() {
        PhysxSimulation world = boxes(1);
        InlineStepper stepper = stepper(world);
        stepper.advanceTick();
        world.scene().fetchResults(true);
        PhysicsException failure = assertThrows(PhysicsException.class, stepper::advanceTick);
        assertTrue(failure.getMessage().contains("called illegally"), failure.getMessage());
        assertTrue(
                Arrays.stream(failure.getCause().getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().startsWith("theStepThrows")),
                "the stack shows the call that caused the error");
    }

    @Test
    void anErrorThatPhysxReportsInACommandFailsAndUndoesTheCommand() throws Exception {
        PhysxSimulation world = boxes(1);
        InlineStepper stepper = stepper(world);
        stepper.advanceTick();
        CompletableFuture<Void> command = stepper.submit(c -> {
            world.add(BoxWorld.box(world, 0, 5, 0));
            world.scene().fetchResults(true);
        });
        String why = whyFailed(command::join);
        assertTrue(why.contains("called illegally"), why);
        assertFalse(stepper.call(PhysicsContext::bodies).join().isAlive(1));
        stepper.advanceTick();
        assertSame(
                stepper.call(PhysicsContext::bodies).join(),
                stepper.call(PhysicsContext::bodies).join(),
                "it is reported once");
    }

    @Test
    void aForeignFoundationIsRefusedWithARemedy() {
        PhysxRuntime.LIBRARY.load();
        PxDefaultAllocator allocator = new PxDefaultAllocator();
        Quiet errors = new Quiet();
        PhysxSimulation before = boxes(1);
        PhysicsService.builder(before).inline().close();
        PxFoundation foundation = foundation(allocator, errors);
        for (PhysxSimulation world : List.of(boxes(1), before)) {
            PhysicsException failure = assertThrows(PhysicsException.class, () -> stepper(world));
            assertTrue(failure.getMessage().contains("one foundation"), failure.getMessage());
            assertEquals(0, failure.getSuppressed().length);
        }
        foundation.release();
        errors.destroy();
        allocator.destroy();
        stepper(boxes(1)).advanceTick();
    }

    /** In a JVM with both compilers, because only the second one removes the wrappers of native objects. */
    @Test
    void aStepAllocatesNothingOnceItIsCompiled() throws Exception {
        assertEquals("0", OtherProcess.with("-XX:TieredStopAtLevel=4").start(PrintsAllocatedBytes.class));
    }

    static final class PrintsAllocatedBytes {
        private PrintsAllocatedBytes() {}

        public static void main(String[] args) {
            PhysxSimulation world = boxes(1, 3, 20);
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                PxVec3 up = new PxVec3(0, 5, 0);
                long since = System.nanoTime();
                long bytes;
                do {
                    bytes = Allocations.of(() -> {
                        if (stepper.metrics().tick() % 50 == 0) {
                            world.body(2).setLinearVelocity(up);
                        }
                        stepper.advanceTick();
                    });
                    // On a busy machine, the compiler may get no processor for a while.
                } while (bytes > 0 && System.nanoTime() - since < 30_000_000_000L);
                up.destroy();
                System.out.print(bytes);
            }
        }
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
            PhysxSimulation world = boxes(1);
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                PxScene scene = world.scene();
                Thread elsewhere = new Thread(() -> scene.fetchResults(true), "elsewhere");
                elsewhere.start();
                elsewhere.join();
                stepper.advanceTick();
            }
        }
    }

    private static final class Quiet extends PxErrorCallbackImpl {
        @Override
        public void reportError(PxErrorCodeEnum code, String message, String file, int line) {}
    }

    private static PxFoundation foundation(PxDefaultAllocator allocator, PxErrorCallbackImpl errors) {
        return PxTopLevelFunctions.CreateFoundation(PxTopLevelFunctions.getPHYSICS_VERSION(), allocator, errors);
    }

    /** Makes a world of boxes above each other, in slots from 0. */
    private static PhysxSimulation boxes(float... heights) {
        return BoxWorld.of(8, world -> {
            for (float height : heights) {
                world.add(BoxWorld.box(world, 0, height, 0));
            }
        });
    }

    private static PxShape shape(PxRigidDynamic body) {
        return SupportFunctions.PxActor_getShape(body, 0);
    }
}
