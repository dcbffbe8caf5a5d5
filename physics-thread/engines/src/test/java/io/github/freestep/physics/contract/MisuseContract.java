package io.github.freestep.physics.contract;

import static io.github.freestep.state.State.NO_SLOT;
import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.query.Hits;
import io.github.freestep.state.Bodies;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tests that the world of every engine refuses careless calls, and that a refused call changes nothing. */
public abstract class MisuseContract<B> extends CallbackContract<B> {
    @Test
    void aRefusedCallChangesNothing() {
        EngineSimulation<B> world = world(2, in -> line(in, 1), tick -> {});
        refused("not open", IllegalStateException.class, () -> world.remove(0));
        stepper(world);
        assertThrows(IllegalStateException.class, () -> world.add(world.body(0)));
        assertThrows(IllegalStateException.class, () -> world.remove(1));
        assertThrows(IllegalStateException.class, () -> world.teleport(-1));
        assertThrows(IllegalStateException.class, () -> world.refresh(-1));
        world.add(body(world, 5, 5));
        B tooMany = body(world, 8, 5);
        refused("all 2 slots", IllegalStateException.class, () -> world.add(tooMany));
        world.remove(0);
        assertEquals(0, world.add(tooMany));
    }

    @Test
    void onlyTheWorldSpawnsAndRemovesItsBodies() {
        EngineSimulation<B> world = world(in -> line(in, 2));
        InlineStepper stepper = stepper(world);
        for (Command command : List.<Command>of(
                c -> c.bodies().spawn(),
                c -> c.bodies().spawn(5),
                c -> c.bodies().remove(1))) {
            String why = whyFailed(() -> stepper.submit(command).join());
            assertTrue(why.contains("call add(body) or remove(slot)"), why);
        }
        assertThrows(
                IllegalStateException.class,
                () -> stepper.call(PhysicsContext::bodies).join().remove(0));
        stepper.submit(c -> c.bodies().teleport(1)).join();
        world.remove(1);
        assertEquals(1, world.add(body(world, 40, 5)));
        stepper.advance(TICK_NANOS);
        assertTrue(newest(stepper).isAlive(1));
    }

    @Test
    void aWorldIsNeitherSteppedNorClosedWithinAStepOrACommand() {
        List<String> refused = new ArrayList<>();
        AtomicReference<EngineSimulation<B>> own = new AtomicReference<>();
        EngineSimulation<B> world = world(in -> line(in, 2), tick -> {
            refused.add(
                    assertThrows(IllegalStateException.class, () -> own.get().step(tick))
                            .getMessage());
            refused.add(
                    assertThrows(IllegalStateException.class, () -> own.get().close())
                            .getMessage());
        });
        own.set(world);
        InlineStepper stepper = stepper(world);
        stepper.advance(TICK_NANOS);
        assertEquals(2, refused.size());
        assertTrue(refused.get(0).contains("; use its service or stepper"), refused::toString);
        assertTrue(refused.get(1).contains("close its service or stepper"), refused::toString);
        assertEquals(
                refused.get(1),
                whyFailed(() -> stepper.submit(c -> world.close()).join()));
        stepper.advance(TICK_NANOS);
        assertNotNull(world.body(1));
        stepper.close();
        assertEquals(0, live());
    }

    @Test
    void aWorldThatTheUserHasClosedIsNotStepped() {
        EngineSimulation<B> world = dropped(3);
        InlineStepper stepper = stepper(world);
        world.close();
        Throwable refused =
                assertThrows(PhysicsException.class, stepper::advanceTick).getCause();
        assertTrue(String.valueOf(refused.getMessage()).contains("this world is not open"), refused::toString);
    }

