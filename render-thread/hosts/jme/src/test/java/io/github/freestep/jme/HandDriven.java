package io.github.freestep.jme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.control.VehicleControl;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.util.NativeLibrary;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import com.jme3.scene.Node;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import com.jme3.system.NanoTimer;
import com.jme3.system.NativeLibraryLoader;
import com.jme3.system.NullContext;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assumptions;

/** A game without a window, whose frames a test begins. It acts once a tick is over. */
abstract class HandDriven extends SimpleApplication implements PhysicsTickListener {
    /** Held, since the logging framework would let go of it. It warns of loaders that are not on the class path. */
    private static final Logger QUIET = Logger.getLogger("com.jme3");

    private final List<Seen> seen = new ArrayList<>();
    JmeContext.Type type = JmeContext.Type.Headless;
    BulletAppState bullet;
    HandClock clock;
    final Thread gameThread = Thread.currentThread();
    PhysicsSpace space;
    volatile int ticks;
    private int done;
    private int until = Integer.MAX_VALUE;

    HandDriven() {
        super(new AppState[0]);
    }

    /** Skips the test, in words, where Minie has no native library. */
    static void requireNative() {
        QUIET.setLevel(Level.SEVERE);
        if (Runtime.version().feature() >= 22) {
            System.setProperty("org.lwjgl.system.memoryBackend", "ffm"); // the other one warns on JDK 24 and newer
        }
        try {
            NativeLibraryLoader.setCustomExtractionFolder("target");
            NativeLibraryLoader.loadNativeLibrary("bulletjme", true);
            NativeLibrary.setStartupMessageEnabled(false);
        } catch (UnsatisfiedLinkError | UnsupportedOperationException e) {
            Assumptions.abort("Minie has no native library for this platform: " + e.getMessage());
        }
    }

    /** Begins the game, which builds its world. */
    HandDriven begin(BulletAppState state, HandClock time) {
        bullet = state;
        clock = time;
        settings = new AppSettings(true);
        settings.setAudioRenderer(null);
        Hand hand = new Hand();
        context = hand;
        hand.setSettings(settings);
        hand.setSystemListener(this);
        hand.initInThread();
        return this;
    }

    void frame() {
        clock.frame();
        context.getSystemListener().update();
    }

    /** Makes frames until the game has acted on a number of ticks, and returns what it has then seen. */
    List<Seen> play(int ticksToPlay) {
        until = ticksToPlay;
        for (int frames = 0; seen.isEmpty(); frames++) {
            assertTrue(frames < 1_000_000, () -> "only " + done + " ticks");
            frame();
        }
        end();
        return seen;
    }

    void end() {
        context.getSystemListener().destroy();
    }

    @Override
    public void simpleInitApp() {
        setTimer(new NanoTimer() {
            @Override
            public float getTimePerFrame() {
                return 1 / 60f;
            }
        });
        stateManager.attach(bullet);
        space = bullet.getPhysicsSpace();
        space.addTickListener(this);
        build();
    }

    /** A value at the end, and by how much it may differ because the picture is a few ticks behind. */
    record Seen(String name, double value, double tolerance) {}

    abstract void build();

    void afterTick(int tick) {}

    void result() {}

    void see(String name, double value, double tolerance) {
        seen.add(new Seen(name, value, tolerance));
    }

    @Override
    public void simpleUpdate(float tpf) {
        while (done < ticks) {
            afterTick(++done);
        }
        if (done >= until && seen.isEmpty()) {
            result();
        }
    }

    @Override
    public void prePhysicsTick(PhysicsSpace in, float seconds) {}

    @Override
    public void physicsTick(PhysicsSpace in, float seconds) {
        ticks++;
    }

    void floor() {
        space.addCollisionObject(new PhysicsRigidBody(new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0)), 0));
    }

    RigidBodyControl body(RigidBodyControl control, float x, float y, float z) {
        Node node = new Node();
        node.setLocalTranslation(x, y, z);
        node.addControl(control);
        rootNode.attachChild(node);
        space.add(node);
        return control;
    }

    /** Returns a car that is not in the space yet. */
    VehicleControl car(Node node) {
        VehicleControl car = new VehicleControl(new BoxCollisionShape(0.5f, 0.2f, 1), 5);
        node.addControl(car);
        rootNode.attachChild(node);
        car.setSuspensionCompression(6);
        car.setSuspensionDamping(7);
        car.setSuspensionStiffness(150);
        for (int i = 0; i < 4; i++) {
            Node wheel = new Node();
            node.attachChild(wheel);
            Vector3f at = new Vector3f(i % 2 == 0 ? -0.5f : 0.5f, 0, i < 2 ? 0.8f : -0.8f);
            car.addWheel(wheel, at, new Vector3f(0, -1, 0), new Vector3f(-1, 0, 0), 0.2f, 0.3f, i < 2);
        }
        return car;
    }

    /** Passes 4 ms in a frame, and while the game waits for steps. */
    static final class HandClock implements NanoClock {
        private final Thread gameThread = Thread.currentThread();
        private final AtomicLong nowNanos = new AtomicLong();

        void frame() {
            pass(4_000_000);
        }

        void pass(long nanos) {
            nowNanos.addAndGet(nanos);
        }

        @Override
        public long nanoTime() {
            return nowNanos.get();
        }

        @Override
        public void park(long nanos) {
            NanoClock.super.park(Math.min(nanos, 100_000));
            if (Thread.currentThread() == gameThread) {
                pass(Math.min(nanos, 100_000));
            }
        }
    }

    private final class Hand extends NullContext {
        @Override
        public Type getType() {
            return type;
        }

        @Override
        public void initInThread() {
            super.initInThread();
        }
    }
}
