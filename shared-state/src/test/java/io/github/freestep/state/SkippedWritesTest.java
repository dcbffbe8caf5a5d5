package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.PoseList;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes random parts of random states, and compares every state of every reader with a copy of all values that was
 * made when the state was published.
 */
class SkippedWritesTest {
    private static final int CAPACITY = 200;

    /** More slots than one word of blocks has. */
    private static final int LARGE = 64 * Blocks.SIZE + 10;

    private static final int POSITIONS = 3;
    private static final int ORIENTATIONS = 7;
    private static final int LINEAR = 8;
    private static final int ARRAYS = 9;
    private static final TimeAnchor ANCHOR = new TimeAnchor();

    /** What a state must hold. */
    private final class Copy {
        final double[][] values = new double[ARRAYS][capacity];
        final boolean[] alive = new boolean[capacity];
        final int[] parents = new int[capacity];

        Copy() {
            Arrays.fill(parents, State.NO_PARENT);
        }

        Copy copy() {
            Copy copy = new Copy();
            Arrays.setAll(copy.values, array -> values[array].clone());
            System.arraycopy(alive, 0, copy.alive, 0, capacity);
            System.arraycopy(parents, 0, copy.parents, 0, capacity);
            return copy;
        }

        void check(State state, String when) {
            checkListed(state, when);
            for (int slot = 0; slot < capacity; slot++) {
                int at = slot;
                Supplier<String> where = () -> when + ", state " + state.tick() + ", slot " + at;
                assertEquals(alive[slot], slot < state.slots() && state.isAlive(slot), where);
                assertEquals(parents[slot], state.parent(slot), where);
                double sign = state.qw[slot] == values[ORIENTATIONS - 1][slot] ? 1 : -1;
                for (int i = 0; alive[slot] && i < ARRAYS; i++) {
                    int array = i;
                    boolean turns = i >= POSITIONS && i < ORIENTATIONS;
                    assertEquals(
                            values[i][slot],
                            value(state, i, slot) * (turns ? sign : 1),
                            () -> where.get() + ", array " + array);
                }
            }
        }
    }

    /** What is listed once more is what the arrays hold by slot, so that what was written later is never missed. */
    private static void checkListed(State state, String when) {
        PoseList listed = StateInside.listed(state);
        for (int i = 0; i < listed.count(); i++) {
            int slot = listed.slots[i];
            assertTrue(i == 0 || slot > listed.slots[i - 1], when);
            for (int array = 0; array < ORIENTATIONS; array++) {
                assertEquals(state.values[array][slot], listed.poses[array][i], () -> when + ", slot " + slot);
            }
        }
    }

    private static double value(State state, int array, int slot) {
        return switch (array) {
            case 0 -> state.x(slot);
            case 1 -> state.y(slot);
            case 2 -> state.z(slot);
            default -> state.values[array][slot];
        };
    }

    private int capacity;
    private StateLayout layout;
    private Random random;
    private StatePublisher publisher;
    private Copy truth;
    private List<Integer> unwritten;
    /** By tick and edition. */
    private final Map<List<Long>, Copy> published = new HashMap<>();

    private long newestTick;
    private long edition;
    private final List<StateReader> readers = new ArrayList<>();

    /** What was read by readers that are garbage, although their threads still look at it. */
    private final List<List<State>> held = new ArrayList<>();

    static LongStream seeds() {
        return Seeds.first(Thorough.of(3, 16));
    }

