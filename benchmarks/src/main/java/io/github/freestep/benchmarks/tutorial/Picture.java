package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.render.Frame;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;

/** Draws a frame from above, with Java2D. Your game draws a model for each kind instead. */
final class Picture {
    private static final int PIXELS = 20; // of a unit of length
    private static final int SIDE = (int) (2 * Coins.SIZE * PIXELS) + 2 * PIXELS;

    private Picture() {}

    static BufferedImage of(Frame frame) {
        BufferedImage picture = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.isAlive(slot)) {
                boolean isPlayer = frame.stepped(Coins.KIND)[slot] == Coins.PLAYER;
                graphics.setColor(isPlayer ? Color.CYAN : Color.YELLOW);
                int size = isPlayer ? PIXELS : PIXELS / 2;
                int x = Math.round(SIDE / 2f + frame.x()[slot] * PIXELS);
                int y = Math.round(SIDE / 2f - frame.y()[slot] * PIXELS);
                graphics.fillOval(x - size / 2, y - size / 2, size, size);
            }
        }
        graphics.dispose();
        return picture;
    }

    static void save(Frame frame, String file) throws IOException {
        ImageIO.write(of(frame), "png", new File(file));
    }
}
