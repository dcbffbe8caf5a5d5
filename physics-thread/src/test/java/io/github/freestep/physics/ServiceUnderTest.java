package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/**
 * A service with a virtual clock, so that no tick is late, and helpers for its tests. After each test no thread may be
 * left, and the thread that set up the world must have closed it.
 */
abstract class ServiceUnderTest {
    final Falling world = new Falling();
    final PhysicsBuilder builder =
            PhysicsService.builder(world).rate(1_000).publishEvery(1).clock(new VirtualClock(-5_000_000));
    PhysicsService physics;

    @AfterEach
    void noThreadIsLeft() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertFalse(thread.getName().startsWith("freestep-"), () -> thread + " is still alive");
        }
        assertSame(world.setUpBy, world.closedBy);
        assertEquals(world.setUpBy == null ? 0 : 1, world.closes);
    }

    void failInTick(long number, Throwable cause) {
        world.during = tick -> {
            if (tick.number() == number) {
                sneak(cause);
            }
        };
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak(Throwable cause) throws T {
        throw (T) cause;
    }

    /** After the end: commands fail, input is refused, states stay. */
    void assertEnded() {
        ExecutionException refused = assertThrows(
                ExecutionException.class, () -> physics.call(c -> 1).get(30, TimeUnit.SECONDS));
        assertInstanceOf(RejectedExecutionException.class, refused.getCause());
        assertFalse(physics.input().action(1, 1, 0));
        assertThrows(ExecutionException.class, () -> physics.pause().get(30, TimeUnit.SECONDS));
    }

    long newestTick() {
        try (StateReader reader = physics.states().reader()) {
            assertTrue(reader.acquire());
            return reader.state(0).tick();
        }
    }

    void awaitTick(long tick) {
        await(() -> physics.metrics().tick() >= tick);
    }

    void awaitEnd() {
        await(() -> physics.status() != Status.RUNNING);
        awaitNoThread();
    }

    static void awaitNoThread() {
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("freestep-")));
    }

    static void await(BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since > TimeUnit.SECONDS.toNanos(30)) {
                throw new AssertionError("waited too long");
            }
            Thread.yield();
        }
    }
}
