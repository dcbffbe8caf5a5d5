package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    @Test
    void theFirstRowOfOpenGlIsTheLastRowOfTheFile() throws IOException {
        int[] pixels = {0xFF0000, 0x00FF00, 0x0000FF, 0x818283};
        var image = ImageIO.read(new ByteArrayInputStream(new Snapshot(pixels, 2, 2).png()));
        assertEquals(0xFF0000FF, image.getRGB(0, 0));
        assertEquals(0xFF818283, image.getRGB(1, 0));
        assertEquals(0xFFFF0000, image.getRGB(0, 1));
        assertEquals(0xFF00FF00, image.getRGB(1, 1));
    }
}
