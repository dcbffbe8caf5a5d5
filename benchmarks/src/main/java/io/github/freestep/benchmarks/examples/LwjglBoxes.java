package io.github.freestep.benchmarks.examples;

import static org.lwjgl.glfw.GLFW.*;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.nio.FloatBuffer;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.lwjgl.glfw.GLFWKeyCallback;
import org.lwjgl.system.MemoryUtil;

/**
 * Boxes that bounce, and that the space bar lifts, in a game with LWJGL. A {@link FrameLoop} draws them on its own
 * thread, with their matrices for shaders. The main thread waits for keys, which therefore never wait for a frame.
 *
 * <p>It runs on GLFW's platform without a display, so it prints the height of the first box, and presses the key
 * itself. Comments say what to change for a display.
 */
public final class LwjglBoxes implements Simulation {
    private static final int BOXES = 8;
    private static final int LIFT = 0;
    private static final int REFRESH_NANOS = 16_666_667;

    private double seconds;
    private int lifted;

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
    public void step(Tick tick) { // on the physics thread
        seconds += tick.dtSeconds();
        for (int i = 0; i < tick.input().size(); i++) {
            if (tick.input().isAction(i) && tick.input().code(i) == LIFT) {
                lifted += 2;
            }
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int box = 0; box < BOXES; box++) {
            state.position(box, 2 * box, lifted + Math.abs(Math.sin(3 * seconds + box)), 0);
        }
    }

    /** What the render thread does. */
    private static final class Screen implements FrameHandler {
        private final long window;
        private final FloatBuffer matrices = MemoryUtil.memAllocFloat(16 * BOXES);
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
                frame.matrices(0, BOXES, matrices);
                matrices.flip(); // upload it here, as by glBufferSubData, and draw all boxes
                if (drawn++ % 30 == 0) {
                    System.out.printf(Locale.ROOT, "frame %d: the first box is at %.2f%n", drawn, matrices.get(13));
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
        try (PhysicsService physics =
                        PhysicsService.builder(new LwjglBoxes()).rate(100).start();
                FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), new Screen(window));
                GLFWKeyCallback keys = GLFWKeyCallback.create((of, key, scancode, action, mods) -> {
                    if (key == GLFW_KEY_SPACE && action == GLFW_PRESS) {
                        physics.input().action(LIFT, 1);
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
