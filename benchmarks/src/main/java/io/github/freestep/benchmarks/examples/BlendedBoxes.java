package io.github.freestep.benchmarks.examples;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import org.joml.Matrix4f;
import org.lwjgl.BufferUtils;
import org.lwjgl.opengl.GL;

/**
 * Boxes that the GPU interpolates, in LWJGL. Each state is uploaded once, and a vertex shader blends two of them, so a
 * frame costs the processor hardly anything, however many boxes there are.
 *
 * <p>It runs by EGL without a display, and prints how much it has uploaded. Comments say what to change for a display.
 */
public final class BlendedBoxes {
    private static final int BOXES = 900;

    /** Begins each vertex shader that draws boxes; another part has {@code place}. */
    static final String CORNERS = """
            #version 330 core
            layout(location = 0) in int slot;
            uniform mat4 camera;
            flat out vec3 colour;
            vec3 place(vec3 corner);
            void main() { // a cube has six sides of two triangles
                int order = int[6](0, 1, 2, 2, 1, 3)[gl_VertexID % 6];
                int axis = gl_VertexID / 6 % 3;
                vec3 corner;
                corner[axis] = gl_VertexID < 18 ? 0.5 : -0.5;
                corner[(axis + 1) % 3] = float(order & 1) - 0.5;
                corner[(axis + 2) % 3] = float(order >> 1) - 0.5;
                gl_Position = camera * vec4(place(corner), 1.0);
                colour = 0.5 + 0.5 * cos(vec3(slot, slot + 2, slot + 4) + float(gl_VertexID / 6));
            }
            """;

    private static final String BLEND = """
            uniform int capacity;
            uniform samplerBuffer older, newer, corrections;
            uniform bool isCorrected;
            uniform float alpha, reached, errorShare, bendShare;
            float of(samplerBuffer state, int component) {
                return texelFetch(state, component * capacity + slot).r;
            }
            vec3 position(samplerBuffer state) { return vec3(of(state, 0), of(state, 1), of(state, 2)); }
            vec4 turn(samplerBuffer state) { return vec4(of(state, 3), of(state, 4), of(state, 5), of(state, 6)); }
            vec4 slerp(vec4 a, vec4 b, float t) {
                float cosine = clamp(dot(a, b), -1.0, 1.0);
                if (cosine < -0.9999) { // a whole turn lies between them, about an axis that they do not say
                    return t < 0.5 ? a : b;
                }
                float angle = acos(cosine);
                return angle < 1e-3 ? mix(a, b, t) : (sin((1.0 - t) * angle) * a + sin(t * angle) * b) / sin(angle);
            }
            float correction(int i) { return texelFetch(corrections, slot * 11 + i).r; }
            vec3 place(vec3 corner) {
                float t = isCorrected && correction(10) != 0.0 ? reached : alpha;
                vec3 at = mix(position(older), position(newer), t);
                vec4 q = normalize(slerp(turn(older), turn(newer), t));
                if (isCorrected) {
                    at += errorShare * vec3(correction(0), correction(1), correction(2));
                    at += bendShare * vec3(correction(7), correction(8), correction(9));
                    q += errorShare * vec4(correction(3), correction(4), correction(5), correction(6));
                    q = normalize(q);
                }
                return at + corner + 2.0 * cross(q.xyz, cross(q.xyz, corner) + q.w * corner);
            }
            """;

    private static final String FRAGMENT = """
            #version 330 core
            flat in vec3 colour;
            out vec4 pixel;
            void main() { pixel = vec4(colour, 1.0); }
            """;

    /** A buffer that a shader reads as floats, and what it holds. */
    private static final class Texels {
        private final int buffer = glGenBuffers();
        private final int texture = glGenTextures();
        private long holds = Long.MIN_VALUE;

