package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.RunHealth;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.VirtualNetwork;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Someone who sees a player's datagrams and has no key sends copies of them that arrive first, and passes the server's
 * answers on to the player as if they came from the server. On a virtual clock and a virtual network.
 */
class BesideThePathTest {
    private static final long MILLI = SenderRig.MILLI;
    private static final long SECOND = SenderRig.SECOND;
    private static final InetSocketAddress ATTACKER = SenderRig.client(9);
    private static final int ATTACKERS = 3;

    private final Queue<ByteBuffer> answers = new ArrayDeque<>();
    private final List<ByteBuffer> seen = new ArrayList<>();

    /** Whether what the player and the server send to each other is lost, which the attacker still sees. */
    private boolean isOut;

    /** Sends copies of what the player sends, and keeps the answers. */
    private void attack(SenderRig rig, BooleanSupplier copies) {
        attack(rig, copies, () -> ATTACKER);
    }

    private void attack(SenderRig rig, BooleanSupplier copies, Supplier<InetSocketAddress> from) {
        rig.loss = (datagram, source, to) -> {
            int port = ((InetSocketAddress) to).getPort();
            boolean isAnswer = port >= ATTACKER.getPort() && port < SenderRig.SERVER.getPort();
            if (isAnswer && datagram.get(4) == RoomHeader.TO_CLIENT) {
                answers.add(copy(datagram));
            } else if (to.equals(SenderRig.SERVER)) {
                seen.add(copy(datagram));
                if (copies.getAsBoolean()) {
                    rig.work.datagram(copy(datagram), from.get());
                }
            }
            return isAnswer || isOut;
        };
    }