    private static StateLayout layout(int capacity) {
        return StateLayout.of(capacity).linear("fuel").stepped("gear");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void everyStateHoldsTheNewestValues(long seed) {
        random = Seeds.random(seed);
        capacity = seed % 8 == 0 ? LARGE : seed % 8 == 1 ? 2 * Blocks.SIZE : CAPACITY;
        layout = seed / 2 % 2 == 0 ? layout(capacity) : layout(capacity).doublePositions();
        publisher = StatePublisher.of(layout, 1 + (int) (seed % StatePublisher.MAX_WINDOW));
        truth = new Copy();
        unwritten = new ArrayList<>();
        for (int tick = 0; tick < Thorough.of(8_000, 300_000) / capacity; tick++) {
            String when = "seed " + seed + ", tick " + tick;
            changeBodies();
            boolean replaces = !published.isEmpty() && random.nextInt(6) == 0;
            StateWriter writer = replaces ? publisher.replace(ANCHOR, 0) : publisher.begin(tick, tick, ANCHOR, 0);
            write(writer, when);
            if (random.nextInt(3) == 0) {
                assertEquals(hash(), publisher.hash(), when);
            }
            assertEquals(-1, publisher.firstNotFinite(), when);
            if (random.nextBoolean() && published.isEmpty()) {
                publisher.prefill();
            }
            if (random.nextInt(4) > 0) {
                publisher.publish(0);
                newestTick = replaces ? newestTick : tick;
                edition += replaces ? 1 : 0;
                published.put(List.of(newestTick, edition), truth.copy());
            }
            // Otherwise never published: the next state must have what was written to it. No reader may see it.
            amend();
            joinAndLeave();
            read(when);
        }
    }

    private void changeBodies() {
        for (int change = random.nextInt(3) * random.nextInt(4); change > 0; change--) {
            int slot = random.nextInt(capacity);
            if (!truth.alive[slot]) {
                publisher.bodies().spawn(slot);
                unwritten.add(slot);
            } else if (random.nextBoolean()) {
                publisher.bodies().teleport(slot);
                continue;
            } else if (random.nextBoolean()) {
                attach(slot, random.nextInt(capacity));
                continue;
            } else if (Arrays.stream(truth.parents).anyMatch(parent -> parent == slot)) {
                assertThrows(
                        IllegalStateException.class, () -> publisher.bodies().remove(slot));
                continue;
            } else {
                publisher.bodies().remove(slot);
                unwritten.remove((Integer) slot);
                truth.parents[slot] = State.NO_PARENT;
            }
            truth.alive[slot] = !truth.alive[slot];
            for (int i = 0; i < ARRAYS; i++) {
                truth.values[i][slot] = i == ORIENTATIONS - 1 ? 1 : 0;
            }
        }
    }

    private void attach(int slot, int parent) {
        int before = truth.parents[slot];
        if (before != State.NO_PARENT && random.nextBoolean()) {
            publisher.bodies().detach(slot);
            truth.parents[slot] = State.NO_PARENT;
        } else if (truth.alive[parent] && slot != parent && truth.parents[parent] == State.NO_PARENT) {
            if (Arrays.stream(truth.parents).noneMatch(other -> other == slot)) {
                publisher.bodies().attach(slot, parent);
                truth.parents[slot] = parent;
            }
        }
        if (truth.parents[slot] != before && !unwritten.contains(slot)) {
            unwritten.add(slot);
        }
    }

    private void write(StateWriter writer, String when) {
        int share = random.nextInt(4);
        for (int slot = 0; slot < capacity; slot++) {
            if (share == 3 || random.nextInt(100) < share) {
                writeOne(writer, slot);
            }
        }
        if (random.nextInt(4) == 0) {
            boolean all = random.nextInt(4) == 0;
            int from = all ? 0 : random.nextInt(capacity);
            writeRange(writer, from, all ? capacity : from + random.nextInt(capacity - from + 1));
        }
        if (random.nextInt(4) == 0) {
            writeListed(writer, random.nextInt(5) == 0 ? capacity : random.nextInt(20));
        }
        if (!unwritten.isEmpty() && random.nextInt(4) == 0) {
            int first = unwritten.stream().min(Integer::compare).orElseThrow();
            String message = assertThrows(IllegalStateException.class, () -> publisher.publish(0), when)
                    .getMessage();
            assertTrue(message.contains("body in slot " + first + " was "), message);
        }
        for (int slot : unwritten.toArray(Integer[]::new)) {
            writePosition(writer, slot);
        }
        if (random.nextInt(50) == 0) {
            int slot = random.nextInt(capacity);
            writer.stepped(0, slot, Double.NaN);
            assertEquals(truth.alive[slot] ? slot : -1, publisher.firstNotFinite(), when);
            writer.stepped(0, slot, truth.values[LINEAR][slot]);
        }
    }

    private void writeOne(StateWriter writer, int slot) {
        if (random.nextBoolean()) {
            writePosition(writer, slot);
        }
        if (random.nextBoolean()) {
            float[] q = values(ORIENTATIONS - POSITIONS);
            writer.orientation(slot, q[0], q[1], q[2], q[3]);
            put(slot, POSITIONS, q);
        }
        if (random.nextBoolean()) {
            float[] channels = values(2);
            writer.linear(0, slot, channels[0]);
            writer.stepped(0, slot, channels[1]);
            put(slot, ORIENTATIONS, channels);
        }
    }

    private void writePosition(StateWriter writer, int slot) {
        for (int i = 0; i < POSITIONS; i++) {
            truth.values[i][slot] = position();
        }
        writer.position(slot, truth.values[0][slot], truth.values[1][slot], truth.values[2][slot]);
        unwritten.remove((Integer) slot);
    }

    private void writeRange(StateWriter writer, int from, int to) {
        float[][] all = new float[ARRAYS][];
        Arrays.setAll(all, i -> values(capacity));
        writer.orientations(all[3], all[4], all[5], all[6], from, to);
        writer.linear(0, all[7], from, to);
        writer.stepped(0, all[8], from, to);
        boolean doubles = random.nextBoolean();
        for (int i = 0; i < ARRAYS; i++) {
            for (int slot = from; slot < to; slot++) {
                truth.values[i][slot] = doubles && i < POSITIONS ? position() : all[i][slot];
            }
        }
        if (doubles) {
            writer.positions(truth.values[0], truth.values[1], truth.values[2], from, to);
        } else {
            writer.positions(all[0], all[1], all[2], from, to);
        }
        unwritten.removeIf(slot -> slot >= from && slot < to);
    }

    /** Writes the poses of slots in any order, of which some may be listed twice. */
    private void writeListed(StateWriter writer, int count) {
        int[] slots = random.ints(count + 3, 0, capacity).toArray();
        if (random.nextBoolean()) {
            Arrays.sort(slots);
        }
        float[][] all = new float[ORIENTATIONS][];
        // A list with an orientation of another length is written body by body.
        boolean units = random.nextBoolean();
        Arrays.setAll(all, i -> values(capacity));
        for (int slot = 0; units && slot < capacity; slot++) {
            normalize(all, slot);
        }
        boolean doubles = random.nextBoolean();
        for (int slot : Arrays.copyOf(slots, count)) {
            for (int i = 0; i < ORIENTATIONS; i++) {
                truth.values[i][slot] = doubles && i < POSITIONS ? position() : all[i][slot];
            }
            unwritten.remove((Integer) slot);
        }
        if (doubles) {
            double[][] p = truth.values;
            writer.poses(slots, count, p[0], p[1], p[2], all[3], all[4], all[5], all[6]);
        } else {
            writer.poses(slots, count, all[0], all[1], all[2], all[3], all[4], all[5], all[6]);
        }
    }

    private static void normalize(float[][] all, int slot) {
        float[] q = {all[3][slot], all[4][slot], all[5][slot], all[6][slot]};
        float length = (float) Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int i = POSITIONS; i < ORIENTATIONS; i++) {
            all[i][slot] = q[i - POSITIONS] / length;
        }
    }

