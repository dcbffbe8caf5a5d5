package io.github.freestep.render.server;

import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EAllowedDofs;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.prediction.OwnScene;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.stream.IntStream;

/** Two players of Jolt who push 100 boxes. The scene is the same on the server and on a client. */
final class TouchBoxes implements EngineScene<JoltSimulation> {
    static final int PLAYERS = 2;
    static final int BOXES = 100;
    static final int BODIES = PLAYERS + BOXES;
    static final float SPEED = 3;
    static final StateLayout LAYOUT = StateLayout.of(BODIES + 1)
            .linear("vx", "vy", "vz", "wx", "wy", "wz")
            .stepped(OwnBody.INPUT_NUMBER, "xKey", "zKey");

    static {
        JoltSimulation.load();
    }

    private static final Vec3 PLAYER = new Vec3(0.5f, 0.5f, 0.5f);
    private static final Vec3 BOX = new Vec3(0.4f, 0.4f, 0.4f);
    private static final int UPRIGHT =
            EAllowedDofs.TranslationX | EAllowedDofs.TranslationY | EAllowedDofs.TranslationZ;

    /** By player, and by axis. */
    final float[][] keys = new float[PLAYERS][2];

    @Override
    public void build(JoltSimulation world) {
        for (int i = 0; i < PLAYERS; i++) {
            add(world, PLAYER, -3, 0.5, 2 * i, EMotionType.Dynamic);
        }
        for (int i = 0; i < BOXES; i++) {
            boolean isAbove = i >= BOXES / 2;
            int at = i % (BOXES / 2);
            add(world, BOX, 1.3 * (at % 10), isAbove ? 1.2 : 0.4, 1.3 * (at / 10), EMotionType.Dynamic);
        }
        add(world, new Vec3(100, 1, 100), 0, -1, 0, EMotionType.Static);
    }

    private static void add(JoltSimulation world, Vec3 half, double x, double y, double z, EMotionType type) {
        try (BodyCreationSettings made =
                new BodyCreationSettings(new BoxShape(half), new RVec3(x, y, z), new Quat(), type, 0)) {
            if (half == PLAYER) {
                made.setAllowedDofs(UPRIGHT);
            }
            world.add(world.bodies().createBody(made));
        }
    }

    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        for (int i = 0; i < PLAYERS; i++) {
            int id = world.body(i).getId();
            float x = SPEED * keys[i][0];
            float z = SPEED * keys[i][1];
            if (x != 0 || z != 0 || world.bodies().isActive(id)) {
                world.bodies()
                        .setLinearVelocity(
                                id,
                                new Vec3(x, world.body(i).getLinearVelocity().getY(), z));
            }
        }
    }

    @Override
    public void write(JoltSimulation world, StateWriter state) {
        for (int slot = 0; slot < BODIES; slot++) {
            if (world.body(slot) == null) {
                continue; // removed
            }
            Vec3 v = world.body(slot).getLinearVelocity();
            Vec3 w = world.body(slot).getAngularVelocity();
            state.linear(0, slot, v.getX());
            state.linear(1, slot, v.getY());
            state.linear(2, slot, v.getZ());
            state.linear(3, slot, w.getX());
            state.linear(4, slot, w.getY());
            state.linear(5, slot, w.getZ());
        }
        for (int seat = 0; seat < PLAYERS; seat++) {
            state.stepped(1, seat, keys[seat][0]);
            state.stepped(2, seat, keys[seat][1]);
        }
    }

    /** The world of the server. */
    static final class Server extends WrappingSimulation implements PlayerHost {
        final TouchBoxes scene;
        final JoltSimulation world;
        final Players players;

        Server() {
            this(new TouchBoxes());
        }

        private Server(TouchBoxes scene) {
            this(scene, JoltSimulation.of(LAYOUT, scene));
        }

        private Server(TouchBoxes scene, JoltSimulation world) {
            super(world);
            this.scene = scene;
            this.world = world;
            players = Players.builder(this).seats(PLAYERS).axes(2).build();
        }

        RVec3 at(int slot) {
            return world.body(slot).getPosition();
        }

        /** How many bodies are not at rest. */
        int awake() {
            return (int) IntStream.range(0, BODIES)
                    .filter(slot -> world.body(slot).isActive())
                    .count();
        }

        @Override
        public int join(int seat, Bodies bodies) {
            return seat;
        }

        @Override
        public void leave(int seat, int body, Bodies bodies) {}

        @Override
        public void step(Tick tick) {
            for (int seat = 0; seat < PLAYERS; seat++) {
                PlayerInput input = players.input(tick, seat);
                scene.keys[seat][0] = input.axis(0);
                scene.keys[seat][1] = input.axis(1);
            }
            super.step(tick);
        }
    }

    /** The world of a client, in which the keys of the other player stay as they were in the newest state. */
    static final class Own extends WrappingSimulation implements OwnScene {
        private final TouchBoxes scene;
        private final JoltSimulation world;
        private final RemotePlayer me;
        private final RVec3 position = new RVec3();
        private final Quat turn = new Quat();
        private final Vec3 v = new Vec3();
        private final Vec3 w = new Vec3();

        Own(RemotePlayer me) {
            this(me, new TouchBoxes());
        }

        private Own(RemotePlayer me, TouchBoxes scene) {
            this(me, scene, JoltSimulation.of(LAYOUT, scene));
        }

        private Own(RemotePlayer me, TouchBoxes scene, JoltSimulation world) {
            super(world);
            this.me = me;
            this.scene = scene;
            this.world = world;
        }

        @Override
        public int slot(State server) {
            return me.body();
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {
            v.set(server.linear(0)[slot], server.linear(1)[slot], server.linear(2)[slot]);
            w.set(server.linear(3)[slot], server.linear(4)[slot], server.linear(5)[slot]);
            place(server, slot, v.lengthSq() > 0 || w.lengthSq() > 0);
            if (slot < PLAYERS) {
                scene.keys[slot][0] = server.stepped(1)[slot];
                scene.keys[slot][1] = server.stepped(2)[slot];
            }
        }

        @Override
        public void rest(State server, int slot, PhysicsContext context) {
            v.set(0, 0, 0);
            w.set(0, 0, 0);
            place(server, slot, false);
            if (slot < PLAYERS) {
                scene.keys[slot][0] = 0;
                scene.keys[slot][1] = 0;
            }
        }

        private void place(State server, int slot, boolean moves) {
            if (slot >= BODIES) {
                return; // the ground
            }
            int id = world.body(slot).getId();
            if (server.isAlive(slot)) {
                position.set(server.x(slot), server.y(slot), server.z(slot));
                turn.set(server.qx()[slot], server.qy()[slot], server.qz()[slot], server.qw()[slot]);
            } else {
                position.set(0, -1_000, 0); // out of the way
                turn.set(0, 0, 0, 1);
            }
            world.bodies().setPositionAndRotation(id, position, turn, EActivation.DontActivate);
            world.bodies().setLinearAndAngularVelocity(id, v, w);
            if (moves) {
                world.bodies().activateBody(id);
            } else {
                world.bodies().deactivateBody(id);
            }
            world.refresh(slot);
        }

        @Override
        public void step(Tick tick) {
            scene.keys[me.body()][0] = tick.input().axis(0);
            scene.keys[me.body()][1] = tick.input().axis(1);
            super.step(tick);
        }
    }
}
