package io.github.freestep.render.picture;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.junit.jupiter.api.Test;

class PackingTest {
    /** More than two blocks of a buffer, with an odd remainder. */
    private static final int BODIES = 301;

    private static final float UNTOUCHED = 77;
    private static final int[][] RANGES = {{0, 0}, {0, 1}, {3, 4}, {1, 130}, {5, 261}, {0, BODIES}};

    private final StatePair pair = new StatePair(BODIES);
    private final Poses poses = new Poses(pair.layout);
    private final float[] staging = new float[Packing.STAGING];

    PackingTest() {
        pair.randomise(Seeds.random(1), 180);
        pair.publish();
        new Interpolator().interpolate(pair.olderState(), pair.newerState(), poses, 0, BODIES, 0.3);
    }

    @Test
    void matricesEqualThoseOfJoml() {
        for (int[] range : RANGES) {
            float[] packed = untouched(16 * BODIES + 9);
            float[] wanted = packed.clone();
            Packing.matrices(poses, range[0], range[1], FloatBuffer.wrap(packed).position(5), staging);
            for (int body = range[0]; body < range[1]; body++) {
                Quaternionf q = new Quaternionf(poses.qx[body], poses.qy[body], poses.qz[body], poses.qw[body]);
                Matrix4f matrix = new Matrix4f().translationRotate(poses.x[body], poses.y[body], poses.z[body], q);
                System.arraycopy(elements(matrix), 0, wanted, 5 + (body - range[0]) * 16, 16);
            }
            assertArrayEquals(wanted, packed, 1e-6f);
        }
    }

    @Test
    void aDirectBufferAndOneOfAnArrayGetTheSameContent() {
        for (int[] range : RANGES) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                float[] array = untouched(16 * BODIES + 9);
                FloatBuffer buffer = direct(array, order).position(5);
                FloatBuffer wrapped = slice(array);
                Packing.matrices(poses, range[0], range[1], wrapped, staging);
                Packing.matrices(poses, range[0], range[1], buffer, staging);
                assertEquals(5 + 16 * (range[1] - range[0]), buffer.position());
                assertEquals(buffer.position(), 1 + wrapped.position());
                assertContent(array, buffer);

                Arrays.fill(array, UNTOUCHED);
                buffer = direct(array, order).position(5);
                Packing.interleaved(poses, range[0], range[1], slice(array), staging);
                Packing.interleaved(poses, range[0], range[1], buffer, staging);
                assertEquals(5 + 7 * (range[1] - range[0]), buffer.position());
                assertContent(array, buffer);
            }
        }
    }

    @Test
    void nothingIsWrittenWithoutEnoughRoom() {
        float[] array = untouched(16 * BODIES);
        FloatBuffer wrapped = FloatBuffer.wrap(array).position(1);
        assertTooShort("" + (16 * BODIES - 1), () -> Packing.matrices(poses, 0, BODIES, wrapped, staging));
        assertTooShort("0 to 302", () -> Packing.interleaved(poses, 0, BODIES + 1, wrapped, staging));
        FloatBuffer buffer = direct(array, ByteOrder.nativeOrder());
        buffer.limit(7 * BODIES - 1);
        assertTooShort("" + 7 * BODIES, () -> Packing.interleaved(poses, 0, BODIES, buffer, staging));
        assertTooShort("" + 16 * BODIES, () -> Packing.matrices(poses, 0, BODIES, buffer, staging));
        assertTooShort("-1 to 2", () -> Packing.matrices(poses, -1, 2, buffer, staging));
        assertEquals(0, buffer.position());
        buffer.clear();
        assertContent(untouched(array.length), buffer);
        assertArrayEquals(untouched(array.length), array);
    }

    /** A buffer that begins at element 1 of an array, and has its position at element 5. */
    private static FloatBuffer slice(float[] array) {
        return FloatBuffer.wrap(array, 1, array.length - 1).slice().position(4);
    }

    /** One by one, because the bulk methods of JOML use {@code sun.misc.Unsafe}. */
    private static float[] elements(Matrix4f m) {
        return new float[] {
            m.m00(), m.m01(), m.m02(), m.m03(), m.m10(), m.m11(), m.m12(), m.m13(),
            m.m20(), m.m21(), m.m22(), m.m23(), m.m30(), m.m31(), m.m32(), m.m33()
        };
    }

    private static void assertTooShort(String value, Runnable work) {
        refused(value, IllegalArgumentException.class, work::run);
    }

    private static void assertContent(float[] wanted, FloatBuffer buffer) {
        float[] content = new float[buffer.capacity()];
        buffer.clear().get(content);
        assertArrayEquals(wanted, content);
    }

    private static float[] untouched(int length) {
        float[] array = new float[length];
        Arrays.fill(array, UNTOUCHED);
        return array;
    }

    private static FloatBuffer direct(float[] content, ByteOrder order) {
        FloatBuffer buffer =
                ByteBuffer.allocateDirect(4 * content.length).order(order).asFloatBuffer();
        return buffer.put(content).clear();
    }
}
