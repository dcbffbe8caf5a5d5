package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

/** The viewer's window without a display, for tests of other packages. For the thread that opens it. */
public final class HiddenWindow {
    private final int width;
    private final int height;
    private final OffscreenTarget target;

    /**
     * Opens an OpenGL 3.3 context, which ends with the process.
     *
     * @throws RuntimeException with the reason and a remedy, if there is no EGL
     */
    public HiddenWindow(int width, int height) {
        this.width = width;
        this.height = height;
        WindowSystem.open(width, height, false, true);
        target = new OffscreenTarget(width, height);
        // The core profile has no default vertex array.
        glBindVertexArray(glGenVertexArrays());
        begin();
    }

    /** Draws what follows into this window. */
    public void begin() {
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        glViewport(0, 0, width, height);
    }

    /** Returns the pixels of the form 0xAARRGGBB, bottom row first. */
    public int[] pixels() {
        int[] pixels = target.snapshot().pixels();
        begin();
        return pixels;
    }
}
