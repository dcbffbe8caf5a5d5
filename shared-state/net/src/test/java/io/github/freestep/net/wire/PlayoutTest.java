package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventValues;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * When states are published, and with which of their pieces. A state has some pieces, in which all bodies move. Every
 * datagram takes 20 ms, and arrives only if a test delivers it.
 */
class PlayoutTest {
    private static final int BODIES = 300;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long STEP = 10 * MILLI;
    private static final long DELAY = 20 * MILLI;

    /** Half the angle by which a body turns from one value to the next. */
    private static final double TURN = 0.005;

    /** The sender's clock is far behind the local one. */
    private static final long BEHIND = 5_000 * SECOND;

    private static final long[] ALL = {-1, -1, -1, -1, (1L << BODIES - 256) - 1};

    private final StateLayout layout = StateLayout.of(BODIES).linear("fuel").stepped("gear");
    private final VirtualClock clock = new VirtualClock(BEHIND);
    private final StateFollower follower = new StateFollower(layout, clock);
    private final StateReader local = follower.states().reader();
    private final TimeAnchor shown = new TimeAnchor();
    private Sender sender = new Sender(7);

    /** One run of a simulation, and the datagrams of its newest state. */
    private final class Sender extends Published {
        final StateEncoder encoder;
        List<byte[]> pieces;
        List<byte[]> runs;
        long tick = -1;
        final long run;
        final ClientBlocks blocks = new ClientBlocks(PlayoutTest.this.layout);

        /** If it is set, it is sent all bodies, but does not acknowledge any. */
        ClientBodies client;

        Sender(long run) {
            super(PlayoutTest.this.layout, BODIES);
            this.run = run;
            encoder = new StateEncoder(PlayoutTest.this.layout, PoseGrid.EXACT, run);
        }

        void tick() {
            tick++;
            write(publisher.begin(tick, tick * STEP, anchor, senderNanos()), tick);
        }

        void write(StateWriter out, double value) {
            for (int slot = 0; slot < BODIES; slot++) {
                out.position(slot, 3.1 * slot + 0.37 * value, value, 1.7 * slot - 0.11 * value);
                out.orientation(slot, 0, 0, (float) Math.sin(value * TURN), (float) Math.cos(value * TURN));
                out.linear(0, slot, 5 * value);
                out.stepped(0, slot, slot + value);
            }
            publisher.input(1_000 + (long) value, senderNanos() - MILLI);
            publisher.publish(senderNanos());
            encode();
        }

        void encode() {
            Receiver sent = new Receiver(layout);
            if (client == null) {
                encoder.begin(newest(), senderNanos(), sent);
                encoder.encode(blocks, sent);
            } else {
                client.choose(newest(), ALL, new byte[BODIES]);
                encoder.begin(newest(), senderNanos(), sent);
                encoder.encode(client, sent);
            }
            pieces = sent.pieces;
            runs = sent.runs;
        }

        void amend() {
            publisher.amend(anchor);
            publisher.publish(senderNanos());
            encode();
        }
    }

    private long senderNanos() {
        return clock.nanoTime() - BEHIND - DELAY;
    }

    private void receive(byte[] datagram) {
        follower.receive(ByteBuffer.wrap(datagram), clock.nanoTime());
        follower.poll(clock.nanoTime());
        sender.blocks.acknowledge(follower.newestPiece(sender.run), follower.piecesBefore());
    }

    private void receiveAll() {
        sender.runs.forEach(this::receive);
        sender.pieces.forEach(this::receive);
    }

    /** The pieces of the newest state, of which there are at least three, except one. */
    private List<byte[]> without(int piece) {
        assertTrue(sender.pieces.size() >= 3);
        List<byte[]> others = new ArrayList<>(sender.pieces);
        others.remove(piece);
        return others;
    }

    /** Lets the time of a step pass, and sends a state. */
    private void tick() {
        clock.advance(STEP);
        sender.tick();
    }

    private void run(int ticks) {
        for (int i = 0; i < ticks; i++) {
            tick();
            receiveAll();
        }
    }

