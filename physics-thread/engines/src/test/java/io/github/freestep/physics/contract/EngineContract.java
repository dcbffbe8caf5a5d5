package io.github.freestep.physics.contract;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.OtherProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what every adapter of an engine must keep: motion, slots, sleep, teleports, contacts, determinism, several
 * worlds, NaN values; by {@link SaveContract}, saves; by {@link RebuildContract}, that a world may be rebuilt and
 * loaded any number of times; by {@link MotionContract}, that what moves is written; by {@link TouchContract}, that
 * what begins to touch ends once; by {@link QueryContract}, rays and overlaps; and by {@link MisuseContract}, careless
 * callers.
 *
 * <p>To test an adapter, extend this class, with a constructor without parameters, and implement the methods of {@link
 * EngineWorlds}. {@code EngineSimulation} says how to write one. Needs JUnit 5.
 */
@Timeout(120)
public abstract class EngineContract<B> extends MisuseContract<B> {
    /** Where a body is 0.3 s after it was dropped from 3 m. */
    static final float FALLEN = 3 - 9.81f / 2 * 0.3f * 0.3f;

    @Test
    void aBodyFallsAndComesToRest() {
        EngineSimulation<B> world = dropped(3);
        InlineStepper stepper = stepper(world);
        assertEquals(3, newest(stepper).y()[0], "tick 0 shows it where it was put");
        stepper.advance(30 * TICK_NANOS);
        assertEquals(FALLEN, newest(stepper).y()[0], 0.05f);
        stepper.advance(300 * TICK_NANOS);
        assertEquals(REST, newest(stepper).y()[0], SINKS);
        assertEquals(1, length(newest(stepper), 0), 1e-5f);
    }

    @Test
    void aReusedSlotHasANewEpoch() {
        EngineSimulation<B> world = world(in -> line(in, 3));
        InlineStepper stepper = stepper(world);
        B second = world.body(1);
        assertEquals(1, world.slot(second));
        int epoch = newest(stepper).epoch(1);
        world.remove(1);
        stepper.advance(TICK_NANOS);
        assertFalse(newest(stepper).isAlive(1));
        assertEquals(0, newest(stepper).y()[1], "the pose of a removed body is finite");
        assertNull(world.body(1));
        assertEquals(NO_SLOT, world.slot(second));

        B other = body(world, 7, 9);
        assertEquals(1, world.add(other));
        assertEquals(3, world.add(body(world, 30, 9)));
        assertSame(other, world.body(1));
        stepper.advance(TICK_NANOS);
        State state = newest(stepper);
        assertTrue(state.isAlive(1) && state.isAlive(3));
        assertFalse(state.isSameLife(1, epoch));
        assertEquals(7, state.x()[1], 1e-3f);
        assertEquals(9, state.y()[1], 0.01f);
        assertEquals(4, state.slots());
    }

    @Test
    void aTeleportOfASleepingBodyIsSeenAtOnceWithANewEpoch() {
        EngineSimulation<B> world = dropped(0.6f);
        InlineStepper stepper = stepper(world);
        stepper.advance(500 * TICK_NANOS);
        assertTrue(asleep(world.body(0)));
        int epoch = newest(stepper).epoch(0);
        place(world.body(0), 20, REST);
        world.teleport(0);
        stepper.advance(TICK_NANOS);
        State state = newest(stepper);
        assertEquals(20, state.x()[0], 0.01f);
        assertNotEquals(epoch, state.epoch(0));
        assertTrue(state.isSameLife(0, epoch));
    }

