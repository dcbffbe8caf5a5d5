package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.link.NoAnswer;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.VirtualNetwork;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a receiver learns of a service whose states do not come, on a virtual clock and a virtual network. */
class SenderHealthTest {
    private static final long MILLI = SenderRig.MILLI;
    private static final long SECOND = SenderRig.SECOND;
    private static final IllegalStateException SECRET = new IllegalStateException("no file /home/ann/key");
    private static final RunHealth FAILED = RunHealth.failed("the physics service", 100, SECRET);
    private static final RunHealth HANGS = new RunHealth(Stage.STALLED, "a call after tick 7 has not returned", null);

    private final SenderRig rig = new SenderRig(10, 10, 100, 5 * MILLI);

    private void end(RunHealth health) {
        rig.publishes = false;
        rig.health(health);
    }

    @Test
    void aPictureIsAsOldAsTheRoundTripAndTwoGapsBetweenStates() {
        rig.run(3 * SECOND);
        long client = rig.work.clients().get(0).number();
        assertEquals(30 * MILLI, rig.work.pictureAgeNanos(client), 5 * MILLI);
        assertEquals(-1, rig.work.pictureAgeNanos(client + 1));
    }

    @Test
    void aReceiverLearnsWithin200MillisThatTheServiceHasFailedButNoSecretOfIt() {
        assertEquals(Status.CONNECTED, rig.run(3 * SECOND).receiver.status());
        assertNull(rig.receiver.stallReason());
        assertNull(rig.work.failure());
        assertTrue(rig.client.input.axis(0, 1));
        end(FAILED);
        rig.run(200 * MILLI);
        assertEquals(Status.STALLED, rig.receiver.status());
        String reason = rig.receiver.stallReason();
        assertTrue(reason.contains("the physics service has failed after tick 100"), reason);
        assertFalse(reason.contains(SECRET.getMessage()), reason);
        assertEquals(reason, rig.receiver.serverFailure());
        assertFalse(rig.client.input.axis(0, 1), "nobody would use it");
        assertSame(SECRET, rig.work.failure().getCause());
        assertEquals(Status.STALLED, rig.run(10 * SECOND).receiver.status());
    }

    @Test
    void aReceiverThatJoinsLaterLearnsItToo() {
        rig.isThere = false;
        rig.run(SECOND);
        end(new RunHealth(Stage.CLOSED, "the physics service was closed", null));
        rig.isThere = true;
        assertEquals(Status.STALLED, rig.run(SECOND).receiver.status());
        assertNotNull(rig.receiver.serverFailure());
        assertNotNull(rig.work.failure());
    }

    @Test
    void aHangIsNotAnEndAndIsOverWithTheNextStates() {
        rig.run(3 * SECOND);
        SplittableRandom random = Seeds.splittable(3);
        rig.loss = (datagram, from, to) -> random.nextInt(3) == 0;
        end(HANGS);
        rig.run(700 * MILLI);
        assertEquals(Status.STALLED, rig.receiver.status());
        assertTrue(rig.receiver.stallReason().contains("has not returned"), rig.receiver::stallReason);
        assertNull(rig.receiver.serverFailure());
        assertNull(rig.work.failure());
        assertTrue(rig.client.input.axis(0, 1), "a tick will use it");
        rig.health(RunHealth.GOOD);
        rig.publishes = true;
        rig.run(700 * MILLI);
        assertEquals(Status.CONNECTED, rig.receiver.status());
        assertNull(rig.receiver.stallReason());
    }

    /** A relay or a publisher may be started long before its first state, and either side may start first. */
    @Test
    void aSenderWithoutAStateYetIsNoFailure() {
        rig.publishes = false;
        assertEquals(Status.STALLED, rig.run(12 * SECOND).receiver.status());
        assertTrue(rig.receiver.stallReason().contains("no state has been published yet"), rig.receiver::stallReason);
        assertNull(rig.receiver.serverFailure());
        rig.publishes = true;
        assertEquals(Status.CONNECTED, rig.run(SECOND).receiver.status());
    }

    /** A pause is not a stall: the newest state is sent again, and its anchor says that time stands still. */
    @Test
    void aPauseIsNoStall() {
        rig.run(3 * SECOND);
        rig.publishes = false;
        assertEquals(Status.CONNECTED, rig.run(5 * SECOND).receiver.status());
    }

