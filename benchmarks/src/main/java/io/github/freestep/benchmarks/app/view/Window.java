package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import org.lwjgl.glfw.Callbacks;
import org.lwjgl.glfw.GLFWVidMode;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;

/**
 * A window with an OpenGL 3.3 context. If the window is hidden, or there is no display, only the context is used. For
 * the main thread, which window systems require.
 */
final class Window implements AutoCloseable {
    static final int WIDTH = 1280;
    static final int HEIGHT = 720;

    private static final int DEFAULT_REFRESH_RATE = 60;
    private static final int PROBES = 12;

    private final long handle;
    private final boolean visible;
    private final boolean even;

    private final int refreshRate;

    private Size size = new Size(WIDTH, HEIGHT, 1);
    private final NanoClock clock = NanoClock.system();
    private final PreciseWait wait = new PreciseWait(clock);
    private long nextNanos = clock.nanoTime();

    /** Throws {@link WindowSystem.UnavailableException} if no context can be opened. */
    Window(ViewSettings settings) {
        visible = settings.visible();
        handle = WindowSystem.open(WIDTH, HEIGHT, visible, settings.headless());
        refreshRate = primaryRate();
        measure();
        even = visible && waitsForRefresh();
    }

    /**
     * The size of the picture; 0 while the window is minimised.
     *
     * @param contentScale the pixel density of the display; 1 for an ordinary one
     */
    record Size(int width, int height, float contentScale) {}

    private static int primaryRate() {
        long monitor = glfwGetPrimaryMonitor();
        GLFWVidMode mode = monitor == NULL ? null : glfwGetVideoMode(monitor);
        return mode == null || mode.refreshRate() <= 0 ? DEFAULT_REFRESH_RATE : mode.refreshRate();
    }

    /**
     * Requests vsync, and measures with a few empty frames whether the driver grants it, because no call says so. The
     * driver may take the first of these frames without a wait.
     */
    private boolean waitsForRefresh() {
        glfwSwapInterval(1);
        long since = System.nanoTime();
        for (int i = 0; i < PROBES; i++) {
            GL11C.glClear(GL11C.GL_COLOR_BUFFER_BIT);
            glfwSwapBuffers(handle);
        }
        return System.nanoTime() - since > PROBES / 2 * (1_000_000_000L / refreshRate);
    }

    /** Takes note of what has happened to the window since the last call. */
    void poll() {
        glfwPollEvents();
        measure();
    }

    private void measure() {
        if (!visible) {
            return;
        }
        int[] width = {0};
        int[] height = {0};
        float[] contentScale = {0};
        glfwGetFramebufferSize(handle, width, height);
        glfwGetWindowContentScale(handle, contentScale, null);
        size = new Size(width[0], height[0], contentScale[0]);
    }

    Size size() {
        return size;
    }

    boolean isVisible() {
        return visible;
    }

    /** Returns whether vsync paces {@link #present}. While the window is minimised, the driver need not wait. */
    boolean isEven() {
        return even && size.width > 0 && size.height > 0;
    }

    boolean wantsToClose() {
        return glfwWindowShouldClose(handle);
    }

    /** Shows the frame, and waits for the time of the next one. Does not catch up on missed frames. */
    void present() {
        if (visible) {
            glfwSwapBuffers(handle);
        } else {
            // Without it, frames would pile up in the driver.
            GL11C.glFinish();
        }
        if (!isEven()) {
            long now = clock.nanoTime();
            nextNanos = now + Math.max(0, nextNanos + 1_000_000_000L / refreshRate - now);
            wait.until(nextNanos);
        }
    }

    @Override
    public void close() {
        GL.setCapabilities(null);
        Callbacks.glfwFreeCallbacks(handle);
        glfwDestroyWindow(handle);
        glfwTerminate();
    }
}
