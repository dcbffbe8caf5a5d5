package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.TimeAnchor;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SnippetsTest {
    /** Counts its ticks, and so is right if its count is the number of the tick. */
    private static final class Counter implements SavableSimulation {
        private long ticks;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {
            ticks++;
        }

        @Override
        public void write(StateWriter state) {}

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(ticks);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            ticks = in.readLong();
        }
    }

    @Test
    void aSavedGameGoesOnWhereItWas() {
        Counter world = new Counter();
        try (PhysicsService physics = PhysicsService.builder(world).start()) {
            while (physics.call(c -> c.tick()).join() == 0) {
                Thread.onSpinWait();
            }
            try (PhysicsService resumed = Snippets.resumed(physics, new Counter())) {
                assertEquals(
                        0L,
                        resumed.call(c -> c.world(Counter.class).ticks - c.tick())
                                .join());
            }
        }
    }

    /** Both halves run until the client's input has come back in the states. */
    @Test
    void aClientShowsAndSteersAServer() throws Exception {
        Steered world = new Steered();
        AtomicBoolean playing = new AtomicBoolean(true);
        int port = FreePorts.inARow(2);
        try (PhysicsService physics = PhysicsService.builder(world).start()) {
            Thread server = new Thread(() -> {
                try {
                    Snippets.serve(physics, port, playing::get);
                } catch (InterruptedException end) {
                    throw new IllegalStateException(end);
                }
            });
            server.start();
            long since = System.nanoTime();
            Snippets.watch(world.layout(), "localhost", port, frame -> {
                assertTrue(System.nanoTime() - since < 60_000_000_000L, "not within 60 s");
                LockSupport.parkNanos(1_000_000);
                return !frame.hasState() || Math.abs(frame.x()[0] - 0.5) > 0.01;
            });
            playing.set(false);
            server.join();
        }
    }

    /** One body, which stands where axis 0 is. */
    private static final class Steered implements Simulation {
        private float place;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            place = tick.input().axis(0);
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, place, 0, 0);
            state.orientation(0, 0, 0, 0, 1);
        }
    }

    @Test
    @Timeout(120)
    void theLastMinuteIsSaved(@TempDir Path folder) throws Exception {
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
        publisher.begin(0, 0, new TimeAnchor(), System.nanoTime());
        publisher.publish(System.nanoTime());
        Path file = folder.resolve("minute.jfr");
        try (Recording recording = Snippets.lastMinute();
                FrameSampler frames = FrameSampler.builder(publisher.states())
                        .listener(MotionEvents.listener())
                        .open()) {
            frames.sample();
            recording.dump(file);
        }
        assertEquals(1, MotionReport.read(file).size());
    }
}
