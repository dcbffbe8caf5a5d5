package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.Bond;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** What a receiver knows of bodies in three blocks, from states of which it gets some blocks only. */
class RemoteBodiesTest {
    private static final int BODIES = 130;
    private static final int CAPACITY = 195;
    private static final long STEP = 10_000_000;

    private final StateLayout layout = StateLayout.of(CAPACITY).linear("phase").stepped("kind");
    private final Published published = new Published(layout, BODIES);
    private final StateEncoder encoder = new StateEncoder(layout, PoseGrid.EXACT, 1);
    private final Receiver receiver = new Receiver(layout);
    private final RemoteBodies remote = new RemoteBodies(layout, receiver.decoder, receiver.received);
    private final BodyFields fields = new BodyFields(layout);
    private final float[] x = new float[CAPACITY];
    private final int[] kind = new int[CAPACITY];
    private final double[] guess = new double[8];
    private long tick;

    /** Changes the first block that the decoder has read. */
    private Consumer<int[]> forge = ints -> {};

    /** Lets the receiver know all bodies, which rest. */
    private void begin() {
        for (int slot = 0; slot < BODIES; slot++) {
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
        send(published.begin(tick, tick * STEP), lost);
    }

    /** A server could forge a piece for one client that has no slots of such a state. */
    @Test
    void aStateForAllHasNoRecordsForOneClient() {
        begin();
        receiver.received.take(receiver.received.ring.find(receiver.header.state), remote, STEP);
        assertTrue(remote.isWhole());
    }

    /** Moves a body, and sends a state. */
    private void move(Integer... lost) {
        x[3]++;
        send(lost);
    }

    private void send(StateWriter out, Integer... lost) {
        for (int slot = 0; slot < published.bodies.slots(); slot++) {
            if (published.bodies.isAlive(slot)) {
                out.position(slot, x[slot], 0, 0);
                out.orientation(slot, 0, 0, 0, 1);
                out.linear(0, slot, 2 * x[slot]);
                out.stepped(0, slot, kind[slot]);
            }
        }
        receiver.send(encoder, published.publish(), tick * STEP);
        receiver.takeAll();
        Entry state = receiver.received.ring.find(receiver.header.state);
        int[] ints = state.ints(0);
        int[] real = ints.clone();
        forge.accept(ints);
        remote.begin(published.newest().slots());
        for (int block = 0; block < Blocks.of(BODIES); block++) {
            if (!List.of(lost).contains(block)) {
                remote.take(state, block, STEP);
            }
        }
        System.arraycopy(real, 0, ints, 0, real.length);
    }

    /** The slots to write to the next local state. */
    private List<Integer> changed() {
        return slots(remote::takeChanged);
    }

    /** The slots that should have moved in the last state. */
    private List<Integer> gaps() {
        return slots(remote::gaps);
    }

    private static List<Integer> slots(IntToLongFunction bitsOfBlock) {
        long[] blocks = new long[Blocks.of(CAPACITY)];
        Arrays.setAll(blocks, bitsOfBlock);
        return BitSet.valueOf(blocks).stream().boxed().toList();
    }

    /** Guesses for the last state that was sent. */
    private boolean guess(int slot) {
        return remote.motion.guess(slot, tick * STEP, STEP, guess);
    }

    @Test
    void aBodyGoesOnOverTenStatesAndThenStays() {
        begin();
        move();
        move();
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
        assertFalse(remote.motion.guess(3, 2, STEP, guess), "a time before its values");
    }

    /** Its local value is the guess. */
    @Test
    void aGuessIsCorrectedThoughTheBodyHasComeToRest() {
        begin();
        move();
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
        move();
        send();
        changed();
        send(0);
        assertEquals(List.of(), gaps());
    }

    /** Its last two values are of two places, or of two bodies. */
    @Test
    void aTeleportIsNoMotion() {
        begin();
        published.bodies.teleport(3);
        x[3] += 50;
        published.bodies.remove(5);
        published.bodies.spawn(5);
        x[5] += 50;
        published.bodies.teleport(64);
        x[64] += 50;
        send();
        assertEquals(List.of(3, 5, 64), changed());
        send(0, 1);
        assertEquals(List.of(), gaps());
        move();
        send(0);
        assertEquals(List.of(3), gaps(), "from its second value on, it moves");
    }

    /** As for a receiver that joins: old poses are never mixed with new ones. */
    @Test
    void whatIsForgottenMustComeAgain() {
        begin();
        move();
        changed();
        remote.forget();
        assertFalse(remote.isWhole());
        send(0);
        assertEquals(List.of(), gaps(), "the motion is forgotten as well");
        assertFalse(remote.isWhole());
        move(1, 2);
        assertTrue(remote.isWhole());
        assertFalse(remote.isCovered());
        send(0);
        assertEquals(List.of(), gaps(), "one value is no motion");
    }

    /** For example in a pause, if a command changes the body. */
    @Test
    void twoValuesOfOneTimeAreNoMotion() {
        begin();
        move();
        x[3]++;
        send(published.publisher.replace(new TimeAnchor(), 0));
        send(0);
        assertEquals(List.of(3), gaps());
        assertFalse(guess(3));
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
        published.bodies.remove(5);
        assertParents(false, 1, 5);
        published.bodies.spawn(5);
        assertParents(true, 1, 5);
        int former = published.newest().epoch(5);
        published.bodies.remove(5);
        published.bodies.spawn(5);
        send();
        forge = ints -> ints[fields.at(1) + BodyFields.BOND] = Bond.of(5, former);
        assertForged(false);
    }

    /** Its own values may not come again. */
    @Test
    void aHiddenBodyIsShownAgainOnceItsParentHasCome() {
        begin();
        published.bodies.remove(129);
        published.bodies.spawn(129);
        published.bodies.attach(3, 129);
        send(2);
        assertFalse(remote.bonds.haveParents(remote, false));
        remote.bonds.haveParents(remote, true);
        assertTrue(remote.bonds.haveParents(remote, false));
        assertFalse(Epochs.isAlive(remote.epoch(3)));
        assertTrue(changed().contains(3));
        send(0);
        assertTrue(remote.bonds.haveParents(remote, false));
        assertEquals(published.newest().epoch(3), remote.epoch(3));
        assertTrue(changed().contains(3));
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
        forge = ints -> {
            for (int i = 0; i < pairs.length; i += 2) {
                int parent = pairs[i + 1];
                ints[fields.at(pairs[i]) + BodyFields.BOND] =
                        Bond.of(parent, parent < BODIES ? published.newest().epoch(parent) : 1);
            }
        };
        assertForged(expected);
    }

    private void assertForged(boolean expected) {
        // Only a block that has changed is decoded.
        move();
        assertEquals(expected, remote.bonds.haveParents(remote, false));
        if (!expected) {
            remote.bonds.haveParents(remote, true);
            assertTrue(remote.bonds.haveParents(remote, false), "the others are shown without them");
        }
        forge = ints -> {};
        move();
        assertTrue(remote.bonds.haveParents(remote, false), "the next state is as it should be");
        for (int slot = 0; slot < BODIES; slot++) {
            assertEquals(published.newest().epoch(slot), remote.epoch(slot));
        }
    }
}
