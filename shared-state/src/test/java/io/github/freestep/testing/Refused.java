package io.github.freestep.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.function.Executable;

/** Asserts that calls are refused with a message that says why. */
public final class Refused {
    private Refused() {}

    /** Asserts that a call throws, with this part of a message. */
    public static void refused(String part, Executable call) {
        refused(part, RuntimeException.class, call);
    }

    public static void refused(String part, Class<? extends Throwable> type, Executable call) {
        String message = assertThrows(type, call).getMessage();
        assertTrue(message.contains(part), message);
    }

    /** Asserts that a call throws with just this message. */
    public static void refusedWith(String message, Class<? extends Throwable> type, Executable call) {
        assertEquals(message, assertThrows(type, call).getMessage());
    }

    /** Runs a call on another thread. Returns what it throws, or null. */
    public static Throwable failureElsewhere(Runnable call) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(call);
        thread.setUncaughtExceptionHandler((died, cause) -> failure.set(cause));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return failure.get();
    }
}
