package io.github.freestep.peers;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import com.jme3.system.NativeLibraryLoader;
import com.simsilica.mathd.Quatd;
import com.simsilica.mathd.Vec3d;
import com.simsilica.mathd.trans.PositionTransition3d;
import com.simsilica.mathd.trans.TransitionBuffer;
import com.simsilica.sim.AbstractGameSystem;
import com.simsilica.sim.GameLoop;
import com.simsilica.sim.GameSystemManager;
import com.simsilica.sim.NanoLoopSleepStrategy;
import com.simsilica.sim.SimTime;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;
import java.util.ArrayList;
import java.util.List;

/**
 * SiO2 in a headless jMonkeyEngine: its game loop on a thread of its own steps Minie's space, and puts positions into
 * transition buffers. The picture looks at them 100 ms in the past, as SimEthereal does at first.
 */
public final class SimsilicaPeer extends MinieSpace {
    private static final int HISTORY = 12;
    private static final long DELAY_NANOS = 100_000_000;

    private final GameSystemManager systems = new GameSystemManager();
    private final GameLoop loop;
    private final List<TransitionBuffer<PositionTransition3d>> positions = new ArrayList<>();
    private final Physics physics = new Physics();

    private SimsilicaPeer(PeerScreen screen) {
        super(screen);
        loop = new GameLoop(systems, 1_000_000_000L * screen.slowness() / PeerScene.RATE);
    }

    @Override
    protected void begin() {
        for (int i = 0; i < boxes.length; i++) {
            positions.add(PositionTransition3d.createBuffer(HISTORY));
        }
        systems.addSystem(physics);
        loop.setLoopSleepStrategy(new NanoLoopSleepStrategy());
        loop.start();
    }

    /** Runs on the thread of the game loop. */
    private final class Physics extends AbstractGameSystem {
        private final List<PhysicsRigidBody> bodies = new ArrayList<>();
        private PhysicsSpace space;

        @Override
        protected void initialize() {
            space = new PhysicsSpace(PhysicsSpace.BroadphaseType.DBVT);
            fill(space);
        }

        @Override
        public void update(SimTime time) {
            space.update((float) time.getTpf() / screen.slowness());
            space.distributeEvents();
            for (int i = 0; i < bodies.size(); i++) {
                PhysicsRigidBody body = bodies.get(i);
                positions
                        .get(i)
                        .addTransition(new PositionTransition3d(
                                time.getTime(),
                                new Vec3d(body.getMotionState().getLocation(null)),
                                new Quatd(body.getMotionState().getOrientation((Quaternion) null)),
                                true));
            }
        }

        @Override
        protected void terminate() {
            space.destroy();
        }
    }

    @Override
    PhysicsRigidBody box(BoxCollisionShape cube, int picture, Vector3f at) {
        PhysicsRigidBody box = new PhysicsRigidBody(cube, 1);
        box.setPhysicsLocation(at);
        physics.bodies.add(box);
        return box;
    }

    @Override
    public void simpleUpdate(float sinceLastFrame) {
        long time = systems.getStepTime().getUnlockedTime(System.nanoTime()) - DELAY_NANOS * screen.slowness();
        for (int i = 0; i < boxes.length; i++) {
            PositionTransition3d shown = positions.get(i).getTransition(time);
            if (shown != null) {
                boxes[i].setLocalTranslation(shown.getPosition(time, true).toVector3f());
                boxes[i].setLocalRotation(shown.getRotation(time, true).toQuaternion());
            }
        }
    }

    @Override
    public void destroy() {
        super.destroy();
        loop.stop();
    }

    /** Runs it. */
    public static void main(String[] args) {
        NativeLibraryLoader.loadNativeLibrary("bulletjme", true);
        new SimsilicaPeer(PeerScreen.open(args)).play();
    }
}
