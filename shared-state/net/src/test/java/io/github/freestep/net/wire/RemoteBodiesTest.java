package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Attachments;
import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import io.github.freestep.net.body.Bond;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a receiver knows of bodies in three blocks, from states of which it gets some blocks only. */
class RemoteBodiesTest {
    private static final int BODIES = 130;
    private static final int CAPACITY = 195;
    private static final long STEP = 10_000_000;

    private final StateLayout layout = StateLayout.of(CAPACITY).linear("phase").stepped("kind");
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final StateReader reader = publisher.states().reader();
    private final StateEncoder encoder = StateEncoder.of(layout, PoseGrid.EXACT, 1);
    private final Receiver receiver = new Receiver(layout);
    private final PieceHeader header = new PieceHeader();
    private final RemoteBodies remote = new RemoteBodies(layout, receiver.decoder);
    private final float[] x = new float[CAPACITY];
    private final int[] kind = new int[CAPACITY];
    private final double[] guess = new double[8];
    private long tick;

    /** Changes what the decoder has read. */
    private Runnable forge = () -> {};

    /** Lets the receiver know all bodies, which rest. */
    private void begin() {
        for (int slot = 0; slot < BODIES; slot++) {
            publisher.bodies().spawn(slot);
            x[slot] = slot;
        }
        for (int i = 0; i < 200; i++) {
            send();
        }
        assertTrue(remote.isWhole());
        changed();
    }

    /** Sends a state, of which these blocks are lost. */
    private void send(Integer... lost) {
        tick++;
        send(publisher.begin(tick, tick * STEP, new TimeAnchor(), 0), lost);
    }

    private void send(StateWriter out, Integer... lost) {
        for (int slot = 0; slot < publisher.bodies().slots(); slot++) {
            if (publisher.bodies().isAlive(slot)) {
                out.position(slot, x[slot], 0, 0);
                out.orientation(slot, 0, 0, 0, 1);
                out.linear(0, slot, 2 * x[slot]);
                out.stepped(0, slot, kind[slot]);
            }
        }
        publisher.publish(0);
        reader.acquire();
        encoder.encode(reader.state(0), tick * STEP, receiver);
        receiver.baselines.forEach(receiver::takeBaseline);
        remote.begin(reader.state(0).slots());
        int next = 0;
        for (byte[] piece : receiver.pieces) {
            assertTrue(header.read(piece, 0, piece.length));
            assertTrue(receiver.decoder.decode(piece, 0, piece.length, header));
            forge.run();
            // The only piece of a state comes twice.
            if (header.piece == next) {
                take(List.of(lost));
                next++;
            }
        }
        receiver.clear();
    }

    /** Takes the runs of blocks of a piece that are not lost. */
    private void take(List<Integer> lost) {
        int from = header.firstSlot;
        for (int block : lost) {
            int first = block * Blocks.SIZE;
            if (first + Blocks.SIZE > from && first < header.endSlot) {
                remote.take(from, Math.max(from, first), tick * STEP);
                from = Math.min(first + Blocks.SIZE, header.endSlot);
            }
        }
        remote.take(from, header.endSlot, tick * STEP);
    }

    /** The slots to write to the next local state. */
    private List<Integer> changed() {
        List<Integer> slots = new ArrayList<>();
        for (int block = 0; block < 4; block++) {
            long bits = remote.takeChanged(block);
            for (int i = 0; i < Blocks.SIZE; i++) {
                if ((bits >>> i & 1) != 0) {
                    slots.add(block * Blocks.SIZE + i);
                }
            }
        }
        return slots;
    }

    /** The slots that should have moved in the last state. */
    private List<Integer> gaps() {
        TreeSet<Integer> slots = new TreeSet<>();
        for (int slot = 0; slot < BODIES; slot++) {
            if ((remote.gaps(slot / Blocks.SIZE) >>> slot % Blocks.SIZE & 1) != 0) {
                slots.add(slot);
            }
        }
        return List.copyOf(slots);
    }

    /** Guesses for the last state that was sent. */
    private boolean guess(int slot) {
        return remote.guess(slot, tick * STEP, STEP, guess);
    }

    @Test
    void theBitsOfARangeAreThoseOfItsSlots() {
        for (int from = 0; from <= 200; from += 3) {
            for (int to = from; to <= 200; to++) {
                for (int block = 0; block < 4; block++) {
                    long bits = 0;
                    for (int i = 0; i < Blocks.SIZE; i++) {
                        int slot = block * Blocks.SIZE + i;
                        bits |= slot >= from && slot < to ? 1L << i : 0;
                    }
                    assertEquals(bits, RemoteBodies.bits(block, from, to), from + " to " + to);
                }
            }
        }
    }

