package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.FollowerRig;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The times of inputs, from a client that follows the server's states over a simulated link. */
class ClientInputTimesTest {
    /** The clock of the followed states is behind the server's by the least delay of the link. */
    private static final long LEAST_DELAY_NANOS = 15 * FollowerRig.MILLI;

    /** The clock knows only the least delay so far, which is within the jitter of the link. */
    private static final long MOST_ERROR_NANOS = 10 * FollowerRig.MILLI;

    /** A clock is off by more than 5 ms at first in one of 10^6 seeds, and by a tenth of that after some seconds. */
    private static final long MEAN_ERROR_NANOS = 2 * FollowerRig.MILLI;

    /** By the value of the input: the time that it should have. */
    private final Map<Integer, Long> expected = new HashMap<>();

    private final Map<Integer, Long> applied = new HashMap<>();
    private int inputs;
    private FollowerRig rig;
    private ServerLink server;
    private ByteBuffer answer;
    private ClientLink client;

    @Test
    void aServerGetsTimesOfItsOwnClockAlsoAfterARestart() {
        Seeds.first(5).forEach(seed -> {
            join(seed, 30);
            assertFalse(client.input.action(0, 1), "the clock is unknown");
            run(6_000);
            assertTrue(expected.size() > 400, "seed " + seed + ": " + expected.size());
            // On another machine, so that a time of the first clock would be refused.
            rig.originNanos += 5_000 * FollowerRig.SECOND;
            serve(30);
            run(6_000);
            assertTrue(expected.size() > 900, "seed " + seed + ": " + expected.size());
            assertTimes("seed " + seed);
            assertEquals(0, client.input.refusedByServer(), "seed " + seed);
        });
    }

    /** For example a server that spawns a body for each player who has asked for one. */
    @Test
    void aServerWithoutBodiesGetsInput() {
        join(1, 0);
        run(1_000);
        assertTrue(applied.size() > 20, () -> "inputs: " + applied.size());
    }

    /** The server takes the least of several reports, so an old lateness would hide a queue. */
    @Test
    void theLatenessOfPiecesIsReportedOnce() {
        join(1, 30);
        rig.run(FollowerRig.SECOND);
        ClientHeader report = new ClientHeader();
        assertTrue(report.read(opened(client.next(rig.local.nanoTime(), rig.follower))) && report.lateMicros >= 0);
        // As if input that was added meanwhile had made this one due.
        assertTrue(report.read(opened(client.next(rig.local.nanoTime() + FollowerRig.SECOND, 0, true))));
        assertEquals(-1, report.lateMicros);
    }

    private static ByteBuffer opened(ByteBuffer datagram) {
        return LinkRig.opened(VirtualNetwork.copy(datagram), LinkRig.keys(1));
    }

    private void assertTimes(String context) {
        // What was under way when the first server ended is lost.
        assertEquals(expected.size() - client.input.lost(), applied.size(), context);
        long sum = 0;
        for (Map.Entry<Integer, Long> input : applied.entrySet()) {
            long error = Math.abs(input.getValue() - expected.get(input.getKey()));
            assertTrue(error <= MOST_ERROR_NANOS, context + ": error " + error + " of " + input);
            sum += error;
        }
        long mean = sum / applied.size();
        assertTrue(mean < MEAN_ERROR_NANOS, context + ": mean error " + mean);
        expected.clear();
        applied.clear();
    }

    private void join(long seed, int bodies) {
        rig = new FollowerRig(seed, PoseGrid.STANDARD);
        client = ClientLink.of(
                LinkRig.keys(1), new ClientInput(rig.follower.states().clock()));
        serve(bodies);
    }

    private void serve(int bodies) {
        rig.serve(bodies);
        server = ServerLink.of(
                rig.run,
                LinkRig.KEY,
                0,
                new InputCalls(
                        0,
                        (axis, value, nanos) -> false,
                        (code, value, nanos) -> applied.put((int) value, nanos) == null),
                ServerLink.Limits.NONE);
        answer = null;
    }

    private void run(int millis) {
        for (int i = 0; i < millis; i++) {
            rig.run(FollowerRig.MILLI);
            if (answer != null) {
                client.hear(answer, 0);
            }
            if (i % 10 == 0 && client.input.action(0, ++inputs)) {
                expected.put(inputs, rig.senderNanos() - LEAST_DELAY_NANOS);
            }
            ByteBuffer input = client.next(rig.local.nanoTime(), rig.follower);
            answer = input == null ? null : server.receive(input, LinkRig.address(1), rig.senderNanos());
        }
    }
}
