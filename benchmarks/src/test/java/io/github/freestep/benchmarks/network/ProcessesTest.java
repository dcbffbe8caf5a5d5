package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Kills and stops one side while the other goes on. */
@Execution(ExecutionMode.CONCURRENT)
class ProcessesTest {
    /** Longer than the receiver waits for a sign of life. */
    private static final long STOP_MILLIS = 2_200;

    @TempDir
    Path folder;

    private final int port = FreePorts.inARow(1);

    @Test
    void aServerThatWasKilledComesBack() throws Exception {
        try (RemoteStates remote = RemoteStates.builder(Line.LAYOUT)
                        .server("localhost")
                        .port(port)
                        .start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            for (int bodies : new int[] {200, 100}) {
                try (Peer server = new Peer(folder, ServerProcess.class, port, bodies)) {
                    Await.until(() -> bodies(frames.sample()) == bodies, remote::status);
                    Await.until(() -> remote.status() == Status.CONNECTED, remote::status);
                    assertTrue(server.isAlive());
                }
                Await.until(() -> remote.status() == Status.LOST, remote::status);
            }
            assertNull(remote.failure());
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aReceiverThatWasStoppedHoldsUpNoOtherAndShowsTheNewestState() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(new Line(10)).start();
                StateReader states = physics.states().reader();
                StateSender sender =
                        StateSender.builder(physics.states()).port(port).start();
                Peer stopped = new Peer(folder, ClientProcess.class, port);
                Peer other = new Peer(folder, ClientProcess.class, port)) {
            Await.until(() -> stopped.number() > 0 && other.number() > 0, sender::clients);
            stopped.signal("STOP");
            long before = other.number();
            // The process stands still for that long.
            Thread.sleep(STOP_MILLIS);
            Await.until(() -> other.number() > before + STOP_MILLIS / 10 - 100, sender::clients);
            stopped.signal("CONT");
            states.acquire();
            long newest = states.state(0).tick();
            Await.until(() -> stopped.number() > newest, sender::clients);
            assertEquals(0, sender.droppedDatagrams());
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aServerThatWasStoppedGoesOn() throws Exception {
        try (Peer server = new Peer(folder, ServerProcess.class, port, 10);
                RemoteStates remote = RemoteStates.builder(Line.LAYOUT)
                        .server("localhost")
                        .port(port)
                        .start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            Await.until(() -> bodies(frames.sample()) == 10, remote::status);
            server.signal("STOP");
            Await.until(() -> remote.status() == Status.LOST, remote::status);
            // The process stands still for that long.
            Thread.sleep(STOP_MILLIS);
            long before = frames.sample().newerTick();
            server.signal("CONT");
            Await.until(() -> frames.sample().newerTick() > before + 10, remote::status);
            Await.until(() -> remote.status() == Status.CONNECTED, remote::status);
        }
    }

    private static int bodies(Frame frame) {
        int alive = 0;
        for (int body = 0; frame.hasState() && body < frame.slots(); body++) {
            alive += frame.isAlive(body) ? 1 : 0;
        }
        return alive;
    }
}
