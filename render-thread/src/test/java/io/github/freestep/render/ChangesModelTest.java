package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.delay.AllowedLateness;
import io.github.freestep.render.picture.NaiveSampler;
import io.github.freestep.render.picture.Poses;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares every frame of random runs with that of a {@link NaiveSampler}, and with the frame before. */
class ChangesModelTest {
    private static final int SEEDS = Thorough.of(3, 30);
    private static final int FRAMES = 1_500;
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final int SLOTS = RandomWorld.CAPACITY;
    private static final int BLOCKS = (SLOTS + Blocks.SIZE - 1) / Blocks.SIZE;

    /**
     * By how much the components of two unit quaternions differ that differ only in rounding, with and without a
     * blended error. The bodies turn by radians in each state. So an orientation and its error may almost cancel out,
     * which magnifies rounding: one component in 10^8 differs by more, and none by as much as {@link #MAGNIFIED}.
     */
    private static final float ROUNDING = 3e-6f;

    private static final float MAGNIFIED = 2e-4f;

    private Random random;
    private Random origins;
    private RandomWorld world;
    private FrameSampler sampler;
    private NaiveSampler naive;

    private final boolean[] before = new boolean[SLOTS];
    private float[][] valuesBefore = new float[0][];

    /** Where the changed ranges of all frames were uploaded to, and where this frame is as a whole. */
    private final FloatBuffer[] uploaded = {upload(Frame.POSE_FLOATS), upload(Frame.MATRIX_FLOATS)};

    private final FloatBuffer[] all = {upload(Frame.POSE_FLOATS), upload(Frame.MATRIX_FLOATS)};

    private static FloatBuffer upload(int floats) {
        return FloatBuffer.allocate(SLOTS * floats);
    }

    /** By block: the version that the picture shows in full, and no blending is under way; -1 if there is none. */
    private final long[] settled = new long[BLOCKS];

    /** Whether positions are doubles, and the origin moves. */
    private boolean doubles;

    /** Whether the origin of this frame is another one, or that of a frame that was held. */
    private boolean hasMoved;

    /** What all runs have covered. */
    private static int runs;

    private static int settledBlocks;
    private static int workedBlocks;
    private static int sparedSlots;
    private static int blendedFrames;
    private static int magnified;