    @Test
    void onlyValuesThatDifferAreWrittenOnce() {
        begin();
        send();
        assertEquals(List.of(), changed(), "all rest");
        assertFalse(remote.hasChanged());
        x[3]++;
        x[64]++;
        kind[70] = 5;
        x[129]++;
        send();
        assertTrue(remote.hasChanged());
        assertEquals(BODIES, remote.slots());
        assertEquals(List.of(3, 64, 70, 129), changed());
        assertEquals(List.of(), changed());
        assertEquals(4, remote.last[0][3]);
        assertEquals(5, remote.last[8][70]);
        send();
        assertEquals(List.of(), changed());
    }

    @Test
    void movingBodiesOfALostPieceGoOn() {
        begin();
        for (int i = 0; i < 2; i++) {
            x[3]++;
            x[70]++;
            kind[71]++;
            send();
        }
        assertEquals(List.of(), gaps());
        assertTrue(remote.isCovered());
        send(1);
        assertFalse(remote.isCovered());
        assertTrue(remote.isWhole(), "its older values are known");
        assertEquals(List.of(70), gaps(), "the kind of a body does not move");
        assertTrue(guess(70));
        assertEquals(73, guess[0]);
        assertEquals(146, guess[7]);
        assertEquals(1, guess[6]);
    }

    @Test
    void aBodyGoesOnOverTenStatesAndThenStays() {
        begin();
        x[3]++;
        send();
        x[3]++;
        send();
        assertFalse(guess(3), "it has come");
        for (int i = 1; i <= 10; i++) {
            send(0);
            assertTrue(guess(3));
            assertEquals(5 + i, guess[0], 1e-4);
        }
        for (int i = 0; i < 3; i++) {
            send(0);
            assertTrue(guess(3), "it stays where it went, and does not go back to where it was seen last");
            assertEquals(15, guess[0], 1e-4);
        }
        assertFalse(remote.guess(3, 2, STEP, guess), "a time before its values");
    }

    /** Its local value is the guess. */
    @Test
    void aGuessIsCorrectedThoughTheBodyHasComeToRest() {
        begin();
        x[3]++;
        send();
        changed();
        send(0);
        assertTrue(guess(3));
        send();
        assertEquals(List.of(3), changed());
        send();
        assertEquals(List.of(), changed());
    }

    @Test
    void aBodyThatRestsAgainIsNoGap() {
        begin();
        x[3]++;
        send();
        send();
        changed();
        send(0);
        assertEquals(List.of(), gaps());
        x[3]--;
        send();
        assertEquals(List.of(3), changed(), "it is back at its baseline");
        send(0);
        assertEquals(List.of(), gaps());
    }

    /** Its last two values are of two places, or of two bodies. */
    @Test
    void aTeleportIsNoMotion() {
        begin();
        publisher.bodies().teleport(3);
        x[3] += 50;
        publisher.bodies().remove(5);
        publisher.bodies().spawn(5);
        x[5] += 50;
        publisher.bodies().teleport(64);
        x[64] += 50;
        send();
        assertEquals(List.of(3, 5, 64), changed());
        send(0, 1);
        assertEquals(List.of(), gaps());
        x[3]++;
        send();
        send(0);
        assertEquals(List.of(3), gaps(), "from its second value on, it moves");
    }

    /** As for a receiver that joins: old poses are never mixed with new ones. */
    @Test
    void whatIsForgottenMustComeAgain() {
        begin();
        x[3]++;
        send();
        changed();
        remote.forget();
        assertFalse(remote.isWhole());
        send(0);
        assertEquals(List.of(), gaps(), "the motion is forgotten as well");
        assertFalse(remote.isWhole());
        x[3]++;
        send(1, 2);
        assertTrue(remote.isWhole());
        assertFalse(remote.isCovered());
        send(0);
        assertEquals(List.of(), gaps(), "one value is no motion");
    }

    /** The other slots of its block may have been in use in the run before. */
    @Test
    void nothingThatWasForgottenIsWritten() {
        begin();
        x[3]++;
        send();
        remote.forget();
        assertEquals(List.of(), changed());
        send();
        assertEquals(BODIES, changed().size(), "all that comes is new");
    }

    /** For example in a pause, if a command changes the body. */
    @Test
    void twoValuesOfOneTimeAreNoMotion() {
        begin();
        x[3]++;
        send();
        x[3]++;
        send(publisher.replace(new TimeAnchor(), 0));
        send(0);
        assertEquals(List.of(3), gaps());
        assertFalse(guess(3));
    }

