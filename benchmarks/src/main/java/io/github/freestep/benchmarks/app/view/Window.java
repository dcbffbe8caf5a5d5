package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.function.Consumer;
import org.lwjgl.glfw.Callbacks;
import org.lwjgl.glfw.GLFWVidMode;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;

/**
 * A window with an OpenGL 3.3 context. If the window is hidden, or there is no display, only the context is used. For
 * the main thread, because window systems require it. {@link #poll} calls the listeners on that thread.
 */
final class Window implements AutoCloseable {
    static final int WIDTH = 1280;
    static final int HEIGHT = 720;

    private static final int DEFAULT_REFRESH_RATE = 60;
    private static final int PROBES = 12;

    private final long handle;
    private final boolean visible;
    private final int refreshRate;
    private final boolean even;
    private final NanoClock clock = NanoClock.system();
    private final PreciseWait wait = new PreciseWait(clock);
    private final int[] width = {WIDTH};
    private final int[] height = {HEIGHT};
    private final int[] units = {WIDTH};
    private final float[] contentScale = {1};
    private long nextNanos = clock.nanoTime();

    /** Throws {@link WindowSystem.UnavailableException} if no context can be opened. */
    Window(ViewSettings settings) {
        visible = settings.visible();
        handle = WindowSystem.open(WIDTH, HEIGHT, visible, settings.headless());
        refreshRate = visible ? refreshRate() : DEFAULT_REFRESH_RATE;
        even = visible && waitsForRefresh();
        measure();
    }

    private static int refreshRate() {
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

    /** Sets the listeners. Call it once, before the first poll. */
    void listen(Consumer<Key> keys, Pointer pointer) {
        glfwSetKeyCallback(handle, (window, code, scan, action, modifiers) -> {
            Key key = action == GLFW_PRESS ? Key.of(code) : null;
            if (key != null) {
                keys.accept(key);
            }
        });
        glfwSetMouseButtonCallback(handle, (window, button, action, modifiers) -> {
            if (button == GLFW_MOUSE_BUTTON_LEFT && action == GLFW_PRESS) {
                pointer.click();
            }
        });
        glfwSetCursorPosCallback(handle, (window, x, y) -> {
            boolean dragged = glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS;
            // On a high-resolution display, the mouse is measured in larger units than the picture.
            float pixelsAUnit = (float) width[0] / units[0];
            pointer.move((float) x * pixelsAUnit, (float) y * pixelsAUnit, dragged);
        });
        glfwSetScrollCallback(handle, (window, x, y) -> pointer.wheel((float) y));
    }

    /** Receives mouse events, in pixels of the picture from its top left. */
    interface Pointer {
        void move(float x, float y, boolean dragged);

        void click();

        void wheel(float forward);
    }

    void poll() {
        measure();
        glfwPollEvents();
    }

    private void measure() {
        if (visible) {
            glfwGetFramebufferSize(handle, width, height);
            glfwGetWindowSize(handle, units, null);
            units[0] = Math.max(1, units[0]);
            glfwGetWindowContentScale(handle, contentScale, null);
        }
    }

    /** Returns 0 while the window is minimised. */
    int width() {
        return width[0];
    }

    int height() {
        return height[0];
    }

    /** Returns the pixel density of the display; 1 for an ordinary one. */
    float contentScale() {
        return contentScale[0];
    }

    boolean isVisible() {
        return visible;
    }

    /** Returns whether vsync paces {@link #present}. While the window is minimised, the driver need not wait. */
    boolean isEven() {
        return even && width[0] > 0 && height[0] > 0;
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
