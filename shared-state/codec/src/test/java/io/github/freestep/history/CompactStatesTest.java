package io.github.freestep.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactStatesTest {
    private static final StateLayout LAYOUT = StateLayout.of(200).linear("fuel").stepped("gear");
    private static final double UNITS = 0.0005;
    private static final double DEGREES = 0.25;

    static LongStream seeds() {
        return Seeds.first(Thorough.of(4, 12));
    }

    private final List<StateCopy> copies = new ArrayList<>();

    private void append(CompactStates states, State state) {
        states.append(state);
        StateLayout layout = states.layout;
        copies.add(new StateCopy(
                state, layout.linearChannels().size(), layout.steppedChannels().size()));
    }

    /** Reads all states that are kept, in random order. */
    private void assertAllKept(CompactStates states, PastWorld world, double units, double degrees) {
        CompactReader reader = states.reader();
        KeptState kept = reader.newState();
        assertEquals(copies.size(), states.end());
        for (long i = states.first(); i < states.end(); i++) {
            long number = world.random.nextLong(states.first(), states.end());
            assertTrue(reader.read(number, kept), "state " + number);
            copies.get((int) number).assertKept(kept, units, degrees);
        }
        assertFalse(reader.read(states.end(), kept));
        assertFalse(reader.read(states.first() - 1, kept));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyStateComesBack(long seed) {
        PastWorld world = new PastWorld(LAYOUT, seed);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 1 << 20, 200);
        for (int i = 0; i < 300; i++) {
            append(states, world.tick());
            if (i % 37 == 0) {
                append(states, world.amend(i % 2, 1 + i));
            }
        }
        assertTrue(states.first() > 0 && states.end() - states.first() > 150);
        assertAllKept(states, world, UNITS, DEGREES);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyBitComesBackIfTheGridIsExact(long seed) {
        PastWorld world = new PastWorld(LAYOUT, seed);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.EXACT, 1 << 20, 60);
        for (int i = 0; i < 100; i++) {
            append(states, world.tick());
        }
        assertAllKept(states, world, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e7, 1e30})
    void everyBitOfDoublesComesBackIfTheGridIsExact(double extent) {
        StateLayout layout = LAYOUT.doublePositions();
        PastWorld world = new PastWorld(layout, 1);
        world.extent = extent;
        CompactStates states = CompactStates.of(layout, PoseGrid.EXACT, 1 << 20, 60);
        for (int i = 0; i < 100; i++) {
            append(states, world.tick());
        }
        assertAllKept(states, world, 0, 0);
    }

    /** Floats have a resolution of 64 m there. */
    @ParameterizedTest
    @ValueSource(doubles = {50, 1e6, 1e9, 1e13})
    void doublePositionsComeBack(double extent) {
        StateLayout layout = StateLayout.of(100).doublePositions();
        PastWorld world = new PastWorld(layout, 1);
        world.extent = extent;
        CompactStates states = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 20, 200);
        for (int i = 0; i < 150; i++) {
            append(states, world.tick());
        }
        // At 1e13, doubles have a resolution of 2 mm, and what is kept has it, too.
        assertAllKept(states, world, UNITS, DEGREES);
    }

    /** The memory is used in turn, and the oldest groups make room. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theOldestStatesMakeRoom(long seed) {
        PastWorld world = new PastWorld(LAYOUT, seed);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 30_000 + (int) seed * 7, 1_000);
        for (int i = 0; i < 400; i++) {
            append(states, world.tick());
            if (i % 50 == 49) {
                assertAllKept(states, world, UNITS, DEGREES);
            }
        }
        assertTrue(states.first() > 100);
        // A group of an eighth was dropped, and a state and the rest before the end of the memory may be unused.
        assertTrue(states.used() > 20_000);
        assertEquals(0, states.omitted());
    }

    @Test
    void aStateThatDoesNotFitIsLeftOut() {
        PastWorld world = new PastWorld(LAYOUT, 1);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 1_000, 10);
        for (int i = 0; i < 20; i++) {
            states.append(world.tick());
        }
        assertEquals(20, states.omitted());
        assertEquals(states.end(), states.first());
        assertEquals(-1, states.reader().find(Long.MAX_VALUE));
    }

    /** A state begins at the start of the memory, if it does not fit into what is left before its end. */
    @Test
    void aStateThatTakesMostOfTheMemoryIsKept() {
        StateLayout layout = StateLayout.of(64);
        long large = 0;
        CompactStates roomy = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 20, 30);
        PastWorld measured = new PastWorld(layout, 1);
        for (int i = 0; i < 30; i++) {
            long before = roomy.used();
            roomy.append(measured.tick());
            large = Math.max(large, roomy.used() - before);
        }
        CompactStates states = CompactStates.of(layout, PoseGrid.STANDARD, (int) (large * 3 / 2), 30);
        PastWorld world = new PastWorld(layout, 1);
        for (int i = 0; i < 30; i++) {
            append(states, world.tick());
            assertEquals(0, states.omitted(), "state " + i);
        }
        assertAllKept(states, world, UNITS, DEGREES);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e40, -1e300})
    void aBodyThatIsNowhereLeavesOthersAlone(double wrong) {
        StateLayout layout = StateLayout.of(200).doublePositions();
        CompactStates states = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 20, 100);
        CompactReader reader = states.reader();
        KeptState kept = reader.newState();
        StatePublisher publisher = StatePublisher.of(layout);
        for (int slot = 0; slot < 200; slot++) {
            publisher.bodies().spawn(slot);
        }
        for (int tick = 0; tick < 10; tick++) {
            StateWriter out = publisher.begin(tick, tick * PastWorld.TICK_NANOS, new TimeAnchor(), 0);
            for (int slot = 0; slot < 200; slot++) {
                out.position(slot, slot == 0 && tick > 0 ? wrong : slot, 1e6 * tick, 0);
                out.orientation(slot, 0, 0, 0, 1);
            }
            publisher.publish(0);
            try (StateReader newest = publisher.states().reader()) {
                newest.acquire();
                states.append(newest.state(0));
            }
            assertTrue(reader.read(tick, kept), "state " + tick);
            for (int slot = 1; slot < 200; slot++) {
                assertEquals(slot, kept.doubleX[slot], UNITS);
                assertEquals(1e6 * tick, kept.doubleY[slot], UNITS);
            }
        }
    }

    /** Otherwise, a file of few bytes could keep its reader busy for hours. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCheckTouchesOnlyBlocksThatAreCoded(boolean doubles) {
        StateLayout layout = doubles ? StateLayout.of(6_400).doublePositions() : StateLayout.of(6_400);
        CompactStates states = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 20, 100);
        PastWorld world = new PastWorld(layout, 1);
        world.moving = 0;
        world.changes = 0;
        states.append(world.tick());
        states.append(world.tick());
        states.append(world.tick());
        world.changes = 1e-4;
        CompactReader reader = new CompactReader(states, true);
        KeptState checked = reader.newState();
        for (int number = 1; number < 60; number++) {
            states.append(world.tick());
            Arrays.fill(checked.epochs, -7);
            assertTrue(reader.read(number, checked), "state " + number);
            int touched = 0;
            for (int block = 0; block < 100; block++) {
                touched += checked.epochs[64 * block] == -7 ? 0 : 1;
            }
            // The world changes less than one body in a tick.
            assertTrue(touched <= 3 * number && touched < 100, number + ": " + touched + " blocks");
        }
    }

    /** A state refuses what it has not announced, although it had more before. */
    @Test
    void attachmentsAreAsManyAsAnnounced() {
        KeptState kept = new KeptState(StateLayout.of(4));
        kept.fields.slots = 4;
        kept.fields.attachedCount = 2;
        kept.beginAttachments(2);
        assertTrue(kept.attach(0, 1));
        assertTrue(kept.attach(2, 3));
        kept.fields.attachedCount = 1;
        kept.beginAttachments(1);
        assertTrue(kept.attach(0, 1));
        assertFalse(kept.attach(2, 3));
    }

    @Test
    void aStateIsFoundByItsTime() {
        PastWorld world = new PastWorld(LAYOUT, 1);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 1 << 20, 100);
        CompactReader reader = states.reader();
        assertEquals(-1, reader.find(0));
        for (int i = 0; i < 5; i++) {
            states.append(world.tick());
        }
        states.append(world.amend(0, 1));
        assertEquals(-1, reader.find(-1));
        assertEquals(0, reader.find(0));
        assertEquals(1, reader.find(2 * PastWorld.TICK_NANOS - 1));
        assertEquals(2, reader.find(2 * PastWorld.TICK_NANOS));
        assertEquals(5, reader.find(4 * PastWorld.TICK_NANOS), "the newest of the tick");
        assertEquals(5, reader.find(Long.MAX_VALUE));
    }

    @Test
    void anotherRunBeginsAnew() {
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 1 << 20, 100);
        PastWorld former = new PastWorld(LAYOUT, 1);
        for (int i = 0; i < 5; i++) {
            states.append(former.tick());
        }
        states.append(new PastWorld(LAYOUT, 2).tick());
        assertEquals(5, states.first());
        assertEquals(6, states.end());
    }

    @Test
    void layoutsThatCannotBeKeptAreRefused() {
        StringBuilder messages = new StringBuilder();
        StateLayout many = StateLayout.of(1);
        for (int i = 0; i <= CompactStates.MAX_CHANNELS; i++) {
            many = many.linear("c" + i);
        }
        StateLayout tooMany = many;
        messages.append(assertThrows(
                                IllegalArgumentException.class, () -> CompactStates.of(tooMany, PoseGrid.EXACT, 1, 1))
                        .getMessage())
                .append('\n');
        messages.append(assertThrows(
                                IllegalArgumentException.class, () -> CompactStates.of(LAYOUT, PoseGrid.EXACT, 0, 1))
                        .getMessage())
                .append('\n');
        assertEquals("""
                the layout of a history must have at most 1000 channels, was 1001; use fewer
                a history must have room for at least 1 byte and 1 state, was 0 bytes and 1 states
                """, messages.toString());
    }

    /** A reader never returns anything that is wrong, although its state may be overwritten while it decodes. */
    @Test
    void aReaderMayReadWhileStatesAreAppended() throws InterruptedException {
        PastWorld world = new PastWorld(LAYOUT, 1);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 20_000, 1_000);
        AtomicBoolean ends = new AtomicBoolean();
        AtomicLong reads = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        long[] sums = new long[Thorough.of(2_000, 8_000)];
        Thread other = new Thread(() -> {
            try {
                CompactReader reader = states.reader();
                KeptState kept = reader.newState();
                boolean last;
                do {
                    // The last read begins after the last state was appended, so it succeeds.
                    last = ends.get();
                    long first = states.first();
                    if (reader.read(first, kept)) {
                        long sum = 0;
                        for (int slot = 0; slot < kept.slots(); slot++) {
                            sum = 31 * sum + kept.epochs[slot];
                        }
                        assertEquals(sums[(int) first], sum, "state " + first);
                        assertEquals(first, kept.tick());
                        reads.incrementAndGet();
                    }
                } while (!last);
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        other.start();
        for (int i = 0; i < sums.length && failure.get() == null; i++) {
            State state = world.tick();
            for (int slot = 0; slot < state.slots(); slot++) {
                sums[i] = 31 * sums[i] + state.epoch(slot);
            }
            states.append(state);
        }
        ends.set(true);
        other.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        assertTrue(reads.get() > 0, reads::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void appendingAndReadingAllocateNothing(boolean reads) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        PastWorld world = new PastWorld(LAYOUT, 1);
        CompactStates states = CompactStates.of(LAYOUT, PoseGrid.STANDARD, 100_000, 100);
        CompactReader reader = states.reader();
        KeptState kept = reader.newState();
        // Attachments grow the arrays of a reader. A first round makes them as large as they become.
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < 30 && least > 0; batch++) {
            long sum = 0;
            for (int i = 0; i < 100; i++) {
                State state = world.tick();
                long before =
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId());
                states.append(state);
                if (reads) {
                    reader.read(states.first() + i / 2, kept);
                }
                sum += threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            }
            least = Math.min(least, sum);
        }
        assertEquals(0, least);
    }
}
