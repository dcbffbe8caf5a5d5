package io.github.freestep.physics.thread;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reduces the timer slack of the calling thread on Linux. By default, the kernel wakes a thread up to 50 us late, so
 * that several wake-ups can share an interrupt. Does nothing if the system has no timer slack or refuses to change it.
 */
public final class TimerSlack {
    private TimerSlack() {}

    /** Sets the slack to 1 ns, because 0 means the default. */
    public static void minimise() {
        try {
            // A link to <process>/task/<thread>, where the slack file is not.
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Path slack = Path.of("/proc").resolve(thread).resolve("timerslack_ns");
            // Not writeString, which Android lacks.
            Files.write(slack, new byte[] {'1'});
        } catch (Throwable refused) {
            // Late wake-ups are no reason to end a service, and its metrics show late ticks.
        }
    }
}
