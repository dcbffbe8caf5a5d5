package io.github.freestep.physics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Asks Linux to wake the calling thread when it should, and not up to 50 us later, which is what the kernel allows itself
 * so that wake-ups can share an interrupt. Where there is no such thing, or it is refused, nothing happens.
 */
final class TimerSlack {
    private static final Path OWN_THREAD = Path.of("/proc/thread-self");

    private TimerSlack() {}

    /** Whether the calling thread's slack is the least there is, which a nanosecond is: zero would mean the default. */
    static boolean minimise() {
        try {
            // A link to <process>/task/<thread>, while the file is found at /proc/<thread>.
            Path thread = Files.readSymbolicLink(OWN_THREAD).getFileName();
            Path slack = Path.of("/proc").resolve(thread).resolve("timerslack_ns");
            Files.writeString(slack, "1");
            return Files.readString(slack).trim().equals("1");
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
