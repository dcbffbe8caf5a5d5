package io.github.freestep.minestom;

import com.github.stephengold.joltjni.BoxShapeSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.ShapeRefC;
import com.github.stephengold.joltjni.StaticCompoundShapeSettings;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.jolt.JoltSimulation;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.IntStream;

/**
 * The shapes of sections. The thread that loads a chunk asks for those of its sections, so that a step only takes them.
 * A step makes the shape of a section itself if a block has changed there, because a shape that came from another
 * thread a few ticks later would make the world depend on the speed of that thread.
 */
final class SectionShapes {
    static {
        JoltSimulation.load();
    }

    private static final int SIZE = GroundSection.SIZE;

    private final Map<GroundSection, Optional<ShapeRefC>> shapes = Collections.synchronizedMap(new WeakHashMap<>());

    /** Returns the shape, or none if the section is empty. For any thread. */
    Optional<ShapeRefC> of(GroundSection section) {
        Optional<ShapeRefC> known = shapes.get(section);
        if (known == null) {
            known = shape(section); // outside of the lock of the map
            shapes.put(section, known);
        }
        return known;
    }

    /**
     * Covers the solid cells with boxes. Each box grows along x, then z, then y, so a flat floor is one box, on which a
     * crate meets no edges.
     */
    private static Optional<ShapeRefC> shape(GroundSection section) {
        BitSet open = new BitSet(SIZE * SIZE * SIZE); // by x, then z, then y
        for (int i = 0; i < SIZE * SIZE * SIZE; i++) {
            open.set(i, section.cell(i % SIZE, i / SIZE / SIZE, i / SIZE % SIZE) != 0);
        }
        if (open.isEmpty()) {
            return Optional.empty();
        }
        try (StaticCompoundShapeSettings settings = new StaticCompoundShapeSettings()) {
            for (int next; (next = open.nextSetBit(0)) >= 0; ) {
                int first = next;
                int[] size = {1, 1, 1};
                for (int axis = 0, at = first; axis < 3; axis++, at /= SIZE) {
                    int most = SIZE - at % SIZE;
                    do {
                        size[axis]++;
                    } while (size[axis] <= most
                            && rows(first, size).allMatch(row -> open.nextClearBit(row) >= row + size[0]));
                    size[axis]--;
                }
                rows(first, size).forEach(row -> open.clear(row, row + size[0]));
                float x = size[0] / 2f;
                float z = size[1] / 2f;
                float y = size[2] / 2f;
                Vec3 middle = new Vec3(first % SIZE + x, first / SIZE / SIZE + y, first / SIZE % SIZE + z);
                settings.addShape(middle, new Quat(), new BoxShapeSettings(x, y, z));
            }
            return Optional.of(settings.create().get());
        }
    }

    /** Where each row along x of a box begins. */
    private static IntStream rows(int first, int[] size) {
        return IntStream.range(0, size[1] * size[2]).map(row -> first + (row / size[1] * SIZE + row % size[1]) * SIZE);
    }
}