    @Test
    void everyThreadButThePhysicsThreadIsRefused() {
        EngineSimulation<B> world = world(in -> line(in, 2));
        try (PhysicsService physics = service(world).start()) {
            B body = physics.call(c -> body(world, 40, 5)).join();
            List<Executable> calls = new ArrayList<>(accessors(world));
            calls.add(() -> world.body(0));
            calls.add(() -> world.slot(body));
            calls.add(() -> world.add(body));
            calls.add(() -> world.remove(0));
            calls.add(() -> world.teleport(1));
            calls.add(() -> world.refresh(1));
            calls.add(world::allAsleep);
            calls.add(() -> world.ray(0, 9, 0, 0, -1, 0, 9, slot -> true, new Hits(1)));
            calls.add(() -> world.overlapSphere(0, 9, 0, 9, slot -> true, new Hits(1)));
            calls.add(() -> world.overlapBox(0, 9, 0, 9, 9, 9, slot -> true, new Hits(1)));
            calls.forEach(MisuseContract::assertRefusedHere);
            assertEquals(2, physics.call(c -> world.add(body)).join(), "nothing has changed");
            assertTrue(physics.call(c -> world.body(0) != null).join());
        }
    }

    @Test
    @Logs("is run by Thread[")
    void aSecondRunInAWrapperIsRefusedAndTheFirstContinues() throws Exception {
        EngineSimulation<B> world = dropped(3);
        InlineStepper stepper = stepper(new Wrapper(world));
        PhysicsBuilder second = PhysicsService.builder(new Wrapper(world));
        assertRefusedSetUp(assertThrows(PhysicsException.class, second::inline), world);
        assertRefusedElsewhere(second, world);
        stepper.advance(TICK_NANOS);
        assertRefusedElsewhere(second, world);
        PhysicsException inside = stepper.call(c -> assertThrows(PhysicsException.class, second::inline))
                .join();
        assertRefusedSetUp(inside, world);
        assertNotNull(world.body(0), "the world is still open");
        stepper.advance(29 * TICK_NANOS);
        assertEquals(EngineContract.FALLEN, newest(stepper).y()[0], 0.05f);
        stepper.close();
        assertEquals(0, live());
        second.inline().close();
    }

    private static void assertRefusedElsewhere(PhysicsBuilder second, EngineSimulation<?> world) {
        PhysicsService service = second.start();
        Await.until(() -> service.failure() != null);
        assertRefusedSetUp(service.failure(), world);
    }

    private static void assertRefusedSetUp(Throwable failure, EngineSimulation<?> world) {
        String refusal = failure.getCause().getMessage();
        assertTrue(refusal.startsWith("world " + world + " is run by Thread["), refusal);
    }

    @Test
    void onlyTheServicesThreadRunsStepsAndClosesAWorld() throws Exception {
        AtomicReference<Tick> kept = new AtomicReference<>();
        EngineSimulation<B> world = world(in -> line(in, 1), kept::set);
        VirtualClock clock = new VirtualClock(0);
        try (PhysicsService physics =
                PhysicsService.builder(new Wrapper(world)).clock(clock).start()) {
            PhysicsContext context = physics.call(c -> c).join();
            assertRefusedHere(() -> world.run(c -> {}, context));
            clock.advance(10 * TICK_NANOS);
            Await.until(() -> kept.get() != null);
            assertRefusedHere(() -> world.step(kept.get()));
            assertRefusedHere(world::close);
            assertTrue(physics.call(c -> world.body(0) != null).join());
        }
        assertEquals(0, live());
    }

    @Test
    void aWrappedWorldPassesToAnotherThreadAndAnUnusedOneIsClosedByAnyThread() throws Exception {
        ExecutorService loader = Executors.newSingleThreadExecutor();
        try {
            EngineSimulation<B> first = dropped(3);
            EngineSimulation<B> second = dropped(3);
            InlineStepper advanced = loader.submit(
                            () -> PhysicsService.builder(new Wrapper(first)).inline())
                    .get();
            InlineStepper never = loader.submit(
                            () -> PhysicsService.builder(new Wrapper(second)).inline())
                    .get();
            never.close();
            advanced.advance(TICK_NANOS);
            loader.submit(() -> assertRefusedHere(first::close)).get();
            PhysicsContext context = advanced.call(c -> c).join();
            loader.submit(() -> assertRefusedHere(() -> first.run(c -> {}, context)))
                    .get();
            assertNotNull(first.body(0));
            advanced.close();
            assertEquals(0, live());
        } finally {
            loader.shutdown();
        }
    }

