package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.AaBox;
import com.github.stephengold.joltjni.AllHitCollideShapeBodyCollector;
import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyIdVector;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BodyLockWrite;
import com.github.stephengold.joltjni.BroadPhaseLayerFilter;
import com.github.stephengold.joltjni.Constraint;
import com.github.stephengold.joltjni.ConstraintRef;
import com.github.stephengold.joltjni.ConstraintSettingsRef;
import com.github.stephengold.joltjni.Constraints;
import com.github.stephengold.joltjni.ContactListener;
import com.github.stephengold.joltjni.JobSystem;
import com.github.stephengold.joltjni.JobSystemSingleThreaded;
import com.github.stephengold.joltjni.JobSystemThreadPool;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.JoltPhysicsObject;
import com.github.stephengold.joltjni.ObjVsBpFilter;
import com.github.stephengold.joltjni.ObjVsObjFilter;
import com.github.stephengold.joltjni.ObjectLayerFilter;
import com.github.stephengold.joltjni.PhysicsSystem;
import com.github.stephengold.joltjni.StateRecorderImpl;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorImplWithMallocFallback;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EBodyType;
import com.github.stephengold.joltjni.enumerate.EConstraintSubType;
import com.github.stephengold.joltjni.enumerate.EMotionQuality;
import com.github.stephengold.joltjni.enumerate.EPhysicsUpdateError;
import com.github.stephengold.joltjni.template.Ref;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.engines.SavedBytes;
import io.github.freestep.physics.engines.Touches;
import io.github.freestep.state.State;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A system of Jolt and the native objects that it needs, which it frees once. For the physics thread. */
final class JoltSystem {
    /** See {@link JoltSimulation#STATIC_LAYER}. */
    static final int STATIC_LAYER = 1;

    private static final int TREES = 2;

    /** What Jolt takes from its allocator in each step for a contact (5.3; later versions take less), in bytes. */
    private static final int CONTACT_BYTES = 864;

    /** And for all else. */
    private static final int STEP_BYTES = 1 << 20;

    /**
     * How many loose bodies queries may walk over, for each body in the trees, before the trees are rebuilt. A rebuild
     * takes 0.3 µs for each body, and a query takes 5.6 ns for each loose body.
     */
    private static final long WALKS = 50;

    /** How many slots each step checks for a layer that was changed: so few that it takes less than 1 µs. */
    private static final int CHECKED = 64;

    final PhysicsSystem system;

    /** Takes no locks. Only the physics thread may use it, outside of a step. */
    final BodyInterface bodies;

    final JoltContacts contacts;
    final BroadPhaseLayerFilter allTrees = new BroadPhaseLayerFilter();
    final ObjectLayerFilter allLayers = new ObjectLayerFilter();

    /** The joints that saves can make again, by address, in the order in which they were made. */
    private final Map<Long, Kept> kept = new LinkedHashMap<>();

    private final EngineSimulation<Body> world;
    private final int capacity;
    private final BodyIds ids;

    /** The slot of a body that the scene has destroyed by Jolt's own call, or none. */
    private int lost = State.NO_SLOT;

    /** The number of bodies without a slot when lost ones were last looked for. */
    private int others = -1;

    /** The slot of the body whose layer was checked last. */
    private int checked;

    final JoltLimits limits;
    private final BodyIdVector found = new BodyIdVector();
    private final JoltCalls calls = JoltRuntime.calls();
    private final JoltPhysicsObject trees;
    private final ObjVsBpFilter treeFilter;
    private final ObjVsObjFilter layerFilter;
    private final Object locks;

    /** The part that was saved last, and unused room. */
    byte[] saved = {};

    /**
     * For each tree, the number of bodies that have entered it since this class last let Jolt free its nodes.
     */
    private final int[] entered = new int[TREES];

    /**
     * How many bodies have entered a tree since the last step with an awake body, and between that and the one before.
     */
    private int loose;

    private int looseBefore;

    /** The number of loose bodies over which queries have walked, now and when the trees were rebuilt. */
    long walked;

