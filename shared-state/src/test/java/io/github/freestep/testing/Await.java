package io.github.freestep.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for other threads and processes. */
public final class Await {
    /** Long, because a test fails by it only if what it waits for never happens. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** How long to leave the processor to those who are waited for. */
    private static final long PAUSE_NANOS = 200_000;

    private Await() {}

    /** Waits until a condition holds. Fails if it does not within three minutes. */
    public static void until(BooleanSupplier condition) {
        until(condition, () -> "the condition does not hold");
    }

    /** Waits until a condition holds. If it does not within three minutes, fails with what {@code otherwise} says. */
    public static void until(BooleanSupplier condition, Supplier<?> otherwise) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() - since < PATIENCE.toNanos(),
                    () -> "not within " + PATIENCE + ": " + otherwise.get());
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