    private static void assertFails(String message, CompletableFuture<?> command) {
        assertEquals(message, whyFailed(command::join));
    }

    private static void assertRefusedHere(Executable call) {
        String refusal = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(refusal.contains("on its physics thread"), refusal);
        assertTrue(refusal.contains("call it in a command"), refusal);
    }

    @Test
    void aBodyOfAnotherWorldIsRefusedAndBothWorldsContinue() {
        EngineSimulation<B> first = dropped(3);
        EngineSimulation<B> second = world(in -> line(in, 2));
        InlineStepper firsts = stepper(first);
        InlineStepper seconds = stepper(second);
        B body = first.body(0);
        assertThrows(IllegalStateException.class, () -> second.add(body));
        assertThrows(IllegalStateException.class, () -> first.add(body));
        assertEquals(NO_SLOT, second.slot(body));
        assertFalse(seconds.call(PhysicsContext::bodies).join().isAlive(2));
        assertEquals(2, second.add(body(second, 40, 5)), "its slot was not taken");
        seconds.advance(TICK_NANOS);
        seconds.close();
        firsts.advance(30 * TICK_NANOS);
        assertEquals(EngineContract.FALLEN, newest(firsts).y()[0], 0.05f);
    }

    @Test
    void aFailedCommandLeavesNoBodyThatItAdded() {
        EngineSimulation<B> world = world(3, in -> line(in, 1), tick -> {});
        InlineStepper stepper = stepper(world);
        assertFails("no such model", stepper.submit(c -> {
            assertEquals(1, world.add(body(world, 20, REST)));
            world.remove(0);
            assertEquals(0, world.add(body(world, 30, REST)));
            throw new IllegalArgumentException("no such model");
        }));
        for (int slot = 0; slot < 2; slot++) {
            assertNull(world.body(slot));
            assertFalse(stepper.call(PhysicsContext::bodies).join().isAlive(slot));
        }
        // Both would come to rest a metre higher if a body was left below them.
        int[] slots = {
            world.add(body(world, 20, 3)), world.add(body(world, 30, 3)),
        };
        world.add(body(world, 40, 3));
        stepper.advance(300 * TICK_NANOS);
        for (int slot : slots) {
            assertEquals(REST, newest(stepper).y()[slot], SINKS);
        }
    }

    @Test
    void aFailedCommandUndoesItsNestedCommands() {
        EngineSimulation<B> world = world(in -> line(in, 1));
        InlineStepper stepper = stepper(world);
        assertEquals(1, stepper.call(c -> world.add(body(world, 10, 5))).join());
        assertFails("no such model", stepper.submit(c -> {
            world.add(body(world, 20, 5));
            stepper.submit(d -> world.add(body(world, 30, 5))).join();
            assertFails("no such material", stepper.submit(d -> {
                world.add(body(world, 40, 5));
                throw new IllegalStateException("no such material");
            }));
            assertTrue(c.bodies().isAlive(2)
                    && c.bodies().isAlive(3)
                    && !c.bodies().isAlive(4));
            world.add(body(world, 50, 5));
            c.bodies().attach(0, 2);
            throw new IllegalArgumentException("no such model");
        }));
        for (int slot = 2; slot < 6; slot++) {
            assertNull(world.body(slot));
        }
        Bodies bodies = stepper.call(PhysicsContext::bodies).join();
        assertTrue(bodies.isAlive(0) && bodies.isAlive(1), "the bodies of the scene and of another command stay");
    }
}
