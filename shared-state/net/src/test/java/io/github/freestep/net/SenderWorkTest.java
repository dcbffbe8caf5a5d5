package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.net.link.DriverSettings;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Thorough;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Both sides of a network without Aeron, on a virtual clock. */
class SenderWorkTest {
    private static final long SECOND = SenderRig.SECOND;
    private static final int RATE = 10;

    /** Fewer bodies over a way that is longer by as much: as many bytes are on their way, and the test takes less. */
    private static final int SMALLER = Thorough.of(4, 1);

    private static final int BODIES = 100_000 / SMALLER;

    /** @param wayMillis of a datagram, for 100,000 bodies */
    private static SenderRig largeScene(int socketBytes, long wayMillis) {
        int window = DriverSettings.window(socketBytes);
        return new SenderRig(
                BODIES, 3 * BODIES / 10, RATE, window, SenderRig.QUEUE_BYTES, SMALLER * wayMillis * SenderRig.MILLI);
    }

    /** States from the publisher to the follower, and input back, with all that a pass does. */
    @Test
    void statesAndInputAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SenderRig rig = new SenderRig(500, 200, 100, 1 << 20, SenderRig.QUEUE_BYTES, 0);
        rig.run(3 * SECOND);
        long states = rig.work.states();
        long published = rig.follower.publishedStates();
        long inputs = rig.inputs;
        long least = Long.MAX_VALUE;
        int batch = 0;
        // The JIT may allocate once in any batch, but an allocation that each state makes is in all of them.
        for (; batch < 20 && least > 0; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            rig.run(SECOND);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least);
        assertEquals(100 * batch, rig.work.states() - states, 1);
        assertEquals(100 * batch, rig.follower.publishedStates() - published, 1);
        assertEquals(100 * batch, rig.inputs - inputs, 2);
        assertEquals(0, rig.follower.incompleteStates());
        assertNull(rig.reported);
    }

    /** A room that moves goes on when its receivers show it. */
    @Test
    void aReceiverThatJoinsWhileARoomStandsStillShowsItWithin260Millis() {
        for (int moment = 0; moment < 10; moment++) {
            SenderRig rig = new SenderRig(50, 0, 100, 1 << 20, SenderRig.QUEUE_BYTES, 0);
            rig.isThere = false;
            rig.run(SECOND + 50 * moment * SenderRig.MILLI);
            rig.publishes = false;
            rig.run(100 * SenderRig.MILLI);
            rig.isThere = true;
            rig.run(260 * SenderRig.MILLI);
            assertTrue(rig.follower.publishedStates() > 0, "at moment " + moment);
        }
    }

    @Test
    void aLargeSceneArrivesWholeOverALongWay() {
        SenderRig rig = largeScene(1 << 20, 50);
        rig.run(8 * SECOND);
        long published = rig.follower.publishedStates();
        long incomplete = rig.follower.incompleteStates();
        rig.run(4 * SECOND);
        assertEquals(4 * RATE, rig.follower.publishedStates() - published, 1);
        assertEquals(incomplete, rig.follower.incompleteStates());
        assertEquals(0, rig.work.dropped());
        assertNull(rig.reported);
        try (StateReader reader = rig.follower.states().reader()) {
            assertTrue(reader.acquire());
            State newest = reader.state(0);
            for (int body = 0; body < BODIES; body++) {
                assertTrue(newest.isAlive(body));
                assertEquals(rig.x(body, newest.tick()), newest.x()[body], 0.001);
            }
        }
    }

    /** The receiver's socket has the longest buffer that Linux usually allows. */
    @Test
    void theSenderSaysThatASceneIsTooLargeForTheWay() {
        SenderRig rig = largeScene(208 << 10, 100);
        rig.run(12 * SECOND);
        long published = rig.follower.publishedStates();
        long incomplete = rig.follower.incompleteStates();
        rig.run(4 * SECOND);
        assertEquals(rig.follower.publishedStates() - published, rig.follower.incompleteStates() - incomplete);
        assertTrue(
                rig.reported != null && rig.reported.getMessage().startsWith("receivers may not know all bodies: "),
                () -> "reported " + rig.reported);
    }

    /**
     * The queue is full 0.5 s after the receiver has vanished. Until Aeron ends the connection, everything is dropped,
     * and three periods of the report end.
     */
    @Test
    void aReceiverThatVanishesIsNoSceneThatIsTooLarge() {
        SenderRig rig = new SenderRig(25_000, 25_000, RATE, 128 << 10, 128 << 10, SenderRig.MILLI);
        long untilPeriodEnds = 7 * SECOND / 10;
        rig.run(4 * BaselineReport.PERIOD_NANOS - untilPeriodEnds);
        long dropped = rig.work.dropped();
        rig.isThere = false;
        rig.run(untilPeriodEnds);
        assertTrue(rig.work.dropped() > dropped);
        rig.run(6 * SECOND);
        assertFalse(rig.work.isConnected());
        assertNull(rig.reported);
    }
}
