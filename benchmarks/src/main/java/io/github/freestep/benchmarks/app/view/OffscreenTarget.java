package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

/** A framebuffer for runs without a visible window: OpenGL leaves the pixels of a hidden window undefined. */
final class OffscreenTarget {
    private static final int MAX_SAMPLES = 4;

    private final int width;
    private final int height;
    private final int multisampled;
    private final int resolved;

    OffscreenTarget(int width, int height) {
        this.width = width;
        this.height = height;
        int samples = Math.min(MAX_SAMPLES, glGetInteger(GL_MAX_SAMPLES));
        multisampled = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, multisampled);
        attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
        attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples);
        resolved = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, resolved);
        attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
    }

    private void attach(int attachment, int format, int samples) {
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }

    int framebuffer() {
        return multisampled;
    }

    Snapshot snapshot() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved);
        int[] pixels = new int[width * height];
        glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
        return new Snapshot(pixels, width, height);
    }
}
