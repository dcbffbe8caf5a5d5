package io.github.freestep.physics.realtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Returns the Linux thread id of the calling thread. Stateless, so safe for any number of threads; allocates, and reads
 * a link of the file system.
 */
public final class OwnThread {
    /** A link to {@code <process>/task/<thread>}. The C library has {@code gettid} only since glibc 2.30. */
    private static final Path LINK = Path.of("/proc/thread-self");

    private OwnThread() {}

    /**
     * Returns the thread id of the calling thread, in digits.
     *
     * @throws IOException if there is no such link, as on other systems
     */
    public static String number() throws IOException {
        return Files.readSymbolicLink(LINK).getFileName().toString();
    }
}
