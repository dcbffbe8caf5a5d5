package io.github.freestep.benchmarks.app.view;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Pixels as a PNG. Stateless. */
final class Screenshot {
    private Screenshot() {}

    /**
     * Writes a picture.
     *
     * @param pixels four bytes each, red first, from the bottom left
     */
    static void write(Path file, ByteBuffer pixels, int width, int height) throws IOException {
        // Of all of AWT only the encoder is wanted, which needs no display, nor another thread on a Mac.
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = (y * width + x) * 4;
                int rgb = (pixels.get(at) & 255) << 16 | (pixels.get(at + 1) & 255) << 8 | pixels.get(at + 2) & 255;
                image.setRGB(x, height - 1 - y, rgb);
            }
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.setUseCache(false);
            ImageIO.write(image, "png", out);
        }
    }
}
