package io.github.freestep.minestom;

import com.github.stephengold.joltjni.BoxShapeSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.ShapeRefC;
import com.github.stephengold.joltjni.StaticCompoundShapeSettings;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.jolt.JoltSimulation;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The shapes of sections. The thread that loads a chunk prepares those of its sections, so that a step only takes them.
 * A step makes the shape of a section itself if a block has changed there, because a shape that came from another
 * thread a few ticks later would make the world depend on the speed of that thread.
 */
final class SectionShapes {
    static {
        JoltSimulation.load();
    }

    /** Cells of the ground. */
    static final int AIR = 0;

    static final int SOLID = 1;

    private static final int SIZE = GroundSection.SIZE;

    /** A section that no step has taken yet, and its shape, none for an empty section. */
    private record Prepared(GroundSection section, Optional<ShapeRefC> shape) {}

    /** By the place of the section, so that what no step takes is replaced, not kept. */
    private final Map<SectionPlace, Prepared> prepared = new ConcurrentHashMap<>();

    /** For any thread. */
    void prepare(SectionPlace place, GroundSection section) {
        prepared.put(place, new Prepared(section, shape(section)));
    }

    /** Forgets the shape of a section that is not loaded any more. For any thread. */
    void forget(SectionPlace place) {
        prepared.remove(place);
    }

    /** Returns the shape, or none if the section is empty. For the physics thread. */
    Optional<ShapeRefC> take(SectionPlace place, GroundSection section) {
        Prepared ready = prepared.remove(place);
        return ready != null && ready.section() == section ? ready.shape() : shape(section);
    }

    /**
     * Covers the solid cells with boxes. Each box grows along x, then z, then y, so a flat floor is one box, on which a
     * crate meets no edges.
     */
    private static Optional<ShapeRefC> shape(GroundSection section) {
        BitSet open = new BitSet(SIZE * SIZE * SIZE);
        for (int i = 0; i < SIZE * SIZE * SIZE; i++) {
            open.set(i, section.cell(i % SIZE, i / SIZE / SIZE, i / SIZE % SIZE) == SOLID);
        }
        if (open.isEmpty()) {
            return Optional.empty();
        }
        try (StaticCompoundShapeSettings settings = new StaticCompoundShapeSettings()) {
            for (int first; (first = open.nextSetBit(0)) >= 0; ) {
                int x = first % SIZE;
                int z = first / SIZE % SIZE;
                int y = first / SIZE / SIZE;
                int ex = x + 1;
                while (ex < SIZE && isOpen(open, x, ex + 1, y, y + 1, z, z + 1)) {
                    ex++;
                }
                int ez = z + 1;
                while (ez < SIZE && isOpen(open, x, ex, y, y + 1, z, ez + 1)) {
                    ez++;
                }
                int ey = y + 1;
                while (ey < SIZE && isOpen(open, x, ex, y, ey + 1, z, ez)) {
                    ey++;
                }
                for (int cy = y; cy < ey; cy++) {
                    for (int cz = z; cz < ez; cz++) {
                        open.clear(index(x, cy, cz), index(x, cy, cz) + ex - x);
                    }
                }
                settings.addShape(
                        new Vec3((x + ex) / 2f, (y + ey) / 2f, (z + ez) / 2f),
                        new Quat(),
                        new BoxShapeSettings((ex - x) / 2f, (ey - y) / 2f, (ez - z) / 2f));
            }
            return Optional.of(settings.create().get());
        }
    }

    private static boolean isOpen(BitSet open, int x, int ex, int y, int ey, int z, int ez) {
        for (int cy = y; cy < ey; cy++) {
            for (int cz = z; cz < ez; cz++) {
                if (open.nextClearBit(index(x, cy, cz)) < index(x, cy, cz) + ex - x) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int index(int x, int y, int z) {
        return (y * SIZE + z) * SIZE + x;
    }
}
