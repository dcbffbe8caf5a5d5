package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import java.nio.ByteBuffer;
import org.lwjgl.BufferUtils;

/** What is drawn on where there is no window: what a hidden one has is not defined. For the thread of the context. */
final class Target {
    private static final int MOST_SAMPLES = 4;

    private final int width;
    private final int height;
    private final int fine;
    private final int plain;

    Target(int width, int height) {
        this.width = width;
        this.height = height;
        int samples = Math.min(MOST_SAMPLES, glGetInteger(GL_MAX_SAMPLES));
        fine = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, fine);
        attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
        attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples);
        plain = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, plain);
        attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
    }

    private void attach(int place, int format, int samples) {
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer);
    }

    int framebuffer() {
        return fine;
    }

    /** Four bytes a pixel, red first, from the bottom left. */
    ByteBuffer pixels() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, fine);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, plain);
        ByteBuffer pixels = BufferUtils.createByteBuffer(width * height * 4);
        glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        return pixels;
    }
}