    /** Otherwise, a game would end at the moment when it could continue. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void neitherTheEndOfAnOutageNorThatOfAHangIsAFailure(boolean hangs) {
        rig.run(3 * SECOND);
        rig.publishes = !hangs;
        rig.health(hangs ? HANGS : RunHealth.GOOD);
        rig.loss = (datagram, from, to) -> !hangs || datagram.get(4) == RoomHeader.PIECE;
        assertEquals(
                hangs ? Status.STALLED : Status.LOST,
                rig.run(20 * SECOND).receiver.status());
        rig.health(RunHealth.GOOD);
        if (!hangs) {
            rig.loss = (datagram, from, to) -> false;
        }
        for (int i = 0; i < 1_000; i++) {
            assertNull(rig.run(MILLI).receiver.serverFailure());
        }
    }

    /** Answers come, because they are shorter. */
    @Test
    void aPathThatLosesAllStatesIsNamed() {
        rig.run(3 * SECOND);
        rig.loss = (datagram, from, to) -> datagram.get(4) == RoomHeader.PIECE;
        rig.run(1_500 * MILLI);
        assertEquals(Status.STALLED, rig.receiver.status());
        assertTrue(rig.receiver.stallReason().startsWith("no states have come for "), rig.receiver::stallReason);
        assertNull(rig.receiver.serverFailure(), "the path may carry them again");
        rig.loss = (datagram, from, to) -> false;
        assertEquals(Status.CONNECTED, rig.run(500 * MILLI).receiver.status());
    }

    /** The least that a path of IPv6 must carry, without the headers of UDP and IP. */
    @Test
    void everyPathOfIpv6CarriesAllStates() {
        SenderRig link = new SenderRig(800, 800, 100, 0);
        link.loss = (datagram, from, to) -> datagram.remaining() > 1_280 - 48;
        link.run(3 * SECOND);
        assertEquals(Status.CONNECTED, link.receiver.status());
        assertEquals(0, link.follower.incompleteStates());
    }

    /** Otherwise, a session ends with the first outage after its token has expired. */
    @Test
    void aTokenThatHasExpiredIsRenewedWhileTheSessionContinues() {
        rig.client.renew(SenderRig.keys(1, 1_000));
        rig.run(5 * SECOND);
        assertNull(rig.receiver.refusal, "the login takes some seconds");
        assertNull(rig.receiver.stallReason(), "a refusal is an answer");
        assertEquals(1, rig.asksForToken.size());
        rig.asksForToken.remove(0).run();
        assertEquals(Status.CONNECTED, rig.run(SECOND).receiver.status());
        assertTrue(rig.inputs > 50);
        assertNull(rig.receiver.refusal);
        assertEquals(0, rig.asksForToken.size());
    }

    /** Such as a login whose server does not answer. */
    @Test
    void aSupplierOfTokensThatDoesNotReturnIsNamed() {
        rig.client.renew(SenderRig.keys(1, 1_000));
        rig.run(10 * SECOND);
        assertNull(rig.receiver.refusal);
        rig.run(2 * SECOND);
        String hangs = "the token has expired, and its supplier has not returned another for ";
        assertNotNull(rig.receiver.refusal, "ten seconds are long for a login");
        assertTrue(rig.receiver.refusal.startsWith(hangs), rig.receiver.refusal);
        assertEquals(1, rig.asksForToken.size());
        rig.asksForToken.remove(0).run();
        assertEquals(Status.CONNECTED, rig.run(2 * SECOND).receiver.status());
        assertNull(rig.receiver.refusal);
    }

    @Test
    void eachRenewalMayTakeSeconds() {
        for (int run = 2; run < 4; run++) {
            rig.client.renew(SenderRig.keys(1, 1_000));
            rig.work = rig.sender(run, Double.POSITIVE_INFINITY);
            rig.run(8 * SECOND);
            assertNull(rig.receiver.refusal, "run " + run);
            rig.asksForToken.remove(0).run();
            assertEquals(Status.CONNECTED, rig.run(2 * SECOND).receiver.status());
        }
    }

