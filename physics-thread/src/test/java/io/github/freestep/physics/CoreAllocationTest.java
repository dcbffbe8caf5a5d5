package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.state.StateSubscriber;
import java.lang.management.ManagementFactory;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

/** By the virtual machine's own count: a tick with all that belongs to it. */
class CoreAllocationTest {
    private static final int ROUNDS = 20_000;
    private static final long TICK_NANOS = 10_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Falling world = new Falling();
    private final InlineStepper stepper = new PhysicsBuilder(world)
            .input(sample -> {
                sample.axis(0, world.steps % 3);
                sample.edge(1, 1);
            })
            .inline();
    private final StateSubscriber reader = stepper.states().subscribe();
    private final EventReader events = stepper.events().reader(SlowConsumer.DROP, 16);

    @Test
    void aTickWithInputAndEventsAllocatesNothing() {
        world.during = tick -> tick.events().user(1, 0, 0, 0, 0, 0, tick.number());
        assertEquals(0, allocated());
        assertTrue(reader.acquire() && world.kicks > ROUNDS && events.missed() > 0);
    }

    /** The recorder allocates a few hundred bytes itself when a buffer of its is full; an event a tick would be 16 or more. */
    @Test
    void aTickThatIsRecordedAllocatesNoEvent() {
        try (Recording recording = new Recording()) {
            recording.enable("io.github.freestep.Tick");
            recording.start();
            long bytes = allocated();
            assertTrue(bytes < ROUNDS, () -> bytes + " bytes in " + ROUNDS + " ticks");
        }
    }

    /**
     * The least of several runs: a method that goes from one compiler to the next may allocate a few hundred bytes, once,
     * while what a tick allocates is in every run.
     */
    private long allocated() {
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10 && least > 0; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }

    private void run() {
        for (int round = 0; round < ROUNDS; round++) {
            long now = stepper.clock().nanoTime();
            stepper.input().edge(2, 1, now + 1);
            stepper.input().axis(1, round, now + 2);
            // Now and then a catch-up, and a slip.
            stepper.advance(round % 100 == 0 ? 50 * TICK_NANOS : TICK_NANOS);
        }
    }
}
