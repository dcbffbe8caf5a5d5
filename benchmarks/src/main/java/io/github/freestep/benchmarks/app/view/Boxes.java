package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.render.Frame;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.lwjgl.BufferUtils;

/** A cube for each body: what a frame has is uploaded as it is. For the thread of the context; a frame allocates nothing. */
final class Boxes {
    private static final int CORNERS = 36;
    private static final int FLOATS_A_CORNER = 6;

    private static final int CORNER = 0;
    private static final int FACING = 1;
    private static final int POSITION = 2;
    private static final int TURN = 3;
    private static final int ALIVE = 4;

    private final int shape = glGenVertexArrays();
    private final int cube = glGenBuffers();
    private final int poses = glGenBuffers();
    private final int lives = glGenBuffers();
    private final FloatBuffer pose;
    private final ByteBuffer alive;
    private int count;

    Boxes(int capacity) {
        pose = BufferUtils.createFloatBuffer(capacity * Frame.POSE_FLOATS);
        alive = BufferUtils.createByteBuffer(capacity);
        glBindVertexArray(shape);
        glBindBuffer(GL_ARRAY_BUFFER, cube);
        glBufferData(GL_ARRAY_BUFFER, cube(), GL_STATIC_DRAW);
        attribute(CORNER, 3, FLOATS_A_CORNER, 0, 0);
        attribute(FACING, 3, FLOATS_A_CORNER, 3, 0);
        glBindBuffer(GL_ARRAY_BUFFER, poses);
        attribute(POSITION, 3, Frame.POSE_FLOATS, 0, 1);
        attribute(TURN, 4, Frame.POSE_FLOATS, 3, 1);
        glBindBuffer(GL_ARRAY_BUFFER, lives);
        glVertexAttribPointer(ALIVE, 1, GL_UNSIGNED_BYTE, false, 1, 0);
        glVertexAttribDivisor(ALIVE, 1);
        glEnableVertexAttribArray(ALIVE);
    }

    private static void attribute(int location, int size, int stride, int offset, int divisor) {
        glVertexAttribPointer(location, size, GL_FLOAT, false, stride * Float.BYTES, (long) offset * Float.BYTES);
        glVertexAttribDivisor(location, divisor);
        glEnableVertexAttribArray(location);
    }

    /** Six sides of two triangles, each corner with the side's normal. */
    private static float[] cube() {
        int[] order = {0, 1, 2, 2, 1, 3};
        float[] floats = new float[CORNERS * FLOATS_A_CORNER];
        int at = 0;
        for (int side = 0; side < 6; side++) {
            int axis = side % 3;
            float sign = side < 3 ? 1 : -1;
            for (int corner : order) {
                // Turned round on the far side, so that all are seen from outside.
                float a = (corner & 1) - 0.5f;
                float b = ((corner >> 1) - 0.5f) * sign;
                floats[at + axis] = sign / 2;
                floats[at + (axis + 1) % 3] = a;
                floats[at + (axis + 2) % 3] = b;
                floats[at + 3 + axis] = sign;
                at += FLOATS_A_CORNER;
            }
        }
        return floats;
    }

    /** What is drawn from now on. */
    void upload(Frame frame) {
        count = frame.slots();
        pose.clear();
        frame.poses(pose);
        alive.clear();
        for (int body = 0; body < count; body++) {
            alive.put((byte) (frame.isAlive(body) ? 1 : 0));
        }
        // New memory each time: the driver may still be drawing from the old.
        glBindBuffer(GL_ARRAY_BUFFER, poses);
        glBufferData(GL_ARRAY_BUFFER, pose.flip(), GL_STREAM_DRAW);
        glBindBuffer(GL_ARRAY_BUFFER, lives);
        glBufferData(GL_ARRAY_BUFFER, alive.flip(), GL_STREAM_DRAW);
    }

    void draw() {
        glBindVertexArray(shape);
        glDrawArraysInstanced(GL_TRIANGLES, 0, CORNERS, count);
    }

    void free() {
        glDeleteVertexArrays(shape);
        glDeleteBuffers(cube);
        glDeleteBuffers(poses);
        glDeleteBuffers(lives);
    }
}
