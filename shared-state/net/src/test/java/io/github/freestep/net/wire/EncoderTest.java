package io.github.freestep.net.wire;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.List;
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

    /** Its link may be silent, and whole states are many times as long as others. */
    @Test
    void aClientThatAcknowledgesNothingIsSentWholeStatesFourTimesPerSecond() {
        World world = new World(StateLayout.of(20_000), PoseGrid.STANDARD, 1);
        world.life = 0;
        Receiver receiver = world.receiver;
        int whole = 0;
        for (int tick = 0; tick < 101; tick++) {
            world.send(0);
            int bytes = receiver.pieces.stream().mapToInt(piece -> piece.length).sum();
            assertTrue(bytes > 150_000 || bytes < 1_000, bytes + " bytes");
            assertTrue(tick > 0 || bytes > 1_000, "the first state is sent at once");
            whole += bytes > 1_000 ? 1 : 0;
            receiver.clear();
        }
        assertEquals(1 + 4, whole);
    }

    /** What clients have is the same if their links are. Then nothing is encoded twice. */
    @Test
    void clientsThatHaveTheSameAreSentTheSameBytes() {
        World world = new World(StateLayout.of(300), PoseGrid.STANDARD, 1);
        Receiver other = new Receiver(world.layout);
        for (int tick = 0; tick < 50; tick++) {
            State state = world.send(0.5);
            world.encoder.encode(other.client, other);
            assertEquals(world.receiver.pieces.size(), other.pieces.size());
            for (int i = 0; i < other.pieces.size(); i++) {
                int at = PieceHeader.NUMBER_OFFSET + Integer.BYTES;
                byte[] one = world.receiver.pieces.get(i);
                byte[] two = other.pieces.get(i);
                assertEquals(ByteBuffer.wrap(one, at, one.length - at), ByteBuffer.wrap(two, at, two.length - at));
            }
            other.runs.addAll(world.receiver.runs);
            world.receiver.takeAll();
            other.takeAll();
            RoundTripTest.assertSame(state, other, PoseGrid.STANDARD);
            long from = other.header.state - other.header.age;
            assertTrue(tick < 3 || from % 2 == 0, "if their links are not, they may still need the same states");
        }
    }

    /** Otherwise, a receiver that has lost a part would show bodies where they never were. */
    @Test
    void whatHasComeInPartIsNotUsed() {
        World world = new World(StateLayout.of(64).linear(names(20)), PoseGrid.EXACT, 1);
        Receiver receiver = world.receiver;
        world.send(1);
        assertTrue(receiver.pieces.size() > 1);
        receiver.pieces.remove(0);
        receiver.take();
        receiver.client.acknowledge((int) receiver.client.newest(), new long[] {-1, -1, -1, -1});
        world.send(1);
        assertTrue(receiver.header.read(receiver.pieces.get(0), 0, receiver.pieces.get(0).length));
        assertEquals(1, receiver.header.age, "it is coded from the state that has come in part");
        receiver.pieces.forEach(piece -> assertFalse(receiver.takePiece(piece)));
    }

    /** On both sides, also if they were written again. Otherwise, a large world at rest would take as much as 64. */
    @Test
    void statesShareWhatHasNotChanged() {
        World world = new World(StateLayout.of(300), PoseGrid.STANDARD, 1);
        world.life = 0;
        Receiver receiver = world.receiver;
        for (int tick = 0; tick < 100; tick++) {
            world.send(tick < 10 ? 0.5 : 0);
            receiver.takeAll();
        }
        long newest = receiver.header.state;
        for (StateRing ring : List.of(world.encoder.states.ring, receiver.received.ring)) {
            for (int block = 0; block < Blocks.of(300); block++) {
                assertSame(ring.find(newest).block(block), ring.find(newest - 5).block(block));
            }
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
            receiver.send(encoder, state, tick * 10 * MILLI);
            receiver.takeAll();
            RoundTripTest.assertSame(state, receiver, PoseGrid.EXACT);
        }
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
        receiver.send(encoder, published.publish(), 0);
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

    /** A client that has an earlier state with the same anchor is not sent it again. */
    @Test
    void eachPieceHasTheAnchorOfItsState() {
        World world = new World(StateLayout.of(2), PoseGrid.EXACT, 1);
        Receiver receiver = world.receiver;
        int[] bytes = new int[300];
        for (int tick = 0; tick < 300; tick++) {
            if (tick % 90 == 40) {
                world.anchor.set(tick, 1 + tick, 1, 1 + tick);
            }
            world.send(1);
            bytes[tick] = receiver.pieces.get(0).length;
            if (tick % 3 == 0) {
                receiver.takeAll();
                assertEquals(world.anchor.simulationNanos(), receiver.header.anchorSimulationNanos);
                assertEquals(world.anchor.scaleDenominator(), receiver.header.scaleDenominator);
            }
            receiver.clear();
        }
        assertTrue(bytes[130] > bytes[129] + 10 && bytes[140] < bytes[131] - 10);
    }

    /** In case a receiver does not get the first notice. */
    @Test
    void receiversAreToldOfTheRunAtOnceAndTwicePerSecond() {
        World world = new World(StateLayout.of(200), PoseGrid.EXACT, 1);
        world.end = 0;
        Receiver receiver = world.receiver;
        int sent = 0;
        for (int tick = 0; tick < 1_000; tick++) {
            assertEquals(0, world.send(0).slots());
            sent += receiver.runs.size();
            receiver.takeAll();
        }
        // The second state says it again, because the first one had a new client.
        assertEquals(2 + 19, sent);
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
                receiver.send(encoder, published.publish(), tick * 10 * MILLI);
                bytes[bodies - 1] = receiver.pieces.get(0).length;
                receiver.takeAll();
            }
        }
        assertEquals(bytes[0], bytes[1], 1);
    }

    /** Receivers count on ten states per second, also if ten is no divisor of the rate. */
    @ParameterizedTest
    @ValueSource(longs = {10, 16, 24, 40, 60, 90})
    void aClientAtRestIsSentAStateEach100Millis(long millis) {
        World world = new World(StateLayout.of(2), PoseGrid.STANDARD, 1);
        world.life = 0;
        long sent = 0;
        int count = 0;
        for (long now = 0; now < 5_000; now += millis) {
            world.receiver.send(world.encoder, world.tick(0), now * MILLI);
            if (!world.receiver.pieces.isEmpty()) {
                assertTrue(now - sent <= 100, now - sent + " ms");
                sent = now;
                count++;
            }
            world.receiver.takeAll();
        }
        assertTrue(count < 5_000 / Math.max(60, millis) + 4, count + " states");
    }

    private static boolean sends(World world) {
        world.send(0);
        boolean sends = !world.receiver.pieces.isEmpty();
        world.receiver.takeAll();
        return sends;
    }

    private static void rest(World world) {
        for (int tick = 0; tick < 30; tick++) {
            sends(world);
        }
        // It was just sent one.
        for (int tick = 0; tick < 10 && !sends(world); tick++) {}
        assertFalse(sends(world));
    }

    @Test
    void whatChangesInARestIsSentAtOnce() {
        World world = new World(StateLayout.of(2), PoseGrid.STANDARD, 1);
        world.life = 0;
        rest(world);
        world.anchor.set(1, 2, 3, 4);
        assertTrue(sends(world), "another pace");
        rest(world);
        world.anchor.set(1, 2, 0, 1);
        for (int tick = 0; tick < 10; tick++) {
            assertTrue(sends(world), "in a pause");
        }
    }

    /** The number of a state that nobody was sent is used again only if it has the bodies of the one before it. */
    @Test
    void whatOneClientKnowsIsSentToAnotherThatDoesNot() {
        StateLayout layout = StateLayout.of(1);
        Published published = new Published(layout, 1);
        StateEncoder encoder = new StateEncoder(layout, PoseGrid.EXACT, 1);
        Receiver one = new Receiver(layout);
        Receiver two = new Receiver(layout);
        for (int tick = 0; tick < 26; tick++) {
            StateWriter out = published.begin(tick, tick);
            if (tick < 25) {
                out.position(0, tick == 23 ? 1 : 0, 0, 0);
            }
            State state = published.publish();
            encoder.begin(state, tick * 10 * MILLI, two);
            // Each link has its pace.
            if (tick != 24) {
                encoder.encode(one.client, one);
            }
            if (tick != 23) {
                encoder.encode(two.client, two);
            }
            assertTrue(tick != 24 || two.pieces.isEmpty(), "it is left out");
            one.runs.addAll(two.runs);
            one.takeAll();
            two.takeAll();
        }
        assertEquals(0, one.values[0][0]);
    }
}
