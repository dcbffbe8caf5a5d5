package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.github.freestep.benchmarks.examples.LwjglBoxes;
import java.io.OutputStream;
import java.io.PrintStream;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;

/** Opens an OpenGL context: in a window, or by EGL without a display. For the main thread. */
final class WindowSystem {
    /** The first JDK for which LWJGL has a memory backend without Unsafe. */
    private static final int FOREIGN_MEMORY = 25;

    private WindowSystem() {}

    /** Thrown if no context can be opened. The message is one line with the reason and a remedy. */
    static final class UnavailableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnavailableException(String message) {
            super(message);
        }
    }

    /**
     * Opens a context and makes it current on the calling thread. There can be one at a time.
     *
     * @return the GLFW handle of its window, which may be hidden
     * @throws UnavailableException if that fails
     */
    static long open(int width, int height, boolean headless) {
        avoidUnsafe();
        // Otherwise GLFW prints long errors to stderr, although the exception reports them in one line.
        Configuration.DEBUG_STREAM.set(new PrintStream(OutputStream.nullOutputStream()));
        try {
            return tryToOpen(width, height, headless);
        } catch (LinkageError e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new UnavailableException("the window library can't be loaded (" + reason.strip()
                    + "); use Linux, Windows or macOS, on x64 or arm64");
        }
    }

    /** Avoids warnings about Unsafe. Call it before the first use of JOML or LWJGL, which read the properties once. */
    static void avoidUnsafe() {
        System.setProperty("joml.nounsafe", "true");
        if (Runtime.version().feature() >= FOREIGN_MEMORY) {
            System.setProperty("org.lwjgl.system.memoryBackend", "ffm");
        }
    }

    private static long tryToOpen(int width, int height, boolean headless) {
        long window = LwjglBoxes.open(width, height, headless);
        if (window == NULL) {
            UnavailableException unavailable = unavailable(headless);
            glfwTerminate();
            throw unavailable;
        }
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        return window;
    }

    private static UnavailableException unavailable(boolean headless) {
        if (headless) {
            return new UnavailableException(
                    "no EGL with OpenGL 3.3: " + error() + "; install it (Debian: libegl1 libgl1 libgl1-mesa-dri)");
        }
        String remedy = System.getProperty("os.name").startsWith("Mac") ? "; use java -XstartOnFirstThread -jar" : "";
        return new UnavailableException("no display, or none with OpenGL 3.3: " + error() + remedy);
    }

    private static String error() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer description = stack.mallocPointer(1);
            int code = glfwGetError(description);
            return code == GLFW_NO_ERROR ? "GLFW gives no reason" : description.getStringUTF8(0);
        }
    }
}
