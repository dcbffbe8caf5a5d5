package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyFilter;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.BroadPhaseLayerFilter;
import com.github.stephengold.joltjni.CapsuleShape;
import com.github.stephengold.joltjni.CharacterVirtual;
import com.github.stephengold.joltjni.CharacterVirtualSettings;
import com.github.stephengold.joltjni.Constraints;
import com.github.stephengold.joltjni.ConvexHullShapeSettings;
import com.github.stephengold.joltjni.ExtendedUpdateSettings;
import com.github.stephengold.joltjni.Float3;
import com.github.stephengold.joltjni.IndexedTriangle;
import com.github.stephengold.joltjni.MeshShapeSettings;
import com.github.stephengold.joltjni.ObjectLayerFilter;
import com.github.stephengold.joltjni.PointConstraintSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.ShapeFilter;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.StateRecorderImpl;
import com.github.stephengold.joltjni.StaticCompoundShapeSettings;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * A heap of boxes, balls, capsules, dumb-bells and wedges in a pit whose ground is a mesh, with a lift, a sensor, a
 * chain, and a player who pushes them. Bodies are spawned, removed, pushed, moved and put to sleep at random, and
 * joints of eight kinds added, changed and removed. Saves the player, but no joints.
 */
final class Toys implements EngineScene<JoltSimulation> {
    static {
        JoltSimulation.load();
    }

    static final int CAPACITY = 64;
    private static final int FIRST = 30;
    private static final int SENSOR = 5;
    private static final int LIFT = 6;
    private static final int KINDS = 5;
    private static final int MOST_JOINTS = 12;

    /** The corners of the ground along x and z. */
    private static final int SIDE = 9;

    /** For each slot: what its body is. */
    private final int[] kinds = new int[CAPACITY];

    private final ExtendedUpdateSettings stairs = new ExtendedUpdateSettings();
    private final BroadPhaseLayerFilter trees = new BroadPhaseLayerFilter();
    private final ObjectLayerFilter layers = new ObjectLayerFilter();
    private final BodyFilter bodies = new BodyFilter();
    private final ShapeFilter shapes = new ShapeFilter();
    private final TempAllocator memory = new TempAllocatorMalloc();
    private CharacterVirtual player;

    @Override
    public void build(JoltSimulation world) {
        Cubes.floor(world);
        ground(world);
        wall(world, 4, 0);
        wall(world, -4, 0);
        wall(world, 0, 4);
        wall(world, 0, -4);
        add(world, SENSOR, 0, 2, 0);
        add(world, LIFT, 1, 1, 1);
        for (int i = 2; i < FIRST; i++) {
            add(world, i % KINDS, i % 3 - 1.1, 1 + i * 0.7, i % 5 * 0.3 - 0.5);
        }
        chain(world, 6, 7);
        chain(world, 7, 8);
        CharacterVirtualSettings settings = new CharacterVirtualSettings();
        settings.setShape(new CapsuleShape(0.5f, 0.3f));
        player = new CharacterVirtual(settings, new RVec3(2, 3, 2), new Quat(), 0, world.system());
    }

