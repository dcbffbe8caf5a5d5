package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.Bond;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Poses;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares what arrives with what was sent. */
class RoundTripTest {
    private static final StateLayout LAYOUT =
            StateLayout.of(300).linear("fuel", "wheel").stepped("gear");

    private static final int TICKS = Thorough.of(200, 400);

    /** Four have doubles and floats, and exact poses and rounded ones, in each combination. */
    static LongStream seeds() {
        return Seeds.first(Thorough.of(4, 8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bodiesArriveAndAreOnTheirParents(long seed) {
        PoseGrid precision = seed / 2 % 2 == 0 ? PoseGrid.EXACT : PoseGrid.STANDARD;
        World world = new World(World.layout(LAYOUT, seed), precision, seed);
        world.attaches = 0.01;
        run(world, precision);
        assertTrue(StateInside.attachments(world.newest()).count() > 10);
    }

    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"1e7, false", "1e30, true", "50, true", "1e7, true", "1e13, false"})
    void doublesArriveFarFromTheOrigin(double extent, boolean exact) {
        PoseGrid precision = exact ? PoseGrid.EXACT : PoseGrid.STANDARD;
        World world = new World(LAYOUT.doublePositions(), precision, 1);
        world.extent = extent;
        run(world, precision);
    }

    static LongStream fewSeeds() {
        return Seeds.first(Thorough.of(1, 8));
    }

    /** Blocks come into use one after the other. */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void manyBodiesArrive(long seed) {
        World world = new World(StateLayout.of(3_000), PoseGrid.STANDARD, seed);
        Receiver receiver = world.receiver;
        for (int tick = 0; tick < Thorough.of(60, 150); tick++) {
            world.end = 100 + tick * 20;
            State state = world.tick(tick % 50 < 5 ? 0.9 : 0);
            receiver.send(world.encoder, state, world.stamp());
            receiver.takeAll();
            assertSame(state, receiver, PoseGrid.STANDARD);
        }
    }

    /** Pieces and acknowledgements get lost, also for so long that the client has none of the last states. */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void whateverWasLostTheNextStateIsWhole(long seed) {
        World world = new World(World.layout(LAYOUT, seed), PoseGrid.STANDARD, seed);
        world.attaches = 0.001;
        Receiver receiver = world.receiver;
        int whole = 0;
        int silent = 0;
        for (int tick = 0; tick < 2 * TICKS; tick++) {
            world.end = tick / 100 % 2 == 0 ? LAYOUT.capacity() : 100;
            State state = world.send(0.2);
            boolean isSilent = tick % 170 > 80;
            int sent = receiver.pieces.size();
            receiver.pieces.removeIf(piece -> isSilent || world.random.nextInt(3) == 0);
            silent = isSilent ? tick : silent;
            // After a silence, it may take a while until what was lost is sent again.
            boolean isWhole = receiver.pieces.size() == sent && tick - silent > 30;
            whole += isWhole ? 1 : 0;
            receiver.take();
            assertKnownSame(state, receiver, PoseGrid.STANDARD);
            if (isWhole) {
                assertSame(state, receiver, PoseGrid.STANDARD);
            }
            if (world.random.nextInt(3) > 0) {
                receiver.acknowledge();
            }
        }
        assertTrue(whole > TICKS / 10, whole + " whole states");
    }

    /** Otherwise, one would be sent differences from what only the other one has. */
    @Test
    void clientsThatHaveOtherStatesAreSentOtherBytes() {
        World world = new World(LAYOUT, PoseGrid.STANDARD, 1);
        Receiver other = new Receiver(LAYOUT);
        for (int tick = 0; tick < TICKS; tick++) {
            State state = world.send(0.3);
            world.encoder.encode(other.client, other);
            other.runs.addAll(world.receiver.runs);
            world.receiver.takeAll();
            assertSame(state, world.receiver, PoseGrid.STANDARD);
            if (tick % 7 > 2) {
                other.clear();
            } else {
                other.takeAll();
                assertSame(state, other, PoseGrid.STANDARD);
            }
        }
    }

    private static void run(World world, PoseGrid precision) {
        Receiver receiver = world.receiver;
        for (int tick = 0; tick < TICKS; tick++) {
            double moving = tick / 100 % 2 == 0 ? 0.3 : 0;
            world.life = moving / 100;
            State state = world.send(moving);
            receiver.takeAll();
            assertSame(state, receiver, precision);
        }
    }

    static void assertSame(State state, Receiver receiver, PoseGrid precision) {
        for (int slot = 0; slot < state.slots(); slot++) {
            int at = slot;
            assertTrue(receiver.current[slot], () -> "slot " + at + " is unknown in " + state);
        }
        assertKnownSame(state, receiver, precision);
    }

    /** Compares the slots that came with this state. */
    static void assertKnownSame(State state, Receiver receiver, PoseGrid precision) {
        for (int slot = 0; slot < state.slots(); slot++) {
            int at = slot;
            if (receiver.current[slot]) {
                assertEquals(state.epoch(slot), receiver.epochs[slot], () -> "epoch of " + at + " in " + state);
                if (state.isAlive(slot)) {
                    assertBody(state, slot, receiver, precision);
                }
            }
        }
    }

    private static void assertBody(State state, int slot, Receiver receiver, PoseGrid precision) {
        int parent = state.parent(slot);
        assertEquals(
                parent == State.NO_PARENT ? Bond.NONE : Bond.of(parent, state.epoch(parent)),
                receiver.bonds[slot],
                () -> "bond of " + slot + " in " + state);
        double[] sent = Poses.of(state, slot);
        double[] arrived = Errors.pose(receiver.values, slot);
        if (precision.isExact()) {
            for (int i = 0; i < 7; i++) {
                int value = i;
                assertEquals(
                        Double.doubleToRawLongBits(sent[i]),
                        Double.doubleToRawLongBits(arrived[i]),
                        () -> "slot " + slot + " value " + value + " of " + state);
            }
        } else {
            assertTrue(Errors.distance(sent, arrived) <= 0.0005, () -> "position of " + slot);
            assertTrue(Errors.degrees(sent, arrived) <= 0.25, () -> "orientation of " + slot);
        }
        for (int i = 0; i < receiver.decoder.others.length - 4; i++) {
            int channel = i;
            int linear = receiver.layout.linearChannels().size();
            float value = i < linear ? state.linear(i)[slot] : state.stepped(i - linear)[slot];
            assertEquals(
                    Double.doubleToRawLongBits(value),
                    Double.doubleToRawLongBits(receiver.values[7 + i][slot]),
                    () -> "slot " + slot + " channel " + channel + " of " + state);
        }
    }
}
