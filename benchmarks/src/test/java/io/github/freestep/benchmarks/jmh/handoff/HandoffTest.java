package io.github.freestep.benchmarks.jmh.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that every peer keeps the promises of {@link StateHandoff}; without that, a comparison would mean nothing. */
class HandoffTest {
    /** Not a multiple of a vector or a block, so that the remainders are checked too. */
    private static final int BODIES = 1_037;

    private static final int PUBLISHES = 20_000;

    private static final float TORN = -1;

    private final float[][] source = Payload.allocate(BODIES);

    @ParameterizedTest
    @EnumSource
    void aReaderFindsZerosBeforeTheFirstState(Peer peer) {
        assertEquals(0, peer.open(BODIES).join().read(Payload::sample));
    }

    @ParameterizedTest
    @EnumSource
    void aReaderFindsTheNewestOfSeveralStates(Peer peer) {
        StateHandoff handoff = peer.open(BODIES);
        StateHandoff.Reader reader = handoff.join();
        int tick = 0;
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i <= round % 5; i++) {
                assertTrue(publish(handoff, ++tick));
            }
            assertEquals(tick, reader.read(HandoffTest::same));
            assertEquals(tick, reader.read(HandoffTest::same), "a second look");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReaderThatSleptFindsTheNewestStateThatHadAPlace(Peer peer) {
        StateHandoff handoff = peer.open(BODIES);
        StateHandoff.Reader reader = handoff.join();
        int tick = 0;
        for (int sleep = 1; sleep <= 3 * Payload.PLACES; sleep++) {
            int delivered = 0;
            for (int i = 0; i < sleep; i++) {
                delivered = publish(handoff, ++tick) ? tick : delivered;
            }
            assertEquals(delivered, reader.read(HandoffTest::same));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JCTOOLS_SPSC")
    void everyReaderFindsTheNewestState(Peer peer) {
        StateHandoff handoff = peer.open(BODIES);
        StateHandoff.Reader often = handoff.join();
        StateHandoff.Reader seldom = handoff.join();
        for (int tick = 1; tick <= 50; tick++) {
            publish(handoff, tick);
            assertEquals(tick, often.read(HandoffTest::same));
            if (tick % 5 == 0) {
                assertEquals(tick, seldom.read(HandoffTest::same));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noReadIsTornOrGoesBack(Peer peer) throws Exception {
        StateHandoff handoff = peer.open(BODIES);
        ReaderLoop loop = new ReaderLoop(handoff.join());
        publish(handoff, 1);
        FutureTask<String> reading = new FutureTask<>(loop::run);
        new Thread(reading, "reader").start();
        loop.running.await();
        for (int tick = 2; tick <= PUBLISHES; tick++) {
            publish(handoff, tick);
        }
        loop.written = true;
        assertEquals("", reading.get());
    }

    @Test
    void recognisesATornState() {
        for (float[] array : source) {
            Arrays.fill(array, 7);
        }
        assertEquals(7, Payload.fold(source, HandoffTest::same));
        source[6][BODIES - 1] = 8;
        assertEquals(TORN, Payload.fold(source, HandoffTest::same));
        Arrays.fill(source[6], 8);
        assertEquals(TORN, Payload.fold(source, HandoffTest::same), "each array whole, but not all of one state");
    }

    @Test
    void halfOfTheOrientationsMustBeTurnedInEveryTick() {
        PublishedPoses poses = new PublishedPoses(BODIES);
        for (int tick = 1; tick < 5; tick++) {
            assertEquals(BODIES / 2, turned(poses.first(), poses.at(tick)));
        }
    }

    private static int turned(float[][] stored, float[][] given) {
        int turned = 0;
        for (int body = 0; body < BODIES; body++) {
            double product = 0;
            for (int i = 3; i < Payload.ARRAYS; i++) {
                product += stored[i][body] * given[i][body];
            }
            assertEquals(1, Math.abs(product), 1e-6);
            turned += product < 0 ? 1 : 0;
        }
        return turned;
    }

    /** Writes the tick into every float, which is exact below 2^24. */
    private boolean publish(StateHandoff handoff, int tick) {
        for (float[] array : source) {
            Arrays.fill(array, tick);
        }
        return handoff.publish(tick, source);
    }

    /** Folds to the one value of all floats, which is the tick of a published state; to {@code TORN} if they differ. */
    private static float same(float carried, float[] array) {
        float value = carried == 0 ? array[0] : carried;
        if (value < 1) {
            return TORN;
        }
        for (float other : array) {
            if (other != value) {
                return TORN;
            }
        }
        return value;
    }

    /** Reads while the writer writes, and once more. */
    private static final class ReaderLoop {
        private final CountDownLatch running = new CountDownLatch(1);
        private final StateHandoff.Reader reader;
        private volatile boolean written;

        ReaderLoop(StateHandoff.Reader reader) {
            this.reader = reader;
        }

        /** Describes what went wrong; empty if nothing did. */
        String run() {
            float newest = 0;
            boolean last;
            do {
                last = written;
                float seen = reader.read(HandoffTest::same);
                running.countDown();
                if (seen == TORN || seen < newest) {
                    return seen + " after " + newest;
                }
                newest = seen;
            } while (!last);
            return "";
        }
    }
}