    private long walkedBefore;

    final Removals removals;

    private final TempAllocator memory;
    private final JobSystem jobs;

    JoltSystem(
            EngineSimulation<Body> world, JoltLimits limits, @Nullable ContactRule rule, BodyIds ids, Touches touches) {
        this.world = world;
        capacity = world.layout().capacity();
        this.ids = ids;
        this.limits = limits;
        int layers = limits.layers();
        trees = (JoltPhysicsObject) calls.newTrees().call(layers, TREES);
        treeFilter = new ObjVsBpFilter(layers, TREES);
        layerFilter = new ObjVsObjFilter(layers);
        for (int layer = 0; layer < layers; layer++) {
            calls.putLayer().call(trees, layer, tree(layer));
            for (int other = 0; other <= layer; other++) {
                if (limits.ignores(layer, other)) {
                    layerFilter.disablePair(layer, other);
                }
            }
            if (limits.ignores(layer, STATIC_LAYER)) {
                treeFilter.disablePair(layer, tree(STATIC_LAYER));
            }
        }
        memory = new TempAllocatorImplWithMallocFallback(
                (int) Math.min(Integer.MAX_VALUE, STEP_BYTES + (long) CONTACT_BYTES * limits.contacts()));
        // The physics thread works as well while it waits for the others.
        jobs = limits.threads() == 1
                ? new JobSystemSingleThreaded(Jolt.cMaxPhysicsJobs)
                : new JobSystemThreadPool(Jolt.cMaxPhysicsJobs, Jolt.cMaxPhysicsBarriers, limits.threads() - 1);
        system = JoltRuntime.open();
        int most = JoltLimits.SPARE * limits.bodies();
        calls.init().call(system, most, 0, limits.pairs(), limits.contacts(), trees, treeFilter, layerFilter);
        bodies = (BodyInterface) calls.bodies().call(system);
        locks = calls.locks().call(system);
        contacts = limits.threads() == 1
                ? new JoltContacts(this, ids, touches, rule)
                : new JoltContacts.Shared(this, ids, touches, rule);
        removals = new Removals(this, ids);
    }

    void step(float seconds) {
        requireWhole();
        contacts.beforeStep();
        // Such a step rebuilds one of the trees.
        if (loose + looseBefore > 0 && system.getNumActiveBodies(EBodyType.RigidBody) > 0) {
            looseBefore = loose;
            loose = 0;
        }
        int errors = system.update(seconds, 1, memory, jobs);
        if (errors != EPhysicsUpdateError.None) {
            throw new IllegalStateException("Jolt dropped contacts in this step, because there are more than "
                    + limits.contacts() + " contacts or " + limits.pairs() + " pairs of bodies that are close (error "
                    + errors + "); set a larger number with contacts of the builder");
        }
        contacts.afterStep();
    }

    /** Lets Jolt call the listener of contacts, or no listener, which saves it a call for each contact in each step. */
    void listen(boolean isOn) {
        try {
            if (isOn) {
                system.setContactListener(contacts);
            } else {
                calls.setListener().invokeExact(system.va(), 0L);
            }
        } catch (Throwable e) {
            throw JoltCalls.unchecked(e);
        }
    }

    /** Saves a part of the state, as Jolt writes it, to {@link #saved}. Returns its length. */
    int save(int part) {
        try (StateRecorderImpl recorder = new StateRecorderImpl()) {
            system.saveState(recorder, part);
            // The binding's own getData makes a new array each time.
            int length = (int) calls.countBytes().invokeExact(recorder.va());
            if (saved.length < length) {
                saved = new byte[length + length / 8];
            }
            calls.getData().invokeExact(recorder.va(), saved, length);
            return length;
        } catch (Throwable e) {
            throw JoltCalls.unchecked(e);
        }
    }

