package io.github.freestep.net.wire;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderTest {
    private static final long MILLI = 1_000_000;

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i).toArray(String[]::new);
    }

    @Test
    void aLayoutWithTooManyChannelsIsRefused() {
        StateLayout most = StateLayout.of(1).linear(names(StateEncoder.MAX_CHANNELS));
        new StateEncoder(most, PoseGrid.EXACT, 1);
        refusedWith(
                "a layout must have at most 44 channels, so that a body fits into a datagram, was 45; use fewer,"
                        + " such as one for each value that remote frames show",
                IllegalArgumentException.class,
                () -> new StateEncoder(most.stepped("one more"), PoseGrid.EXACT, 1));
    }

    /** Otherwise all bodies of a large world would be sent at once when it starts. */
    @Test
    void theFirstBaselinesAreSpreadOverARound() {
        World world = new World(StateLayout.of(3_000), PoseGrid.STANDARD, 1);
        Receiver receiver = world.receiver;
        long now = 77_123 * MILLI;
        for (int tick = 0; tick < 60; tick++) {
            world.encoder.encode(world.tick(0), now, receiver);
            assertTrue(receiver.baselines.size() <= (tick == 0 ? 1 : 4), receiver.baselines.size() + " at " + tick);
            receiver.takeAll();
            now += 10 * MILLI;
        }
        assertTrue(receiver.store.newest > 20);
    }

    /** When all bodies of a resting world begin to move, their baselines come one after the other. */
    @Test
    void blocksThatWakeUpTogetherAreNotSentTogether() {
        World world = new World(StateLayout.of(50 * Blocks.SIZE), PoseGrid.STANDARD, 1);
        world.life = 0;
        for (int tick = 0; tick < Thorough.of(350, 500); tick++) {
            world.send(tick / 150 % 2 == 0 ? 0.5 : 0);
            int sent = world.receiver.baselines.size();
            assertTrue(sent <= 4, () -> sent + " datagrams at once");
            world.receiver.takeAll();
        }
    }

    /** Bodies with as many channels as there may be, all of random bits, so that each body takes as much as it can. */
    @Test
    void theLargestBodiesArrive() {
        StateLayout layout = StateLayout.of(70).linear(names(StateEncoder.MAX_CHANNELS));
        Published published = new Published(layout, 70);
        StateEncoder encoder = new StateEncoder(layout, PoseGrid.EXACT, 1);
        Receiver receiver = new Receiver(layout);
        SplittableRandom random = Seeds.splittable(1);
        for (int tick = 0; tick < 100; tick++) {
            StateWriter out = published.begin(tick, tick);
            for (int slot = 0; slot < 70; slot++) {
                out.position(slot, finite(random), finite(random), finite(random));
                out.orientation(slot, random.nextInt() * 1e-5f, random.nextInt() * 1e-15f, random.nextInt() * 1e-5f, 1);
                for (int i = 0; i < StateEncoder.MAX_CHANNELS; i++) {
                    out.linear(i, slot, finite(random));
                }
            }
            State state = published.publish();
            encoder.encode(state, tick * 10 * MILLI, receiver);
            receiver.takeAll();
            if (receiver.store.newest > 0) {
                RoundTripTest.assertSame(state, receiver, PoseGrid.EXACT);
            }
        }
        assertTrue(receiver.store.newest > 0);
    }

    private static float finite(SplittableRandom random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : -0f;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void valuesThatAreNoPoseAreReplaced(boolean exact) {
        StateLayout layout = StateLayout.of(3).linear("fuel");
        Published published = new Published(layout, 3);
        published.bodies.remove(0);
        StateWriter out = published.begin(0, 0);
        out.position(1, Double.NaN, 2, Double.POSITIVE_INFINITY);
        out.orientation(1, 0, 0, 0, 0);
        out.linear(0, 1, Double.NaN);
        out.position(2, 1e30, -0.0, 2);
        out.orientation(2, 1, Float.NaN, 0, 0);
        StateEncoder encoder = new StateEncoder(layout, exact ? PoseGrid.EXACT : PoseGrid.STANDARD, 1);
        Receiver receiver = new Receiver(layout);
        encoder.encode(published.publish(), 0, receiver);
        encoder.encode(published.newest(), 1_000 * MILLI, receiver);
        receiver.takeAll();
        assertFalse(Epochs.isAlive(receiver.epochs[0]));
        assertValues(receiver, 1, 0, 2, 0, 0, 0, 0, 1, 0);
        assertValues(receiver, 2, 1e30f, -0f, 2, 0, 0, 0, 1, 0);
    }

    private static void assertValues(Receiver receiver, int slot, float... expected) {
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], receiver.values[i][slot], "value " + i);
        }
    }

    @Test
    void anAnchorIsInEveryPieceAfterAChangeAndOftenOtherwise() {
        World world = new World(StateLayout.of(2), PoseGrid.EXACT, 1);
        Receiver receiver = world.receiver;
        long changed = 0;
        long seen = 0;
        long number = 0;
        for (int tick = 0; tick < 300; tick++) {
            if (tick % 90 == 40) {
                world.anchor.set(tick, tick, 1, 1 + tick);
                changed = world.stamp() + World.TICK_NANOS;
                number++;
            }
            world.send(0.5);
            receiver.takeAll();
            assertEquals(number + 1, receiver.header.anchorNumber);
            boolean has = receiver.header.hasAnchor;
            seen = has ? world.stamp() : seen;
            assertTrue(has || world.stamp() - changed > 250 * MILLI);
            assertTrue(world.stamp() - seen < 200 * MILLI);
            assertTrue(tick != 30 || !has);
        }
    }

    /** A receiver learns of a run by its baselines. */
    @Test
    void aStateWithoutBodiesHasAnEmptyBaselineAtOnceAndTwicePerSecond() {
        World world = new World(StateLayout.of(200), PoseGrid.EXACT, 1);
        world.end = 0;
        Receiver receiver = world.receiver;
        int sent = 0;
        for (int tick = 0; tick < 1_000; tick++) {
            assertEquals(0, world.send(0).slots());
            sent += receiver.baselines.size();
            receiver.takeAll();
        }
        assertEquals(1 + 20, sent);
        assertEquals(sent, receiver.store.newest);
    }

    /** So that a repaired baseline does no harm, pieces do not refer to it before it is 100 ms old. */
    @Test
    void aBaselineBecomesEffectiveAfterATenthOfASecond() {
        World world = new World(StateLayout.of(2), PoseGrid.EXACT, 1);
        Receiver receiver = world.receiver;
        long sent = 0;
        for (int tick = 0; tick < 200; tick++) {
            world.send(0.5);
            if (!receiver.baselines.isEmpty()) {
                sent = world.stamp();
            }
            receiver.takeAll();
            boolean isNewestEffective = receiver.header.baselines == receiver.store.newest;
            assertEquals(sent == 0 || world.stamp() - sent >= 100 * MILLI, isNewestEffective);
        }
    }

    /** Wherever its ship goes. */
    @Test
    void aRiderThatSitsStillIsNotSent() {
        int[] bytes = new int[2];
        for (int bodies = 1; bodies <= 2; bodies++) {
            Published published = new Published(StateLayout.of(2), bodies);
            StateEncoder encoder = new StateEncoder(StateLayout.of(2), PoseGrid.STANDARD, 1);
            Receiver receiver = new Receiver(StateLayout.of(2));
            if (bodies == 2) {
                published.bodies.attach(1, 0);
            }
            for (int tick = 0; tick < 200; tick++) {
                StateWriter out = published.begin(tick, tick);
                out.position(0, 0.01 * tick, 0, 0);
                if (tick == 0 && bodies == 2) {
                    out.position(1, 1, 0, 0);
                }
                encoder.encode(published.publish(), tick * 10 * MILLI, receiver);
                bytes[bodies - 1] = receiver.pieces.get(0).length;
                receiver.takeAll();
            }
        }
        assertEquals(bytes[0], bytes[1], 1);
    }
}
