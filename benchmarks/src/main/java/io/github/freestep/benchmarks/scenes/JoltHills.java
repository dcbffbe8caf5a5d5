package io.github.freestep.benchmarks.scenes;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.CapsuleShape;
import com.github.stephengold.joltjni.Float3;
import com.github.stephengold.joltjni.IndexedTriangle;
import com.github.stephengold.joltjni.MeshShapeSettings;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.jolt.JoltSimulation;

/** Boxes, balls and capsules on hills of 20,000 triangles, as in the scene ConvexVsMesh of Jolt's authors. */
final class JoltHills extends JoltWorld {
    private static final int CELLS = 100;
    private static final float CELL = 3;
    private static final float STEEPNESS = 5;
    private static final float APART = 7;

    private int made;

    JoltHills(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    void addFloor() {
        int side = CELLS + 1;
        Float3[] corners = new Float3[side * side];
        IndexedTriangle[] triangles = new IndexedTriangle[2 * CELLS * CELLS];
        for (int i = 0; i < corners.length; i++) {
            int x = i % side;
            int z = i / side;
            float height = (float) (STEEPNESS * Math.sin(0.5 * x) * Math.cos(0.5 * z));
            corners[i] = new Float3(CELL * (x - CELLS / 2), height, CELL * (z - CELLS / 2));
            if (x < CELLS && z < CELLS) {
                int cell = x + z * CELLS;
                triangles[2 * cell] = new IndexedTriangle(i, i + side, i + side + 1);
                triangles[2 * cell + 1] = new IndexedTriangle(i, i + side + 1, i + 1);
            }
        }
        Body hills = body(
                world,
                new MeshShapeSettings(corners, triangles).create().get().getPtr(),
                new RVec3(),
                EMotionType.Static,
                JoltSimulation.STATIC_LAYER);
        world.bodies().addBody(hills.getId(), EActivation.DontActivate);
    }

    @Override
    public Body box() {
        Body next = body(
                world,
                switch (made++ % 3) {
                    case 0 -> new BoxShape(new Vec3(HALF, 0.75f, 1));
                    case 1 -> new SphereShape(HALF);
                    default -> new CapsuleShape(0.75f, HALF);
                },
                new RVec3(),
                EMotionType.Dynamic,
                0);
        next.setFriction(0.5f);
        next.setRestitution(0.6f);
        return next;
    }

    @Override
    public void put(Body box, float x, float y, float z) {
        super.put(box, APART * x, 2 * (STEEPNESS + y), APART * z);
    }
}