    /** Restores a part of the state, which was checked. */
    void restore(SavedBytes part) throws IOException {
        try (StateRecorderImpl recorder = new StateRecorderImpl()) {
            recorder.writeBytes(part.array(), part.length());
            if (!system.restoreState(recorder)) {
                throw new IOException("Jolt does not restore this saved world: it is damaged, or has more than "
                        + limits.contacts()
                        + " contacts; use another copy, or set a larger number with contacts of the builder");
            }
        }
    }

    /**
     * Refuses to continue if a body that has a slot is not in the system, or if the contact listener is another one.
     *
     * @throws IllegalStateException if the scene has used Jolt's own calls for that
     */
    void requireWhole() {
        ContactListener set = system.getContactListener();
        if (set != null && set != contacts) {
            throw new IllegalStateException("the contact listener of a world must be its own, which it sets for a rule"
                    + " and for fast bodies, was " + set
                    + "; do not call setContactListener, and pass a contactRule to"
                    + " the builder instead");
        }
        if (!isWhole()) {
            throw lost(lost);
        }
        for (int slot = 0; slot < capacity; slot++) {
            if (ids.of(slot) != Jolt.cInvalidBodyId) {
                requireAdded(slot);
            }
        }
        for (int i = Math.min(CHECKED, capacity); i > 0; i--) {
            checked = (checked + 1) % capacity;
            requireLayer(checked);
        }
    }

    /** Refuses a restore if Jolt has destroyed a body. A restore puts back those that are only not in its trees. */
    void requireExisting() {
        findLost();
        requireNoneLost();
    }

    /** Refuses to continue if it is known that Jolt has destroyed a body. */
    void requireNoneLost() {
        if (lost != State.NO_SLOT) {
            throw lost(lost);
        }
    }

    /**
     * Returns whether Jolt has destroyed none of the bodies that have a slot. Otherwise, its trees and its list of
     * awake bodies still refer to them, so no body can be taken out, and this world must not continue. Bodies are
     * looked for only if the number of those without a slot has changed, so that removing n bodies takes time
     * proportional to n.
     */
    boolean isWhole() {
        int withoutSlot = system.getNumBodies() - ids.countWithSlot();
        if (others != withoutSlot) {
            others = withoutSlot;
            findLost();
        }
        return lost == State.NO_SLOT;
    }

    private void findLost() {
        for (int slot = 0; slot < capacity && lost == State.NO_SLOT; slot++) {
            isLost(slot);
        }
    }

    /** Returns whether Jolt has destroyed a body, and notes that. */
    boolean isLost(int slot) {
        int id = ids.of(slot);
        boolean isGone = id != Jolt.cInvalidBodyId && !bodies.isAdded(id) && !exists(id);
        lost = isGone ? slot : lost;
        return isGone;
    }

    private boolean exists(int id) {
        try (BodyLockWrite lock = lock(id)) {
            return lock.succeeded();
        }
    }

    /** Refuses a slot whose body Jolt has destroyed or taken out of its trees. */
    void requireAdded(int slot) {
        if (!bodies.isAdded(ids.of(slot))) {
            findLost();
            throw lost(slot);
        }
    }

    private IllegalStateException lost(int slot) {
        return new IllegalStateException("the body of slot " + slot + " must be removed by the world, was taken out of"
                + " Jolt's system by removeBody or destroyBody of Jolt; call remove(" + slot + ") instead. A body that"
                + " was not destroyed can be added again by addBody; otherwise, start this world again");
    }

    private void requireLayer(int slot) {
        if (bodies.getObjectLayer(ids.of(slot)) == STATIC_LAYER
                && world.body(slot).isDynamic()) {
            throw new IllegalStateException("the body of slot " + slot + " is dynamic, and must not be in the layer "
                    + STATIC_LAYER + " of static bodies, with which it does not collide; call setObjectLayer(0)");
        }
    }

    /** Puts a body into the tree of its layer. */
    void add(Body body, EActivation activation) {
        bodies.addBody(body.getId(), activation);
        contacts.fast.set(
                BodyIds.index(body.getId()), bodies.getMotionQuality(body.getId()) == EMotionQuality.LinearCast);
        enter(body.getObjectLayer());
    }

