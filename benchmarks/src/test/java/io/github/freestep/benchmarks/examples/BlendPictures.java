package io.github.freestep.benchmarks.examples;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.lwjgl.BufferUtils;

/**
 * Draws frames twice, blended in the shader and by matrices, and prints by how much the pictures differ. Ticks are
 * late, and bodies come, go and are teleported.
 */
public final class BlendPictures {
    private static final int BODIES = 60;
    private static final int FRAMES = 300;
    private static final int WIDTH = 400;
    private static final int HEIGHT = 300;
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final String MATRICES = """
            layout(location = 1) in mat4 pose;
            vec3 place(vec3 corner) { return (pose * vec4(corner, 1.0)).xyz; }
            """;

    private final Random random = Seeds.random(7);
    private final SimulatedPhysics physics = new SimulatedPhysics(StateLayout.of(BODIES), 6, this::write);
    private final boolean[] alive = new boolean[BODIES];
    private final float[] camera =
            new Matrix4f().perspective(1, (float) WIDTH / HEIGHT, 1, 100).get(new float[16]);
    private final int matrices = BlendedBoxes.program(MATRICES);
    private final int shape = glGenVertexArrays();
    private final FloatBuffer upload = BufferUtils.createFloatBuffer(BODIES * Frame.MATRIX_FLOATS);

    private void write(StateWriter state, long nanos) {
        if (nanos == 0) {
            return; // the first state comes before the constructor's end
        }
        Bodies bodies = physics.publisher.bodies();
        double s = nanos / 1e9;
        for (int i = 0; i < BODIES; i++) {
            int what = alive[i] ? random.nextInt(400) : random.nextInt(20);
            if (!alive[i] && what == 0) {
                bodies.spawn(i);
                alive[i] = true;
            } else if (alive[i] && what == 0) {
                bodies.remove(i);
                alive[i] = false;
            } else if (alive[i] && what == 1) {
                bodies.teleport(i);
            }
            if (alive[i]) {
                double jump = what == 1 ? 2 : 0;
                state.position(
                        i, 2 * (i % 10) - 9 + jump, 3 * (i / 10) - 8 + 2 * Math.sin(3 * s + i), -25 + Math.sin(s));
                Quaternionf q = new Quaternionf().rotateXYZ((float) (2 * s + i), (float) (9 * s), 0);
                state.orientation(i, q.x, q.y, q.z, q.w);
            }
        }
    }

    private void run() {
        target();
        BlendedBoxes blended = new BlendedBoxes(BODIES);
        int[] seen = new int[4];
        int worst = 0;
        int edges = 0;
        long drawn = 0;
        try (FrameSampler lazy = open(true);
                FrameSampler eager = open(false)) {
            long now = 0;
            for (int i = 0; i < FRAMES; i++) {
                now += 7 * MILLI;
                if (i % 15 == 0) {
                    physics.stall(now, (10 + random.nextInt(20)) * MILLI);
                }
                physics.runTo(now);
                Frame frame = lazy.sample(now);
                int[] actual = picture(() -> blended.draw(frame, camera));
                Frame expected = eager.sample(now);
                int[] picture = picture(() -> draw(expected));
                seen[0] += frame.isBridged() ? 1 : 0;
                seen[1] += frame.errorShare() > 0 ? 1 : 0;
                seen[2] += frame.correctionNumber() != 0 ? 1 : 0;
                for (int at = 0; at < picture.length; at++) {
                    drawn += picture[at] == 0xff000000 ? 0 : 1;
                    int off = off(picture[at], actual[at]);
                    if (off > 1) {
                        edges++;
                        worst = Math.max(worst, atAnEdge(picture, actual, at));
                    } else {
                        worst = Math.max(worst, off);
                    }
                }
            }
        }
        System.out.println("bridged " + seen[0] + ", wrong " + seen[1] + ", corrected " + seen[2] + ", drawn " + drawn
                + ", edges " + edges + ", worst " + worst);
    }

    /** Each state is 3 ms late, so bridges are frequent. */
    private FrameSampler open(boolean lazy) {
        return FrameSampler.builder(physics.publisher.states())
                .allowedLateness(Duration.ofMillis(2))
                .lazy(lazy)
                .open();
    }

    /** The least difference to a pixel beside it, or the greatest of those around it, which a narrow side leaves. */
    private static int atAnEdge(int[] picture, int[] actual, int at) {
        int least = 255;
        int around = 0;
        for (int beside : new int[] {-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1}) {
            if (at + beside >= 0 && at + beside < picture.length) {
                least = Math.min(least, off(picture[at + beside], actual[at]));
                least = Math.min(least, off(picture[at], actual[at + beside]));
                around = Math.max(around, off(picture[at + beside], actual[at + beside]));
            }
        }
        return Math.min(least, around);
    }

    private static int off(int a, int b) {
        IntUnaryOperator channel = shift -> Math.abs((a >>> shift & 255) - (b >>> shift & 255));
        return Math.max(channel.applyAsInt(0), Math.max(channel.applyAsInt(8), channel.applyAsInt(16)));
    }

    private void draw(Frame frame) {
        glUseProgram(matrices);
        glUniformMatrix4fv(glGetUniformLocation(matrices, "camera"), false, camera);
        glBindVertexArray(shape);
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.isAlive(slot)) {
                frame.matrices(slot, slot + 1, upload.clear());
                upload.flip();
                glVertexAttribI4i(0, slot, 0, 0, 0);
                for (int column = 0; column < 4; column++) {
                    glVertexAttrib4f(
                            1 + column,
                            upload.get(4 * column),
                            upload.get(4 * column + 1),
                            upload.get(4 * column + 2),
                            upload.get(4 * column + 3));
                }
                // The sides in another order, so that without the depth test, other ones would be in front.
                glDrawArrays(GL_TRIANGLES, 18, 18);
                glDrawArrays(GL_TRIANGLES, 0, 18);
            }
        }
    }

    private static void target() {
        glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers());
        attach(GL_COLOR_ATTACHMENT0, GL_RGBA8);
        attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24);
        glViewport(0, 0, WIDTH, HEIGHT);
        glClearColor(0, 0, 0, 1);
    }

    private static void attach(int attachment, int format) {
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, format, WIDTH, HEIGHT);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }

    private static int[] picture(Runnable draws) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        draws.run();
        int[] pixels = new int[WIDTH * HEIGHT];
        glReadPixels(0, 0, WIDTH, HEIGHT, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
        return pixels;
    }

    public static void main(String[] args) {
        if (BlendedBoxes.open() == 0) {
            System.out.println("no EGL");
        } else {
            new BlendPictures().run();
        }
    }
}