    /** Runs, and lets one state be late, which is then expected of others. */
    private void runWithLateness(long nanos) {
        run(150);
        tick();
        follower.poll(clock.nanoTime());
        List<byte[]> late = List.copyOf(sender.pieces);
        run((int) (nanos / STEP));
        late.forEach(this::receive);
    }

    private void pass(long nanos) {
        clock.advance(nanos);
        follower.poll(clock.nanoTime());
    }

    private State newest() {
        local.acquire();
        return local.state(0);
    }

    private float y(int slot) {
        return newest().y()[slot];
    }

    /** A body is where it is in the newest state. */
    private void assertMoved(int slot) {
        assertEquals(sender.tick, y(slot), 1e-3);
        assertEquals(3.1 * slot + 0.37 * sender.tick, newest().x()[slot], 1e-3);
        assertEquals(Math.sin(sender.tick * TURN), newest().qz()[slot], 1e-5);
        assertEquals(Math.cos(sender.tick * TURN), newest().qw()[slot], 1e-5);
        assertEquals(5 * sender.tick, newest().linear(0)[slot], 1e-3);
    }

    private void assertShows(long tick) {
        assertEquals(tick, follower.times.senderTick());
        assertEquals(tick, newest().tick());
    }

    @Test
    void nothingIsPublishedBeforeTheClockIsKnown() {
        clock.advance(SECOND);
        int ticks = 0;
        while (follower.publishedStates() == 0) {
            assertEquals(State.NO_TICK, follower.times.senderTick());
            assertFalse(follower.follows(7));
            run(1);
            ticks++;
        }
        assertTrue(ticks >= 10 && ticks <= 101, "after " + ticks);
        assertShows(sender.tick);
        assertMoved(0);
        assertMoved(BODIES - 1);
        assertEquals(sender.tick, newest().stepped(0)[0]);
        assertEquals(sender.tick + BODIES - 1, newest().stepped(0)[BODIES - 1]);
        assertEquals(1_000 + sender.tick, newest().inputSequence());
        assertEquals(senderNanos() - MILLI, newest().inputNanos() + follower.senderOffsetNanos());
        assertTrue(follower.follows(7));
        assertFalse(follower.follows(8));
        long published = follower.publishedStates();
        long ignored = follower.ignored();
        run(50);
        assertEquals(published + 50, follower.publishedStates());
        assertEquals(0, follower.incompleteStates());
        assertEquals(ignored, follower.ignored());
    }

    /** All states come in time, because only their copies are late. */
    @Test
    void aLatenessOfDatagramsThatRecursIsExpectedOfStates() {
        run(150);
        // A state is due 10 ms after it was sent.
        for (long more : new long[] {0, 30 * MILLI}) {
            run(60);
            List<byte[]> late = List.copyOf(sender.pieces);
            run(3);
            late.forEach(this::receive);
            run(1);
            assertEquals(Math.max(0, more - 10 * MILLI), StateInside.expectedLateNanos(newest()), MILLI);
        }
        // Of the last 4 s, unless the link has become whole since.
        follower.thinned(true, clock.nanoTime());
        run(120);
        assertEquals(20 * MILLI, StateInside.expectedLateNanos(newest()), MILLI);
        assertTrue(StateInside.isThinned(newest()));
        follower.thinned(false, clock.nanoTime());
        run(1);
        assertEquals(0, StateInside.expectedLateNanos(newest()), MILLI);
        assertFalse(StateInside.isThinned(newest()));
    }

    /** At first all states came, because the sender left none out, but the link could carry no more than these. */
    @Test
    void aLinkThatBecomesFasterIsWholeAfterHalfASecond() {
        run(150);
        for (int i = 0; i < 420; i++) {
            List<byte[]> late = List.copyOf(sender.pieces);
            tick();
            late.forEach(this::receive);
        }
        for (int i = 0; i < 60; i++) {
            run(1);
            follower.thinned(false, clock.nanoTime());
            assertEquals(i > 0 && i <= 50, StateInside.isThinned(newest()), "state " + i);
        }
    }

