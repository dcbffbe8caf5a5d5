package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.render.Frame;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.lwjgl.BufferUtils;

/**
 * Draws a cube for each body. Uploads only the bodies that have changed since the previous frame, so it must get every
 * frame of its sampler. Frames allocate nothing.
 */
final class Boxes {
    private static final int CORNERS = 36;
    private static final int POSITION = 0;
    private static final int TURN = 1;
    private static final int ALIVE = 2;

    private final int shape = glGenVertexArrays();

    /** The buffer of the poses. */
    final int poses = glGenBuffers();

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

    private static void attribute(int location, int size, int type, int stride, int offset) {
        glVertexAttribPointer(location, size, type, false, stride, offset);
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
    }

    /** Sets the frame to draw. Call it for each frame of a sampler, in order, also for those that are not drawn. */
    void upload(Frame frame) {
        count = frame.slots();
        for (int range = 0; range < frame.changedRanges(); range++) {
            upload(frame, frame.changedFrom(range), frame.changedTo(range));
        }
    }

    private void upload(Frame frame, int from, int to) {
        frame.poses(from, to, pose.clear());
        glBindBuffer(GL_ARRAY_BUFFER, poses);
        glBufferSubData(GL_ARRAY_BUFFER, (long) from * Frame.POSE_FLOATS * Float.BYTES, pose.flip());
        alive.clear();
        for (int body = from; body < to; body++) {
            alive.put((byte) (frame.isAlive(body) ? 1 : 0));
        }
        glBindBuffer(GL_ARRAY_BUFFER, lives);
        glBufferSubData(GL_ARRAY_BUFFER, from, alive.flip());
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