        Texels(int floats) {
            glBindBuffer(GL_TEXTURE_BUFFER, buffer);
            glBufferData(GL_TEXTURE_BUFFER, (long) floats * Float.BYTES, GL_DYNAMIC_DRAW);
            glBindTexture(GL_TEXTURE_BUFFER, texture);
            glTexBuffer(GL_TEXTURE_BUFFER, GL_R32F, buffer);
        }

        /** Binds the buffer for an upload, unless it has the content already. */
        boolean lacks(long number) {
            boolean lacks = holds != number;
            holds = number;
            glBindBuffer(GL_TEXTURE_BUFFER, buffer);
            return lacks;
        }

        void bind(int unit) {
            glActiveTexture(GL_TEXTURE0 + unit);
            glBindTexture(GL_TEXTURE_BUFFER, texture);
        }
    }

    private final int program = program(BLEND);
    private final int shape = glGenVertexArrays();
    private final int capacity;
    private final Texels corrections;
    private final FloatBuffer correction;
    private final IntBuffer alive;
    private boolean isFilled;
    private Texels older;
    private Texels newer;
    private long uploadedStates;
    private long uploadedCorrections;

    /**
     * Makes the buffers, on the thread that draws. A game whose frames queue has three for states.
     *
     * @param capacity that of the layout of the states
     */
    public BlendedBoxes(int capacity) {
        this.capacity = capacity;
        older = new Texels(capacity * Frame.POSE_FLOATS);
        newer = new Texels(capacity * Frame.POSE_FLOATS);
        corrections = new Texels(capacity * Frame.CORRECTION_FLOATS);
        correction = BufferUtils.createFloatBuffer(capacity * Frame.CORRECTION_FLOATS);
        alive = BufferUtils.createIntBuffer(capacity);
        glBindVertexArray(shape);
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers());
        glVertexAttribIPointer(0, 1, GL_INT, 0, 0);
        glVertexAttribDivisor(0, 1);
        glEnableVertexAttribArray(0);
        glUseProgram(program);
        String[] units = {"older", "newer", "corrections"};
        for (int unit = 0; unit < units.length; unit++) {
            glUniform1i(at(units[unit]), unit);
        }
        glUniform1i(at("capacity"), capacity);
    }

    /** Draws the boxes of a frame, whose sampler is best lazy. */
    public void draw(Frame frame, float[] camera) {
        upload(frame);
        glUseProgram(program);
        glUniformMatrix4fv(at("camera"), false, camera);
        glUniform1f(at("alpha"), (float) frame.alpha());
        glUniform1f(at("reached"), frame.reachedTick() == frame.newerTick() ? 1 : 0);
        glUniform1f(at("errorShare"), frame.errorShare());
        glUniform1f(at("bendShare"), frame.bendShare());
        glUniform1i(at("isCorrected"), frame.correctionNumber() != 0 ? 1 : 0);
        older.bind(0);
        (frame.newer() == frame.older() ? older : newer).bind(1);
        corrections.bind(2);
        glBindVertexArray(shape);
        glDrawArraysInstanced(GL_TRIANGLES, 0, 36, alive.limit());
    }

    private void upload(Frame frame) {
        if (newer.holds == frame.olderNumber()) { // usual: the pair has moved on by one state
            Texels next = older;
            older = newer;
            newer = next;
        }
        upload(frame.older(), frame.olderNumber(), older);
        if (frame.newer() != frame.older()) {
            upload(frame.newer(), frame.newerNumber(), newer);
        }
        if (frame.correctionNumber() != 0 && corrections.lacks(frame.correctionNumber())) { // seldom
            frame.corrections(0, frame.slots(), correction.clear());
            glBufferSubData(GL_TEXTURE_BUFFER, 0, correction.flip());
            uploadedCorrections += (long) correction.limit() * Float.BYTES;
        }
        if (!isFilled || frame.appearedCount() + frame.disappearedCount() > 0) {
            isFilled = true;
            alive.clear();
            for (int slot = 0; slot < frame.slots(); slot++) {
                if (frame.isAlive(slot)) {
                    alive.put(slot);
                }
            }
            glBindVertexArray(shape);
            glBufferData(GL_ARRAY_BUFFER, alive.flip(), GL_DYNAMIC_DRAW);
        }
    }

    private void upload(State state, long number, Texels into) {
        if (into.lacks(number)) {
            float[][] components = {state.x(), state.y(), state.z(), state.qx(), state.qy(), state.qz(), state.qw()};
            for (int i = 0; i < components.length; i++) {
                glBufferSubData(GL_TEXTURE_BUFFER, (long) i * capacity * Float.BYTES, components[i]);
            }
            uploadedStates += (long) capacity * Frame.POSE_FLOATS * Float.BYTES;
        }
    }

    private int at(String uniform) {
        return glGetUniformLocation(program, uniform);
    }

    /** Links a program that draws boxes where {@code place} says. */
    static int program(String place) {
        int program = glCreateProgram();
        attach(program, GL_VERTEX_SHADER, CORNERS + place);
        attach(program, GL_FRAGMENT_SHADER, FRAGMENT);
        glLinkProgram(program);
        if (glGetProgrami(program, GL_LINK_STATUS) != GL_TRUE) {
            throw new IllegalStateException(glGetProgramInfoLog(program));
        }
        return program;
    }

    private static void attach(int program, int kind, String text) {
        int shader = glCreateShader(kind);
        glShaderSource(shader, text);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }

    /** Opens a context, of OpenGL 3.3. Returns the window; 0 if there is none. */
    static long open() {
        if (Runtime.version().feature() >= 22) {
            System.setProperty("org.lwjgl.system.memoryBackend", "ffm"); // the other one warns on JDK 24 and newer
            System.setProperty("joml.nounsafe", "true"); // likewise
        }
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL); // for a display, leave this line out
        if (!glfwInit()) {
            return 0;
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API); // and this one
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        long window = glfwCreateWindow(640, 480, "Boxes", 0, 0);
        if (window != 0) {
            glfwMakeContextCurrent(window);
            GL.createCapabilities();
            glEnable(GL_DEPTH_TEST);
        }
        return window;
    }

    /** Boxes that swing and turn. */
    private static final class Swing implements Simulation {
        private double seconds;

        @Override
        public StateLayout layout() {
            return StateLayout.of(BOXES);
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int box = 0; box < BOXES; box++) {
                context.bodies().spawn(box);
            }
        }

        @Override
        public void step(Tick tick) {
            seconds += tick.dtSeconds();
        }

        @Override
        public void write(StateWriter state) {
            for (int box = 0; box < BOXES; box++) {
                state.position(box, 2 * (box % 30) - 30, 2 * (box / 30) - 30 + Math.sin(3 * seconds + box), -60);
                double half = seconds + box;
                state.orientation(box, (float) Math.sin(half), 0, 0, (float) Math.cos(half));
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long window = open();
        if (window == 0) {
            System.out.println("no EGL with OpenGL 3.3");
            return;
        }
        float[] camera = new Matrix4f().perspective(1, 4f / 3, 1, 200).get(new float[16]);
        try (PhysicsService physics =
                        PhysicsService.builder(new Swing()).rate(50).start();
                FrameSampler frames =
                        FrameSampler.builder(physics.states()).lazy(true).open()) {
            BlendedBoxes boxes = new BlendedBoxes(BOXES);
            for (int i = 1; i <= 200; i++) { // a game draws until its window closes
                Frame frame = frames.sample();
                if (frame.hasState()) {
                    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
                    boxes.draw(frame, camera);
                }
                glfwSwapBuffers(window);
                glfwPollEvents();
                Thread.sleep(7); // a display with 144 Hz would wait for its refresh
                if (i % 50 == 0) {
                    System.out.printf(
                            "%d frames, %d states, %d kB of them uploaded, and %d kB of corrections%n",
                            i, frame.newerTick(), boxes.uploadedStates / 1000, boxes.uploadedCorrections / 1000);
                }
            }
        } finally {
            glfwTerminate();
        }
    }
}