    static LongStream seeds() {
        return Seeds.first(SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void framesEqualNaiveOnesAndSayWhatChanged(long seed) {
        random = Seeds.random(seed);
        doubles = seed % 4 > 1;
        origins = Seeds.random(seed);
        world = new RandomWorld(random, doubles);
        FrameMode mode = FrameMode.values()[(int) (seed % 3)];
        open(mode, random.nextInt(3));
        Arrays.fill(settled, -1);
        long now = 0;
        for (int i = 0; i < FRAMES; i++) {
            now += stepNanos();
            world.run(now);
            moveOrigin();
            Frame frame = sampler.sample(now);
            naive.sample(now);
            String where = "frame " + i + ": " + frame;
            boolean[] changed = changed(frame, where);
            assertLikeNaive(frame, where);
            assertComplete(frame, changed, where);
            assertUploaded(frame, where);
            assertTight(frame, where);
        }
        runs++;
    }

    /** A world can rest for most of a run, so no single run need cover much. */
    @AfterAll
    static void muchIsCovered() {
        String coverage = settledBlocks + " settled, " + workedBlocks + " not, " + blendedFrames + " frames blended";
        assertTrue(runs < SEEDS || settledBlocks > SEEDS * FRAMES && workedBlocks > SEEDS * FRAMES / 3, coverage);
        assertTrue(runs < SEEDS || blendedFrames > SEEDS * FRAMES / 200, coverage);
        assertTrue(runs < SEEDS || sparedSlots > SEEDS * FRAMES, () -> sparedSlots + " slots of ranges are spared");
        assertTrue(magnified < 200, () -> magnified + " components are off");
    }

    private void open(FrameMode mode, int lateness) {
        FrameSampler.Builder builder =
                FrameSampler.builder(world.physics.publisher.states()).mode(mode);
        long nanos = AllowedLateness.ADAPTIVE;
        if (lateness > 0 && mode != FrameMode.LATEST) {
            nanos = lateness * 2 * MILLI;
            builder.allowedLateness(Duration.ofNanos(nanos));
        }
        sampler = builder.open();
        naive = new NaiveSampler(world.physics.publisher.states(), mode.motion, nanos);
    }

    /** Sometimes moves the origin by a little, as a camera does, or to somewhere else. */
    private void moveOrigin() {
        hasMoved = false;
        if (doubles && origins.nextInt(3) == 0) {
            double at = origins.nextInt(10) == 0 ? 0 : RandomWorld.FAR;
            double x = at + origins.nextGaussian();
            double y = origins.nextGaussian() - at;
            sampler.origin(x, y, at);
            naive.poses.relative.next(x, y, at);
            hasMoved |= naive.slots > 0;
        }
    }

    /** Mostly frames of some display, sometimes two at once, sometimes a reader that sleeps. */
    private long stepNanos() {
        return switch (random.nextInt(100)) {
            case 0 -> random.nextInt(1_500) * MILLI;
            case 1, 2 -> 0;
            default -> 4 * MILLI + random.nextInt(12_000_000);
        };
    }

    /** Returns which slots may have changed. The ranges are their blocks, in order and within the slots. */
    private static boolean[] changed(Frame frame, String where) {
        boolean[] changed = new boolean[SLOTS];
        int end = -1;
        int next = frame.nextChanged(0);
        for (int range = 0; range < frame.changedRanges(); range++) {
            int from = frame.changedFrom(range);
            int to = frame.changedTo(range);
            assertTrue(from > end && from < to && to <= frame.slots(), where);
            assertTrue(from % Blocks.SIZE == 0 && (to % Blocks.SIZE == 0 || to == frame.slots()), where);
            for (int block = from; block < to; block += Blocks.SIZE) {
                assertTrue(next >= block && next < block + Blocks.SIZE && next < to, where);
                for (; next >= 0 && next < block + Blocks.SIZE; next = frame.nextChanged(next + 1)) {
                    changed[next] = true;
                    sparedSlots--;
                }
            }
            sparedSlots += to - from;
            end = to;
        }
        assertEquals(-1, next, where);
        return changed;
    }

    private void assertLikeNaive(Frame frame, String where) {
        assertEquals(naive.slots, frame.slots(), where);
        float[][] wanted = values(naive.poses, naive.stepped);
        float[][] values = values(frame.picture.poses, frame.picture.stepped);
        for (int slot = 0; slot < SLOTS; slot++) {
            assertEquals(naive.alive[slot], frame.isAlive(slot), where);
            assertEquals(naive.life(slot), frame.life(slot), where);
            for (int component = 0; component < values.length && naive.alive[slot]; component++) {
                float most = Poses.isOrientation(component) ? MAGNIFIED : 0;
                float value = values[component][slot];
                float off = Math.abs(wanted[component][slot] - value);
                if (!(off <= most)) {
                    assertEquals(wanted[component][slot], value, where + ", slot " + slot + ", component " + component);
                }
                magnified += off > ROUNDING ? 1 : 0;
            }
        }
        assertEquals(naive.appeared, list(frame.appearedCount(), frame::appeared), where);
        assertEquals(naive.disappeared, list(frame.disappearedCount(), frame::disappeared), where);
    }

    private static List<Integer> list(int count, IntFunction<Integer> each) {
        return IntStream.range(0, count).mapToObj(each).toList();
    }

    /** Live bodies that have not changed are as in the frame before, to the last bit. */
    private void assertComplete(Frame frame, boolean[] changed, String where) {
        float[][] values = values(frame.picture.poses, frame.picture.stepped);
        for (int slot = 0; slot < SLOTS; slot++) {
            if (!changed[slot] && frame.hasState()) {
                assertEquals(before[slot], frame.isAlive(slot), where);
                for (int component = 0; component < values.length && before[slot]; component++) {
                    if (Float.floatToRawIntBits(values[component][slot])
                            != Float.floatToRawIntBits(valuesBefore[component][slot])) {
                        assertEquals(valuesBefore[component][slot], values[component][slot], where + ", slot " + slot);
                    }
                }
            }
            before[slot] = frame.isAlive(slot);
        }
        valuesBefore = Arrays.stream(values).map(float[]::clone).toArray(float[][]::new);
    }

    /** Uploads of the ranges, and of single bodies, equal an upload of all. */
    private void assertUploaded(Frame frame, String where) {
        for (int range = 0; range < frame.changedRanges(); range++) {
            int from = frame.changedFrom(range);
            int to = frame.changedTo(range);
            frame.poses(from, to, uploaded[0].position(from * Frame.POSE_FLOATS));
            assertEquals(to * Frame.POSE_FLOATS, uploaded[0].position(), where);
        }
        for (int slot = frame.nextChanged(0); slot >= 0; slot = frame.nextChanged(slot + 1)) {
            frame.matrices(slot, slot + 1, uploaded[1].position(slot * Frame.MATRIX_FLOATS));
        }
        frame.poses(0, frame.slots(), all[0].clear());
        frame.matrices(0, frame.slots(), all[1].clear());
        for (int slot = 0; slot < frame.slots(); slot++) {
            for (int of = 0; of < 2 && frame.isAlive(slot); of++) {
                int floats = all[of].capacity() / SLOTS;
                assertEquals(all[of].slice(slot * floats, floats), uploaded[of].slice(slot * floats, floats), where);
            }
        }
    }

    /** A block that the picture showed in full, and that is the same in both states, is in no range. */
    private void assertTight(Frame frame, String where) {
        blendedFrames += naive.left > 0 ? 1 : 0;
        for (int block = 0; block < BLOCKS; block++) {
            int next = frame.nextChanged(block * Blocks.SIZE);
            boolean isChanged = next >= 0 && next / Blocks.SIZE == block;
            long version = StateInside.version(naive.bracket.newer, block);
            boolean agrees = version == StateInside.version(naive.bracket.older, block);
            boolean stays = agrees && version == settled[block];
            assertTrue(!stays || !isChanged || hasMoved, where + ", block " + block);
            settled[block] = stays || agrees && naive.left == 0 && block * Blocks.SIZE < naive.slots ? version : -1;
            settledBlocks += isChanged ? 0 : 1;
            workedBlocks += isChanged ? 1 : 0;
        }
    }

    private static float[][] values(Poses poses, float[][] stepped) {
        float[][] values = Arrays.copyOf(poses.all, poses.all.length + stepped.length);
        System.arraycopy(stepped, 0, values, poses.all.length, stepped.length);
        return values;
    }
}
