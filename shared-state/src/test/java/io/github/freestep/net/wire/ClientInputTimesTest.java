package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The times of inputs, from a client that follows the server's states over a simulated link. */
class ClientInputTimesTest {
    /** The clock of the followed states is behind the server's by the least delay of the link. */
    private static final long LEAST_DELAY_NANOS = 15 * FollowerRig.MILLI;

    private static final long TOLERANCE_NANOS = FollowerRig.MILLI;

    private final List<Long> expected = new ArrayList<>();
    private final List<Long> applied = new ArrayList<>();
    private FollowerRig rig;
    private ServerLink server;
    private ClientLink client;

    @Test
    void aServerGetsTimesOfItsOwnClockAlsoAfterARestart() {
        Seeds.first(5).forEach(seed -> {
            rig = new FollowerRig(seed, PoseGrid.STANDARD);
            client = ClientLink.of(null, rig.follower.states().clock());
            serve(30);
            assertFalse(client.input().axis(0, 1), "the clock is unknown");
            run(6_000);
            assertTrue(expected.size() > 400, "seed " + seed + ": " + expected.size());
            // On another machine, so that a time of the first clock would be refused.
            rig.originNanos += 5_000 * FollowerRig.SECOND;
            serve(30);
            run(6_000);
            assertTrue(expected.size() > 900, "seed " + seed + ": " + expected.size());
            assertTimes("seed " + seed);
            assertEquals(0, client.input().refusedByServer(), "seed " + seed);
        });
    }

    /** For example a server that spawns a body for each player who has asked for one. */
    @Test
    void aServerWithoutBodiesGetsInput() {
        rig = new FollowerRig(1, PoseGrid.STANDARD);
        client = ClientLink.of(null, rig.follower.states().clock());
        serve(0);
        run(1_000);
        assertTrue(applied.size() > 20, () -> "inputs: " + applied.size());
    }

    private void assertTimes(String context) {
        // What was under way when the first server ended is lost.
        assertEquals(expected.size() - client.input().lost(), applied.size(), context);
        int next = 0;
        for (long time : applied) {
            while (time - expected.get(next) > TOLERANCE_NANOS && next < expected.size() - 1) {
                next++;
            }
            long error = time - expected.get(next++);
            assertTrue(Math.abs(error) <= TOLERANCE_NANOS, context + ": error " + error);
        }
        expected.clear();
        applied.clear();
    }

    private void serve(int bodies) {
        rig.serve(bodies);
        ServerLink.Sink sink = (code, value, nanos) -> applied.add(nanos);
        server = ServerLink.of(rig.run, null, 1, sink, sink);
    }

    private void run(int millis) {
        for (int i = 0; i < millis; i++) {
            rig.run(FollowerRig.MILLI);
            ByteBuffer reply = server.reply(rig.senderNanos());
            if (reply != null) {
                client.openPiece(reply);
            }
            if (i % 10 == 0 && client.input().axis(0, i)) {
                expected.add(rig.senderNanos() - LEAST_DELAY_NANOS);
            }
            ByteBuffer input = client.next(rig.local.nanoTime(), rig.follower);
            if (input != null) {
                server.receive(input, rig.senderNanos());
            }
        }
    }
}
