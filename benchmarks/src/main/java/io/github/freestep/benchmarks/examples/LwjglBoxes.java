package io.github.freestep.benchmarks.examples;

import static org.lwjgl.glfw.GLFW.*;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.nio.FloatBuffer;
import java.util.Locale;
import org.lwjgl.system.MemoryUtil;

/**
 * Boxes that bounce, in the loop of a game with LWJGL, which gets the matrices of all boxes for its shaders. It runs on
 * GLFW's platform without a display, so it prints the height of the first box.
 */
public final class LwjglBoxes implements Simulation {
    private static final int BOXES = 8;

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
    public void step(Tick tick) { // on the physics thread
        seconds += tick.dtSeconds();
    }

    @Override
    public void write(StateWriter state) {
        for (int box = 0; box < BOXES; box++) {
            state.position(box, 2 * box, Math.abs(Math.sin(3 * seconds + box)), 0);
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
        FloatBuffer matrices = MemoryUtil.memAllocFloat(16 * BOXES);
        try (PhysicsService physics =
                        PhysicsService.builder(new LwjglBoxes()).rate(100).start();
                FrameSampler frames = FrameSampler.open(physics.states())) {
            for (int drawn = 0; drawn < 150 && !glfwWindowShouldClose(window) && physics.failure() == null; ) {
                glfwPollEvents();
                Frame frame = frames.sample();
                if (frame.hasState()) {
                    matrices.clear();
                    frame.matrices(0, BOXES, matrices);
                    matrices.flip(); // upload it here, as by glBufferSubData, and draw all boxes
                    if (drawn++ % 30 == 0) {
                        System.out.printf(Locale.ROOT, "frame %d: the first box is at %.2f%n", drawn, matrices.get(13));
                    }
                }
                Thread.sleep(16); // with a display, glfwSwapBuffers(window) waits
            }
            if (physics.failure() != null) {
                throw new IllegalStateException(physics.failure());
            }
        } finally {
            MemoryUtil.memFree(matrices);
            glfwTerminate();
        }
    }
}
