package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Four threads push a million inputs each, and one takes them. None is lost, repeated or overtaken. */
class InputThreadsTest {
    private static final int PRODUCERS = 4;
    private static final int INPUTS = Thorough.of(60_000, 400_000);
    private static final int CAPACITY = 1_000;
    private static final long TIMEOUT_SECONDS = 300;

    private final NanoClock clock = NanoClock.system();
    private final long start = clock.nanoTime();

    /** Ticks of 1 microsecond. All due ticks are taken at once. */
    private final Timeline timeline = new Timeline(Ratio.of(1_000_000), start);

    private final LongAdder refusals = new LongAdder();
    private final InputCollector inputs =
            new InputCollector(0, CAPACITY, null, new InputClock(() -> start, false), refusals);
    private final InputPort port = new InputPort(inputs);
    private final BitSet[] consumed = new BitSet[PRODUCERS];
    private final int[] next = new int[PRODUCERS];
    private long tick;

    @Test
    void everyInputIsConsumedOnceAndInOrderOrRefused() throws InterruptedException {
        Arrays.setAll(consumed, i -> new BitSet(INPUTS));
        List<Producer> producers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            producers.add(new Producer(i));
        }
        producers.forEach(Thread::start);
        // Waits until each producer has found the ring full once, however the machine schedules the threads.
        for (Producer producer : producers) {
            assertTrue(producer.wasRefused.await(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        }
        long giveUp = clock.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (producers.stream().anyMatch(Thread::isAlive)) {
            assertTrue(clock.nanoTime() - giveUp < 0, "the producers do not finish");
            long before = inputs.counts.consumed();
            consume(clock.nanoTime());
            if (inputs.counts.consumed() == before) {
                // On a machine with one core, the producers could not push otherwise.
                Thread.yield();
            }
        }
        consumeTheRest();
        check(producers);
    }

    private void consume(long now) {
        inputs.drain(now);
        long due = timeline.tickAt(timeline.simulationAt(now));
        if (due > tick) {
            check(new TickInput(inputs.take(timeline, tick, due)));
            timeline.simulated(timeline.simulationOf(due));
            tick = due;
        }
    }

    /** At most a full heap and a full ring remain. Each turn empties the heap. */
    private void consumeTheRest() {
        for (int turn = 1; turn <= 4; turn++) {
            consume(clock.nanoTime() + turn * 1_000_000);
        }
    }

    private void check(TickInput input) {
        for (int i = 0; i < input.size(); i++) {
            int producer = input.code(i) / INPUTS;
            int number = input.code(i) % INPUTS;
            assertTrue(number >= next[producer], "an input of one producer was overtaken");
            assertEquals(number, input.value(i));
            assertTrue(input.fraction(i) >= (i == 0 ? 0 : input.fraction(i - 1)));
            assertTrue(input.fraction(i) <= 1);
            next[producer] = number + 1;
            consumed[producer].set(number);
        }
    }

    private void check(List<Producer> producers) {
        long accepted = 0;
        long refused = 0;
        for (Producer producer : producers) {
            assertEquals(producer.accepted, consumed[producer.number]);
            assertFalse(producer.persistent && producer.accepted.cardinality() < INPUTS);
            accepted += producer.accepted.cardinality();
            refused += producer.refused;
        }
        assertEquals(accepted, inputs.counts.consumed());
        assertEquals(refused, refusals.sum());
    }

    /** Half of the producers push a refused input again, and half drop it. */
    private final class Producer extends Thread {
        private final int number;
        private final boolean persistent;
        private final BitSet accepted = new BitSet(INPUTS);
        private final CountDownLatch wasRefused = new CountDownLatch(1);
        private long refused;

        Producer(int number) {
            super("producer " + number);
            this.number = number;
            persistent = number % 2 == 0;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (int i = 0; i < INPUTS; i++) {
                long nanos = clock.nanoTime();
                boolean pushed;
                while (!(pushed = port.action(number * INPUTS + i, i, nanos)) && persistent) {
                    noteRefusal();
                }
                if (pushed) {
                    accepted.set(i);
                } else {
                    noteRefusal();
                }
            }
        }

        private void noteRefusal() {
            refused++;
            wasRefused.countDown();
            Thread.yield();
        }
    }
}
