package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.EventValues;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Rotations;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a datagram contains, decoding it does not throw, and gives no value that a simulation could not have. */
class HostileTest {
    private static final int DATAGRAMS = Thorough.of(30_000, 100_000);
    private static final StateLayout LAYOUT = StateLayout.of(200).linear("fuel").stepped("gear");

    private int accepted;

    static LongStream seeds() {
        return Seeds.first(2);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void mutatedDatagramsDoNoHarm(long seed) {
        attack(PoseGrid.STANDARD, seed);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void mutatedExactDatagramsDoNoHarm(long seed) {
        attack(PoseGrid.EXACT, seed);
    }

    private void attack(PoseGrid precision, long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        List<byte[]> originals = record(precision, seed);
        Receiver victim = new Receiver(World.layout(LAYOUT, seed));
        for (int i = 0; i < DATAGRAMS; i++) {
            byte[] datagram = random.nextInt(10) == 0
                    ? random(random)
                    : mutated(originals.get(random.nextInt(originals.size())), random);
            try {
                take(victim, datagram, random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", datagram " + i + ": " + Arrays.toString(datagram), e);
            }
        }
        assertTrue(accepted > DATAGRAMS / 100, () -> "only " + accepted + " were accepted, so little was tried");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void mutatedEventsDoNoHarm(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        List<byte[]> originals = new ArrayList<>();
        EventEncoder encoder = EventEncoder.of(LAYOUT, seed, datagram -> originals.add(SimulatedLink.copy(datagram)));
        for (int i = 0; i < 1_000; i++) {
            encoder.event(EventCodecTest.random(Seeds.random(seed), i));
        }
        EventDecoder decoder = new EventDecoder(LAYOUT.capacity());
        EventValues event = new EventValues();
        for (int i = 0; i < DATAGRAMS; i++) {
            byte[] datagram = mutated(originals.get(random.nextInt(originals.size())), random);
            boolean isValid = decoder.read(datagram, datagram.length);
            accepted += isValid ? 1 : 0;
            for (int j = 0; isValid && j < decoder.count; j++) {
                decoder.next(event);
                assertTrue(event.slotA < LAYOUT.capacity() && event.slotB < LAYOUT.capacity());
                assertTrue(event.tick >= 0 && !Double.isInfinite(event.x) && Float.isFinite(event.nx));
            }
        }
        assertTrue(accepted > DATAGRAMS / 100, () -> "only " + accepted + " were accepted, so little was tried");
    }

    /** Records datagrams of all kinds: with and without anchors, with whole bodies and with differences. */
    private static List<byte[]> record(PoseGrid precision, long seed) {
        World world = new World(World.layout(LAYOUT, seed), seed);
        world.attaches = 0.01;
        StateEncoder encoder = StateEncoder.of(world.layout, precision, seed);
        Receiver recorder = new Receiver(world.layout);
        for (int tick = 0; tick < 200; tick++) {
            State state = world.tick(tick < 150 ? 0.2 : 0);
            encoder.encode(state, world.stamp(), recorder);
        }
        List<byte[]> all = new ArrayList<>(recorder.baselines);
        all.addAll(recorder.pieces);
        return all;
    }

    private void take(Receiver victim, byte[] datagram, SplittableRandom random) {
        if (random.nextInt(5_000) == 0) {
            victim.store.reset();
        }
        if (Datagrams.kind(datagram, 0, datagram.length) == Datagrams.BASELINE) {
            accepted += victim.takeBaseline(datagram) ? 1 : 0;
        } else if (victim.takePiece(datagram)) {
            accepted++;
            assertPlausible(victim);
        }
    }

    private static void assertPlausible(Receiver victim) {
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            if (victim.known[slot] && (victim.epochs[slot] & 1) != 0) {
                for (double[] values : victim.values) {
                    assertTrue(Float.isFinite((float) values[slot]));
                }
                assertTrue(Rotations.isUsable(
                        (float) victim.values[3][slot],
                        (float) victim.values[4][slot],
                        (float) victim.values[5][slot],
                        (float) victim.values[6][slot]));
            }
        }
    }

    private static byte[] random(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(StateEncoder.MAX_DATAGRAM)];
        random.nextBytes(bytes);
        if (bytes.length > 0) {
            bytes[0] = (byte) (random.nextBoolean() ? Datagrams.PIECE : Datagrams.BASELINE);
        }
        return bytes;
    }

    /** Changes single bytes or bits, cuts, or appends; sometimes nothing. */
    static byte[] mutated(byte[] original, SplittableRandom random) {
        byte[] bytes = random.nextInt(8) == 0
                ? Arrays.copyOf(original, random.nextInt(original.length + 20))
                : original.clone();
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            // The header more often, because its fields decide what is done with the rest.
            int at = random.nextInt(random.nextBoolean() ? Math.min(bytes.length, 50) : bytes.length);
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void aRefusedBaselineChangesNothing(long seed) {
        List<byte[]> originals = record(PoseGrid.STANDARD, seed);
        originals.removeIf(datagram -> Datagrams.kind(datagram, 0, datagram.length) != Datagrams.BASELINE);
        SplittableRandom random = Seeds.splittable(seed);
        Receiver receiver = new Receiver(World.layout(LAYOUT, seed));
        Receiver untouched = new Receiver(World.layout(LAYOUT, seed));
        int refused = 0;
        for (byte[] original : originals) {
            for (int i = 0; i < 20; i++) {
                byte[] cut = Arrays.copyOf(original, random.nextInt(original.length - 1));
                if (receiver.takeBaseline(cut)) {
                    // Has no checksum. One cut of 2,000 ends where the shorter code of other values would end.
                    assertTrue(untouched.takeBaseline(cut));
                } else {
                    refused++;
                }
                assertStored(untouched, receiver);
            }
            assertTrue(receiver.takeBaseline(original));
            assertTrue(untouched.takeBaseline(original));
            assertStored(untouched, receiver);
        }
        int cuts = 20 * originals.size();
        assertTrue(refused > 0.9 * cuts, "seed " + seed + ": refused " + refused + " of " + cuts);
    }

    private static void assertStored(Receiver expected, Receiver actual) {
        assertEquals(expected.store.newest(), actual.store.newest());
        for (int block = 0; block < LAYOUT.capacity() / Blocks.SIZE + 1; block++) {
            long newest = expected.store.newest();
            long id = expected.store.effective(block, newest);
            assertEquals(id, actual.store.effective(block, newest));
            assertEquals(
                    Arrays.toString(expected.store.find(block, id)), Arrays.toString(actual.store.find(block, id)));
        }
    }
}
