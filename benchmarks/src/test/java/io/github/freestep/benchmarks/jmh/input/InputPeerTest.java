package io.github.freestep.benchmarks.jmh.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that every peer keeps the promises of {@link InputQueue}; without that, a comparison would mean nothing. */
class InputPeerTest {
    private static final int PUSHES = 300_000;

    @ParameterizedTest
    @EnumSource
    void everyAcceptedInputArrivesOnceAndInOrder(InputPeer peer) {
        InputQueue queue = peer.open();
        List<InputQueue.Producer> producers = List.of(queue.join(), queue.join());
        int pushed = 0;
        for (int round = 0; round < 50; round++) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                long nanos = System.nanoTime();
                assertTrue(producers.get(i % 2).edge(++pushed, i, nanos));
                expected.add("true " + pushed + " " + (float) i + " " + nanos);
            }
            assertEquals(expected, drain(queue));
            assertEquals(List.of(), drain(queue));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENT_LINKED_QUEUE")
    void aFullQueueRefusesInputs(InputPeer peer) {
        InputQueue queue = peer.open();
        List<InputQueue.Producer> producers = List.of(queue.join(), queue.join());
        long now = System.nanoTime();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < InputQueue.CAPACITY; i++) {
                assertTrue(producers.get(i % 2).edge(i, 0, now));
            }
            assertFalse(producers.get(0).edge(0, 0, now));
            assertFalse(producers.get(1).edge(0, 0, now));
            assertEquals(InputQueue.CAPACITY, drain(queue).size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void noInputIsLostBetweenThreads(InputPeer peer) throws InterruptedException {
        InputQueue queue = peer.open();
        InputQueue.Producer producer = queue.join();
        Thread pushing = new Thread(() -> {
            for (int i = 0; i < PUSHES; i++) {
                while (!producer.edge(i, 0, System.nanoTime())) {
                    Thread.yield();
                }
            }
        });
        pushing.setDaemon(true);
        pushing.start();
        int[] next = new int[1];
        while (pushing.isAlive() || next[0] < PUSHES) {
            boolean ended = !pushing.isAlive();
            int before = next[0];
            queue.drain((edge, code, value, nanos) -> assertEquals(next[0]++, code));
            assertFalse(ended && next[0] == before && before < PUSHES, "inputs are missing from " + before + " on");
        }
        pushing.join();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENT_LINKED_QUEUE")
    void aBurstThatDoesNotFitEndsTheRun(InputPeer peer) {
        InputQueue.Producer producer = peer.open().join();
        for (int i = 0; i < InputQueue.CAPACITY / Burst.SIZE; i++) {
            Burst.push(producer, 1);
        }
        assertThrows(IllegalStateException.class, () -> Burst.push(producer, 1));
    }

    private static List<String> drain(InputQueue queue) {
        List<String> drained = new ArrayList<>();
        queue.drain((edge, code, value, nanos) -> drained.add(edge + " " + code + " " + value + " " + nanos));
        return drained;
    }
}
