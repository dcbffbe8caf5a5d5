package io.github.freestep.benchmarks.examples;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.time.NanoClock;
import java.nio.FloatBuffer;
import java.util.Locale;
import org.lwjgl.BufferUtils;
import org.lwjgl.glfw.Callbacks;
import org.lwjgl.opengl.GL;

/**
 * {@link Toys} in a window, with LWJGL: the whole program of a small game. The main thread waits for keys, and its
 * callback posts them, so that no key waits for a frame. A {@link FrameLoop} paces, samples and draws on its own
 * thread, which uploads only the bodies that have changed, and draws a shape for each kind of body.
 *
 * <p>Arrows push the orange ball, B blows up the toys, and S makes one step take 100 ms. With an argument, the program
 * draws so many ticks by EGL without a display, presses B itself, and prints the mean height of the toys. The command
 * {@code view} draws the same beside the usual loop.
 */
public final class LwjglBoxes {
    private static final int WIDTH = 660;
    private static final int HEIGHT = 540;
    private static final long NO_WAIT_NANOS = 100_000;
    private static final float MARGIN = 0.4f; // m around the room

    private static final String VERTICES = """
            layout(location = 0) in vec3 place;
            layout(location = 1) in vec4 turn;
            layout(location = 2) in float kind;
            uniform vec4 view;
            out vec2 at;
            flat out vec4 look; // its colour, and whether it is round
            const vec2 SIZES[4] = vec2[](vec2(0.45), vec2(3.0, 0.2), vec2(0.25), vec2(0.25));
            const vec4 LOOKS[4] = vec4[](vec4(0.95, 0.55, 0.15, 1), vec4(0.75, 0.78, 0.85, 0),
                    vec4(0.35, 0.62, 0.95, 1), vec4(0.45, 0.75, 0.5, 0));
            void main() {
                at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
                look = LOOKS[int(kind)];
                vec2 corner = at * SIZES[int(kind)];
                float sine = 2.0 * turn.z * turn.w;
                float cosine = 1.0 - 2.0 * turn.z * turn.z;
                vec2 turned = vec2(cosine * corner.x - sine * corner.y, sine * corner.x + cosine * corner.y);
                gl_Position = vec4((place.xy + turned) * view.xy + view.zw, 0, 1);
            }
            """;
    private static final String PIXELS = """
            in vec2 at;
            flat in vec4 look;
            out vec4 pixel;
            void main() {
                float inside = look.a > 0.0 ? clamp((1.0 - length(at)) / fwidth(length(at)), 0.0, 1.0) : 1.0;
                pixel = vec4(look.rgb * (at.x > 0.0 ? 1.0 : 0.75), inside); // two halves, so that turns are seen
            }
            """;

    private LwjglBoxes() {}

    /** The toys on the graphics card. For the thread that the context is current on. */
    public static final class Shapes {
        /** Poses in the form of {@link Frame#poses}, and kinds, by slot. */
        public final FloatBuffer poses = BufferUtils.createFloatBuffer(Frame.POSE_FLOATS * Toys.BODIES);

        public final FloatBuffer kinds = BufferUtils.createFloatBuffer(Toys.BODIES);

        private final int program = program(VERTICES, PIXELS);
        private final int shape = glGenVertexArrays();
        private final int poseBuffer = glGenBuffers();
        private final int kindBuffer = glGenBuffers();

        public Shapes() {
            glBindVertexArray(shape);
            glBindBuffer(GL_ARRAY_BUFFER, poseBuffer);
            glBufferData(GL_ARRAY_BUFFER, poses, GL_DYNAMIC_DRAW);
            attribute(0, 3, Frame.POSE_FLOATS, 0);
            attribute(1, 4, Frame.POSE_FLOATS, 3);
            glBindBuffer(GL_ARRAY_BUFFER, kindBuffer);
            glBufferData(GL_ARRAY_BUFFER, kinds, GL_DYNAMIC_DRAW);
            attribute(2, 1, 1, 0);
            glEnable(GL_BLEND);
            glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        }