    @Test
    void aMissingPieceIsGivenUpWhenItIsLaterThanAllOthers() {
        run(150);
        tick();
        without(1).forEach(this::receive);
        long wait = follower.waitNanos(clock.nanoTime());
        assertTrue(wait > 0 && wait < MILLI, "wait " + wait);
        pass(wait - 1);
        assertShows(sender.tick - 1);
        assertEquals(1, follower.waitNanos(clock.nanoTime()));
        pass(1);
        assertShows(sender.tick);
        assertEquals(1, follower.incompleteStates());
        assertEquals(sender.tick, y(0));
        PieceHeader missing = new PieceHeader();
        missing.ring = follower.playout.received.ring;
        assertTrue(missing.read(sender.pieces.get(1), 0, sender.pieces.get(1).length));
        for (int slot = missing.firstSlot; slot < missing.endSlot; slot++) {
            assertMoved(slot);
            assertEquals(sender.tick - 1 + slot, newest().stepped(0)[slot], "what steps does not continue");
        }
        assertEquals(10 * MILLI, follower.waitNanos(clock.nanoTime()));
        byte[] late = sender.pieces.get(1);
        run(1);
        long ignored = follower.ignored();
        receive(late);
        assertEquals(ignored + 1, follower.ignored());
        assertShows(sender.tick);
    }

    @Test
    void aPieceThatComesTwiceCountsOnce() {
        run(150);
        tick();
        sender.pieces.forEach(piece -> receive(sender.pieces.get(0)));
        assertShows(sender.tick - 1);
        without(0).forEach(this::receive);
        assertShows(sender.tick);
        assertEquals(0, follower.incompleteStates());
    }

    @Test
    void aMissingPieceIsGivenUpWhenTwoLaterStatesBeginToCome() {
        runWithLateness(60 * MILLI);
        long last = sender.tick;
        for (int i = 1; i <= 3; i++) {
            tick();
            receive(sender.pieces.get(0));
            assertShows(i < 3 ? last : last + 1);
        }
        assertEquals(1, follower.incompleteStates());
        without(0).forEach(this::receive);
        assertShows(last + 1);
    }

    /** The sampler bridges the gap. */
    @Test
    void aStateThatIsLostAsAWholeIsLeftOutWhenItIsLaterThanAllOthers() {
        runWithLateness(60 * MILLI);
        long last = sender.tick;
        tick();
        tick();
        receiveAll();
        pass(50 * MILLI);
        long wait = follower.waitNanos(clock.nanoTime());
        // 60 ms, an eighth of the jitter and 0.2 ms, minus the step by which the lost state was sent earlier.
        assertEquals(57_700_000, 50 * MILLI + wait, 1_000);
        pass(wait - 1);
        assertShows(last);
        pass(1);
        assertShows(last + 2);
        assertEquals(0, follower.incompleteStates());
    }

    @Test
    void afterASecondWithoutPiecesAllBodiesMustComeAgain() {
        run(150);
        clock.advance(SECOND - STEP);
        tick();
        sender.runs.forEach(this::receive);
        receive(sender.pieces.get(0));
        pass(100 * MILLI);
        assertShows(sender.tick);
        assertEquals(1, follower.incompleteStates());
        assertTrue(follower.lacksBodies());
        clock.advance(SECOND);
        long last = sender.tick;
        for (int i = 0; i < 2; i++) {
            tick();
            sender.runs.forEach(this::receive);
            // Those of both states overlap.
            without(i == 0 ? sender.pieces.size() - 1 : 0).forEach(this::receive);
            pass(5 * MILLI);
            assertShows(i == 0 ? last : sender.tick);
            assertFalse(i == 0 && follower.lacksBodies(), "no state is published yet");
        }
    }

    /** It has no effect, so most of the new world is still unknown. */
    @Test
    void aLateStateFromBeforeANewAdmissionMakesNothingWhole() {
        sender.client = new ClientBodies(0);
        run(150);
        assertShows(sender.tick);
        tick();
        List<byte[]> late = sender.pieces;
        sender.client = new ClientBodies(0);
        tick();
        receive(sender.pieces.get(0));
        pass(40 * MILLI);
        late.forEach(piece -> follower.receive(ByteBuffer.wrap(piece), clock.nanoTime()));
        pass(0);
        assertShows(sender.tick - 2);
        run(1);
        assertShows(sender.tick);
        assertMoved(BODIES - 1);
    }

