package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.enumerate.EOverrideMassProperties;
import com.github.stephengold.joltjni.readonly.ConstShape;
import java.util.function.Consumer;

/** Makes cubes with edges of one metre and a mass of 1 kg, and a floor whose top is at height 0. */
final class Cubes {
    private Cubes() {}

    static Body floor(JoltSimulation world) {
        Body floor = body(
                world,
                new BoxShape(new Vec3(100, 0.5f, 100)),
                new RVec3(0, -0.5, 0),
                settings -> settings.setMotionType(EMotionType.Static).setObjectLayer(JoltSimulation.STATIC_LAYER));
        world.bodies().addBody(floor.getId(), EActivation.DontActivate);
        return floor;
    }

    /** Makes a cube that is not in the system yet. */
    static Body cube(JoltSimulation world, double x, double y, double z) {
        return cube(world, x, y, z, settings -> {});
    }

    static Body cube(JoltSimulation world, double x, double y, double z, Consumer<BodyCreationSettings> change) {
        return body(world, new BoxShape(0.5f), new RVec3(x, y, z), change);
    }

    static Body body(JoltSimulation world, ConstShape shape, RVec3 at, Consumer<BodyCreationSettings> change) {
        BodyCreationSettings settings = new BodyCreationSettings(shape, at, new Quat(), EMotionType.Dynamic, 0);
        settings.setOverrideMassProperties(EOverrideMassProperties.CalculateInertia)
                .getMassPropertiesOverride()
                .setMass(1);
        change.accept(settings);
        Body body = world.bodies().createBody(settings);
        settings.close();
        return body;
    }
}