    /** Changes the layer of a body, which also moves it to another tree if it is in one. */
    void setLayer(Body body, int layer) {
        bodies.setObjectLayer(body.getId(), layer);
        if (body.isInBroadPhase()) {
            enter(layer);
        }
    }

    /**
     * Counts a body that has entered a tree, and lets Jolt rebuild its trees before their nodes run out, because it
     * would end the process then. An entering body may take a node, and Jolt gives nodes back only in a step in which a
     * body is awake. Call this after the body has entered, because Jolt does not rebuild an empty tree.
     */
    private void enter(int layer) {
        loose++;
        int tree = tree(layer);
        entered[tree]++;
        if (entered[tree] >= limits.bodies()) {
            entered[tree] = 0;
            optimize();
        }
    }

    private static int tree(int layer) {
        return layer == STATIC_LAYER ? 1 : 0;
    }

    private void optimize() {
        // Jolt reads the bodies of its trees.
        requireWhole();
        system.optimizeBroadPhase();
        loose = 0;
        looseBefore = 0;
        walkedBefore = walked;
    }

    /** Refuses a body for which the arrays of this world have no room, although Jolt would admit it. */
    void requireRoom(int id) {
        if (BodyIds.index(id) >= limits.bodies()) {
            throw new IllegalStateException("a world with these limits must have at most " + limits.bodies()
                    + " bodies, with a slot and without, was body " + (BodyIds.index(id) + 1)
                    + "; destroy it, or set a larger number with otherBodies of the builder");
        }
    }

    /**
     * Lists the numbers of all bodies, in Jolt's order, which is that of their indices.
     *
     * @return the number of bodies
     * @throws IllegalStateException if the scene has made more bodies than there is room for
     */
    int living(int[] into) {
        system.getBodies(found);
        int count = found.size();
        if (count > 0) {
            requireRoom(found.get(count - 1));
        }
        for (int i = 0; i < count; i++) {
            into[i] = found.get(i);
        }
        return count;
    }

    /** Returns a body that exists. Allocates if it has no slot. */
    Body body(int id) {
        int slot = ids.slot(id);
        Body known = slot == State.NO_SLOT ? null : world.body(slot);
        return known == null ? locked(id) : known;
    }

    private Body locked(int id) {
        try (BodyLockWrite lock = lock(id)) {
            return lock.getBody();
        }
    }

    private BodyLockWrite lock(int id) {
        return (BodyLockWrite) calls.lock().call(locks, id);
    }

    /** Returns whether this is a body of this system. */
    boolean owns(Body body) {
        try (BodyLockWrite lock = lock(body.getId())) {
            return lock.succeeded() && lock.getBody().va() == body.va();
        }
    }

    /** A reference to a joint. In later versions of the binding, the constraint is a reference as well. */
    private record Held(Ref reference, Constraint joint) {
        boolean close() {
            joint.close();
            reference.close();
            return true;
        }
    }

    /**
     * The shape of a joint that saves can make again, and a reference, so that no other joint gets its address.
     *
     * @param unused how many references it has while it is in no system, and no caller holds it
     * @param given the object that the scene got, which may still hold and use it
     */
    private record Kept(Held held, List<Float> shape, int unused, WeakReference<TwoBodyConstraint> given) {
        boolean freeIfUnused() {
            return given.get() == null && held.joint().getRefCount() <= unused && held.close();
        }

        /** Returns the scene's object; null if it is gone, or differs from the saved joint in more than priority. */
        @Nullable TwoBodyConstraint given(SavedJoint saved, Body body1, Body body2) {
            TwoBodyConstraint joint = given.get();
            return joint != null
                            && joint.getSubType().ordinal() == saved.kind()
                            && shape.equals(saved.shape())
                            // Bodies that are gone have addresses, but no numbers.
                            && joint.getBody1().va() == body1.va()
                            && joint.getBody2().va() == body2.va()
                    ? joint
                    : null;
        }
    }