    @Test
    void aPauseIsShownAtOnceWithoutAnotherState() {
        run(150);
        long published = follower.publishedStates();
        pauseNow();
        newest().anchor(shown);
        assertTrue(shown.isPaused());
        assertEquals(published, follower.publishedStates());
        for (int i = 0; i < 20; i++) {
            clock.advance(100 * MILLI);
            sender.encode();
            receiveAll();
        }
        assertEquals(published, follower.publishedStates(), "repeats have no news");
        assertShows(sender.tick);
    }

    private void pauseNow() {
        sender.anchor.set(senderNanos(), sender.tick * STEP, 0, 1);
        sender.amend();
        receiveAll();
    }

    @Test
    void whatACommandChangesInAPauseIsShownOnceAllOfItIsThere() {
        run(150);
        pauseNow();
        long published = follower.publishedStates();
        clock.advance(50 * MILLI);
        sender.write(sender.publisher.replace(sender.anchor, senderNanos()), 77);
        int last = sender.pieces.size() - 1;
        without(last).forEach(this::receive);
        assertEquals(published, follower.publishedStates());
        assertEquals(149, y(0));
        receive(sender.pieces.get(last));
        assertEquals(published + 1, follower.publishedStates());
        assertShows(sender.tick);
        assertEquals(77, y(0));
        assertEquals(77, y(BODIES - 1));
        assertEquals(0, follower.incompleteStates());
    }

    @Test
    void inAPauseAMissingPieceIsGivenUpAsWell() {
        run(150);
        pauseNow();
        clock.advance(50 * MILLI);
        sender.write(sender.publisher.replace(sender.anchor, senderNanos()), 77);
        receive(sender.pieces.get(0));
        pass(follower.waitNanos(clock.nanoTime()) - 1);
        assertEquals(149, y(0));
        pass(1);
        assertEquals(77, y(0));
        assertEquals(149, y(BODIES - 1), "a body does not continue in a pause");
        clock.advance(50 * MILLI);
        sender.encode();
        receiveAll();
        assertEquals(77, y(BODIES - 1));
    }

    @Test
    void whileTimeRunsAStateIsShownOnce() {
        run(150);
        long published = follower.publishedStates();
        clock.advance(MILLI);
        sender.write(sender.publisher.replace(sender.anchor, senderNanos()), 77);
        receiveAll();
        assertEquals(published, follower.publishedStates());
        assertEquals(149, y(0));
        run(1);
        assertEquals(150, y(0));
    }

    /** Nothing changes any more. */
    private void rest(int ticks) {
        for (int i = 0; i < ticks; i++) {
            stay();
            receiveAll();
            follower.poll(clock.nanoTime());
        }
        assertTrue(sender.pieces.isEmpty(), "it is left out");
    }

    private void stay() {
        clock.advance(STEP);
        sender.tick++;
        sender.write(sender.publisher.begin(sender.tick, sender.tick * STEP, sender.anchor, senderNanos()), 149);
    }

    @Test
    void whatIsLeftOutAtRestIsPublishedInTime() {
        run(150);
        long published = follower.publishedStates();
        rest(99);
        assertEquals(99, follower.publishedStates() - published, 1);
        assertEquals(sender.tick, follower.times.senderTick(), 1);
        assertEquals(149, y(0));
        assertEquals(0, follower.incompleteStates());
        assertEquals(0, follower.ignored());
        clock.advance(STEP / 2);
        assertEquals(STEP / 2, follower.waitNanos(clock.nanoTime()), MILLI);
        long newest = follower.times.senderTick();
        for (int i = 0; i < 1_000; i++) {
            pass(STEP);
        }
        assertEquals(25, follower.times.senderTick() - newest, 10, "a quarter of a second after the newest that came");
    }

