package io.github.freestep.benchmarks.app.view;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** The pixels of a frame, of the form 0xAARRGGBB, bottom row first as OpenGL has them; their alpha is ignored. */
record Snapshot(int[] pixels, int width, int height) {
    byte[] png() {
        // Only the encoder of AWT is used. Headless AWT needs no display, and no second thread on a Mac.
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            image.setRGB(0, height - 1 - y, width, 1, pixels, y * width, width);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.setUseCache(false);
        try {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written to a file", e);
        }
        return out.toByteArray();
    }
}