    /**
     * Returns the last joints, in Jolt's order. The caller must close them. Their objects are new, and not those that a
     * scene got: in later versions of the binding, a reference made of a scene's object returns that object, so this
     * world would hold it, and it would never be unused.
     */
    private List<Held> held(int most) {
        List<Held> all = new ArrayList<>();
        try (Constraints found = system.getConstraints()) {
            for (int count = found.size(), i = Math.max(0, count - most); i < count; i++) {
                ConstraintRef reference = found.get(i);
                all.add(new Held(reference, reference.getPtr()));
            }
        }
        return all;
    }

    /** Passes all joints, in Jolt's order, and returns how many there are. They are valid during the call. */
    int forEachJoint(Consumer<Constraint> to) {
        List<Held> all = held(Integer.MAX_VALUE);
        try {
            all.forEach(held -> to.accept(held.joint()));
            return all.size();
        } finally {
            all.forEach(Held::close);
        }
    }

    /** Returns all joints, in Jolt's order. */
    List<SavedJoint> joints() {
        List<SavedJoint> all = new ArrayList<>();
        forEachJoint(joint -> all.add(saved(joint)));
        return all;
    }

    private SavedJoint saved(Constraint joint) {
        Kept shape = kept.get(joint.va());
        return SavedJoint.of(joint, shape == null ? List.of() : shape.shape());
    }

    /** Adds a joint that saves can make again. */
    TwoBodyConstraint addJoint(TwoBodyConstraintSettings settings, Body body1, Body body2) {
        kept.values().removeIf(Kept::freeIfUnused);
        TwoBodyConstraint made = settings.create(body1, body2);
        Held template = new Held(made.toRef(), made);
        try {
            EConstraintSubType kind = template.joint().getSubType();
            if (!JointShape.isKnown(kind.ordinal())) {
                throw new IllegalArgumentException("a joint must not be of the kind " + kind
                        + ", whose settings cannot all be read; add it to system(), and again in restore of the scene");
            }
            try (ConstraintSettingsRef reference = template.joint().getConstraintSettings();
                    TwoBodyConstraintSettings shaped = (TwoBodyConstraintSettings) reference.getPtr()) {
                TwoBodyConstraint joint = shaped.create(body1, body2);
                if (!JointShape.isRigid(joint)) {
                    new Held(joint.toRef(), joint).close();
                    throw new IllegalArgumentException("the axes of a joint must have the length 1 and be"
                            + " perpendicular, and its points must be less than 1,000 km away; normalise the axes");
                }
                List<Float> shape = JointShape.of(kind.ordinal(), shaped);
                system.addConstraint(joint);
                Held held = held(1).get(0);
                int unused = joint.getRefCount() - 1;
                kept.put(joint.va(), new Kept(held, shape, unused, new WeakReference<>(joint)));
                return joint;
            }
        } finally {
            template.close();
        }
    }

    /**
     * Makes a joint of a saved world that this one lacks.
     *
     * @param free the kept joints that stand for no joint of the saved world yet
     */
    private Constraint make(SavedJoint saved, Map<Long, Kept> free) throws IOException {
        if (saved.shape().isEmpty()) {
            throw new IOException("the saved world has the " + saved + ", and this one has not; make it by addJoint, or"
                    + " add it again in restore of the scene");
        }
        Body body1 = end(saved.id1());
        Body body2 = end(saved.id2());
        if (body1 != null && body2 != null && saved.id1() != saved.id2() && JointShape.isKnown(saved.kind())) {
            TwoBodyConstraint made = null;
            for (Kept each : free.values()) {
                TwoBodyConstraint given = each.given(saved, body1, body2);
                // Prefers the saved priority, and then the newest joint, which is the one that the scene holds.
                boolean isBetter = made == null || made.getConstraintPriority() != saved.priority();
                if (given != null && (isBetter || given.getConstraintPriority() == saved.priority())) {
                    made = given;
                }
            }
            if (made != null) {
                free.remove(made.va());
                return made;
            }
            made = JointShape.create(saved.kind(), saved.shape(), body1, body2);
            if (made != null) {
                Held held = new Held(made.toRef(), made);
                if (JointShape.isRigid(made)) {
                    int unused = made.getRefCount();
                    kept.put(made.va(), new Kept(held, saved.shape(), unused, new WeakReference<>(null)));
                    return made;
                }
                held.close();
            }
        }
        throw new IOException("the saved world is damaged: wrong body or axis of the " + saved + "; use another copy");
    }