    private void attack(SenderRig rig) {
        attack(rig, () -> true);
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
        return new SenderRig(1, 10, 10, 100, wayMillis * MILLI, null, Double.POSITIVE_INFINITY);
    }

    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"75", "1", "20", "150"})
    void copiesThatComeFirstCostAPlayerLessThanASecondAMinute(int wayMillis) {
        SenderRig rig = rig(wayMillis);
        rig.run(3 * SECOND);
        long inputs = rig.inputs;
        attack(rig);
        long states = run(rig, 60 * SECOND);
        assertTrue(seen.size() > 600, "copies were sent");
        assertTrue(states >= 5_900, states + " of 6,000 states");
        assertEquals(RemoteStates.Status.CONNECTED, rig.receiver.status());
        assertEquals(6_000, rig.inputs - inputs, 100, "each input is applied once");
        assertEquals(1, rig.work.clients().size());
        assertEquals(SenderRig.client(0), rig.work.clients().get(0).address());
    }

    /** The server then believes that the player has moved, until it is heard again where it was. */
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"20, 3000", "75, 400", "20, 400", "75, 3000"})
    void copiesInAnOutageCostAPlayerLessThanASecondMore(int wayMillis, int outageMillis) {
        SenderRig rig = rig(wayMillis);
        rig.run(3 * SECOND);
        SplittableRandom random = Seeds.splittable(outageMillis);
        attack(rig, () -> true, () -> SenderRig.client(9 + random.nextInt(ATTACKERS)));
        run(rig, SECOND);
        isOut = true;
        run(rig, outageMillis * MILLI);
        isOut = false;
        long before = rig.follower.shownStates();
        run(rig, 5 * SECOND);
        long states = rig.follower.shownStates() - before;
        assertTrue(states >= 400, states + " of 500 states");
        assertEquals(SenderRig.client(0), rig.work.clients().get(0).address());
    }

    /** As behind a router that forgets too soon. The player is silent at its former address for 250 ms first. */
    @Test
    void anotherAddressEachFiveSecondsCostsAThirdOfASecondEach() {
        SenderRig rig = rig(20);
        rig.run(3 * SECOND);
        long before = rig.follower.shownStates();
        for (int i = 0; i < 4; i++) {
            rig.clientAddress = SenderRig.client(4 + i);
            rig.run(5 * SECOND);
        }
        long states = rig.follower.shownStates() - before;
        assertTrue(states >= 1_850, states + " of 2,000 states");
    }

    /** Then, the server has sent the player a newer ticket of its own address than the one that it had before. */
    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"20", "1", "75"})
    void neitherDoTheyIfSomeAreMissing(int wayMillis) {
        SenderRig rig = rig(wayMillis);
        rig.run(12 * SECOND);
        int[] number = {0};
        attack(rig, () -> number[0]++ != 1);
        long states = run(rig, 20 * SECOND);
        assertTrue(states >= 1_900, states + " of 2,000 states");
        SplittableRandom random = Seeds.splittable(wayMillis);
        attack(rig, () -> random.nextInt(10) > 0);
        states = run(rig, 20 * SECOND);
        assertTrue(states >= 1_900, states + " of 2,000 states");
    }

    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"20", "1", "75"})
    void aCopyFromBeforeAReturnLeadsNobodyAwayAgain(int wayMillis) {
        SenderRig rig = rig(wayMillis);
        rig.run(12 * SECOND);
        attack(rig);
        run(rig, 100 * MILLI);
        attack(rig, () -> false);
        run(rig, 1_500 * MILLI);
        attack(rig);
        for (ByteBuffer late : seen) {
            rig.work.datagram(copy(late), ATTACKER);
        }
        long states = run(rig, 20 * SECOND);
        assertTrue(states >= 1_900, states + " of 2,000 states");
    }

    /** All of the player's first datagrams come again, with the tickets by which it has joined. */
    @Test
    void aLateCopyOfAJoinReplacesNobodyAndAppliesNoInputTwice() {
        SenderRig rig = rig(20);
        attack(rig);
        run(rig, 2_500 * MILLI);
        long inputs = rig.inputs;
        List<ByteBuffer> captured = List.copyOf(seen);
        for (ByteBuffer late : captured) {
            rig.work.datagram(copy(late), ATTACKER);
        }
        for (ByteBuffer late : captured) {
            rig.work.datagram(copy(late), SenderRig.client(8));
        }
        assertEquals(inputs, rig.inputs);
        assertEquals(SenderRig.client(0), rig.work.clients().get(0).address());
        assertTrue(run(rig, 5 * SECOND) >= 450);
    }

    /** A former ticket is tried while no states come, for which notices and the end of a sender do not count. */
    @ParameterizedTest
    @Rows(
            usually = 3,
            value = {"0", "600", "8000", "200", "400", "800", "1000"})
    void aPlayerThatHasMovedHearsWhyNoStatesCome(int afterMillis) {
        SenderRig rig = rig(5);
        rig.run(5 * SECOND);
        rig.clientAddress = SenderRig.client(7);
        rig.run(5 * SECOND);
        rig.publishes = false;
        rig.health(new RunHealth(RunHealth.Stage.CLOSED, "the physics service was closed", null));
        rig.run(200 * MILLI);
        for (int i = 0; i < afterMillis; i++) {
            rig.run(MILLI);
            assertEquals(RemoteStates.Status.STALLED, rig.receiver.status(), "after " + i + " ms");
        }
        rig.work.sayEnd();
        rig.isEnded = true;
        rig.run(20 * MILLI);
        assertEquals(RemoteStates.Status.LOST, rig.receiver.status());
    }

    /** Those who own the former address now, or only see what is sent, must not get the states. */
    @Test
    void aPlayerThatMovesIsNotLedBackByLateCopies() {
        SenderRig rig = rig(5);
        rig.run(5 * SECOND);
        attack(rig, () -> false);
        run(rig, SECOND);
        rig.clientAddress = SenderRig.client(7);
        run(rig, SECOND);
        assertEquals(SenderRig.client(7), rig.work.clients().get(0).address());
        for (ByteBuffer late : List.copyOf(seen)) {
            rig.work.datagram(copy(late), SenderRig.client(0));
        }
        assertEquals(SenderRig.client(7), rig.work.clients().get(0).address());
        assertTrue(run(rig, SECOND) >= 99);
    }

    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"20", "150", "1", "75"})
    void copiesThatComeFirstDoNotKeepAPlayerFromJoining(int wayMillis) {
        SenderRig rig = rig(wayMillis);
        attack(rig);
        long states = run(rig, 10 * SECOND);
        assertTrue(states >= 800, states + " of 1,000 states");
    }

    /** From 50,000 addresses, each copy comes from another one. */
    @ParameterizedTest
    @Rows(
            usually = 3,
            value = {"20, 3", "150, 3", "75, 50000", "1, 3", "75, 3", "1, 50000", "20, 50000", "150, 50000"})
    void copiesFromManyAddressesDoNotKeepAPlayerOut(int wayMillis, int addresses) {
        Seeds.first(Thorough.of(1, 10)).forEach(seed -> {
            SenderRig rig = rig(wayMillis);
            SplittableRandom random = Seeds.splittable(seed);
            attack(rig, () -> true, () -> SenderRig.client(9 + random.nextInt(addresses)));
            // Each second, the player or one of them gets the place, until the player has received something there.
            long states = run(rig, 20 * SECOND);
            assertTrue(states >= 1_000, () -> states + " of 2,000 states, seed " + seed);
        });
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