        /** Uploads only the bodies that have changed since the last frame. */
        public void upload(Frame frame) {
            for (int range = 0; range < frame.changedRanges(); range++) {
                int from = frame.changedFrom(range);
                int to = frame.changedTo(range);
                frame.poses(from, to, poses.clear().position(Frame.POSE_FLOATS * from));
                kinds.clear().put(from, frame.stepped(Toys.KIND), from, to - from); // which shape a slot has
                upload(from, to);
            }
        }

        /** Uploads a range of slots from {@link #poses} and {@link #kinds}. */
        public void upload(int from, int to) {
            upload(poseBuffer, poses, Frame.POSE_FLOATS, from, to);
            upload(kindBuffer, kinds, 1, from, to);
        }

        private static void upload(int buffer, FloatBuffer values, int floats, int from, int to) {
            glBindBuffer(GL_ARRAY_BUFFER, buffer);
            values.limit(to * floats).position(from * floats);
            glBufferSubData(GL_ARRAY_BUFFER, (long) from * floats * Float.BYTES, values);
        }

        /** Draws the room into a part of the picture, which is counted from the bottom left. */
        public void draw(int left, int bottom, int wide, int high) {
            float scale = Math.min(wide / (Toys.WIDTH + MARGIN), high / (Toys.HEIGHT + MARGIN));
            float x = 2 * scale / wide;
            float y = 2 * scale / high;
            glViewport(left, bottom, wide, high);
            glUseProgram(program);
            glUniform4f(glGetUniformLocation(program, "view"), x, y, -x * Toys.WIDTH / 2, -y * Toys.HEIGHT / 2);
            glBindVertexArray(shape);
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, Toys.BODIES);
        }
    }

    /** Links a program of two shaders, which need not say their version. */
    public static int program(String vertices, String pixels) {
        int program = glCreateProgram();
        for (int stage : new int[] {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER}) {
            int shader = glCreateShader(stage);
            glShaderSource(shader, "#version 330 core\n" + (stage == GL_VERTEX_SHADER ? vertices : pixels));
            glCompileShader(shader);
            glAttachShader(program, shader);
        }
        glLinkProgram(program);
        if (glGetProgrami(program, GL_LINK_STATUS) != GL_TRUE) {
            throw new IllegalStateException(glGetProgramInfoLog(program));
        }
        return program;
    }

    /** Adds an attribute of the bound buffer that has one value for each instance. */
    public static void attribute(int location, int size, int strideFloats, int offsetFloats) {
        glVertexAttribPointer(
                location, size, GL_FLOAT, false, strideFloats * Float.BYTES, (long) offsetFloats * Float.BYTES);
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
    }

    /** What the render thread does. */
    private static final class Screen implements FrameHandler {
        private final long window;
        private final int ticks; // to draw; 0 until the window closes
        private Shapes shapes;

        // Others read the tick, and the main thread writes the size.
        private volatile long tick;
        private volatile int wide = WIDTH;
        private volatile int high = HEIGHT;

        Screen(long window, int ticks) {
            this.window = window;
            this.ticks = ticks;
        }

        /** For the main thread, since a dense display has more pixels than the window was to have. */
        void resize(int widePixels, int highPixels) {
            wide = Math.max(1, widePixels);
            high = Math.max(1, highPixels);
        }

        @Override
        public void begin() {
            glfwMakeContextCurrent(window);
            GL.createCapabilities();
            glfwSwapInterval(1);
            shapes = new Shapes();
        }

        @Override
        public void draw(Frame frame) {
            glClear(GL_COLOR_BUFFER_BIT);
            if (frame.hasState()) {
                shapes.upload(frame);
                shapes.draw(0, 0, wide, high);
                if (ticks > 0 && frame.reachedTick() >= tick + 15) {
                    tick = frame.reachedTick();
                    double height = 0;
                    for (int slot = 0; slot < Toys.BODIES; slot++) {
                        height += frame.y()[slot] / Toys.BODIES;
                    }
                    System.out.printf(Locale.ROOT, "tick %d: the toys are at %.2f%n", tick, height);
                }
            }
        }

        @Override
        public void swap() {
            LwjglBoxes.swap(window, 16_666_667, NanoClock.system());
        }

        @Override
        public void end() {
            glfwMakeContextCurrent(0);
            GL.setCapabilities(null);
        }
    }

    /** Swaps, unless the window is 0, and waits for the refresh, also without vsync, or while it is minimised. */
    public static void swap(long window, long periodNanos, NanoClock clock) {
        long sinceNanos = clock.nanoTime();
        if (window != 0) {
            glfwSwapBuffers(window);
            glFinish(); // drivers queue frames, and the pacer wants to know when this one is shown
        }
        if (clock.nanoTime() - sinceNanos < NO_WAIT_NANOS) {
            clock.park(periodNanos - Math.floorMod(clock.nanoTime(), periodNanos));
        }
    }

    /** Opens a window with a context of OpenGL 3.3, for the main thread; 0 if there is none. */
    public static long open(int width, int height, boolean isOffscreen) {
        if (Runtime.version().feature() >= 22) {
            System.setProperty("org.lwjgl.system.memoryBackend", "ffm"); // the other one warns on JDK 24 and newer
        }
        if (isOffscreen) {
            glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        } else if (glfwPlatformSupported(GLFW_PLATFORM_X11) && System.getenv("WAYLAND_DISPLAY") == null) {
            glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11); // the library of Wayland would complain on stderr
        }
        if (!glfwInit()) {
            return 0;
        }
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        if (isOffscreen) {
            glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        } else {
            glfwWindowHint(GLFW_SAMPLES, 4);
        }
        return glfwCreateWindow(width, height, "Freestep", 0, 0);
    }

    /** What {@link #press} calls, such as {@code physics.input()::action}. */
    @FunctionalInterface
    public interface Actions {
        void action(int code, float value);
    }

    /** Posts what a key does. */
    public static void press(int key, Actions to) {
        switch (key) {
            case GLFW_KEY_RIGHT -> to.action(Toys.PUSH, 0);
            case GLFW_KEY_UP -> to.action(Toys.PUSH, (float) Math.PI / 2);
            case GLFW_KEY_LEFT -> to.action(Toys.PUSH, (float) Math.PI);
            case GLFW_KEY_DOWN -> to.action(Toys.PUSH, (float) -Math.PI / 2);
            case GLFW_KEY_B -> to.action(Toys.BLAST, 0);
            case GLFW_KEY_S -> to.action(Toys.SLOW, 100);
            default -> {
                // Other keys do nothing.
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int ticks = args.length == 0 ? 0 : Integer.parseInt(args[0]);
        long window = open(WIDTH, HEIGHT, ticks > 0);
        if (window == 0) {
            System.out.println(ticks > 0 ? "no EGL with OpenGL 3.3" : "no display; pass how many ticks to draw");
            return;
        }
        Screen screen = new Screen(window, ticks);
        int[] wide = {0};
        int[] high = {0};
        glfwGetFramebufferSize(window, wide, high);
        screen.resize(wide[0], high[0]);
        Toys toys = new Toys(NanoClock.system());
        try (PhysicsService physics =
                        PhysicsService.builder(toys.simulation()).rate(60).start();
                FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), screen)) {
            glfwSetFramebufferSizeCallback(window, (of, w, h) -> screen.resize(w, h));
            glfwSetKeyCallback(window, (of, key, code, action, mods) -> {
                if (action != GLFW_RELEASE) {
                    press(key, physics.input()::action); // returns at once
                }
            });
            boolean isPressed = false;
            while (!glfwWindowShouldClose(window) && loop.isRunning() && physics.failure() == null) {
                glfwWaitEventsTimeout(0.1); // calls back as soon as a key is pressed
                if (ticks > 0) {
                    Thread.sleep(10); // without a display, there is nothing to wait for
                    if (!isPressed && screen.tick >= 60) {
                        press(GLFW_KEY_B, physics.input()::action);
                        isPressed = true;
                    }
                    glfwSetWindowShouldClose(window, screen.tick >= ticks);
                }
            }
            if (physics.failure() != null || loop.failure() != null) {
                throw new IllegalStateException(physics.failure() == null ? loop.failure() : physics.failure());
            }
        } finally {
            Callbacks.glfwFreeCallbacks(window);
            glfwTerminate();
        }
    }
}
