package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.remote.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Helpers for tests with real threads. Time-outs are generous: a loaded machine only makes these tests slower. */
public final class Network {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Network() {}

    /** Waits until a condition holds; else fails with what {@code otherwise} returns. */
    public static void await(BooleanSupplier condition, Supplier<?> otherwise) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() - since < PATIENCE.toNanos(),
                    () -> "not within " + PATIENCE + ": " + otherwise.get());
            try {
                // What is awaited happens on other threads, or in other processes.
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns a port that is free, and the one after it is as well. */
    public static int freePort() {
        try {
            return FreePort.find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
