package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.testing.VirtualNetwork;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Someone who sees a player's datagrams and has no key sends copies of them that arrive first, and passes the server's
 * answers on to the player as if they came from the server. On a virtual clock and a virtual network.
 */
class BesideThePathTest {
    private static final long MILLI = SenderRig.MILLI;
    private static final long SECOND = SenderRig.SECOND;
    private static final InetSocketAddress ATTACKER = SenderRig.client(9);

    private final Queue<ByteBuffer> answers = new ArrayDeque<>();
    private int copied;

    /** Sends copies of all that the player sends, and keeps the answers. */
    private void attack(SenderRig rig) {
        rig.loss = (datagram, from, to) -> {
            boolean isAnswer = to.equals(ATTACKER);
            if (isAnswer && datagram.get(4) == RoomHeader.TO_CLIENT) {
                answers.add(copy(datagram));
            } else if (to.equals(SenderRig.SERVER)) {
                copied++;
                rig.work.datagram(copy(datagram), ATTACKER);
            }
            return isAnswer;
        };
    }

    /** Lets both sides run, and passes the answers on once per millisecond. Returns how many states have come. */
    private long run(SenderRig rig, long nanos) {
        long before = rig.follower.publishedStates();
        for (long n = 0; n < nanos; n += MILLI) {
            rig.run(MILLI);
            for (ByteBuffer answer; (answer = answers.poll()) != null; ) {
                rig.receiver.datagram(answer, SenderRig.SERVER);
            }
        }
        return rig.follower.publishedStates() - before;
    }

    private static ByteBuffer copy(ByteBuffer datagram) {
        return ByteBuffer.wrap(VirtualNetwork.copy(datagram));
    }

    private static SenderRig rig(int wayMillis) {
        return new SenderRig(1, 10, 10, 100, wayMillis * MILLI, null, Double.POSITIVE_INFINITY, new byte[16]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 75})
    void copiesThatComeFirstCostAPlayerLessThanASecondAMinute(int wayMillis) {
        SenderRig rig = rig(wayMillis);
        rig.run(3 * SECOND);
        long inputs = rig.inputs;
        attack(rig);
        long states = run(rig, 60 * SECOND);
        assertTrue(copied > 600, "copies were sent");
        assertTrue(states >= 5_900, states + " of 6,000 states");
        assertEquals(RemoteStates.Status.CONNECTED, rig.receiver.status());
        assertEquals(6_000, rig.inputs - inputs, 100, "each input is applied once");
        assertEquals(1, rig.work.clients().size());
        assertEquals(SenderRig.client(0), rig.work.clients().get(0).address());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 75})
    void copiesThatComeFirstDoNotKeepAPlayerFromJoining(int wayMillis) {
        SenderRig rig = rig(wayMillis);
        attack(rig);
        long states = run(rig, 10 * SECOND);
        assertTrue(states >= 800, states + " of 1,000 states");
    }

    /** As when a router assigns another port. */
    @Test
    void aPlayerThatWasLedAwayMayStillMove() {
        SenderRig rig = rig(20);
        rig.run(3 * SECOND);
        attack(rig);
        run(rig, 5 * SECOND);
        rig.loss = (datagram, from, to) -> false;
        SocketAddress next = SenderRig.client(7);
        rig.clientAddress = next;
        run(rig, SECOND);
        assertEquals(next, rig.work.clients().get(0).address());
        assertTrue(run(rig, SECOND) >= 95);
    }
}
