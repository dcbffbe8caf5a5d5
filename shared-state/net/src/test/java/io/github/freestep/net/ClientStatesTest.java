package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How a sender with an interest treats many receivers, on a virtual clock. */
class ClientStatesTest {
    private static final long MILLI = SenderRig.MILLI;
    private static final long SECOND = SenderRig.SECOND;
    private static final int RATE = 20;
    private static final int BODIES = 100;
    private static final double ALL = Double.POSITIVE_INFINITY;

    /** How many pieces each receiver got. */
    private final Map<SocketAddress, Integer> pieces = new HashMap<>();

    /** The ticks of the states that each receiver was sent. */
    private final Map<SocketAddress, Set<Long>> sentTicks = new HashMap<>();

    /** How many pieces the socket takes in each millisecond. */
    private int socketTakes = Integer.MAX_VALUE;

    private int taken;
    private long takenNanos;

    /** A sender, and receivers that never confirm what they are sent. */
    private SenderRig rig(int count, double budget, Interest interest) {
        SenderRig rig = new SenderRig(BODIES, BODIES, RATE, interest, budget);
        rig.isThere = false;
        rig.loss = (datagram, from, to) -> datagram.get(4) == RoomHeader.PIECE && !takes(rig, to);
        for (int i = 0; i < count; i++) {
            rig.others.add(ClientLink.of(SenderRig.keys(2 + rig.others.size()), new ClientInput(rig.clock)));
        }
        return rig;
    }

    private boolean takes(SenderRig rig, SocketAddress to) {
        sentTicks.computeIfAbsent(to, key -> new HashSet<>()).add(rig.newest().tick());
        taken = takenNanos == rig.clock.nanoTime() ? taken + 1 : 1;
        takenNanos = rig.clock.nanoTime();
        return taken <= socketTakes && pieces.merge(to, 1, Integer::sum) > 0;
    }

    @Test
    void aFullSocketTakesFromAllReceiversAlike() {
        int count = 8;
        SenderRig rig =
                rig(count, ALL, (client, state, chosen) -> chosen.add(0)).run(SECOND);
        pieces.clear();
        // Each state is one datagram and its copy.
        socketTakes = count;
        int seconds = 8;
        rig.run(seconds * SECOND);
        for (int i = 0; i < count; i++) {
            assertEquals(seconds * RATE, pieces.get(SenderRig.client(1 + i)), count, "of receiver " + i);
        }
    }

    @Test
    void receiversChooseInTurn() {
        int count = 40;
        Map<Long, Integer> calls = new TreeMap<>();
        Map<Long, Integer> byClient = new HashMap<>();
        SenderRig rig = rig(count, ALL, (client, state, chosen) -> {
            calls.merge(state.tick(), 1, Integer::sum);
            byClient.merge(client, 1, Integer::sum);
            chosen.add(0);
        });
        rig.run(SECOND);
        for (int stalls = 0; stalls < 3; stalls++) {
            calls.clear();
            byClient.clear();
            rig.run(2 * SECOND);
            assertTrue(Collections.max(calls.values()) <= count / 4 + 2, () -> "calls by state " + calls.values());
            assertEquals(count, byClient.size());
            byClient.forEach((client, asked) -> assertEquals(10, asked, 1));
            rig.clock.advance(500 * MILLI);
            // After a stall, one state may have them all.
            rig.run(100 * MILLI);
        }
    }

    @Test
    void aReceiverThatIsSentNoStateChoosesNothing() {
        int count = 8;
        Map<Long, Set<Long>> asked = new HashMap<>();
        SenderRig rig = rig(count, 1_000, (client, state, chosen) -> {
            asked.computeIfAbsent(client, key -> new HashSet<>()).add(state.tick());
            chosen.all();
        });
        assertEquals(RATE / 2, rig.run(3 * SECOND).work.clients().get(0).statesPerSecond());
        asked.clear();
        sentTicks.clear();
        rig.run(4 * SECOND);
        for (int i = 0; i < count; i++) {
            Set<Long> ticks = asked.get(rig.others.get(i).input.client());
            assertEquals(20, ticks.size(), 1);
            assertTrue(sentTicks.get(SenderRig.client(1 + i)).containsAll(ticks), "receiver " + i);
        }
    }

