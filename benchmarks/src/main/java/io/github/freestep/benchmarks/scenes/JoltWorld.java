package io.github.freestep.benchmarks.scenes;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.jolt.JoltSimulation;

/** The boxes of a scene in Jolt. */
public final class JoltWorld extends BoxEngine<Body, JoltSimulation> {
    private JoltSimulation world;

    /** Makes the world of some boxes. */
    public JoltWorld(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    public JoltSimulation simulation() {
        return JoltSimulation.of(boxes.layout(), this);
    }

    @Override
    public void build(JoltSimulation newWorld) {
        world = newWorld;
        JoltBoxes.floor(world);
        boxes.fill();
    }

    @Override
    public Body box() {
        return JoltBoxes.box(world, 0, 0, 0);
    }

    @Override
    public void put(Body box, float x, float y, float z, float vx, float vy, float vz) {
        JoltBoxes.put(world, box, new RVec3(x, y, z), new Quat(), new Vec3(vx, vy, vz));
    }
}