    /** Lets the player run around the centre. */
    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        RVec3 at = player.getPosition();
        float fall = Math.max(player.getLinearVelocity().getY() - 0.1f, -5);
        player.setLinearVelocity(new Vec3(2 * Math.signum(at.z()), fall, -2 * Math.signum(at.x())));
        player.extendedUpdate(
                (float) tick.dtSeconds(), new Vec3(0, -10, 0), stairs, trees, layers, bodies, shapes, memory);
    }

    /** Makes bumps of up to 30 cm above the floor, of triangles with edges of one metre and more. */
    private static void ground(JoltSimulation world) {
        Float3[] corners = new Float3[SIDE * SIDE];
        IndexedTriangle[] triangles = new IndexedTriangle[2 * (SIDE - 1) * (SIDE - 1)];
        int count = 0;
        for (int z = 0; z < SIDE; z++) {
            for (int x = 0; x < SIDE; x++) {
                int corner = z * SIDE + x;
                corners[corner] = new Float3(x - SIDE / 2, (x * 5 + z * 3) % 4 * 0.1f, z - SIDE / 2);
                if (x < SIDE - 1 && z < SIDE - 1) {
                    triangles[count++] = new IndexedTriangle(corner, corner + SIDE, corner + 1);
                    triangles[count++] = new IndexedTriangle(corner + 1, corner + SIDE, corner + SIDE + 1);
                }
            }
        }
        ConstShape shape =
                new MeshShapeSettings(corners, triangles).create().get().getPtr();
        addStatic(world, shape, new RVec3());
    }

    private static void wall(JoltSimulation world, double x, double z) {
        ConstShape shape = new BoxShape(new Vec3(x == 0 ? 4 : 0.5f, 5, z == 0 ? 4 : 0.5f));
        addStatic(world, shape, new RVec3(x, 4.5, z));
    }

    private static void addStatic(JoltSimulation world, ConstShape shape, RVec3 at) {
        Body body = Cubes.body(
                world,
                shape,
                at,
                settings -> settings.setMotionType(EMotionType.Static).setObjectLayer(JoltSimulation.STATIC_LAYER));
        world.bodies().addBody(body.getId(), EActivation.DontActivate);
    }

    private static void chain(JoltSimulation world, int first, int second) {
        PointConstraintSettings settings = new PointConstraintSettings();
        RVec3 between = world.body(first).getPosition();
        between.addInPlace(0, 0.4, 0);
        settings.setPoint1(between);
        settings.setPoint2(between);
        TwoBodyConstraint joint = settings.create(world.body(first), world.body(second));
        world.system().addConstraint(joint);
        settings.close();
    }

    private int add(JoltSimulation world, int kind, double x, double y, double z) {
        Body body = Cubes.body(world, shape(kind), new RVec3(x, y, z), settings -> {
            settings.setRestitution(0.1f * kind);
            if (kind == SENSOR || kind == LIFT) {
                settings.setIsSensor(kind == SENSOR).setMotionType(EMotionType.Kinematic);
            }
        });
        int slot = world.add(body);
        kinds[slot] = kind;
        return slot;
    }

    private static ConstShape shape(int kind) {
        return switch (kind) {
            case 0 -> new BoxShape(0.4f);
            case 1 -> new SphereShape(0.4f);
            case 2 -> new CapsuleShape(0.3f, 0.25f);
            case 3 -> dumbBell();
            case 4 -> wedge();
            case SENSOR -> new BoxShape(2);
            default -> new BoxShape(new Vec3(1, 0.2f, 1));
        };
    }

    private static ConstShape wedge() {
        ConvexHullShapeSettings settings = new ConvexHullShapeSettings(List.of(
                new Vec3(-0.4f, -0.3f, -0.4f),
                new Vec3(0.4f, -0.3f, -0.4f),
                new Vec3(-0.4f, -0.3f, 0.4f),
                new Vec3(0.4f, -0.3f, 0.4f),
                new Vec3(0, 0.4f, 0.1f)));
        return settings.create().get().getPtr();
    }

    private static ConstShape dumbBell() {
        StaticCompoundShapeSettings settings = new StaticCompoundShapeSettings();
        settings.addShape(new Vec3(-0.4f, 0, 0), new Quat(), new SphereShape(0.25f));
        settings.addShape(new Vec3(0.4f, 0, 0), new Quat(), new BoxShape(0.2f));
        return settings.create().get().getPtr();
    }

    /** Changes the world at random. The same numbers make the same changes. */
    void change(JoltSimulation world, Random random) {
        BodyInterface bodies = world.bodies();
        for (int i = random.nextInt(3); i > 0; i--) {
            int slot = random.nextInt(CAPACITY);
            int kind = random.nextInt(9);
            double x = random.nextDouble() * 5 - 2.5;
            double y = 1 + random.nextDouble() * 5;
            float v = random.nextFloat() * 8 - 4;
            Body body = world.body(slot);
            if (body == null) {
                if (kind < 5) {
                    // May get another slot.
                    add(world, kind % KINDS, x, y, v / 2);
                }
                continue;
            }
            int id = body.getId();
            switch (kind) {
                case 0 -> {
                    if (slot > 8) {
                        world.remove(slot);
                    }
                }
                case 1 -> {
                    bodies.setPositionAndRotation(id, new RVec3(x, y, v / 2), new Quat(), EActivation.Activate);
                    world.teleport(slot);
                }
                case 2 -> bodies.deactivateBody(id);
                case 3 -> bodies.setFriction(id, Math.abs(v));
                case 4 -> bodies.setGravityFactor(id, v > 3 ? 0 : 1);
                case 5 -> bodies.setRestitution(id, Math.abs(v) / 8);
                default -> bodies.setLinearVelocity(id, new Vec3(v, 3, -v));
            }
        }
        bodies.setLinearVelocity(world.body(1).getId(), new Vec3(0, random.nextFloat() - 0.5f, 0));
        if (random.nextInt(3) == 0) {
            changeJoint(world, random);
        }
    }

    /** Changes or removes a joint, but not the chain, or adds one between bodies that are near each other. */
    private static void changeJoint(JoltSimulation world, Random random) {
        Body body1 = world.body(random.nextInt(CAPACITY));
        Body body2 = world.body(2 + random.nextInt(CAPACITY - 2));
        int kind = random.nextInt(8);
        try (Constraints all = world.system().getConstraints()) {
            TwoBodyConstraint joint =
                    (TwoBodyConstraint) all.get(random.nextInt(all.size())).getPtr();
            boolean isChain = joint.getConstraintPriority() == 0;
            if (!isChain && random.nextInt(8) == 0) {
                world.system().removeConstraint(joint);
            } else if (!isChain) {
                Joints.change(world, joint, random);
            }
            if (body1 != null && body2 != null && body1 != body2 && all.size() < MOST_JOINTS) {
                RVec3 at = body1.getPosition();
                RVec3 to = body2.getPosition();
                if (Math.hypot(at.xx() - to.xx(), Math.hypot(at.yy() - to.yy(), at.zz() - to.zz())) < 3) {
                    world.addJoint(Joints.tilted(kind, random), body1, body2)
                            .setConstraintPriority(1 + random.nextInt(1 << 30));
                }
            }
        }
    }

    /** Returns a hash of the bits of all that moves, the player among them. */
    long hashWithPlayer(JoltSimulation world) {
        RVec3 at = player.getPosition();
        return 31 * hash(world, CAPACITY)
                + Double.hashCode(at.xx())
                + 7 * Double.hashCode(at.yy())
                + 9 * Double.hashCode(at.zz());
    }

    /** Returns a hash of the bits of the bodies in the first slots. */
    static long hash(JoltSimulation world, int slots) {
        long hash = world.system().getNumBodies();
        for (int slot = 0; slot < slots; slot++) {
            Body body = world.body(slot);
            hash = 31 * hash + (body == null ? 1 : hash(body));
        }
        return hash;
    }

    private static long hash(Body body) {
        RVec3 p = body.getPosition();
        Quat q = body.getRotation();
        Vec3 v = body.getLinearVelocity();
        Vec3 w = body.getAngularVelocity();
        long hash = body.getId() + (body.isActive() ? 7 : 0);
        for (double value : new double[] {
            p.xx(),
            p.yy(),
            p.zz(),
            q.getX(),
            q.getY(),
            q.getZ(),
            q.getW(),
            v.getX(),
            v.getY(),
            v.getZ(),
            w.getX(),
            w.getY(),
            w.getZ(),
            body.getFriction(),
            body.getRestitution()
        }) {
            hash = 31 * hash + Double.doubleToRawLongBits(value);
        }
        return hash;
    }

    @Override
    public void save(JoltSimulation world, DataOutput out) throws IOException {
        try (StateRecorderImpl state = new StateRecorderImpl()) {
            player.saveState(state);
            out.writeInt(state.getData().length);
            out.write(state.getData());
        }
    }

    @Override
    public void restore(JoltSimulation world, DataInput in) throws IOException {
        byte[] saved = new byte[in.readInt()];
        in.readFully(saved);
        try (StateRecorderImpl state = new StateRecorderImpl()) {
            state.writeBytes(saved);
            player.restoreState(state);
        }
    }

    @Override
    public void saveBody(JoltSimulation world, int slot, DataOutput out) throws IOException {
        out.writeByte(kinds[slot]);
    }

    @Override
    public void restoreBody(JoltSimulation world, int slot, DataInput in) throws IOException {
        int kind = in.readByte();
        kinds[slot] = kind;
        if (world.body(slot) == null) {
            add(world, kind, 0, 20, 0);
        }
    }
}
