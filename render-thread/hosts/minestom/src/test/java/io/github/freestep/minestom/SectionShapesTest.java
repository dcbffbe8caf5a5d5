package io.github.freestep.minestom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.ShapeRefC;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SectionShapesTest {
    private final SectionShapes shapes = new SectionShapes();

    @Test
    void boxesCoverTheSolidCellsAndAFloorIsOne() {
        for (int seed = 1; seed <= 50; seed++) {
            SplittableRandom random = Seeds.splittable(seed);
            double[] solid = new double[2]; // their number, and the sum of their heights
            GroundSection hill = GroundSection.of((x, y, z) -> {
                boolean isSolid = random.nextInt(60) >= 2 * y + z;
                solid[0] += isSolid ? 1 : 0;
                solid[1] += isSolid ? y + 0.5 : 0;
                return isSolid ? 1 : 0;
            });
            ShapeRefC shape = shapes.of(hill).orElseThrow();
            assertEquals(1_000 * solid[0], shape.getMassProperties().getMass(), 100, "seed " + seed);
            assertEquals(solid[1] / solid[0], shape.getCenterOfMass().getY(), 0.01, "seed " + seed);
        }
        GroundSection floor = GroundSection.of((x, y, z) -> y < 9 ? 1 : 0);
        assertEquals(0, shapes.of(floor).orElseThrow().getSubShapeIdBitsRecursive());
        assertTrue(shapes.of(GroundSection.of((x, y, z) -> 0)).isEmpty());
    }
}
