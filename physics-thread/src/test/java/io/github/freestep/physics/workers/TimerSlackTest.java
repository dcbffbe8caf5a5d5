package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TimerSlackTest {
    @Test
    void theThreadIsWokenAsPreciselyAsTheSystemCan() throws Exception {
        String[] slack = new String[2];
        boolean[] accepted = new boolean[1];
        Thread coarse = new Thread(() -> {
            slack("50000");
            accepted[0] = TimerSlack.minimise();
            slack[0] = slack(null);
        });
        coarse.start();
        coarse.join();
        assertTrue(!accepted[0] || slack[0].equals("1"), () -> slack[0] + " ns");
    }

    /** Sets the timer slack of this thread, if asked to, and returns it; empty on systems without it. */
    private static String slack(String nanos) {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Path slack = Path.of("/proc").resolve(thread).resolve("timerslack_ns");
            if (nanos != null) {
                Files.writeString(slack, nanos);
            }
            return Files.readString(slack).trim();
        } catch (IOException e) {
            return "";
        }
    }
}
