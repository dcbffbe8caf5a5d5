package io.github.freestep.benchmarks.readme;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
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
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EGroundState;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.SavedBytes;
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

    public static final StateLayout LAYOUT = StateLayout.of(16).linear("vy", "vz"); // for OwnWalker

    private final ExtendedUpdateSettings stairs = new ExtendedUpdateSettings(); // up to 40 cm high
    private final BroadPhaseLayerFilter trees = new BroadPhaseLayerFilter();
    private final ObjectLayerFilter layers = new ObjectLayerFilter();
    private final ShapeFilter shapes = new ShapeFilter();
    private final TempAllocatorMalloc memory = new TempAllocatorMalloc();
    private final IgnoreMultipleBodiesFilter others = new IgnoreMultipleBodiesFilter();
    CharacterVirtual walker;
    int ship; // the slots of both
    int body;

    public void build(JoltSimulation world) {
        add(world, new BoxShape(new Vec3(50, 1, 50)), 0, -1, 0, 0, EMotionType.Static);
        for (int step = 0; step < 5; step++) {
            add(world, new BoxShape(new Vec3(1, 1, 3)), 4 + 0.5 * step, -0.7 + 0.3 * step, 0, 0, EMotionType.Static);
        }
        add(world, new BoxShape(new Vec3(2, 0.5f, 4)), 0, 1, -6, 0.4f, EMotionType.Static); // a slope
        ship = add(world, new BoxShape(new Vec3(2, 0.1f, 3)), -4, 0.1, 0, 0, EMotionType.Kinematic);
        ConstShape capsule = new CapsuleShape(0.5f, 0.3f);
        body = add(world, capsule, 0, 1, 0, 0, EMotionType.Kinematic); // what others see and run into
        others.clear();
        others.ignoreBody(world.body(body).getId());
        CharacterVirtualSettings settings = new CharacterVirtualSettings();
        settings.setShape(capsule);
        walker = new CharacterVirtual(settings, new RVec3(0, 1, 0), new Quat(), 0, world.system());
    }

    private static int add(
            JoltSimulation world, ConstShape shape, double x, double y, double z, float tilt, EMotionType type) {
        Quat turn = Quat.sRotation(new Vec3(1, 0, 0), tilt);
        try (BodyCreationSettings made = new BodyCreationSettings(shape, new RVec3(x, y, z), turn, type, 0)) {
            return world.add(world.bodies().createBody(made));
        }
    }

    public void beforeStep(JoltSimulation world, Tick tick) {
        float seconds = (float) tick.dtSeconds();
        Body deck = world.body(ship);
        float way = deck.getPosition().z();
        boolean back = way > 3 || way > -3 && deck.getLinearVelocity().getZ() < 0;
        world.bodies().setLinearAndAngularVelocity(deck.getId(), new Vec3(0, 0, back ? -1 : 1), new Vec3(0, 0.2f, 0));
        walker.updateGroundVelocity();
        Vec3 ground = walker.getGroundVelocity();
        float fall = walker.getLinearVelocity().getY();
        boolean stands = walker.getGroundState() == EGroundState.OnGround && fall - ground.getY() < 0.1f;
        float jump = tick.input().axis(2) > 0 ? 5 : 0;
        walker.setLinearVelocity(new Vec3(
                tick.input().axis(0) * 3 + (stands ? ground.getX() : 0),
                (stands ? ground.getY() + jump : fall) - 9.81f * seconds,
                tick.input().axis(1) * 3 + (stands ? ground.getZ() : 0)));
        move(seconds);
        world.bodies().moveKinematic(world.body(body).getId(), walker.getPosition(), walker.getRotation(), seconds);
    }

    void move(float seconds) {
        walker.extendedUpdate(seconds, new Vec3(0, -9.81f, 0), stairs, trees, layers, others, shapes, memory);
    }

    public void write(JoltSimulation world, StateWriter state) {
        state.linear(0, body, walker.getLinearVelocity().getY());
        state.linear(1, ship, world.body(ship).getLinearVelocity().getZ());
    }

    public void save(JoltSimulation world, DataOutput out) throws IOException {
        try (StateRecorderImpl state = new StateRecorderImpl()) {
            walker.saveState(state);
            out.writeInt(state.getData().length);
            out.write(state.getData());
        }
    }

    public void restore(JoltSimulation world, DataInput in) throws IOException {
        SavedBytes saved = new SavedBytes(); // refuses a forged length
        saved.read(in, in.readInt());
        try (StateRecorderImpl state = new StateRecorderImpl()) {
            state.writeBytes(saved.array(), saved.length());
            walker.restoreState(state);
        }
    }
}
