package io.github.freestep.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for other threads. */
public final class Await {
    /** Long, because a test fails by it only if what it waits for never happens. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private Await() {}

    /** Waits until a condition holds. Fails if it does not within 30 s. */
    public static void until(BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - since < PATIENCE_NANOS, "waited too long");
            Thread.yield();
        }
    }
}
