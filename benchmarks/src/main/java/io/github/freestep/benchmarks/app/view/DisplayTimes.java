package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.system.MemoryUtil.memAddress;

import io.github.freestep.time.NanoClock;
import java.nio.LongBuffer;
import org.lwjgl.BufferUtils;
import org.lwjgl.glfw.GLFWNativeGLX;
import org.lwjgl.glfw.GLFWNativeX11;
import org.lwjgl.system.JNI;

/**
 * Reads when the display showed a frame: from GLX_OML_sync_control, which Mesa's hardware drivers have for windows of
 * X. For the main thread; allocates nothing once made.
 *
 * <p>After each frame, it waits until the frame before has been displayed. So at most one frame is queued, the driver
 * reports the time of each frame, and the loop wakes up soon after a refresh.
 */
final class DisplayTimes {
    private static final String EXTENSION = "GLX_OML_sync_control";

    /** Says why no frame had a display time. */
    static final String MISSING = "no display times: the driver has no " + EXTENSION + " for this window";

    /** A time that is further in the past is of another clock, or of a driver that does not count refreshes. */
    private static final long MOST_NANOS = 1_000_000_000;

    private static final int MICRO = 1_000;

    private final Driver driver;
    private final NanoClock clock;

    /** Time in us, number of the refresh, and number of frames that have been displayed. */
    private final LongBuffer values = BufferUtils.createLongBuffer(3);

    private long swaps;
    private long shownNanos;

    /** Counts the frames of a window that have been displayed. */
    @FunctionalInterface
    interface Driver {
        /**
         * Waits until this many frames have been displayed, or all that were swapped if it is 0.
         *
         * @param values gets the time of the newest one in us, the number of that refresh, and the number of frames
         * @return false if that failed
         */
        boolean waitFor(long count, LongBuffer values);
    }

    DisplayTimes(Driver driver, NanoClock clock) {
        this.driver = driver;
        this.clock = clock;
        // Frames that were swapped before do not count.
        swaps = driver.waitFor(0, values) ? values.get(2) : 0;
    }

    /** Returns the times of a window whose context is current, or null if its driver does not report any. */
    static DisplayTimes of(long window) {
        if (glfwGetPlatform() != GLFW_PLATFORM_X11
                || glfwGetWindowAttrib(window, GLFW_CONTEXT_CREATION_API) != GLFW_NATIVE_CONTEXT_API
                || !glfwExtensionSupported(EXTENSION)) {
            return null;
        }
        long waitForSwap = glfwGetProcAddress("glXWaitForSbcOML");
        long drawable = GLFWNativeGLX.glfwGetGLXWindow(window);
        if (waitForSwap == NULL || drawable == NULL) {
            return null;
        }
        long display = GLFWNativeX11.glfwGetX11Display();
        Driver driver = (count, values) -> {
            long time = memAddress(values);
            long refresh = time + Long.BYTES;
            return JNI.invokePPPPPPI(display, drawable, count, time, refresh, refresh + Long.BYTES, waitForSwap) != 0;
        };
        return new DisplayTimes(driver, NanoClock.system());
    }

    /**
     * Call it after each swap.
     *
     * @return how many frames ago the frame was swapped that {@link #shownNanos} belongs to; -1 if there is no time
     */
    int swapped() {
        swaps++;
        if (!driver.waitFor(swaps - 1, values)) {
            return -1;
        }
        shownNanos = values.get(0) * MICRO;
        long ago = swaps - values.get(2);
        long sinceNanos = clock.nanoTime() - shownNanos;
        return (ago == 0 || ago == 1) && sinceNanos >= 0 && sinceNanos < MOST_NANOS ? (int) ago : -1;
    }

    /** Returns when the display began to show the frame, by {@code System.nanoTime()}. */
    long shownNanos() {
        return shownNanos;
    }
}
