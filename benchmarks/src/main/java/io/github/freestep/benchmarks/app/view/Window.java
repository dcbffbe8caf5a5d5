package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import java.util.function.Consumer;
import org.lwjgl.glfw.Callbacks;
import org.lwjgl.glfw.GLFWVidMode;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;

/**
 * A window with an OpenGL 3.3 context; or the context alone, hidden or with no display at all. For the main thread, which is
 * where window systems want it, and where {@link #poll} calls back.
 */
final class Window implements AutoCloseable {
    static final int WIDTH = 1280;
    static final int HEIGHT = 720;

    private static final int USUAL_REFRESH = 60;
    private static final int PROBES = 12;

    private final long handle;
    private final boolean visible;
    private final int refreshRate;
    private final boolean even;
    private final int[] width = {WIDTH};
    private final int[] height = {HEIGHT};
    private final int[] units = {WIDTH};
    private final float[] contentScale = {1};

    /**
     * Opens it.
     *
     * @throws NoPictureException where that can't be
     */
    Window(ViewSettings settings) {
        visible = settings.visible();
        handle = (settings.headless() ? WindowSystem.NONE : WindowSystem.DISPLAY).open(WIDTH, HEIGHT, visible);
        refreshRate = visible ? refreshRate() : USUAL_REFRESH;
        even = visible && waitsForRefresh();
        measure();
    }

    private static int refreshRate() {
        long monitor = glfwGetPrimaryMonitor();
        GLFWVidMode mode = monitor == NULL ? null : glfwGetVideoMode(monitor);
        return mode == null || mode.refreshRate() <= 0 ? USUAL_REFRESH : mode.refreshRate();
    }

    /**
     * Whether a swap waits for the display's refresh. That can be asked for, but nobody tells whether it is granted, so a few
     * empty frames must; the first of them may be taken without a wait.
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

    /** Once, before the first poll; all are called by it. */
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
            // The mouse is measured in other units than the picture where the display is a fine one.
            float pixelsAUnit = (float) width[0] / units[0];
            pointer.move((float) x * pixelsAUnit, (float) y * pixelsAUnit, dragged);
        });
        glfwSetScrollCallback(handle, (window, x, y) -> pointer.wheel((float) y));
    }

    /** What the mouse does, in pixels of the picture, from its top left. */
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

    /** Zero while it is minimised. */
    int width() {
        return width[0];
    }

    int height() {
        return height[0];
    }

    /** How fine the display is; 1 for an ordinary one. */
    float contentScale() {
        return contentScale[0];
    }

    boolean isVisible() {
        return visible;
    }

    /** Whether {@link #swap} makes frames as even as the display's refreshes; it need not wait while there is no picture. */
    boolean isEven() {
        return even && width[0] > 0 && height[0] > 0;
    }

    int framesPerSecond() {
        return refreshRate;
    }

    boolean wantsToClose() {
        return glfwWindowShouldClose(handle);
    }

    void swap() {
        if (visible) {
            glfwSwapBuffers(handle);
        } else {
            // Or else frames would pile up in the driver.
            GL11C.glFinish();
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
