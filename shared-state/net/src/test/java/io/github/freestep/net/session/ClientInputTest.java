package io.github.freestep.net.session;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientInputTest {
    private final LinkRig rig = new LinkRig(1);
    private final ClientInput input = rig.client.input;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.05, 0.3})
    void everyAcceptedInputArrivesOnceInOrderWithItsTime(double loss) {
        Seeds.first(Thorough.of(5, 20)).forEach(seed -> {
            LinkRig link = new LinkRig(seed);
            link.way.loss = loss;
            link.way.duplicates = 0.1;
            link.way.jitterNanos = 40_000_000;
            connect(link);
            Random random = Seeds.random(seed);
            List<String> accepted = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                if (random.nextInt(4) == 0) {
                    push(link, random, accepted);
                }
                link.step();
            }
            assertTrue(accepted.size() > 500, "seed " + seed + ": " + accepted.size());
            link.run(2_000);
            assertEquals(accepted, link.taken, "seed " + seed);
            assertEquals(0, link.client.input.unacknowledged(), "seed " + seed);
            assertEquals(0, link.client.input.lost());
        });
    }

    /** The thread of the program found the server connected, and adds its input after the server has restarted. */
    @Test
    void anInputForAFormerTicketIsLost() {
        ClientInput one = new ClientInput(() -> 0);
        one.connect(true);
        assertTrue(one.action(0, 1));
        one.end();
        one.begin(0, 0);
        one.add(true, 3, 1, 0);
        one.connect(false);
        one.connect(true);
        ByteBuffer out = ByteBuffer.allocate(100);
        one.write(out, 0);
        assertEquals(0, out.position());
        assertEquals(2, one.lost());
        assertEquals(1, one.firstSequence());
        assertTrue(one.action(0, 2));
        one.connect(false);
        one.connect(true);
        one.write(out, 0);
        assertEquals(ClientHeader.INPUT, out.position(), "only a new ticket drops inputs");
    }

    /** A key that is held makes no further input, and the world of the new server begins with zeros. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void theNewestValueOfEachAxisIsSentAgainToANewServer(double loss) {
        assertFalse(input.axis(1, -1), "not connected");
        connect(rig);
        assertEquals("axis 1 -1.0", rig.taken.get(0).substring(0, 11));
        for (int i = 0; i < 10; i++) {
            input.axis(0, i);
        }
        input.action(7, 1);
        rig.run(200);
        rig.taken.clear();
        rig.way.loss = loss;
        rig.restart();
        rig.run(6_000);
        input.action(8, 1);
        rig.run(2_000);
        assertEquals(3, rig.taken.size(), rig.taken::toString);
        assertTrue(rig.taken.get(0).startsWith("axis 0 9.0 "), rig.taken::toString);
        assertTrue(rig.taken.get(1).startsWith("axis 1 -1.0 "), rig.taken::toString);
        assertTrue(rig.taken.get(2).startsWith("action 8 "), rig.taken::toString);
        assertEquals(0, input.unacknowledged());
        rig.taken.clear();
        rig.outage(11_000);
        rig.run(6_000);
        assertEquals(2, rig.taken.size(), rig.taken::toString);
    }

    /** The program's thread may set an axis while the sending thread reads the levels. */
    @Test
    void aValueThatIsSetWhileTheClientGetsItsPlaceArrives() {
        ClientInput[] one = new ClientInput[1];
        boolean[] wasSet = new boolean[1];
        one[0] = new ClientInput(() -> {
            wasSet[0] = wasSet[0] || one[0].axis(0, 0, 5);
            return 5;
        });
        one[0].axis(0, 1, 5);
        one[0].end();
        one[0].begin(0, 0);
        one[0].connect(true);
        ByteBuffer out = ByteBuffer.allocate(100);
        one[0].write(out, 0);
        assertEquals(2 * ClientHeader.INPUT, out.position(), "the level, and what was set since");
        assertEquals(0, out.getFloat(ClientHeader.INPUT + 1 + Integer.BYTES));
    }

    /** More levels than fit into a datagram. */
    @Test
    void allAxesAreSentAgain() {
        ClientInput one = new ClientInput(() -> 5);
        for (int axis = 0; axis < 300; axis++) {
            one.axis(axis, axis);
        }
        one.end();
        one.begin(9, 0);
        one.connect(true);
        assertTrue(one.hasNew());
        assertTrue(one.action(1, 1));
        ByteBuffer out = ByteBuffer.allocate(2_000);
        int sent = 0;
        while (one.isWaiting()) {
            assertEquals(10 + sent, one.firstSequence());
            one.write(out.clear(), 0);
            int inputs = out.position() / ClientHeader.INPUT;
            assertEquals(sent < 256 ? sent : 1, out.getInt(1), "the axis or the action");
            sent += inputs;
            one.acknowledge(9 + sent, 0);
        }
        assertEquals(257, sent);
        assertFalse(one.hasNew());
    }

    @Test
    void theSinkLearnsWhichClientHasSentAnInput() {
        connect(rig);
        input.axis(0, 1);
        rig.run(20);
        assertEquals(rig.client.input.client(), rig.sender);
        ClientLink other = rig.newClient();
        rig.join(other, LinkRig.address(5));
        other.input.axis(1, 2);
        rig.join(other, LinkRig.address(5));
        assertEquals(other.input.client(), rig.sender);
        input.axis(0, 2);
        rig.run(20);
        assertEquals(rig.client.input.client(), rig.sender);
    }

    @Test
    void waitsAreShortOnlyWhileThereIsInput() {
        connect(rig);
        rig.run(2_000);
        assertTrue(longestWait(500) > 90_000_000, "no input was added");
        input.axis(0, 1);
        rig.step();
        assertTrue(longestWait(900) <= 3_000_000, "more input is likely");
        rig.run(200);
        assertTrue(longestWait(500) > 90_000_000, "the input is old");
    }

    private long longestWait(int millis) {
        long longest = 0;
        for (int i = 0; i < millis; i++) {
            rig.step();
            longest = Math.max(longest, rig.client.waitNanos(rig.nowNanos));
        }
        return longest;
    }

    @Test
    void aFullRingRefuses() {
        connect(rig);
        rig.outage(1);
        for (int i = 0; i < 256; i++) {
            assertTrue(input.axis(0, i));
        }
        assertFalse(input.axis(0, 256));
        assertFalse(input.action(0, 256));
        assertEquals(256, input.unacknowledged());
        rig.outage(100);
        assertFalse(input.action(0, 256));
        assertEquals(256, rig.run(200).taken.size());
        assertEquals(0, input.unacknowledged());
        assertTrue(input.axis(0, 1));
    }

    @Test
    void theServersRefusalsAreReported() {
        connect(rig);
        input.axis(LinkRig.AXES, 1);
        input.axis(LinkRig.AXES - 1, 2);
        input.action(-5, 3, rig.nowNanos - 3_600_000_000_000L);
        input.action(-5, 4, rig.nowNanos - 3_500_000_000_000L);
        input.action(-5, 5, rig.nowNanos + 3_700_000_000_000L);
        input.action(-5, 6, rig.nowNanos - LinkRig.OFFSET + Long.MIN_VALUE);
        assertEquals(2, rig.run(100).taken.size());
        assertEquals(4, input.refusedByServer());
        assertEquals(0, input.unacknowledged());
        rig.accepts = false;
        input.action(1, 1);
        rig.run(100);
        assertEquals(5, input.refusedByServer());
        rig.isFaulty = true;
        input.action(1, 1);
        rig.run(100);
        assertEquals(6, input.refusedByServer());
    }

    /** Such as those of datagrams that overtook each other, or of an attacker without a key. */
    @Test
    void oldAndImpossibleAcknowledgementsChangeNothing() {
        connect(rig);
        rig.outage(1);
        for (int i = 0; i < 3; i++) {
            input.action(i, 1);
        }
        input.acknowledge(2, 2);
        assertEquals(1, input.unacknowledged());
        assertEquals(2, input.refusedByServer(), "all of the two");
        input.acknowledge(1, 1);
        input.acknowledge(4, 3);
        input.acknowledge(Integer.MIN_VALUE, 3);
        assertEquals(1, input.unacknowledged());
        assertEquals(2, input.refusedByServer());
        input.acknowledge(3, 4);
        assertEquals(0, input.unacknowledged());
        assertEquals(2, input.refusedByServer(), "more refusals than inputs");
    }

    @Test
    void refusalsAreReportedBeyondTheLastPositiveNumber() {
        ClientInput one = new ClientInput(() -> 0);
        one.begin(Integer.MAX_VALUE, 0);
        one.connect(true);
        assertTrue(one.axis(0, 1));
        one.acknowledge(Integer.MIN_VALUE, 1);
        assertEquals(1, one.refusedByServer());
    }

    @Test
    void aServerThatForgotTheClientAdmitsItAgain() {
        connect(rig);
        input.action(1, 1);
        rig.run(50);
        assertEquals(1, rig.outage(9_800).server.clients.places.size());
        assertEquals(0, rig.outage(300).server.clients.places.size());
        input.action(2, 1);
        assertEquals(1, rig.run(300).server.clients.places.size());
        assertEquals(1, input.lost());
        input.action(3, 1);
        rig.run(50);
        assertTrue(rig.taken.get(1).startsWith("action 3 "), rig.taken.get(1));
    }

    @Test
    void sendsSoonRepeatsOftenAndIsQuietOtherwise() {
        connect(rig);
        rig.run(1_500);
        assertEquals(10, sent(1_000), "hellos");
        int replies = rig.toClient.size();
        assertEquals(replies + 1, rig.run(1_000).toClient.size(), "replies without news");
        rig.run(5);
        input.action(1, 1);
        assertEquals(1, sent(1), "at once");
        input.action(1, 1);
        assertEquals(0, sent(1), "gathered for 2 ms");
        assertEquals(1, sent(1));
        rig.outage(0);
        rig.way.loss = 1;
        input.action(1, 1);
        assertEquals(10, sent(100), "repeats");
    }

    /** Clients repeat input while its acknowledgement is on its way. On a narrow link, each answer delays a state. */
    @Test
    void inputIsNotAnsweredEachTimeItComes() {
        connect(rig);
        assertEquals(100, answers(200, 5), 2, "new input, at most each 10 ms");
        rig.way.delayNanos = 50_000_000;
        assertEquals(4, answers(1, 0), "the same for 100 ms");
        assertEquals(11, answers(40, 0), "so much that there may soon be no room");
    }

    private int answers(int inputs, int spacingMillis) {
        int before = rig.toClient.size();
        for (int i = 0; i < inputs; i++) {
            input.axis(0, i);
            rig.run(spacingMillis);
        }
        return rig.run(300).toClient.size() - before;
    }

    @Test
    void namesWhatIsWrong() {
        assertMessage("axis must be 0 or more, was -1", () -> input.axis(-1, 0));
        assertMessage(
                "value must be finite, was NaN; filter it where the device is read", () -> input.axis(0, Float.NaN));
        assertMessage(
                "value must be finite, was Infinity; filter it where the device is read",
                () -> input.action(0, Float.POSITIVE_INFINITY));
    }

    private int sent(int millis) {
        int before = rig.toServer.size();
        return rig.run(millis).toServer.size() - before;
    }

    private static void push(LinkRig link, Random random, List<String> accepted) {
        ClientInput to = link.client.input;
        long nanos = link.nowNanos - random.nextInt(5_000_000);
        int code = random.nextInt(LinkRig.AXES);
        float value = random.nextFloat();
        boolean action = random.nextBoolean();
        if (action ? to.action(code, value, nanos) : to.axis(code, value, nanos)) {
            accepted.add((action ? "action " : "axis ") + code + " " + value + " " + (nanos + LinkRig.OFFSET));
        }
    }

    private static void connect(LinkRig link) {
        for (int i = 0; i < 2_000 && !link.client.input.isConnected(); i++) {
            link.step();
        }
        assertTrue(link.client.joined);
        // Long enough for the server to get an answer.
        link.run(500);
    }

    private static void assertMessage(String expected, Runnable call) {
        refusedWith(expected, IllegalArgumentException.class, call::run);
    }
}
