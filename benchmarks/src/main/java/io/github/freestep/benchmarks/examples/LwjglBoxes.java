package io.github.freestep.benchmarks.examples;

import static org.lwjgl.glfw.GLFW.*;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.time.NanoClock;
import java.nio.FloatBuffer;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.lwjgl.glfw.GLFWKeyCallback;
import org.lwjgl.system.MemoryUtil;

/**
 * {@link Toys}, which the space bar blows up, in a game with LWJGL. A {@link FrameLoop} draws them on its own thread,
 * with their matrices for shaders. The main thread waits for keys, which therefore never wait for a frame.
 *
 * <p>The example runs on GLFW's platform without a display, so it prints the mean height of the toys, and presses the
 * key itself. Comments say what to change for a display. The program {@code view} has shaders, and a pacer in place of
 * the loop.
 */
public final class LwjglBoxes {
    private static final int REFRESH_NANOS = 16_666_667;

    private LwjglBoxes() {}

    /** What the render thread does. */
    private static final class Screen implements FrameHandler {
        private final long window;
        private final FloatBuffer matrices = MemoryUtil.memAllocFloat(16 * Toys.BODIES);
        private int drawn;

        Screen(long window) {
            this.window = window;
        }

        @Override
        public void begin() {
            // With a display: glfwMakeContextCurrent(window), GL.createCapabilities() and glfwSwapInterval(1).
        }

        @Override
        public void draw(Frame frame) {
            if (frame.hasState()) {
                matrices.clear();
                frame.matrices(0, Toys.BODIES, matrices);
                matrices.flip(); // upload it here, as by glBufferSubData, and draw all by frame.stepped(Toys.KIND)
                if (drawn++ % 15 == 0) {
                    double height = 0;
                    for (int slot = 0; slot < Toys.BODIES; slot++) {
                        height += matrices.get(16 * slot + 13) / Toys.BODIES;
                    }
                    System.out.printf(Locale.ROOT, "frame %d: the toys are at %.2f%n", drawn, height);
                }
                if (drawn == 150) { // a game leaves these two lines out
                    glfwSetWindowShouldClose(window, true);
                    glfwPostEmptyEvent();
                }
            }
        }

        @Override
        public void swap() { // with a display: glfwSwapBuffers(window), which waits for the refresh, too
            LockSupport.parkNanos(REFRESH_NANOS - Math.floorMod(System.nanoTime(), (long) REFRESH_NANOS));
        }

        @Override
        public void end() {
            MemoryUtil.memFree(matrices); // with a display, also glfwMakeContextCurrent(0)
        }
    }

    public static void main(String[] args) throws InterruptedException {
        if (Runtime.version().feature() >= 22) {
            System.setProperty("org.lwjgl.system.memoryBackend", "ffm"); // the other one warns on JDK 24 and newer
        }
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL); // for a display, leave this line out
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW has no platform here");
        }
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API); // for OpenGL, leave this line out
        long window = glfwCreateWindow(640, 480, "Boxes", 0, 0);
        Simulation toys = new Toys(NanoClock.system()).simulation();
        try (PhysicsService physics = PhysicsService.builder(toys).rate(60).start();
                FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), new Screen(window));
                GLFWKeyCallback keys = GLFWKeyCallback.create((of, key, scancode, action, mods) -> {
                    if (key == GLFW_KEY_SPACE && action == GLFW_PRESS) {
                        physics.input().action(Toys.BLAST, 0);
                    }
                })) {
            glfwSetKeyCallback(window, keys);
            Thread.sleep(1_000); // for a display, leave these two lines out
            keys.invoke(window, GLFW_KEY_SPACE, 0, GLFW_PRESS, 0);
            while (!glfwWindowShouldClose(window) && loop.isRunning() && physics.failure() == null) {
                glfwWaitEventsTimeout(0.1); // calls keys as soon as one is pressed
                Thread.sleep(10); // for a display, leave this line out: the other platform has nothing to wait for
            }
            glfwSetKeyCallback(window, null);
            if (physics.failure() != null || loop.failure() != null) {
                throw new IllegalStateException(physics.failure() == null ? loop.failure() : physics.failure());
            }
        } finally {
            glfwTerminate();
        }
    }
}
