package io.github.freestep.benchmarks.readme;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.BroadPhaseLayerFilter;
import com.github.stephengold.joltjni.CapsuleShape;
import com.github.stephengold.joltjni.CharacterVirtual;
import com.github.stephengold.joltjni.CharacterVirtualSettings;
import com.github.stephengold.joltjni.ExtendedUpdateSettings;
import com.github.stephengold.joltjni.IgnoreMultipleBodiesFilter;
import com.github.stephengold.joltjni.ObjectLayerFilter;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.ShapeFilter;
import com.github.stephengold.joltjni.StateRecorderImpl;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EGroundState;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

public class Walker implements EngineScene<JoltSimulation> {
    static {
        JoltSimulation.load(); // before the fields below
    }

    public static final StateLayout LAYOUT = StateLayout.of(16).linear("vx", "vy", "vz");

    private static final float SPEED = 3; // metres per second
    private static final int MOST_BYTES = 1 << 16; // of a saved walker, which has up to 256 contacts

    private final ExtendedUpdateSettings stairs = new ExtendedUpdateSettings(); // up to 40 cm high
    private final BroadPhaseLayerFilter trees = new BroadPhaseLayerFilter();
    private final ObjectLayerFilter layers = new ObjectLayerFilter();
    private final ShapeFilter shapes = new ShapeFilter();
    private final TempAllocator memory = new TempAllocatorMalloc();
    private final IgnoreMultipleBodiesFilter others = new IgnoreMultipleBodiesFilter();
    CharacterVirtual walker;
    int ship; // the slots of both
    int body;

    public void build(JoltSimulation world) {
        add(world, new BoxShape(new Vec3(50, 1, 50)), 0, -1, EMotionType.Static);
        for (int step = 0; step < 5; step++) {
            add(world, new BoxShape(new Vec3(1, 1, 3)), 4 + 0.5 * step, -0.7 + 0.3 * step, EMotionType.Static);
        }
        add(world, new BoxShape(0.4f), 1.5, 0.4, EMotionType.Dynamic);
        ship = add(world, new BoxShape(new Vec3(2, 0.1f, 3)), -4, 0.1, EMotionType.Kinematic);
        ConstShape capsule = new CapsuleShape(0.5f, 0.3f);
        body = add(world, capsule, 0, 1, EMotionType.Kinematic); // what others see and run into
        others.clear();
        others.ignoreBody(world.body(body).getId());
        CharacterVirtualSettings settings = new CharacterVirtualSettings();
        settings.setShape(capsule);
        walker = new CharacterVirtual(settings, new RVec3(0, 1, 0), new Quat(), 0, world.system());
    }

    private static int add(JoltSimulation world, ConstShape shape, double x, double y, EMotionType type) {
        return world.add(
                world.bodies().createBody(new BodyCreationSettings(shape, new RVec3(x, y, 0), new Quat(), type, 0)));
    }

    public void beforeStep(JoltSimulation world, Tick tick) {
        float seconds = (float) tick.dtSeconds();
        sail(world.bodies(), world.body(ship));
        walker.updateGroundVelocity();
        Vec3 ground = walker.getGroundVelocity();
        float fall = walker.getLinearVelocity().getY();
        boolean stands = walker.getGroundState() == EGroundState.OnGround && fall - ground.getY() < 0.1f;
        float jump = tick.input().axis(2) > 0 ? 5 : 0;
        walker.setLinearVelocity(new Vec3(
                tick.input().axis(0) * SPEED + (stands ? ground.getX() : 0),
                (stands ? ground.getY() + jump : fall) - 9.81f * seconds,
                tick.input().axis(1) * SPEED + (stands ? ground.getZ() : 0)));
        move(seconds);
        world.bodies().moveKinematic(world.body(body).getId(), walker.getPosition(), walker.getRotation(), seconds);
    }

    void move(float seconds) {
        walker.extendedUpdate(seconds, new Vec3(0, -9.81f, 0), stairs, trees, layers, others, shapes, memory);
    }

    private static void sail(BodyInterface bodies, Body ship) { // there and back
        float way = ship.getPosition().z();
        boolean back = way > 3 || way > -3 && ship.getLinearVelocity().getZ() < 0;
        bodies.setLinearAndAngularVelocity(ship.getId(), new Vec3(0, 0, back ? -1 : 1), new Vec3(0, 0.2f, 0));
    }

    public void write(JoltSimulation world, StateWriter state) { // for a prediction by OwnWalker
        Vec3 velocity = walker.getLinearVelocity();
        state.linear(0, body, velocity.getX());
        state.linear(1, body, velocity.getY());
        state.linear(2, body, velocity.getZ());
        state.linear(2, ship, world.body(ship).getLinearVelocity().getZ());
    }

    public void save(JoltSimulation world, DataOutput out) throws IOException {
        try (StateRecorderImpl state = new StateRecorderImpl()) {
            walker.saveState(state);
            out.writeInt(state.getData().length);
            out.write(state.getData());
        }
    }

    public void restore(JoltSimulation world, DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("the saved walker is damaged: it has " + length + " bytes; use another copy");
        }
        byte[] saved = new byte[length];
        in.readFully(saved);
        try (StateRecorderImpl state = new StateRecorderImpl()) {
            state.writeBytes(saved);
            walker.restoreState(state);
        }
    }
}
