package io.github.freestep.benchmarks.jmh;

import io.github.freestep.state.StateWriter;
import java.util.Random;
import java.util.stream.IntStream;
import org.joml.Quaternionf;

/** Bodies of which a share moves: to and fro between two poses. The others rest. */
public final class MovingSlots {
    /** Where the moving bodies are. */
    public enum Place {
        /** Random slots. A simulation writes them as a list. */
        SCATTERED,
        /** Adjacent slots in the middle. A simulation writes them as a range. */
        IN_ONE_PLACE
    }

    private static final int SEED = 42;
    private static final float TURN = 0.1f;

    private final float[][] even;
    private final float[][] odd;
    private final int[] moving;
    private final boolean isRange;

    /** Chooses the bodies that move. */
    public MovingSlots(int bodies, int percent, Place place) {
        Random random = new Random(SEED);
        int count = (int) ((long) bodies * percent / 100);
        isRange = place == Place.IN_ONE_PLACE;
        moving = isRange
                ? IntStream.range((bodies - count) / 2, (bodies + count) / 2).toArray()
                : random.ints(0, bodies).distinct().limit(count).sorted().toArray();
        even = new float[7][bodies];
        odd = new float[7][bodies];
        for (int body = 0; body < bodies; body++) {
            place(body, random);
        }
    }

    private void place(int body, Random random) {
        float turn = 1 + random.nextFloat();
        put(even, body, random.nextFloat(), new Quaternionf().rotateXYZ(turn, turn, turn));
        put(odd, body, random.nextFloat(), new Quaternionf().rotateXYZ(turn, turn + TURN, turn));
    }

    private static void put(float[][] poses, int body, float position, Quaternionf q) {
        float[] values = {position, position, position, q.x, q.y, q.z, q.w};
        for (int i = 0; i < values.length; i++) {
            poses[i][body] = values[i];
        }
    }

    /** The number of bodies. */
    public int bodies() {
        return even[0].length;
    }

    /** Writes the poses of a tick, from one body to another. */
    public void write(StateWriter state, long tick, int from, int to) {
        float[][] p = poses(tick);
        state.positions(p[0], p[1], p[2], from, to);
        state.orientations(p[3], p[4], p[5], p[6], from, to);
    }

    /** The poses of all bodies in a tick, as arrays of x, y, z, qx, qy, qz and qw. */
    public float[][] poses(long tick) {
        return (tick & 1) == 0 ? even : odd;
    }

    /** The slots of the moving bodies. */
    public int[] moving() {
        return moving;
    }

    /** Whether the moving bodies are those from {@link #from} to {@link #to}. */
    public boolean isRange() {
        return isRange;
    }

    /** The first moving body. */
    public int from() {
        return moving.length == 0 ? 0 : moving[0];
    }

    /** One more than the last moving body. */
    public int to() {
        return from() + moving.length;
    }
}
