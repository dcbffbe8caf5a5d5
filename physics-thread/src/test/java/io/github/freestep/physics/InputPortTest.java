package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.testing.Together;
import io.github.freestep.time.Ratio;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class InputPortTest {
    private final LongAdder refusals = new LongAdder();
    private final InputCollector inputs = new InputCollector(2, 4, null, new InputClock(() -> 0, false), refusals);
    private final InputPort port = new InputPort(inputs);

    @Test
    void threadsThatPushFirstAtTheSameTimeAllocateOneQueueAndLoseNothing() throws Exception {
        var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long first = 0;
        for (int round = 0; round < 300; round++) {
            int threads = round < 2 ? 1 : 8; // the first round also loads classes
            InputCollector collector = new InputCollector(0, 1 << 12, null, new InputClock(() -> 0, false), refusals);
            InputPort unused = new InputPort(collector);
            LongAdder allocated = new LongAdder();
            Together.run(Collections.nCopies(threads, () -> {
                long before = memory.getCurrentThreadAllocatedBytes();
                unused.action(1, 1, 0);
                allocated.add(memory.getCurrentThreadAllocatedBytes() - before);
            }));
            first = threads == 1 ? allocated.sum() : first;
            assertTrue(allocated.sum() < 1.5 * first, allocated.sum() + " bytes, for one thread " + first);
            collector.drain(10_000_000);
            collector.take(new Timeline(Ratio.of(100), 0), 0, 1);
            assertEquals(threads, collector.counts.consumed());
        }
    }

    @Test
    void afterTheEndAllInputIsRefusedAndCounted() {
        inputs.queue.close();
        inputs.queue.close();
        assertFalse(port.action(1, 0, 0));
        assertFalse(port.axis(1, 0, 0));
        assertEquals(2, refusals.sum());
        refused("was 2", IllegalArgumentException.class, () -> port.axis(2, 0, 0));
        assertEquals(2, refusals.sum());
    }

    @Test
    void aPortThatWasClosedWhileItWasSealedStaysClosed() {
        inputs.seal();
        assertFalse(port.action(1, 0, 0));
        inputs.queue.unseal();
        assertTrue(port.action(1, 0, 0));
        inputs.seal();
        inputs.queue.close();
        inputs.queue.unseal();
        assertFalse(port.action(1, 0, 0));
    }
}
