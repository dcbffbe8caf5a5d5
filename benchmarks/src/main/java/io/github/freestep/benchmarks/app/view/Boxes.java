package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.render.Frame;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.lwjgl.BufferUtils;

/** Draws a cube for each body. Frames allocate nothing. */
final class Boxes {
    private static final int CORNERS = 36;
    private static final int POSITION = 0;
    private static final int TURN = 1;
    private static final int ALIVE = 2;

    private final int shape = glGenVertexArrays();

    private final int poses = glGenBuffers();

    private final int lives = glGenBuffers();
    private final FloatBuffer pose;
    private final ByteBuffer alive;
    private int count;

    Boxes(int capacity) {
        pose = BufferUtils.createFloatBuffer(capacity * Frame.POSE_FLOATS);
        alive = BufferUtils.createByteBuffer(capacity);
        glBindVertexArray(shape);
        glBindBuffer(GL_ARRAY_BUFFER, poses);
        glBufferData(GL_ARRAY_BUFFER, pose, GL_DYNAMIC_DRAW);
        attribute(POSITION, 3, GL_FLOAT, Frame.POSE_FLOATS * Float.BYTES, 0);
        attribute(TURN, 4, GL_FLOAT, Frame.POSE_FLOATS * Float.BYTES, 3 * Float.BYTES);
        glBindBuffer(GL_ARRAY_BUFFER, lives);
        glBufferData(GL_ARRAY_BUFFER, alive, GL_DYNAMIC_DRAW);
        attribute(ALIVE, 1, GL_UNSIGNED_BYTE, 1, 0);
    }

    /** Sets an attribute of the bound buffer that has one value for each instance. */
    static void attribute(int location, int size, int type, int stride, int offset) {
        glVertexAttribPointer(location, size, type, false, stride, offset);
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
    }

    /** Sets the frame to draw. */
    void upload(Frame frame) {
        count = frame.slots();
        frame.poses(0, count, pose.clear());
        glBindBuffer(GL_ARRAY_BUFFER, poses);
        glBufferSubData(GL_ARRAY_BUFFER, 0, pose.flip());
        alive.clear();
        for (int body = 0; body < count; body++) {
            alive.put((byte) (frame.isAlive(body) ? 1 : 0));
        }
        glBindBuffer(GL_ARRAY_BUFFER, lives);
        glBufferSubData(GL_ARRAY_BUFFER, 0, alive.flip());
    }

    void draw() {
        glBindVertexArray(shape);
        glDrawArraysInstanced(GL_TRIANGLES, 0, CORNERS, count);
    }

    void free() {
        glDeleteVertexArrays(shape);
        glDeleteBuffers(poses);
        glDeleteBuffers(lives);
    }
}