    @Test
    void anExceptionOfTheInterestLeavesTheLastChoiceInForce() {
        boolean[] fails = new boolean[1];
        long[] failing = new long[1];
        SenderRig rig = rig(2, ALL, (client, state, chosen) -> {
            chosen.add(1);
            if (fails[0] && client == failing[0]) {
                chosen.all();
                throw new ArrayIndexOutOfBoundsException("-1");
            }
            chosen.add(2);
        });
        failing[0] = rig.others.get(0).input.client();
        assertNull(rig.run(2 * SECOND).reported);
        fails[0] = true;
        rig.run(3 * SECOND + 500 * MILLI);
        long states = rig.work.states;
        assertEquals(RATE, rig.run(SECOND).work.states - states, 1);
        for (SenderClient client : rig.work.clients()) {
            assertEquals(2, client.bodies());
        }
        assertEquals(5, rig.reports, 1, "one per second");
        assertEquals(
                "the interest threw an exception for receiver " + failing[0] + " at " + SenderRig.client(1)
                        + "; until it returns normally, the receiver keeps the bodies of its last choice",
                rig.reported.getMessage());
        assertEquals("-1", rig.reported.getCause().getMessage());
        fails[0] = false;
        int before = rig.reports;
        assertEquals(before, rig.run(2 * SECOND).reports);
    }

    /** Without a choice before, such as one of a stranger, there are no bodies. */
    @Test
    void anInterestThatFailsFromTheBeginningSendsNothing() {
        SenderRig rig = rig(1, ALL, (client, state, chosen) -> {
            chosen.all();
            throw new IllegalStateException("unknown player");
        });
        assertEquals(0, rig.run(SECOND).work.clients().get(0).bodies());
        assertTrue(pieces.get(SenderRig.client(1)) > RATE / 2);
    }

    /** A world in which a body is attached in each tick must not make all receivers choose in each state. */
    @Test
    void aNewRiderBringsItsShipWithoutANewChoice() {
        int[] calls = new int[1];
        SenderRig rig = rig(4, ALL, (client, state, chosen) -> {
            calls[0]++;
            chosen.add(5);
        });
        rig.run(SECOND);
        int[] ship = {6};
        rig.step = () -> {
            rig.publisher.bodies().attach(5, ship[0]);
            ship[0] = 6 + (ship[0] + 1) % 50;
        };
        calls[0] = 0;
        for (int i = 0; i < 2 * RATE; i++) {
            rig.run(SECOND / RATE);
            for (SenderClient client : rig.work.clients()) {
                assertTrue(client.bodies() >= 2, () -> "the rider and its ship, was " + client.bodies());
            }
        }
        assertEquals(4 * 10, calls[0], 4);
    }

    /** The interest has not seen the new one, and may not want to show it. */
    @Test
    void anotherBodyInASlotWaitsForTheNextChoice() {
        int[] calls = new int[1];
        SenderRig rig = rig(1, ALL, (client, state, chosen) -> {
            calls[0]++;
            chosen.add(5);
            chosen.add(9);
        });
        rig.run(SECOND);
        for (calls[0] = 0; calls[0] == 0; ) {
            rig.run(SECOND / RATE);
        }
        rig.step = () -> {
            rig.publisher.bodies().remove(5);
            rig.publisher.bodies().spawn(5);
            rig.publisher.bodies().attach(7, 8);
            rig.step = () -> {};
        };
        calls[0] = 0;
        rig.run(2 * SECOND / RATE);
        assertEquals(0, calls[0], "no choice yet");
        assertEquals(1, rig.work.clients().get(0).bodies());
        assertEquals(2, rig.run(SECOND / 4).work.clients().get(0).bodies());
    }
}