    @Test
    void whateverTheTimesSayOnlySomeStatesAreLeftOut() {
        run(150);
        sender.anchor.set(senderNanos(), sender.tick * STEP, 100_000, 1);
        long published = follower.publishedStates();
        rest(28);
        pass(SECOND);
        assertTrue(follower.publishedStates() - published < 1_000, () -> follower.publishedStates() + " states");
        assertTrue(follower.publishedStates() - published > 250, "its states are shown");
    }

    /** The body that moves first is in the state, and not in the copy of the state before that was published for it. */
    @Test
    void aStateThatComesTakesThePlaceOfItsCopy() {
        run(150);
        rest(25);
        tick();
        pass(2 * MILLI);
        assertShows(sender.tick);
        assertEquals(149, y(0));
        receiveAll();
        assertShows(sender.tick);
        assertEquals(sender.tick, y(0));
    }

    /** In a pause, nothing follows by which time could catch up with the states that were published. */
    @Test
    void aPauseInARestIsShownThoughItsFirstDatagramIsLost() {
        run(150);
        rest(25);
        sender.anchor.set(senderNanos(), sender.tick * STEP, 0, 1);
        sender.amend();
        for (int i = 0; i < 10; i++) {
            pass(STEP);
        }
        long newest = follower.times.senderTick();
        assertTrue(newest > sender.tick + 5);
        sender.encode();
        receiveAll();
        newest().anchor(shown);
        assertTrue(shown.isPaused());
        clock.advance(MILLI);
        sender.write(sender.publisher.replace(sender.anchor, senderNanos()), 77);
        receiveAll();
        assertShows(newest);
        assertEquals(77, y(0));
        clock.advance(MILLI);
        sender.anchor.set(senderNanos(), sender.tick * STEP, 1, 1);
        sender.amend();
        receiveAll();
        for (int i = 0; i < 20; i++) {
            run(1);
            assertShows(Math.max(newest, sender.tick));
        }
    }

    /** It is not one that was left out, so no copy takes its place while it may still come. */
    @Test
    void aStateThatIsMissedAfterARestIsWaitedFor() {
        runWithLateness(30 * MILLI);
        rest(25);
        tick();
        long first = sender.tick;
        List<byte[]> late = List.copyOf(sender.pieces);
        tick();
        receiveAll();
        assertTrue(follower.times.senderTick() < first);
        late.forEach(this::receive);
        assertShows(sender.tick);
        assertEquals(first, local.state(1).y()[0]);
    }

    /** Its body may be born in that state. */
    @Test
    void anEventWaitsForItsStateThoughACopyIsShown() {
        run(150);
        rest(25);
        tick();
        EventValues event = new EventValues();
        event.kind = EventValues.USER;
        event.tick = sender.tick;
        EventEncoder events = new EventEncoder(layout, sender.run, datagram -> receive(Receiver.bytes(datagram)));
        events.event(event);
        events.flush();
        pass(STEP / 2);
        assertShows(sender.tick);
        Taker taker = new Taker(taken -> {}, missed -> {});
        assertEquals(0, follower.events.poll(Long.MAX_VALUE, taker));
        receiveAll();
        assertEquals(1, follower.events.poll(Long.MAX_VALUE, taker));
    }

    /** Its states have lower numbers than the newest one of the run before. */
    @Test
    void anotherRunMayRestToo() {
        run(150);
        rest(25);
        Sender next = new Sender(8);
        sender = next;
        run(150);
        long published = follower.publishedStates();
        rest(99);
        assertEquals(99, follower.publishedStates() - published, 1);
        assertEquals(sender.tick, follower.times.senderTick(), 1);
    }

    /** A state that comes once more says that there is no later one yet, so none was left out. */
    @Test
    void aSenderThatStandsStillInARestIsSoonFollowedAgain() {
        run(150);
        rest(25);
        for (int i = 1; i <= 100; i++) {
            pass(STEP);
            if (i % 10 == 0) {
                sender.encode();
                receiveAll();
            }
        }
        sender.anchor.set(senderNanos(), sender.tick * STEP, 1, 1);
        run(11);
        assertShows(sender.tick);
        assertMoved(0);
    }
}
