package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker with a single run, for which it was made. */
@Timeout(120)
class WorkerAloneTest {
    private final WorkerClock clock = new WorkerClock();
    private final FineTimer timer = new FineTimer("Windows 11");
    private final ScriptedRun only = new ScriptedRun();
    private final Worker worker =
            new Worker(only, new WorkerSettings("freestep-alone", clock, 5, timer, ThreadRequests.NONE));

    @AfterEach
    void isInOrder() {
        only.check();
        assertNull(only.failure);
        assertFalse(Thread.interrupted());
    }

    @Test
    void theThreadIsWokenAsPreciselyAsTheSystemCan() throws Exception {
        // Nothing has signalled the run.
        only.placeAt(worker);
        only.markStarted();
        List<String> slack = new ArrayList<>();
        List<Boolean> accepted = new ArrayList<>();
        only.inTurn = () -> {
            slack.add(slack(null));
            accepted.add(TimerSlack.minimise());
            only.stop();
        };
        Thread coarse = new Thread(() -> {
            slack("50000");
            worker.run();
        });
        coarse.start();
        coarse.join();
        assertTrue(!accepted.get(0) || slack.get(0).equals("1"), () -> slack + " ns");
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
