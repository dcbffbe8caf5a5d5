package io.github.freestep.jme;

import com.jme3.app.Application;
import com.jme3.app.state.AbstractAppState;
import com.jme3.app.state.AppStateManager;
import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.CollisionSpace;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.SolverType;
import com.jme3.bullet.animation.PhysicsLink;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.objects.PhysicsCharacter;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Quaternion;
import com.jme3.math.Transform;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.renderer.ViewPort;
import com.jme3.scene.Spatial;
import com.jme3.system.JmeContext;
import com.jme3.system.SystemListener;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.render.Frame;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.smooth.turns.HostCall;
import io.github.freestep.smooth.turns.Turns;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces Minie's {@code BulletAppState}, so that spatials move evenly on any display. Steps run on their own thread,
 * and every call that the game makes in its updates, input listeners and queued tasks stays safe.
 *
 * <pre>{@code
 * FreestepBulletState physics = new FreestepBulletState(); // was: new BulletAppState()
 * stateManager.attach(physics);
 * PhysicsSpace space = physics.getPhysicsSpace(); // from here on, as before
 * }</pre>
 *
 * <p>A step never runs beside the game's calls. Drawing, such as {@code simpleRender}, and your own threads do run
 * beside steps, so pass their calls to {@code space.enqueue}. As with {@code ThreadingType.PARALLEL}, tick and contact
 * listeners run on the stepping thread, so they must not touch the scene. If a step is long, frames are drawn without
 * the game's update, which then comes with a longer {@code tpf}. While the application is paused, no step is taken.
 * Steps on their own thread do not follow any other speed of the application, so call {@link #setSpeed} as well.
 *
 * <p>A display shows a frame only at its next refresh. In a window of jme3-lwjgl3, frames begin just before it, so that
 * the game acts on newer keys, if the swap waits for the display. {@link #pace} changes that, and {@link #toString}
 * says how long frames wait.
 *
 * <p>Bullet knows only the newest place. Where the camera or your own code draws at a body's place, ask
 * {@link #shown} in place of {@code getPhysicsLocation}. Bones of ragdolls show the newest step. Soft bodies,
 * multibodies and more than 32,768 moving bodies cannot be added.
 *
 * <p>Otherwise it accepts the calls of Minie's state. The accuracy of its space must be one divided by a whole number,
 * and be set before the first frame. A speed must be 0, or from 0.001 to 1,000.
 *
 * <p>For the game's thread. To have input by tick, replay or exact saves, use an engine's adapter instead.
 */
public class FreestepBulletState extends BulletAppState {
    private static final System.Logger LOG = System.getLogger("io.github.freestep");
    private static final int DEFAULT_RATE = 60;
    private static final int MOST_RATE = 1_000;
    private static final int CAPACITY = 1 << 15;

    /**
     * As many as Minie takes in a frame. Freestep drops time only in longer frames, whose steps it takes one by one.
     */
    private static final int MOST_AT_ONCE = 4;

    /** Steps that take longer are taken one by one, so that the stepper can end a frame after each of them. */
    private static final long LONGEST_AT_ONCE_NANOS = 20_000_000;

    /** Stands for a poll of the window, which is not known before the first frame. */
    private static final Runnable BY_WINDOW = () -> {};

    /**
     * How often a state has drawn a frame without the game. Then the states before it in the chain of listeners see no
     * update either, although the game is not paused.
     */
    private static int drawnAlone;

    /** The rate of the service. */
    private final int firstRate;

    /** How many steps a second the space takes. If the service has another rate, its time scale makes up for that. */
    private int rate;

    private final boolean isInline;
    private final NanoClock clock;
    private final Set<String> said = Collections.synchronizedSet(new HashSet<>());

    /** Those that listeners have added or removed in a step, until the game has its turn. Guarded by the turns. */
    private final List<PhysicsCollisionObject> changed = new ArrayList<>();

    private final Transform pose = new Transform();
    private final StepsAtOnce atOnce = new StepsAtOnce();

    /**
     * If inline, how many steps become due in the frame. Minie takes them in one call, in which a body that the game
     * moves has the speed of the whole frame. If each had a call of its own, the first one would get all of its way.
     */
    private int dueSteps;

    /** How long a step has taken. */
    private long stepNanos;

    private @Nullable Space space;
    private @Nullable Smooth<PhysicsCollisionObject> smooth;

    @Nullable Turns turns;

    private @Nullable ShownSpatials picture;
    private @Nullable Application application;

    /** Null if the application is not preceded yet. */
    private @Nullable Runnable leaving;

    /** What {@link #pace} has set. */
    private @Nullable Runnable pace = BY_WINDOW;

    /** Takes the input that came while a frame waited. Null if frames do not wait, or none has begun. */
    private @Nullable Runnable pollInput;

    /** Whether there was an update since this state was attached. */
    private boolean hasBegun;

    /** Renders this state while it is not enabled, because controls of characters move their spatials also then. */
    private final AbstractAppState whileDisabled = new AbstractAppState() {
        @Override
        public void render(RenderManager manager) {
            if (!FreestepBulletState.this.isEnabled() && picture != null) {
                FreestepBulletState.this.render(manager);
            }
        }
    };

    /** Whether a step runs, so that only the thread that has the turn can see it. */
    private boolean isStepping;

    /** The time of an inline state, as a sum of what the game was told, so that no frame rounds it. */
    private double inlineSeconds;

    /** The same, rounded: the time of the next frame of an inline state. */
    private long inlineNanos;

    /** How long the frame lasts, by that before it. */
    private long aheadNanos;

    /** The same of the frame before; so long that it never counts, if there was none. */
    private long beforeNanos;

    /** If threaded, whether the game has updated its states in this frame. While it is paused, it does not. */
    private boolean isUpdated;

    /** Creates a state that takes 60 steps a second on a thread of its own. */
    public FreestepBulletState() {
        this(DEFAULT_RATE);
    }

    /**
     * Creates a state that steps on a thread of its own.
     *
     * @param rate the steps per second: one divided by Minie's accuracy
     * @throws IllegalArgumentException if the rate is not between 1 and 1,000
     */
    public FreestepBulletState(int rate) {
        this(rate, false, NanoClock.system());
    }

    /** For tests, whose time is virtual. */
    FreestepBulletState(int rate, boolean isInline, NanoClock clock) {
        super(ofTheOnlyBullet());
        firstRate = Ranges.require(1, MOST_RATE, rate, "rate", "per second");
        this.rate = rate;
        this.isInline = isInline;
        this.clock = clock;
    }

    /** Refuses a second one before Minie calls its native library, which could be that of the other. */
    private static PhysicsSpace.BroadphaseType ofTheOnlyBullet() {
        ClassLoader loader = FreestepBulletState.class.getClassLoader();
        List<URL> found = loader.resources("com/jme3/bullet/PhysicsSpace.class").toList();
        if (found.size() > 1) {
            throw new IllegalStateException("com.jme3.bullet.PhysicsSpace must be once on the class path, was at "
                    + found + "; keep Minie, and remove Libbulletjme's classes, which freestep-bullet brings along");
        }
        return PhysicsSpace.BroadphaseType.DBVT; // Minie's default
    }

    /**
     * Creates a state that steps where Minie's own does, in {@link #render}, without another thread: enough while steps
     * are short. What the game pushes in its update acts in a step of the same frame.
     *
     * @param rate the steps per second: one divided by Minie's accuracy
     * @return the state
     * @throws IllegalArgumentException if the rate is not between 1 and 1,000
     */
    public static FreestepBulletState inline(int rate) {
        return new FreestepBulletState(rate, true, NanoClock.system());
    }

    /**
     * Sets whether each frame begins as late as it can and still make its refresh, so that the game acts on newer
     * input, and the picture is newer: see {@link io.github.freestep.render.display.FramePacer}. jMonkeyEngine polls
     * input before the frame waits, so without a further poll, keys would be as old as before. By default, frames wait
     * in a window of jme3-lwjgl3, whose input {@code GLFW.glfwPollEvents()} polls.
     *
     * @param pollInput polls the window system again, on the game's thread; pass {@code () -> {}} where input comes on
     *     another thread, as on Android or in an AWT canvas; null if frames must not wait
     * @throws IllegalStateException if the first frame has begun
     */
    public void pace(@Nullable Runnable pollInput) {
        if (hasBegun) {
            throw new IllegalStateException("pace must be called before the first frame, was called after it;"
                    + " call it where you create this state");
        }
        pace = pollInput;
    }

    /** Says how long frames wait for their refresh, and why. Call it on the game's thread. */
    @Override
    public String toString() {
        return turns == null ? "frames do not wait, because this state is not attached" : turns.toString();
    }

    /**
     * Returns Freestep's frame, whose slots {@link #body} translates: to pick, or to learn how old the picture is. Do
     * not keep it: each frame overwrites it.
     *
     * @return null before the first update
     */
    public @Nullable Frame frame() {
        return picture == null || !picture.hasFrame ? null : smooth.picture();
    }

    /**
     * Returns the body in a slot of the frame, such as one that a picker has hit.
     *
     * @param slot a slot of {@link #frame}
     * @return null if no body of the space has it
     */
    public @Nullable PhysicsCollisionObject body(int slot) {
        return frame() == null ? null : smooth.body(slot);
    }

    /**
     * Copies where the picture shows a body, for a camera or whatever else is drawn with it.
     *
     * @param body a rigid body or a character
     * @param into where to store it; null for a new transform
     * @return the place and the rotation, those of the newest step if the picture does not show the body
     */
    public Transform shown(PhysicsCollisionObject body, @Nullable Transform into) {
        Objects.requireNonNull(body, "body must not be null");
        Transform result = into == null ? new Transform() : into;
        return picture == null ? body.getTransform(result) : picture.pose(body, result);
    }

    /**
     * Does nothing for the type that this state has anyway, and warns for the other one, because the constructor has
     * decided which thread steps.
     *
     * @param type any
     */
    @Override
    public void setThreadingType(ThreadingType type) {
        if (Objects.requireNonNull(type, "threading type must not be null") != getThreadingType()) {
            sayOnce("setThreadingType(" + type
                    + ") has no effect; create the state by its constructor for a thread of its"
                    + " steps, or by FreestepBulletState.inline(rate) for none");
        }
    }

    /**
     * Returns which thread steps.
     *
     * @return parallel, or sequential if this state was created by {@link #inline}
     */
    @Override
    public ThreadingType getThreadingType() {
        return isInline ? ThreadingType.SEQUENTIAL : ThreadingType.PARALLEL;
    }

    /**
     * Sets how fast simulated time runs.
     *
     * @param speed simulated time per time of the game, from 0.001 to 1,000; or 0 to pause until the next call
     * @throws IllegalArgumentException if the speed is out of range, or is so with the accuracy of the space
     */
    @Override
    public void setSpeed(float speed) {
        requireSpeed(speed, rate);
        super.setSpeed(speed);
        if (smooth != null && speed > 0) {
            Ratio scale = Ratio.nearest(speed);
            smooth.physics().timeScale(Ratio.of(scale.numerator() * rate, scale.denominator() * firstRate));
        }
    }

    private void requireSpeed(float speed, int stepsPerSecond) {
        float scale = speed * stepsPerSecond / firstRate;
        if (speed != 0 && !(scale >= 0.001f && scale <= 1_000)) {
            throw new IllegalArgumentException("speed must be between 0.001 and 1000, or 0 to pause, was " + speed
                    + (stepsPerSecond == firstRate
                            ? ""
                            : " times " + stepsPerSecond + "/" + firstRate + " by the accuracy; pass the steps per"
                                    + " second: new FreestepBulletState(" + stepsPerSecond + ")"));
        }
    }

    @Override
    protected PhysicsSpace createPhysicsSpace(Vector3f min, Vector3f max, PhysicsSpace.BroadphaseType type) {
        rate = firstRate;
        smooth = isInline
                ? Smooth.inline(rate, CAPACITY, clock, this::step, this::read)
                : Smooth.open(rate, CAPACITY, clock, this::step, this::read);
        turns = Inside.of(smooth);
        if (isInline) {
            turns.beginAt(inlineNanos);
        }
        changed.clear();
        setSpeed(getSpeed());
        try {
            turns.callOnSteppingThread(() -> make(min, max, type));
        } catch (RuntimeException | Error e) {
            smooth.close(); // else its thread would stay, because this state does not count as started
            smooth = null;
            throw e;
        }
        picture = new ShownSpatials(smooth);
        return space;
    }

    /** Bullet wants the thread that steps a space to make it, and crashes if the first two are made at once. */
    private void make(Vector3f min, Vector3f max, PhysicsSpace.BroadphaseType type) {
        synchronized (FreestepBulletState.class) {
            space = getSolverType() == SolverType.SI
                    ? new Space(min, max, type)
                    : new Space(min, max, type, getSolverType());
        }
    }

    private void step(double seconds) {
        if (atOnce.left() > 0) {
            atOnce.next();
            return;
        }
        int steps = Math.max(1, dueSteps);
        dueSteps = 0;
        isStepping = true;
        long begunNanos = clock.nanoTime();
        try {
            if (steps == 1) {
                space.forces.beforeStep();
                space.update(1f / rate, 0);
            } else {
                atOnce.begin();
                space.forces.step(steps, 1f / rate, () -> atOnce.record(picture));
            }
            stepNanos = (clock.nanoTime() - begunNanos) / steps;
        } finally {
            isStepping = false;
        }
    }

    /** By the thread that steps, or by the game's when it adds a body. */
    private void read(PhysicsCollisionObject body, Smooth.Pose to) {
        Vector3f at = atOnce.read(body, pose).getTranslation();
        Quaternion turned = pose.getRotation();
        to.at(at.x, at.y, at.z, turned.getX(), turned.getY(), turned.getZ(), turned.getW());
    }

    @Override
    public void stateAttached(AppStateManager manager) {
        super.stateAttached(manager);
        CollisionSpace.setLocalThreadPhysicsSpace(space);
        application = manager.getApplication();
        manager.attach(whileDisabled);
    }

    @Override
    public void stateDetached(AppStateManager manager) {
        manager.detach(whileDisabled);
        super.stateDetached(manager);
    }

    /** Stands before the application, because only there a frame begins before its input listeners and tasks. */
    private void takeTurns() {
        JmeContext context = application.getContext();
        SystemListener game = context.getSystemListener();
        Turns begun = turns;
        Class<?>[] types = {SystemListener.class};
        ClassLoader loader = FreestepBulletState.class.getClassLoader();
        SystemListener before = (SystemListener) Proxy.newProxyInstance(loader, types, (proxy, method, arguments) -> {
            if (method.getName().equals("update")) {
                frame(game, begun);
                return null;
            }
            try {
                return method.invoke(game, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
        context.setSystemListener(before);
        leaving = () -> {
            // One that was set later passes its frames on to this one, which then has no effect.
            if (context.getSystemListener() == before) {
                context.setSystemListener(game);
            }
        };
    }

    /** Of several states, the first one waits for all of them, because a frame has one refresh. */
    private @Nullable Runnable ofWindow() {
        JmeContext context = application.getContext();
        boolean isFirst = application.getStateManager().getState(FreestepBulletState.class) == this;
        return isFirst && context.getType() == JmeContext.Type.Display
                ? HostCall.of(context, HostCall.POLL_WINDOW)
                : null;
    }

    private void frame(SystemListener game, Turns begun) {
        if (begun != turns || smooth == null) { // the listener of a state that was detached since then
            game.update();
            return;
        }
        if (pollInput != null) {
            begun.pacer().await();
            pollInput.run();
        }
        if (isInline) {
            game.update();
        } else if (begin(begun.seenNanos())) {
            boolean wasUpdated = isUpdated;
            int before = drawnAlone;
            isUpdated = false;
            try {
                game.update();
            } finally {
                isUpdated |= wasUpdated && drawnAlone != before;
                endTurn();
            }
        } else {
            drawnAlone++;
            RenderManager manager = application.getRenderManager();
            picture.moveAgain();
            updateScenes(manager);
            if (getDebugAppState() != null) {
                getDebugAppState().render(manager);
            }
            manager.render(0, application.getContext().isRenderable());
        }
        begun.drawn(); // the context swaps next
    }

    /** Begins the game's turn, and chooses poses before the game asks for them, such as for its camera. */
    private boolean begin(long frameNanos) {
        boolean isMine = turns.begin(frameNanos);
        turns.sample();
        if (isMine) {
            space.forces.turn();
        }
        return isMine;
    }

    /** Ends the game's turn where Minie would step. The steps are those until the next frame, which shows them. */
    private void endTurn() {
        if (smooth == null || !turns.isPlaying()) {
            return;
        }
        boolean isPaused = smooth.physics().isPaused();
        boolean runs = isEnabled() && isUpdated && getSpeed() > 0;
        if (isPaused && runs) {
            smooth.physics().resume();
        } else if (!isPaused && !runs) {
            smooth.physics().pause();
        }
        if (smooth.physics() instanceof InlineStepper stepper && isInline) {
            double ticks = stepper.alpha() + aheadNanos * 1e-9 * firstRate * stepper.timeScale();
            int due = (int) (ticks + 1e-6);
            boolean isShort = due <= Math.min(MOST_AT_ONCE, firstRate / 10) && due * stepNanos <= LONGEST_AT_ONCE_NANOS;
            dueSteps = isShort ? due - atOnce.left() : 1;
        }
        // A frame after a long step says too much of the next one.
        turns.end(isInline ? aheadNanos : Math.min(aheadNanos, beforeNanos));
    }

    @Override
    public void update(float tpf) {
        isUpdated = true;
        if (!hasBegun) {
            pollInput = pace == BY_WINDOW ? ofWindow() : pace;
        }
        hasBegun = true;
        boolean isFirst = leaving == null;
        if (isFirst && (!isInline || pollInput != null)) {
            takeTurns();
        }
        beforeNanos = isFirst ? Long.MAX_VALUE : aheadNanos;
        // Steps on their own thread do not follow the speed of the application, which tpf has.
        aheadNanos = Math.round((isInline ? tpf : application.getTimer().getTimePerFrame()) * 1e9);
        if (isInline) {
            turns.abandon(); // in case the game has failed in the last frame, and continues
            begin(inlineNanos);
            inlineSeconds += tpf;
            aheadNanos = Math.round(inlineSeconds * 1e9) - inlineNanos;
            inlineNanos += aheadNanos;
        } else if (isFirst) { // before it, there was no step
            begin(clock.nanoTime());
        }
        changed.forEach(this::show);
        changed.clear();
        picture.begin();
        super.update(tpf); // collision listeners, and the picture for debugging
    }

    /** Ends the game's turn, because drawing begins. */
    @Override
    public void render(RenderManager manager) {
        if (picture.moveCharacters()) {
            updateScenes(manager);
        }
        endTurn();
    }

    private static void updateScenes(RenderManager manager) {
        for (List<ViewPort> ports : List.of(manager.getPreViews(), manager.getMainViews(), manager.getPostViews())) {
            for (ViewPort port : ports) {
                port.getScenes().forEach(Spatial::updateGeometricState);
            }
        }
    }

    @Override
    public void stopPhysics() {
        hasBegun = false;
        if (leaving != null) {
            leaving.run();
            leaving = null;
        }
        if (smooth != null) {
            smooth.close();
            smooth = null;
            picture = null;
            space.getRigidBodyList().forEach(ShownMotionState::takeBack);
        }
        super.stopPhysics();
    }

    /** Adds a body to the picture, or removes it, after the same was done in the space. */
    private void follow(PhysicsCollisionObject object) {
        if (isStepping) {
            changed.add(object);
        } else if (picture != null) { // or the state is detached
            show(object);
        }
    }

    private void show(PhysicsCollisionObject object) {
        boolean moves = object instanceof PhysicsRigidBody || object instanceof PhysicsCharacter;
        boolean isShown = moves && !object.isStatic() && space.contains(object);
        if (!isShown && picture.has(object)) {
            picture.remove(object);
        } else if (isShown && !picture.has(object)) {
            picture.add(object);
        }
        if (isShown && object instanceof PhysicsRigidBody body) {
            if (body.getUserObject() instanceof PhysicsLink) {
                sayOnce("the bones of a ragdoll do not move evenly, because they show the newest step");
            } else {
                ShownMotionState.put(body, picture);
            }
        }
    }

    /** Warns of what is not done, once for each: by the game's or by the stepping thread. */
    private void sayOnce(String what) {
        if (said.add(what)) {
            LOG.log(System.Logger.Level.WARNING, what);
        }
    }

    /** A space that knows which bodies the picture shows, and whose steps have one length. */
    private final class Space extends PhysicsSpace {
        private final TurnForces forces = new TurnForces(this);

        Space(Vector3f min, Vector3f max, BroadphaseType type) {
            super(min, max, type, FreestepBulletState.this.countSolvers(), getCollisionConfiguration());
            begin();
        }

        Space(Vector3f min, Vector3f max, BroadphaseType type, SolverType solver) {
            super(min, max, type, solver, getCollisionConfiguration());
            begin();
        }

        private void begin() {
            super.setAccuracy(1f / rate);
            super.addTickListener(forces);
        }

        @Override
        public void addTickListener(PhysicsTickListener listener) {
            forces.listeners.add(Objects.requireNonNull(listener, "listener must not be null"));
        }

        @Override
        public void removeTickListener(PhysicsTickListener listener) {
            forces.listeners.remove(listener);
        }

        @Override
        public int countTickListeners() {
            return forces.listeners.size();
        }

        /** Sets the rate of the steps, but not of the service, because Bullet wants to keep the thread of that. */
        @Override
        public void setAccuracy(float accuracy) {
            int wanted = Math.round(1 / accuracy);
            if (!(Math.abs(accuracy * wanted - 1) <= 1e-4) || wanted < 1 || wanted > MOST_RATE) {
                throw new IllegalArgumentException("accuracy must be 1/n s with a whole n from 1 to " + MOST_RATE
                        + ", was " + accuracy + "; for 60 steps a second, set 1/60f");
            }
            if (wanted != rate) {
                if (hasBegun) {
                    throw new IllegalStateException("accuracy must be set before the first frame, was 1/" + rate
                            + " s then and " + accuracy + " s now; set it where you attach the state, or pass the steps"
                            + " per second: new FreestepBulletState(" + wanted + ")");
                }
                requireSpeed(getSpeed(), wanted);
                rate = wanted;
                super.setAccuracy(1f / wanted);
                FreestepBulletState.this.setSpeed(getSpeed());
            }
        }

        @Override
        public void setMaxSubSteps(int steps) {
            sayOnce("setMaxSubSteps has no effect: steps that are late are taken as soon as there is time");
        }

        @Override
        public void setMaxTimeStep(float seconds) {
            sayOnce("setMaxTimeStep has no effect: steps are always 1/" + rate + " s long");
        }

        @Override
        public void addCollisionObject(PhysicsCollisionObject object) {
            super.addCollisionObject(object);
            follow(object);
        }

        @Override
        public void removeCollisionObject(PhysicsCollisionObject object) {
            if (object instanceof PhysicsRigidBody body) {
                ShownMotionState.takeBack(body);
            }
            super.removeCollisionObject(object);
            follow(object);
        }
    }
}