    private void put(int slot, int first, float[] values) {
        for (int i = 0; i < values.length; i++) {
            truth.values[first + i][slot] = values[i];
        }
    }

    /** A position that the layout keeps as it is. */
    private double position() {
        double value = (random.nextDouble() - 0.5) * 1e7;
        return layout.hasDoublePositions() ? value : (float) value;
    }

    /** Never zero, so that every quaternion differs from its negative. */
    private float[] values(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (random.nextBoolean() ? 1 : -1) * (1 + random.nextFloat());
        }
        return values;
    }

    /** The hash that the same state has if everything is written to a new publisher. */
    private long hash() {
        StatePublisher other = StatePublisher.of(layout);
        StateWriter writer = other.begin(0, 0, ANCHOR, 0);
        double[][] values = truth.values;
        float[][] all = new float[ARRAYS][capacity];
        for (int i = 0; i < ARRAYS; i++) {
            for (int slot = 0; slot < capacity; slot++) {
                all[i][slot] = (float) values[i][slot];
            }
        }
        for (int slot = 0; slot < capacity; slot++) {
            if (truth.alive[slot]) {
                other.bodies().spawn(slot);
            }
        }
        for (int slot = 0; slot < capacity; slot++) {
            if (truth.parents[slot] != State.NO_PARENT) {
                other.bodies().attach(slot, truth.parents[slot]);
            }
        }
        writer.positions(values[0], values[1], values[2], 0, capacity);
        writer.orientations(all[3], all[4], all[5], all[6], 0, capacity);
        writer.linear(0, all[7], 0, capacity);
        writer.stepped(0, all[8], 0, capacity);
        return other.hash();
    }

    private void amend() {
        for (int times = published.isEmpty() ? 0 : random.nextInt(3); times > 0; times--) {
            publisher.amend(ANCHOR);
            if (random.nextInt(4) > 0) {
                publisher.publish(0);
            }
        }
    }

    private void joinAndLeave() {
        int dice = random.nextInt(30);
        if (dice < 2 && readers.size() < 10) {
            readers.add(publisher.states().reader());
        } else if (dice == 2 && !readers.isEmpty()) {
            readers.remove(0).close();
        } else if (dice == 3 && !readers.isEmpty()) {
            StateReader gone = readers.remove(0);
            held.add(IntStream.range(0, gone.size()).mapToObj(gone::state).toList());
            gone.reader.drop();
        } else if (dice == 4 && !held.isEmpty()) {
            held.remove(0);
        }
    }

    private void read(String when) {
        for (List<State> states : held) {
            for (State state : states) {
                published.get(List.of(state.tick(), StateInside.edition(state))).check(state, when);
            }
        }
        for (StateReader reader : readers) {
            if (random.nextInt(3) == 0) {
                reader.acquire();
            }
            for (int age = 0; age < reader.size(); age++) {
                State state = reader.state(age);
                published.get(List.of(state.tick(), StateInside.edition(state))).check(state, when);
                checkVersions(state, reader.state(0), when);
                if (age > 0) {
                    checkChangedSlots(state, reader.state(age - 1), when);
                }
            }
        }
    }

    /** Blocks of one version must have the same content. */
    private void checkVersions(State older, State newer, String when) {
        int slot = 0;
        int changed = StateInside.nextChange(newer, older, 0, capacity);
        for (int end = changed < 0 ? capacity : changed; slot < end; slot++) {
            assertEquals(older.epoch(slot), newer.epoch(slot), when);
            int at = slot;
            for (int i = 0; older.isAlive(slot) && i < ARRAYS; i++) {
                assertEquals(value(older, i, slot), value(newer, i, slot), () -> when + ", slot " + at);
            }
        }
    }

    /** Slots that a state does not name as changed must be as in its predecessor. */
    private void checkChangedSlots(State older, State newer, String when) {
        for (int slot = 0; slot < capacity; slot++) {
            if ((StateInside.changedSlots(newer, slot / Blocks.SIZE) >>> slot & 1) == 0) {
                int at = slot;
                Supplier<String> where = () -> when + ", state " + newer.tick() + ", slot " + at;
                assertEquals(older.epoch(slot), newer.epoch(slot), where);
                for (int i = 0; i < ARRAYS && newer.isAlive(slot); i++) {
                    int array = i;
                    assertEquals(value(older, i, slot), value(newer, i, slot), () -> where.get() + ", array " + array);
                }
            }
        }
    }

    @Test
    void onlyBlocksThatWereWrittenGetANewVersion() {
        publisher = StatePublisher.of(layout(CAPACITY));
        StateReader reader = publisher.states().reader();
        for (int slot = 0; slot < CAPACITY; slot++) {
            publisher.bodies().spawn(slot);
        }
        publisher
                .begin(0, 0, ANCHOR, 0)
                .positions(new float[CAPACITY], new float[CAPACITY], new float[CAPACITY], 0, CAPACITY);
        publisher.publish(0);
        for (int tick = 1; tick < 50; tick++) {
            int slot = 70 + tick % 3;
            publisher.begin(tick, 0, ANCHOR, 0).position(slot, tick, 0, 0);
            publisher.publish(0);
            reader.acquire();
            State newer = reader.state(0);
            State older = reader.state(1);
            assertEquals(Blocks.SIZE, StateInside.nextChange(newer, older, 0, CAPACITY));
            assertEquals(100, StateInside.nextChange(newer, older, 100, CAPACITY));
            assertEquals(-1, StateInside.nextChange(newer, older, 100, 100));
            assertEquals(-1, StateInside.nextChange(newer, older, 2 * Blocks.SIZE, CAPACITY));
            assertEquals(StateInside.version(newer, 3), StateInside.version(older, 3));
            assertEquals(1L << slot, StateInside.changedSlots(newer, 1));
            assertEquals(
                    0,
                    StateInside.changedSlots(newer, 0)
                            | StateInside.changedSlots(newer, 2)
                            | StateInside.changedSlots(newer, 3));
        }
        publisher.begin(50, 0, ANCHOR, 0);
        publisher.bodies().remove(199);
        publisher.publish(0);
        reader.acquire();
        assertEquals(
                3 * Blocks.SIZE, StateInside.nextChange(reader.state(0), reader.state(1), 2 * Blocks.SIZE, CAPACITY));
        assertEquals(1L << 199, StateInside.changedSlots(reader.state(0), 3));
        publisher.amend(ANCHOR);
        publisher.publish(0);
        reader.acquire();
        assertEquals(0, StateInside.changedSlots(reader.state(0), 1));
        assertEquals(1L << 199, StateInside.changedSlots(reader.state(0), 3));
    }

    /** The changes of so many states are not remembered, so such a slot is copied as a whole. */
    @Test
    void aSlotThatAReaderHasKeptForLongIsWrittenWhole() {
        StatePublisher publisher = StatePublisher.of(StateLayout.of(2), 1);
        StateReader reader = publisher.states().reader();
        publisher.bodies().spawn();
        publisher.bodies().spawn();
        for (int tick = 1; tick <= 40; tick++) {
            StateWriter state = publisher.begin(tick, 0, ANCHOR, 0);
            state.position(0, tick, 0, 0);
            if (tick <= 2) {
                state.position(1, tick, 0, 0);
            }
            publisher.publish(0);
            if (tick == 1 || tick >= 30) {
                assertTrue(reader.acquire());
                assertEquals(Math.min(tick, 2), reader.state(0).x()[1], "tick " + tick);
            }
        }
    }

    /** Frames read the list in place of the arrays, so it must not have what they do not have any more. */
    @Test
    void aStateHasNoListOncePosesWereWrittenInAnotherWay() {
        float[] half = new float[CAPACITY];
        double[] halves = new double[CAPACITY];
        Arrays.fill(half, 0.5f);
        Arrays.fill(halves, 0.5);
        List<Consumer<StateWriter>> ways = List.of(
                writer -> writer.linear(0, 3, 1),
                writer -> writer.position(3, 1, 2, 3),
                writer -> writer.orientation(3, 0, 0, 0, 1),
                writer -> writer.positions(half, half, half, 0, CAPACITY),
                writer -> writer.positions(halves, halves, halves, 0, CAPACITY),
                writer -> writer.orientations(half, half, half, half, 0, CAPACITY));
        StatePublisher publisher = StatePublisher.of(layout(CAPACITY));
        StateReader reader = publisher.states().reader();
        publisher.begin(0, 0, ANCHOR, 0);
        publisher.publish(0);
        for (int way = 0; way < ways.size(); way++) {
            StateWriter writer = publisher.begin(1 + way, 0, ANCHOR, 0);
            writer.poses(new int[] {3, 70}, 2, half, half, half, half, half, half, half);
            assertEquals(-1, publisher.firstNotFinite());
            ways.get(way).accept(writer);
            publisher.publish(0);
            reader.acquire();
            checkListed(reader.state(0), "way " + way);
            assertEquals(way == 0 ? 2 : 0, StateInside.listed(reader.state(0)).count(), "way " + way);
        }
    }
}