    @Test
    void aNextTokenThatHasExpiredOrIsOfAnotherPlayerIsNamed() {
        rig.client.renew(SenderRig.keys(1, 1_000));
        rig.expiry = 1_001;
        rig.run(100 * MILLI);
        rig.asksForToken.remove(0).run();
        rig.run(2 * SECOND);
        assertEquals("the token has expired; get another one from your login", rig.receiver.refusal);
        assertEquals(1, rig.asksForToken.size(), "it is asked for again");
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> rig.client.renew(SenderRig.keys(2)));
        assertEquals(
                "a new token must be of player 1, was of 2; start another receiver for another player",
                refused.getMessage());
    }

    @Test
    void aReceiverThatNobodyAnswersSaysSo() {
        rig.isEnded = true;
        rig.run(2_900 * MILLI);
        assertNull(rig.receiver.stallReason());
        assertEquals(0, rig.reports);
        rig.run(200 * MILLI);
        assertEquals(Status.CONNECTING, rig.receiver.status());
        assertEquals(
                "no answer has come from localhost (127.0.0.1:65535), room 0, for 3 s; check the address and the port,"
                        + " that the sender runs and has this room, and that no firewall drops UDP datagrams",
                rig.receiver.stallReason());
        assertTrue(rig.reported instanceof NoAnswer, "a person is told");
        assertEquals(rig.receiver.stallReason(), rig.reported.getMessage());
        rig.run(9_700 * MILLI);
        assertEquals(1, rig.reports);
        rig.run(300 * MILLI);
        assertEquals(2, rig.reports);
        assertTrue(rig.receiver.stallReason().contains(" for 13 s; "), rig.receiver::stallReason);
        rig.isEnded = false;
        assertEquals(Status.CONNECTED, rig.run(2 * SECOND).receiver.status());
        assertNull(rig.receiver.stallReason());
        rig.work.sayEnd();
        rig.isEnded = true;
        rig.run(3_200 * MILLI);
        assertEquals(Status.LOST, rig.receiver.status());
        assertTrue(
                rig.receiver.stallReason().startsWith("the sender has ended, and no answer has come from "),
                rig.receiver::stallReason);
        assertEquals(3, rig.reports);
    }

    /** Such as a room whose node has died. */
    @Test
    void aReceiverThatAsksForTheNewPlaceOfItsSenderSaysSoUntilNobodyAnswers() {
        rig.receiver.mayMove = true;
        assertEquals(Status.CONNECTED, rig.run(2 * SECOND).receiver.status());
        assertNull(rig.receiver.stallReason());
        rig.isEnded = true;
        rig.run(1_200 * MILLI);
        assertEquals(Status.LOST, rig.receiver.status());
        assertEquals(
                "its sender no longer answers, so its supplier is asked for the new address",
                rig.receiver.stallReason());
        rig.run(3 * SECOND);
        assertTrue(rig.receiver.stallReason().startsWith("no answer has come from "), rig.receiver::stallReason);
        rig.isEnded = false;
        assertEquals(Status.CONNECTED, rig.run(2 * SECOND).receiver.status());
        assertNull(rig.receiver.stallReason());
    }

    /** A server that is full answers, so its silence begins once it does not. */
    @Test
    void aRefusalIsAnAnswer() {
        rig.work.toDrop.add(rig.client.input.client());
        rig.run(20 * SECOND);
        assertNotNull(rig.receiver.refusal);
        assertNull(rig.receiver.stallReason());
        int refused = rig.reports;
        rig.isEnded = true;
        rig.run(5_500 * MILLI);
        assertEquals(refused + 1, rig.reports);
        assertTrue(rig.reported.getMessage().contains(" for 3 s; "), rig.reported::getMessage);
    }

    /** As after a suspension of the machine, or in a debugger. */
    @Test
    void aReceiverThatStoodStillDoesNotMissAnAnswer() {
        rig.run(3 * SECOND);
        rig.isThere = false;
        rig.run(8 * SECOND);
        rig.isThere = true;
        rig.run(2_900 * MILLI);
        assertEquals(0, rig.reports, () -> "" + rig.reported);
    }

    /** For example, one of a network that this machine does not have, and one of a machine that has failed. */
    @Test
    void allAddressesOfANameAreTriedUntilOneAnswers() {
        SocketAddress[] unreachable = {SenderRig.client(8), SenderRig.client(9)};
        SenderRig link = new SenderRig(1, 10, 10, 100, 5 * MILLI, null, Double.POSITIVE_INFINITY, unreachable);
        assertEquals(Status.CONNECTED, link.run(SECOND).receiver.status());
        int[] elsewhere = {0};
        link.loss = (datagram, from, to) -> {
            elsewhere[0] += to.equals(SenderRig.client(8)) || to.equals(SenderRig.client(9)) ? 1 : 0;
            return false;
        };
        link.run(10 * SECOND);
        assertEquals(0, elsewhere[0], "it keeps to the one that answers");
        link.isEnded = true;
        link.run(4 * SECOND);
        assertEquals(0, elsewhere[0], "a short silence does not lead away");
        link.elsewhere = SenderRig.client(9);
        link.run(2 * SECOND);
        link.isEnded = false;
        assertEquals(Status.CONNECTED, link.run(SECOND).receiver.status());
    }

    /** What the receiver sends arrives all the time, and states come again before an answer does. */
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"6000", "6110", "6010", "6050", "6100", "6150"})
    void anOutageOfTheWayBackDoesNotLeadToAnotherAddress(int outage) {
        SenderRig link = new SenderRig(1, 10, 10, 100, 5 * MILLI, null, Double.POSITIVE_INFINITY, SenderRig.client(8));
        link.run(3 * SECOND);
        link.loss = (datagram, from, to) -> from.equals(SenderRig.SERVER);
        link.run(outage * MILLI);
        link.loss = (datagram, from, to) -> false;
        long before = link.follower.publishedStates();
        link.run(12 * SECOND);
        long states = link.follower.publishedStates() - before;
        assertTrue(states >= 1_100, states + " of 1,200 states");
    }

    /** Small pieces and answers come, so the link seems to be alive. */
    @Test
    void aPathThatDropsLargePacketsIsNamed() {
        SenderRig link = new SenderRig(800, 800, 100, 0);
        link.loss = (datagram, from, to) -> datagram.remaining() > 1_000;
        link.run(11 * SECOND);
        assertEquals(Status.STALLED, link.receiver.status());
        String reason = link.receiver.stallReason();
        assertTrue(reason.contains("the path drops large packets"), reason);
        assertTrue(reason.endsWith("carries datagrams of 1200 bytes"), reason);
        assertTrue(link.receiver.serverFailure().startsWith("no states have come for "), "a loop must end");
        assertTrue(link.reported.getMessage().contains("the path drops large packets"), link.reported::getMessage);
        link.loss = (datagram, from, to) -> false;
        assertEquals(Status.CONNECTED, link.run(3 * SECOND).receiver.status());
        assertNull(link.receiver.serverFailure());
    }

    /** Two that are lost in a row are longer than one that arrives. */
    @Test
    void aPathThatLosesDatagramsInPairsDropsNoLargePackets() {
        rig.run(3 * SECOND);
        int[] sent = {0};
        rig.loss = (datagram, from, to) -> datagram.get(4) == RoomHeader.PIECE && sent[0]++ % 14 < 2;
        rig.run(8 * SECOND);
        assertTrue(rig.reported.getMessage().startsWith("the link loses 1"), rig.reported::getMessage);
    }

    /**
     * After an outage, a state may lack bodies. Those whose last values are from before the outage must not be shown as
     * if they were there now: a player's own body would jump back.
     */
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"600", "900", "700", "800"})
    void noStateAfterAnOutageHasPosesFromBeforeIt(int outage) {
        int bodies = Thorough.of(200, 400);
        SenderRig link = new SenderRig(bodies, bodies, 100, 20 * MILLI);
        StateReader reader = link.follower.states().reader();
        for (int i = 0; i < Thorough.of(2, 5); i++) {
            link.run(3 * SECOND + 110 * i * MILLI);
            link.loss = (datagram, from, to) -> true;
            link.run(outage * MILLI);
            link.loss = (datagram, from, to) -> false;
            long before = link.follower.publishedStates();
            for (int n = 0; n < 500; n++) {
                link.run(MILLI);
                if (reader.acquire() && link.follower.publishedStates() > before) {
                    State shown = reader.state(0);
                    for (int body = 0; body < bodies; body++) {
                        assertEquals(link.x(body, shown.tick()), shown.x()[body], 0.01, "body " + body);
                    }
                }
            }
            assertTrue(link.follower.publishedStates() > before + 20, "states come again");
        }
    }

    /** Otherwise, who repeats one reply from elsewhere would keep the states of the server away. */
    @Test
    void aReplyFromElsewhereDoesNotMoveTheServer() {
        rig.run(2 * SECOND);
        rig.loss = (datagram, from, to) -> {
            boolean isReply = datagram.get(4) == RoomHeader.TO_CLIENT;
            if (isReply) {
                rig.receiver.datagram(copy(datagram), SenderRig.client(9));
            }
            return isReply;
        };
        long before = rig.follower.publishedStates();
        rig.run(SECOND);
        assertEquals(100, rig.follower.publishedStates() - before, 2);
    }

    /** Returns a copy, which a receiver may read. */
    private static ByteBuffer copy(ByteBuffer datagram) {
        return ByteBuffer.wrap(VirtualNetwork.copy(datagram));
    }
}
