package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NarrowJoinTest {
    private static final long MILLI = SenderRig.MILLI;
    private static final long SECOND = SenderRig.SECOND;

    /**
     * The world takes up to four times as long as the link has room for, and at most 0.25 Mbit/s later. If more were
     * sent meanwhile than the link carries, acknowledgements would be so late that all was sent again, for ever.
     */
    @ParameterizedTest
    @CsvSource({
        "20000, 1, 2000, 4000, 10",
        "8000, 0.3, 1000, 8000, 10",
        "8000, 0.3, 1000, 9500, 200",
        "8000, 100, 1000, 200, 10"
    })
    void aLargeWorldJoinsOverAnyLink(int bodies, double megabits, long queueMillis, long mostMillis, long wayMillis) {
        SenderRig rig = new SenderRig(bodies, 20, 60, wayMillis * MILLI) {
            @Override
            void pose(StateWriter state, int body, long atTick) {
                SplittableRandom random = Seeds.splittable(body);
                float x = x(body, atTick) + (float) random.nextDouble(-1_000, 1_000);
                state.position(body, x, random.nextInt(-1_000, 1_000), random.nextInt(-1_000, 1_000));
                double a = random.nextDouble(7);
                double b = random.nextDouble(7);
                float c = (float) Math.cos(b);
                float d = (float) Math.sin(b);
                state.orientation(body, (float) Math.sin(a) * c, (float) Math.sin(a) * d, (float) Math.cos(a), 0);
            }
        };
        long[] bytes = {0};
        rig.loss = (datagram, from, to) -> {
            bytes[0] += from == SenderRig.SERVER ? datagram.remaining() + LossMeter.UDP_BYTES : 0;
            return false;
        };
        rig.toServer.cut = true;
        rig.run(2 * SECOND);
        rig.toServer.cut = false;
        rig.toClients.headers = LossMeter.UDP_BYTES;
        rig.toClients.mostWaitNanos = queueMillis * MILLI;
        rig.toClients.nanosPerByte = 8e3 / megabits;
        rig.run(mostMillis * MILLI);
        assertTrue(rig.follower.publishedStates() > 0);
        rig.run(10 * SECOND - mostMillis * MILLI);
        bytes[0] = 0;
        rig.run(5 * SECOND);
        assertTrue(bytes[0] * 8e-6 / 5 < 0.25, () -> bytes[0] + " bytes");
        assertEquals(60, rig.work.clients().get(0).statesPerSecond());
    }

    /** An acknowledgement names fewer datagrams than the world has, all of which come at once. */
    @Test
    void aLargeWorldIsSentOnce() {
        SenderRig rig = new SenderRig(50_000, 0, 60, 10 * MILLI);
        rig.toServer.cut = true;
        rig.run(2 * SECOND);
        rig.toServer.cut = false;
        rig.run(SECOND);
        long bytes = rig.work.clients().get(0).sentBytes();
        // It takes 658,000, and would take 815,000 if only the last datagrams were acknowledged.
        assertTrue(bytes > 600_000 && bytes < 700_000, () -> bytes + " bytes");
    }
}
