package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TimerSlackTest {
    @Test
    void theThreadIsWokenAsPreciselyAsTheSystemCan() throws Exception {
        Falling world = new Falling();
        ServiceRun run = new ServiceRun(
                PhysicsService.builder(world).clock(new VirtualClock(0)).setup());
        String[] slack = new String[1];
        String[] accepted = new String[1];
        world.during = tick -> {
            slack[0] = slack(null);
            accepted[0] = slack("1");
            run.requestStop();
        };
        Thread coarse = new Thread(() -> {
            slack("50000");
            ((PhysicsThread) run.thread).run(run.passes);
        });
        coarse.start();
        coarse.join();
        assertTrue(!accepted[0].equals("1") || slack[0].equals("1"), () -> slack[0] + " ns");
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