    /** Slots without a body come into use with those after them, while their block does not change. */
    @Test
    void slotsThatComeIntoUseAreKnownByTheBaseline() {
        begin();
        publisher.bodies().spawn(CAPACITY - 1);
        for (int i = 0; i < 200; i++) {
            send();
        }
        assertEquals(CAPACITY, remote.slots());
        assertTrue(remote.isWhole());
        assertTrue(remote.isCovered());
        changed();
        assertFalse(remote.hasChanged());
        x[CAPACITY - 1]++;
        send();
        assertTrue(remote.hasChanged());
        assertEquals(List.of(CAPACITY - 1), changed());
    }

    /** A state whose bodies are attached in a way that no world allows must not be published. */
    @Test
    void everyAttachedBodyNeedsAParentAndAShortChain() {
        begin();
        assertParents(true, 1, 0);
        assertParents(false, 0, 0);
        assertParents(false, 0, 1, 1, 0);
        assertParents(false, 0, 1, 1, 2, 2, 0, 3, 0);
        assertParents(true, chain(Attachments.MAX_DEPTH));
        assertParents(false, chain(Attachments.MAX_DEPTH + 1));
        assertParents(false, 1, BODIES);
        assertParents(false, 1, CAPACITY - 1);
        publisher.bodies().remove(5);
        assertParents(false, 1, 5);
        publisher.bodies().spawn(5);
        assertParents(true, 1, 5);
        int former = reader.state(0).epoch(5);
        publisher.bodies().remove(5);
        publisher.bodies().spawn(5);
        send();
        forge = () -> receiver.decoder.bonds[1] = Bond.of(5, former);
        assertForged(false);
    }

    /** The sender of a client does not repeat a rider that rests. */
    @Test
    void aRiderIsShownAgainWhenItsShipComes() {
        begin();
        int epoch = remote.epoch(1);
        forge = () -> receiver.decoder.bonds[1] = Bond.of(BODIES, 1);
        x[1]++;
        send();
        assertFalse(remote.haveParents());
        remote.hideOrphans();
        assertTrue(remote.haveParents());
        assertEquals(Epochs.NEVER, remote.epoch(1));
        assertEquals(Bond.NONE, remote.bond(1));
        forge = () -> {};
        changed();
        publisher.bodies().spawn(BODIES);
        send(0);
        assertTrue(remote.haveParents());
        assertEquals(epoch, remote.epoch(1));
        assertEquals(Bond.of(BODIES, 1), remote.bond(1));
        assertTrue(changed().contains(1));
    }

    /** A sender repeats the bodies of a client, so a damaged piece has brought the others. */
    @Test
    void aBodyOfAClientThatIsNeverRepeatedLeaves() {
        begin();
        x[3]++;
        send();
        remote.beginClient();
        remote.take(1, tick * STEP, 0, true, STEP);
        remote.take(2, tick * STEP, 0, true, STEP);
        int epoch = remote.epoch(2);
        for (int second = 1; second <= 99; second++) {
            remote.age(second * 1_000_000_000L);
            remote.take(1, tick * STEP, 0, true, STEP);
        }
        assertEquals(epoch, remote.epoch(2));
        for (int second = 100; second <= 102; second++) {
            remote.age(second * 1_000_000_000L);
        }
        assertEquals(Epochs.NEVER, remote.epoch(2));
        assertEquals(epoch, remote.epoch(1));
    }

    /** Pairs of a child and its parent. */
    private static int[] chain(int length) {
        int[] pairs = new int[2 * length];
        for (int i = 0; i < length; i++) {
            pairs[2 * i] = i + 1;
            pairs[2 * i + 1] = i;
        }
        return pairs;
    }

    private void assertParents(boolean expected, int... pairs) {
        forge = () -> {
            for (int i = 0; i < pairs.length; i += 2) {
                int parent = pairs[i + 1];
                receiver.decoder.bonds[pairs[i]] =
                        Bond.of(parent, parent < BODIES ? reader.state(0).epoch(parent) : 1);
            }
        };
        assertForged(expected);
    }

    private void assertForged(boolean expected) {
        // Only a block that has changed is decoded.
        x[3]++;
        send();
        assertEquals(expected, remote.haveParents());
        if (!expected) {
            remote.hideOrphans();
            assertTrue(remote.haveParents(), "the others are shown without them");
        }
        forge = () -> {};
        x[3]++;
        send();
        assertTrue(remote.haveParents(), "the next state is as it should be");
        for (int slot = 0; slot < BODIES; slot++) {
            assertEquals(reader.state(0).epoch(slot), remote.epoch(slot));
        }
    }

    /** A part of a block that has come says nothing about its other slots. */
    @Test
    void aBlockThatCameInPartsIsKnownInParts() {
        begin();
        send();
        remote.forget();
        for (int slot = 0; slot < BODIES; slot++) {
            assertFalse(remote.isWhole());
            remote.take(slot, slot + 1, tick * STEP);
        }
        assertTrue(remote.isWhole());
        assertEquals(BODIES, changed().size(), "all values come from their baselines again");
    }
}
