package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a receiver knows although datagrams are lost, late, or came before it joined. */
@Execution(ExecutionMode.CONCURRENT)
class LossTest {
    private static final StateLayout LAYOUT = StateLayout.of(1_000).linear("fuel");
    private static final int SECOND = 100;

    private final PoseGrid precision = PoseGrid.STANDARD;
    private World world;
    private StateEncoder encoder;
    private Receiver receiver;

    private void begin(long seed) {
        world = new World(World.layout(LAYOUT, seed), seed);
        world.attaches = 0.001;
        encoder = StateEncoder.of(world.layout, precision, seed);
        receiver = new Receiver(world.layout);
    }

    static LongStream seeds() {
        return Seeds.first(Thorough.of(2, 4));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachPieceIsDecodedAlone(long seed) {
        begin(seed);
        for (int tick = 0; tick < 2 * SECOND; tick++) {
            State state = world.tick(0.5);
            encoder.encode(state, world.stamp(), receiver);
            receiver.baselines.forEach(receiver::takeBaseline);
            assertTrue(tick == 0 || receiver.pieces.size() > 1);
            byte[] one = receiver.pieces.get(world.random.nextInt(receiver.pieces.size()));
            receiver.clear();
            assertTrue(receiver.takePiece(one));
            if (receiver.store.newest() > 0) {
                for (int slot = receiver.header.firstSlot; slot < receiver.header.endSlot; slot++) {
                    assertTrue(receiver.current[slot], "slot " + slot);
                }
            }
            RoundTripTest.assertKnownSame(state, receiver, precision);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void baselinesMayBeLate(long seed) {
        begin(seed);
        Deque<List<byte[]>> late = new ArrayDeque<>();
        for (int tick = 0; tick < 3 * SECOND; tick++) {
            State state = world.tick(tick < 2 * SECOND ? 0.3 : 0);
            encoder.encode(state, world.stamp(), receiver);
            late.add(List.copyOf(receiver.baselines));
            receiver.baselines.clear();
            // A tick before they become effective.
            if (late.size() == 10) {
                receiver.baselines.addAll(late.remove());
            }
            receiver.takeAll();
            if (tick >= 15) {
                RoundTripTest.assertSame(state, receiver, precision);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aReceiverThatJoinsIsWholeWithinASecond(long seed) {
        begin(seed);
        int joins = Seeds.splittable(seed).nextInt(SECOND, 4 * SECOND);
        for (int tick = 0; tick < joins + 2 * SECOND; tick++) {
            // The lower blocks move, the upper ones rest from the first second on.
            world.end = tick < SECOND ? LAYOUT.capacity() : 400;
            State state = world.tick(0.2);
            encoder.encode(state, world.stamp(), receiver);
            if (tick < joins) {
                receiver.clear();
            }
            receiver.takeAll();
            RoundTripTest.assertKnownSame(state, receiver, precision);
            if (tick >= joins + SECOND) {
                RoundTripTest.assertSame(state, receiver, precision);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aReceiverThatJoinsInAPauseIsWholeWithinASecond(long seed) {
        begin(seed);
        for (int tick = 0; tick < SECOND; tick++) {
            encoder.encode(world.tick(0.3), world.stamp(), receiver);
        }
        State state = world.tick(0.3);
        int joins = Seeds.splittable(seed).nextInt(30);
        for (int repeat = 0; repeat <= joins + 10; repeat++) {
            if (repeat <= joins) {
                receiver.clear();
            }
            encoder.encode(state, world.stamp() + repeat * 100_000_000L, receiver);
            receiver.takeAll();
        }
        RoundTripTest.assertSame(state, receiver, precision);
        assertEquals(world.stamp() + (joins + 10) * 100_000_000L, receiver.header.stampNanos);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLostBaselineIsReplacedWithinASecond(long seed) {
        begin(seed);
        int lastLoss = 0;
        for (int tick = 0; tick < 8 * SECOND; tick++) {
            world.end = tick / SECOND % 2 == 0 ? LAYOUT.capacity() : 200;
            State state = world.tick(0.2);
            encoder.encode(state, world.stamp(), receiver);
            if (tick / SECOND % 3 == 1 && receiver.baselines.removeIf(baseline -> world.random.nextInt(4) == 0)) {
                lastLoss = tick;
            }
            receiver.takeAll();
            RoundTripTest.assertKnownSame(state, receiver, precision);
            if (tick >= lastLoss + SECOND) {
                RoundTripTest.assertSame(state, receiver, precision);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void piecesOfOldStatesAreDecodedAsWell(long seed) {
        begin(seed);
        Deque<List<byte[]>> late = new ArrayDeque<>();
        for (int tick = 0; tick < 3 * SECOND; tick++) {
            encoder.encode(world.tick(0.3), world.stamp(), receiver);
            late.add(List.copyOf(receiver.pieces));
            receiver.pieces.clear();
            receiver.takeAll();
            if (late.size() > 30) {
                late.remove().forEach(piece -> assertTrue(receiver.takePiece(piece)));
                for (int slot = 0; tick > SECOND && slot < receiver.header.slots; slot++) {
                    assertTrue(receiver.current[slot], "slot " + slot);
                }
            }
            Arrays.fill(receiver.current, false);
        }
    }
}
