package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.Timeline;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** By the virtual machine's own count, which is exact to the byte once a thread has done the like before. */
class InputAllocationTest {
    private static final int ROUNDS = 20_000;
    private static final int CAPACITY = 16;
    private static final long MILLI = 1_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Timeline timeline = new Timeline(Ratio.of(100), 0);
    private final Inputs inputs = new Inputs(2, CAPACITY, List.of(this::poll), 0);
    private final InputPort port = inputs.port();
    private long tick;
    private double sum;

    @Test
    void inputOnItsWayToItsTickAllocatesNothing() {
        assertEquals(0, allocated(this::wakeUp));
        assertTrue(sum > 0 && inputs.deferred() > 0 && inputs.refused() == 0);
    }

    @Test
    void inputThatIsRefusedAllocatesNothing() {
        assertEquals(0, allocated(() -> port.edge(1, 1, 0)));
        assertTrue(inputs.refused() >= ROUNDS);
    }

    @Test
    void theCountSeesAnAllocation() {
        assertTrue(allocated(() -> sum += new float[1 + (int) (tick++ & 1)].length) >= 16L * ROUNDS);
    }

    private void poll(InputSample sample) {
        sample.axis(1, tick);
        sample.edge(2, 1);
    }

    private void wakeUp() {
        tick++;
        long due = timeline.dueNanos(tick);
        for (int i = 0; i < 5; i++) {
            port.edge(i, 1, due - i * 3 * MILLI);
            port.axis(0, i, due + i);
        }
        inputs.drain(due);
        inputs.poll(due);
        Input input = inputs.take(timeline, tick - 1, tick);
        timeline.simulated(timeline.simulationOf(tick));
        for (int i = 0; i < input.size(); i++) {
            sum += input.fraction(i) + input.value(i) + input.nanos(i) + input.axis(0);
        }
    }

    private long allocated(Runnable work) {
        // Until the compilers have settled: a method that changes from one to the next may allocate a few bytes, once.
        for (int i = 0; i < 5; i++) {
            run(work);
        }
        long thread = Thread.currentThread().getId();
        threads.getThreadAllocatedBytes(thread);
        long before = threads.getThreadAllocatedBytes(thread);
        run(work);
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    private static void run(Runnable work) {
        for (int round = 0; round < ROUNDS; round++) {
            work.run();
        }
    }
}