    @Test
    void contactEventsNameTheirBodyAndTick() {
        float[] heights = {4, 1, 2};
        EngineSimulation<B> world = world(in -> {
            for (int i = 0; i < heights.length; i++) {
                in.add(body(in, 10 * i, heights[i]));
            }
        });
        InlineStepper stepper = stepper(world);
        EventReader events = stepper.events().with().open();
        List<Integer> landed = new ArrayList<>();
        List<Float> impulses = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            stepper.advance(TICK_NANOS);
            State state = newest(stepper);
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    assertEquals(state.tick(), event.tick());
                    assertEquals(NO_SLOT, Math.min(event.slotA(), event.slotB()), "the floor has no slot");
                    int slot = Math.max(event.slotA(), event.slotB());
                    if (!landed.contains(slot)) {
                        landed.add(slot);
                        impulses.add(event.impulse());
                        assertEquals(REST, state.y()[slot], 0.15f, "the body is at the floor");
                        assertEquals(10 * slot, event.x(), 0.51f);
                        assertEquals(0, event.y(), 0.1f);
                        float up = event.slotA() == slot ? 1 : -1;
                        assertEquals(up, event.ny(), 0.01f, "the normal points from body B to body A");
                    }
                }
            });
        }
        assertEquals(List.of(1, 2, 0), landed);
        assertTrue(0 < impulses.get(0) && impulses.get(0) < impulses.get(1) && impulses.get(1) < impulses.get(2));
    }

    @Test
    void closingFreesTheWorldPermanently() throws Exception {
        EngineSimulation<B> world = world(in -> line(in, 5));
        PhysicsService physics = service(world).start();
        int slot = physics.call(c -> world.add(body(world, 40, 5))).get(60, TimeUnit.SECONDS);
        assertEquals(5, slot);
        physics.submit(c -> world.remove(2)).get(60, TimeUnit.SECONDS);
        assertTrue(live() > 0);
        physics.close();
        assertEquals(0, live());
        assertThrows(IllegalStateException.class, () -> world.remove(0));
        accessors(world).forEach(call -> assertThrows(IllegalStateException.class, call));
        assertNull(world.body(0));
        try (StateReader reader = physics.states().reader()) {
            assertTrue(reader.acquire() && reader.state(0).isAlive(0), "states stay readable");
        }
    }

    @Test
    void aWorldThatNeverRanIsClosed() {
        world(in -> line(in, 1)).close();
    }

    @Test
    void aFailedBuildFreesItsBodies() {
        EngineSimulation<B> world = world(in -> {
            line(in, 3);
            throw new IllegalArgumentException("no such level");
        });
        PhysicsException failure = assertThrows(
                PhysicsException.class, () -> PhysicsService.builder(world).inline());
        assertTrue(failure.getMessage().contains("no such level"), failure.getMessage());
        assertEquals(0, live());
    }

    @Test
    @Logs("RUN_FAILED: body 3 has a NaN or infinite value")
    void aNaNPoseStopsTheServiceAndNamesTheBody() {
        assumeFalse(refusesNaN());
        EngineSimulation<B> world = world(in -> {
            line(in, 5);
            // Body 3 is alone, because an engine may do anything when another body touches it.
            List.of(0, 1, 2, 4).forEach(slot -> in.remove(slot));
            // It gets the NaN before the first step, because a sleeping body is not read.
            push(in.body(3), Float.NaN, 0);
        });
        PhysicsService physics = service(world).start();
        Await.until(() -> physics.failure() != null);
        PhysicsException failure = (PhysicsException) physics.failure();
        physics.close();
        assertEquals(3, failure.slot());
        assertTrue(failure.getMessage().contains("body 3 "), failure.getMessage());
        assertEquals(0, live());
    }

    @Test
    void anEngineThatRefusesNaNContinuesWithTheOldVelocity() {
        assumeTrue(refusesNaN());
        EngineSimulation<B> world = dropped(3);
        InlineStepper stepper = stepper(world);
        assertThrows(RuntimeException.class, () -> push(world.body(0), Float.NaN, 0));
        stepper.advance(30 * TICK_NANOS);
        assertEquals(FALLEN, newest(stepper).y()[0], 0.05f);
    }

    /** The engine prints nothing there, and makes shapes before worlds. */
    @Test
    void theSameInputGivesTheSameBitsInAnotherProcess() throws Exception {
        assertEquals(Long.toHexString(run(7)), printed(OtherProcess.with(), "run"));
    }

    @Test
    void withoutTheNativeLibraryTheExceptionNamesThePlatform() throws Exception {
        assumeTrue(nativeLibraries() != null, "the engine has no native library");
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        assertEquals("2 " + platform, printed(OtherProcess.with().without(nativeLibraries()), "open"));
    }

    /** A user cannot know that a library is unpacked, or where. */
    @Test
    void aFileInPlaceOfTheFolderForTemporaryFilesIsNamed(@TempDir Path folder) throws Exception {
        assumeTrue(nativeLibraries() != null, "the engine has no native library");
        Path file = Files.createFile(folder.resolve("file"));
        String named = "temporary files, " + file + ": ";
        assertEquals(
                unpacksElsewhere() ? "runs" : named,
                printed(OtherProcess.with("-Djava.io.tmpdir=" + file, "-Duser.home=" + folder), "unpack", named));
    }

    @Test
    void withDoublePositionsABodyFarAwayMovesSmoothlyAndIsRestored() throws Exception {
        assumeTrue(floatLibraries() != null, "the engine computes in floats");
        assertEquals("true true true", printed(OtherProcess.with().without(floatLibraries()), "far"));
    }

    /** Returns what {@link Main} prints: for "open", how many of two worlds are refused, and the platform. */
    protected final String printed(OtherProcess process, String what, String... more) throws Exception {
        // Newer JVMs warn of a missing folder for temporary files themselves.
        return process.ignoring(line -> isEngineLog(line) || line.startsWith("WARNING: java.io.tmpdir directory"))
                .start(
                        Main.class,
                        Stream.concat(Stream.of(getClass().getName(), what), Stream.of(more))
                                .toArray(String[]::new))
                .lines()
                .filter(line -> !line.isEmpty() && !isEngineLog(line))
                .collect(Collectors.joining());
    }

    /** Runs a part of a contract in a process of its own, and prints what comes out. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) throws Exception {
            var constructor = Class.forName(args[0]).getDeclaredConstructor();
            constructor.setAccessible(true);
            EngineContract<?> contract = (EngineContract<?>) constructor.newInstance();
            // On a line of its own: an engine may have printed a part of one.
            System.out.print(System.lineSeparator()
                    + switch (args[1]) {
                        case "open" -> contract.refusals();
                        case "far" -> contract.farAway();
                        case "unpack" -> contract.unpacking(args[2]);
                        default -> {
                            contract.makeShape();
                            contract.anotherThreadGoesOn();
                            yield Long.toHexString(contract.run(7));
                        }
                    });
        }
    }

    private void anotherThreadGoesOn() {
        EngineSimulation<B> world = world(in -> line(in, 3));
        InlineStepper stepper = PhysicsService.builder(world).inline();
        CompletableFuture.runAsync(() -> {
                    advance(stepper, 200);
                    world.remove(1);
                    advance(stepper, 200);
                    stepper.close();
                })
                .join();
    }

    /** Returns how many of two worlds are refused with the platform's name and an engine without native code. */
    private String refusals() {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        int named = 0;
        for (int i = 0; i < 2; i++) {
            String message = assertThrows(UnsupportedOperationException.class, () -> dropped(1))
                    .getMessage();
            named += message.contains(platform) && message.contains("Dyn4jSimulation") ? 1 : 0;
        }
        return named + " " + platform;
    }

    /** Returns a part of the message with which a world is refused; all of it if it lacks that part. */
    private String unpacking(String part) {
        try {
            makeShape();
            return "runs";
        } catch (UnsupportedOperationException refused) {
            String message = refused.getMessage();
            return message.contains(part) && message.contains("-Djava.io.tmpdir") ? part : message;
        }
    }

    /** Returns what is right of a body 10,000 km away that moves by 0.3 m: there, floats are 1 m apart. */
    private String farAway() {
        EngineSimulation<B> world = world(StateLayout.of(1).doublePositions(), in -> {
            in.add(body(in, 1e7f, 1e7f));
            push(in.body(0), 1, 0);
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 30);
        double x = newest(stepper).x(0);
        double y = newest(stepper).y(0);
        byte[] saved = world instanceof SavableSimulation ? save(stepper) : null;
        advance(stepper, 5);
        double then = newest(stepper).x(0);
        if (saved != null) {
            restore(stepper, saved);
            advance(stepper, 5);
        }
        String right = (Math.abs(x - 1e7 - 0.3) < 1e-2) + " " + (Math.abs(y - 1e7 - FALLEN + 3) < 0.05) + " "
                + (newest(stepper).x(0) == then);
        stepper.close();
        return right;
    }

    @Test
    void aTurnAboutZIsSeen() {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        assumeTrue(turned(world, 40, 50, 0) != null, "the engine does not turn bodies");
        for (double angle = -3.14; angle < 3.14; angle += 0.01) {
            assertEquals(0, world.add(turned(world, 0, 50, (float) angle)));
            stepper.advance(TICK_NANOS);
            State state = newest(stepper);
            double sin = Math.sin(angle / 2);
            double cos = Math.cos(angle / 2);
            String at = "at " + angle;
            // A quaternion and its negative are the same turn.
            double sign = Math.signum(cos * state.qw()[0] + sin * state.qz()[0]);
            assertEquals(sign * sin, state.qz()[0], 1e-6, at);
            assertEquals(sign * cos, state.qw()[0], 1e-6, at);
            assertEquals(0, Math.abs(state.qx()[0]) + Math.abs(state.qy()[0]) + Math.abs(state.z()[0]), 1e-6, at);
            world.remove(0);
        }
    }

    @Test
    void aStepAllocatesNothingOnceItIsCompiled() {
        assumeTrue(bytesPerStep() >= 0, "the engine allocates");
        EngineSimulation<B> world = world(in -> {
            in.add(body(in, 0, 1));
            in.add(body(in, 0, 3));
            in.add(body(in, 5, 20));
        });
        InlineStepper stepper = stepper(world);
        long bytes = Allocations.of(() -> {
            if (stepper.metrics().tick() % 50 == 0) {
                push(world.body(0), 0, 0.5f);
                push(world.body(2), 0, 5);
            }
            stepper.advanceTick();
        });
        assertTrue(bytes <= bytesPerStep() * Allocations.ROUNDS, () -> bytes + " bytes");
    }

    @Test
    void worldsCanBeMadeAtOnce() {
        List<CompletableFuture<Void>> runs = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int run = 0; run < 80; run++) {
            runs.add(CompletableFuture.runAsync(
                    () -> {
                        try (InlineStepper stepper =
                                PhysicsService.builder(dropped(1)).inline()) {
                            stepper.advanceTick();
                        }
                    },
                    threads));
        }
        threads.shutdown();
        runs.forEach(CompletableFuture::join);
    }

    @Test
    void twoWorldsOnTwoThreadsDoNotAffectEachOther() throws Exception {
        long alone = run(11);
        long[] together = new long[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> together[number] = run(11));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join(100_000);
        }
        assertEquals(alone, together[0]);
        assertEquals(alone, together[1]);
    }

    /**
     * Adds the offset of all seeds, as the class Seeds of our other tests does, which adapters of others do not have.
     */
    static Random random(long seed) {
        return new Random(seed + Long.getLong("freestep.seedOffset", 0));
    }

    /** Hashes the bits of all states of a run in which bodies are pushed, removed and added, and commands fail. */
    final long run(long seed) {
        EngineSimulation<B> world = world(in -> line(in, 40));
        Random random = random(seed);
        long bits = 0;
        try (InlineStepper stepper = PhysicsService.builder(world).inline();
                StateReader reader = stepper.states().reader()) {
            for (int i = 0; i < 300; i++) {
                int slot = random.nextInt(40);
                if (i % 10 == 9) {
                    world.remove(slot);
                    CompletableFuture<Void> failed = stepper.submit(c -> {
                        world.add(body(world, 50, 20));
                        world.add(body(world, 60, 20));
                        throw new IllegalArgumentException("no such model");
                    });
                    // A failure that nobody reads is logged.
                    assertThrows(CompletionException.class, failed::join);
                    assertEquals(slot, world.add(body(world, random.nextInt(40), 20)));
                }
                push(world.body(slot), random.nextFloat() * 4 - 2, random.nextFloat() * 4);
                stepper.advance(TICK_NANOS);
                assertTrue(reader.acquire());
                State state = reader.state(0);
                for (float[] values : List.of(state.x(), state.y(), state.z(), state.qx(), state.qz(), state.qw())) {
                    for (int body = 0; body < state.slots(); body++) {
                        bits = 31 * bits + Float.floatToRawIntBits(values[body]);
                    }
                }
            }
        }
        return bits;
    }
}
