package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Strips find the same as looking at all bodies. */
class PlaceStripsTest {
    private static final int CAPACITY = 700;

    static LongStream seeds() {
        return Seeds.first(60);
    }

    /** Worlds of all shapes: a line along any axis, a plane, a cube, all at one place, and one far away. */
    @ParameterizedTest
    @MethodSource("seeds")
    void itFindsWhatIsNear(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        StateLayout layout = StateLayout.of(CAPACITY);
        int count = random.nextInt(CAPACITY + 1);
        double[] sizes = new double[3];
        Arrays.setAll(sizes, axis -> random.nextInt(4) == 0 ? 0 : Math.pow(10, random.nextInt(-3, 5)));
        double origin = random.nextInt(3) == 0 ? 1e6 : 0;
        Published published = new Published(seed % 2 == 0 ? layout : layout.doublePositions(), count);
        StateWriter writer = published.begin(0, 0);
        for (int slot = 0; slot < count; slot++) {
            double far = slot == 5 && random.nextBoolean() ? 1e20 : 0;
            writer.position(
                    slot,
                    origin + far + random.nextDouble(-1, 1) * sizes[0],
                    random.nextDouble(-1, 1) * sizes[1],
                    Math.round(random.nextDouble(-1, 1) * sizes[2]));
        }
        State state = published.publish();
        PlaceStrips strips = new PlaceStrips(CAPACITY);
        strips.build(state);
        for (int i = 0; i < 200; i++) {
            int slot = random.nextInt(CAPACITY);
            boolean isBody = slot < count;
            double x = isBody ? state.x(slot) : random.nextDouble(-1, 1) * 10 * sizes[0];
            double y = isBody ? state.y(slot) : random.nextDouble(-1, 1) * 10 * sizes[1];
            double z = isBody ? state.z(slot) : random.nextDouble(-1, 1) * 10 * sizes[2];
            int other = count == 0 ? 0 : random.nextInt(count);
            double[] radii = {
                0,
                random.nextDouble() * sizes[random.nextInt(3)],
                // A body is exactly at the border.
                count == 0 ? 1 : Math.abs(state.x(other) - x),
                1e30,
                Double.POSITIVE_INFINITY
            };
            for (double radius : radii) {
                long[] found = new long[Blocks.of(CAPACITY)];
                strips.find(x, y, z, radius, found);
                assertArrayEquals(near(state, x, y, z, radius), found, "radius " + radius);
            }
            int most = 1 + random.nextInt(random.nextBoolean() ? 8 : CAPACITY);
            double radius = strips.radius(x, y, z, most);
            assertEquals(most <= count, radius < Double.POSITIVE_INFINITY);
            if (most <= count) {
                assertTrue(size(near(state, x, y, z, radius)) >= most, () -> most + " bodies within " + radius);
                assertTrue(size(near(state, x, y, z, radius * (1 - 1e-12))) < most || radius == 0);
            }
        }
    }

    private static long size(long[] slots) {
        return BitSet.valueOf(slots).cardinality();
    }

    private static long[] near(State state, double x, double y, double z, double radius) {
        long[] near = new long[Blocks.of(CAPACITY)];
        for (int slot = 0; slot < state.slots(); slot++) {
            double dx = state.x(slot) - x;
            double dy = state.y(slot) - y;
            double dz = state.z(slot) - z;
            if (dx * dx + dy * dy + dz * dz <= radius * radius) {
                near[slot / Blocks.SIZE] |= 1L << slot;
            }
        }
        return near;
    }
}