    private @Nullable Body end(int id) {
        return id == Jolt.cInvalidBodyId ? Body.sFixedToWorld() : bodies.isAdded(id) ? body(id) : null;
    }

    /**
     * Makes the joints those of a saved world, in its order, because Jolt solves and saves them in its order.
     *
     * @throws IOException if only the scene can make or remove one; then nothing changes
     */
    void become(List<SavedJoint> wanted) throws IOException {
        if (joints().equals(wanted)) {
            return;
        }
        List<Held> all = held(Integer.MAX_VALUE);
        try {
            Map<SavedJoint, Constraint> have = new HashMap<>();
            all.forEach(held -> have.put(saved(held.joint()), held.joint()));
            if (have.size() < all.size() || new HashSet<>(wanted).size() < wanted.size()) {
                throw new IOException(
                        "two joints of this or the saved world are alike; give them different priorities");
            }
            Map<Long, Kept> free = new LinkedHashMap<>(kept);
            List<Constraint> next = new ArrayList<>();
            for (SavedJoint joint : wanted) {
                Constraint same = have.remove(joint);
                next.add(same);
                free.remove(same == null ? 0 : same.va());
            }
            for (int i = 0; i < next.size(); i++) {
                if (next.get(i) == null) {
                    next.set(i, make(wanted.get(i), free));
                }
            }
            for (SavedJoint joint : have.keySet()) {
                // Once removed, it could not be made again for another save.
                if (joint.shape().isEmpty()) {
                    throw new IOException("this world has the " + joint + ", and the saved one has not; make it by"
                            + " addJoint, or call setEnabled(false) instead of removing it");
                }
            }
            all.forEach(held -> system.removeConstraint(held.joint()));
            for (int i = 0; i < next.size(); i++) {
                system.addConstraint(next.get(i));
                next.get(i).setConstraintPriority(wanted.get(i).priority());
            }
        } finally {
            all.forEach(Held::close);
            kept.values().removeIf(Kept::freeIfUnused);
        }
    }

    /**
     * Removes the joints of bodies with these indices, and wakes the others that they hold.
     *
     * @return how many joints there were
     */
    int removeJoints(BitSet indices) {
        int joints = forEachJoint(joint -> {
            SavedJoint known = saved(joint);
            if (known.holds(indices)) {
                system.removeConstraint(joint);
                wake(known.id1());
                wake(known.id2());
            }
        });
        kept.values().removeIf(Kept::freeIfUnused);
        return joints;
    }

    private void wake(int id) {
        if (bodies.isAdded(id)) {
            bodies.activateBody(id);
        }
    }

    /**
     * Finds the bodies around a box, by the bounds in Jolt's trees, which may be larger than those of the bodies.
     * Bodies that have entered a tree one by one are a list in it, so this rebuilds the trees before queries have
     * walked such lists for longer than that takes.
     */
    void find(AaBox box, AllHitCollideShapeBodyCollector into) {
        walked += loose + looseBefore;
        if (walked - walkedBefore > WALKS * system.getNumBodies()) {
            optimize();
        }
        calls.collideBox().call(calls.broadPhase().call(system), box, into, allTrees, allLayers);
    }

    void free() {
        kept.values().forEach(joint -> joint.held().close());
        kept.clear();
        removals.free();
        close(system, contacts, jobs, memory, layerFilter, treeFilter, trees, allLayers, allTrees, found);
    }

    static void close(JoltPhysicsObject... all) {
        for (JoltPhysicsObject each : all) {
            each.close();
        }
    }
}
