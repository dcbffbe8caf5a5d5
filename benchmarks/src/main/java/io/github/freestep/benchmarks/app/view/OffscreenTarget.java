package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

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

    /** Returns the pixels of the newest frame as RGB. The bottom row is first, as OpenGL has it. */
    private int[] pixels() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved);
        int[] pixels = new int[width * height];
        glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
        return pixels;
    }

    /** Saves the newest frame as a PNG file. */
    void save(Path file) throws IOException {
        // Only the encoder of AWT is used. Headless AWT needs no display, and no second thread on a Mac.
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        // OpenGL has the bottom row first.
        image.setRGB(0, 0, width, height, pixels(), (height - 1) * width, -width);
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", out);
        }
    }
}
