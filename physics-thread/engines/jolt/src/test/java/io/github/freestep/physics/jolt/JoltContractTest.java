package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.CustomPhysicsStepListener;
import com.github.stephengold.joltjni.OffsetCenterOfMassShape;
import com.github.stephengold.joltjni.PointConstraintSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.ScaledShape;
import com.github.stephengold.joltjni.StaticCompoundShapeSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

class JoltContractTest extends EngineContract<Body> {
    /** The worlds of bodies, because Jolt moves and wakes a body by its system. */
    private final Map<Body, JoltSimulation> worlds = Collections.synchronizedMap(new IdentityHashMap<>());

    @Override
    protected String engine() {
        return "jolt-jni";
    }

    @Override
    protected EngineSimulation<Body> world(StateLayout layout, EngineScene<EngineSimulation<Body>> scene) {
        return JoltSimulation.of(layout, scene);
    }

    @Override
    protected void floor(EngineSimulation<Body> world) {
        Cubes.floor((JoltSimulation) world);
    }

    private Body known(JoltSimulation world, Body body) {
        worlds.put(body, world);
        return body;
    }

    @Override
    protected Body body(EngineSimulation<Body> world, float x, float y) {
        JoltSimulation jolt = (JoltSimulation) world;
        return known(jolt, Cubes.cube(jolt, x, y, 0));
    }

    @Override
    protected Body sensor(EngineSimulation<Body> world, float x, float y) {
        JoltSimulation jolt = (JoltSimulation) world;
        return known(
                jolt,
                Cubes.cube(jolt, x, y, 0, settings -> settings.setIsSensor(true).setMotionType(EMotionType.Kinematic)));
    }

    @Override
    protected Body kinematic(EngineSimulation<Body> world, float x, float y) {
        JoltSimulation jolt = (JoltSimulation) world;
        return known(jolt, Cubes.cube(jolt, x, y, 0, settings -> settings.setMotionType(EMotionType.Kinematic)));
    }

    @Override
    protected Body fixed(EngineSimulation<Body> world, float x, float y) {
        JoltSimulation jolt = (JoltSimulation) world;
        return known(jolt, Cubes.cube(jolt, x, y, 0, settings -> settings.setMotionType(EMotionType.Static)));
    }

    @Override
    protected void steer(Body body, float metresPerSecond) {
        RVec3 to = body.getPosition();
        to.addInPlace(metresPerSecond * TICK_NANOS / 1e9, 0, 0);
        worlds.get(body).bodies().moveKinematic(body.getId(), to, body.getRotation(), TICK_NANOS / 1e9f);
    }

    @Override
    protected void push(Body body, float vx, float vy) {
        // Wakes the body.
        worlds.get(body).bodies().setLinearVelocity(body.getId(), new Vec3(vx, vy, 0));
    }

    @Override
    protected void place(Body body, float x, float y) {
        worlds.get(body)
                .bodies()
                .setPositionAndRotation(body.getId(), new RVec3(x, y, 0), new Quat(), EActivation.Activate);
    }

    @Override
    protected boolean keepsContactsOfSleepers() {
        return false;
    }

    @Override
    protected boolean asleep(Body body) {
        return !body.isActive();
    }

    /** Jolt's own part begins with the floor, in Jolt's order of bytes: its number, a flag, and its position. */
    @Override
    protected void forge(ByteBuffer saved, int bits) {
        byte[] head = {EStateRecorderState.Bodies, 7, 0, 0, 0, 0, 0, (byte) 0x80, 0, 0};
        int at = 0;
        while (!saved.slice(at, head.length).equals(ByteBuffer.wrap(head))) {
            at++;
        }
        saved.order(ByteOrder.LITTLE_ENDIAN).putInt(at + head.length, bits).order(ByteOrder.BIG_ENDIAN);
    }

    /** The binding makes a ray for each query. */
    @Override
    protected boolean queriesWithoutAllocation() {
        return false;
    }

    @Override
    protected List<Executable> accessors(EngineSimulation<Body> world) {
        JoltSimulation jolt = (JoltSimulation) world;
        return List.of(jolt::system, jolt::bodies);
    }

    @Override
    protected boolean callsBack(EngineSimulation<Body> world, Runnable callback) {
        JoltSimulation jolt = (JoltSimulation) world;
        jolt.system().addStepListener(new CustomPhysicsStepListener() {
            @Override
            public void onStep(long context) {
                accessors(world).forEach(each -> assertThrows(IllegalStateException.class, each));
                callback.run();
            }
        });
        return true;
    }

    @Override
    protected Map<String, Executable> ownCalls(EngineSimulation<Body> world) {
        JoltSimulation jolt = (JoltSimulation) world;
        return Map.of(
                "addJoint", () -> jolt.addJoint(new PointConstraintSettings(), jolt.body(3), jolt.body(4)),
                "contacts", () -> jolt.contacts((a, b, x, y, z, nx, ny, nz, impulse) -> {}),
                "wake", () -> jolt.wake(-10, -10, -10, 10, 10, 10));
    }

    @Override
    protected Body turned(EngineSimulation<Body> world, float x, float y, float angle) {
        JoltSimulation jolt = (JoltSimulation) world;
        Quat turn = Quat.sRotation(Vec3.sAxisZ(), angle);
        return known(jolt, Cubes.cube(jolt, x, y, 0, settings -> settings.setRotation(turn)));
    }

    /** Its compound shape is decorated twice, as that of a vehicle often is. */
    @Override
    protected Body pair(EngineSimulation<Body> world, float x, float y) {
        StaticCompoundShapeSettings parts = new StaticCompoundShapeSettings();
        parts.addShape(new Vec3(-0.5f, 0, 0), new Quat(), new BoxShape(0.5f));
        parts.addShape(new Vec3(0.5f, 0, 0), new Quat(), new BoxShape(0.5f));
        JoltSimulation jolt = (JoltSimulation) world;
        ConstShape shape = new OffsetCenterOfMassShape(
                new ScaledShape(parts.create().get().getPtr(), Vec3.sReplicate(1)), new Vec3(0, -0.1f, 0));
        return known(jolt, Cubes.body(jolt, shape, new RVec3(x, y, 0), settings -> {}));
    }

    @Override
    protected void makeShape() {
        JoltSimulation.load();
        new BoxShape(0.5f).toRef().close();
    }

    @Override
    protected String nativeLibraries() {
        return ".*Release[SD]p.*";
    }

    @Override
    protected String floatLibraries() {
        // Null if another version is tested, and only with floats.
        return System.getProperty("maven.test.additionalClasspath", "ReleaseDp").contains("ReleaseDp")
                ? ".*ReleaseSp.*"
                : null;
    }

    @Override
    protected long bytesPerStep() {
        return 64;
    }
}
