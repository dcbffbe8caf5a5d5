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
import com.github.stephengold.joltjni.Constraints;
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
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EPhysicsUpdateError;
import com.github.stephengold.joltjni.readonly.ConstAaBox;
import io.github.freestep.physics.engine.SavedBytes;
import io.github.freestep.physics.engine.Touches;
import io.github.freestep.state.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A system of Jolt and the native objects that it needs, which it frees once. For the physics thread. */
final class JoltSystem {
    static final int LAYERS = 2;

    private static final int TREES = 2;

    /** What Jolt takes from its allocator in each step for a contact (5.3; later versions take less), in bytes. */
    private static final int CONTACT_BYTES = 864;

    /** And for all else. */
    private static final int STEP_BYTES = 1 << 20;

    /** How far around a removed body others are woken, in metres: as far as Jolt makes contacts before bodies touch. */
    private static final float NEAR = 0.05f;

    final PhysicsSystem system;

    /** Takes no locks. Only the physics thread may use it, outside of a step. */
    final BodyInterface bodies;

    final JoltContacts contacts;
    final BroadPhaseLayerFilter allTrees = new BroadPhaseLayerFilter();
    final ObjectLayerFilter allLayers = new ObjectLayerFilter();

    private final JoltSimulation world;
    private final BodyIds ids;
    private final JoltLimits limits;
    private final BodyIdVector found = new BodyIdVector();
    private final JoltCalls calls = JoltRuntime.calls();
    private final JoltPhysicsObject trees = (JoltPhysicsObject) calls.newTrees().call(LAYERS, TREES);
    private final ObjVsBpFilter treeFilter = new ObjVsBpFilter(LAYERS, TREES);
    private final ObjVsObjFilter layerFilter = new ObjVsObjFilter(LAYERS);
    private final Object locks;
    private final TempAllocator memory;
    private final JobSystem jobs;

    JoltSystem(JoltSimulation world, JoltLimits limits, BodyIds ids, Touches touches) {
        this.world = world;
        this.ids = ids;
        this.limits = limits;
        calls.putLayer().call(trees, 0, 0);
        calls.putLayer().call(trees, JoltSimulation.STATIC_LAYER, 1);
        layerFilter.disablePair(JoltSimulation.STATIC_LAYER, JoltSimulation.STATIC_LAYER);
        treeFilter.disablePair(JoltSimulation.STATIC_LAYER, 1);
        memory = new TempAllocatorImplWithMallocFallback(
                (int) Math.min(Integer.MAX_VALUE, STEP_BYTES + (long) CONTACT_BYTES * limits.contacts()));
        // The physics thread works as well while it waits for the others.
        jobs = limits.threads() == 1
                ? new JobSystemSingleThreaded(Jolt.cMaxPhysicsJobs)
                : new JobSystemThreadPool(Jolt.cMaxPhysicsJobs, Jolt.cMaxPhysicsBarriers, limits.threads() - 1);
        system = JoltRuntime.open();
        calls.init()
                .call(system, limits.bodies(), 0, limits.pairs(), limits.contacts(), trees, treeFilter, layerFilter);
        bodies = (BodyInterface) calls.bodies().call(system);
        locks = calls.locks().call(system);
        contacts = limits.threads() == 1
                ? new JoltContacts(this, ids, touches)
                : new JoltContacts.Shared(this, ids, touches);
        system.setContactListener(contacts);
    }

    void step(float seconds) {
        int errors = system.update(seconds, 1, memory, jobs);
        if (errors != EPhysicsUpdateError.None) {
            throw new IllegalStateException("Jolt dropped contacts in this step, because there are more than "
                    + limits.contacts() + " contacts or " + limits.pairs() + " pairs of bodies that are close (error "
                    + errors + "); set a larger number with contacts of the builder");
        }
        contacts.afterStep();
    }

    /** Returns a part of the state, as Jolt writes it. */
    byte[] save(int part) {
        try (StateRecorderImpl recorder = new StateRecorderImpl()) {
            system.saveState(recorder, part);
            return recorder.getData();
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
     * Lists the numbers of all bodies, in Jolt's order, which is that of their indices.
     *
     * @return how many there are
     */
    int living(int[] into) {
        system.getBodies(found);
        int count = found.size();
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
        return calls.lock().call(locks, id);
    }

    /** Returns whether this is a body of this system. */
    boolean owns(Body body) {
        try (BodyLockWrite lock = lock(body.getId())) {
            return lock.succeeded() && lock.getBody().va() == body.va();
        }
    }

    /** A reference to a constraint. In later versions of the binding, the constraint is a reference as well. */
    private record Held(ConstraintRef reference, Constraint constraint) {
        void close() {
            constraint.close();
            reference.close();
        }
    }

    /** Returns all constraints, in Jolt's order, to be closed. */
    private List<Held> held() {
        List<Held> all = new ArrayList<>();
        try (Constraints found = system.getConstraints()) {
            for (int i = 0, count = found.size(); i < count; i++) {
                ConstraintRef reference = found.get(i);
                all.add(new Held(reference, reference.getPtr()));
            }
        }
        return all;
    }

    /** Passes all constraints, in Jolt's order. They are valid during the call. */
    void forEachConstraint(Consumer<Constraint> to) {
        List<Held> all = held();
        try {
            all.forEach(held -> to.accept(held.constraint()));
        } finally {
            all.forEach(Held::close);
        }
    }

    List<SavedConstraint> constraints() {
        List<SavedConstraint> all = new ArrayList<>();
        forEachConstraint(constraint -> all.add(SavedConstraint.of(constraint)));
        return all;
    }

    /**
     * Brings the constraints into the order of a saved world, because Jolt solves and saves them in its order.
     *
     * @return false if the system has other constraints; then nothing changes
     */
    boolean arrange(List<SavedConstraint> wanted) {
        if (constraints().equals(wanted)) {
            return true;
        }
        List<Held> all = held();
        Map<SavedConstraint, Constraint> have = new HashMap<>();
        all.forEach(held -> have.put(SavedConstraint.of(held.constraint()), held.constraint()));
        // The sizes say that neither has twins.
        boolean isSame = all.size() == wanted.size()
                && have.size() == wanted.size()
                && have.keySet().equals(new HashSet<>(wanted));
        if (isSame) {
            have.values().forEach(system::removeConstraint);
            wanted.forEach(constraint -> system.addConstraint(have.get(constraint)));
        }
        all.forEach(Held::close);
        return isSame;
    }

    /** Removes the constraints of a body, and wakes the others that they hold. */
    void removeConstraints(int id) {
        forEachConstraint(constraint -> {
            SavedConstraint known = SavedConstraint.of(constraint);
            if (known.holds(id)) {
                system.removeConstraint(constraint);
                wake(known.id1());
                wake(known.id2());
            }
        });
    }

    private void wake(int id) {
        if (bodies.isAdded(id)) {
            bodies.activateBody(id);
        }
    }

    /**
     * Wakes the bodies around a body that is removed. Otherwise, Jolt would leave them asleep in the air. Compares the
     * bounds of the bodies, not those in Jolt's tree, which are larger and differ after a restore.
     */
    void wakeNeighbours(Body body) {
        ConstAaBox bounds = body.getWorldSpaceBounds();
        try (AaBox around = new AaBox(bounds.getMin(), bounds.getMax());
                AllHitCollideShapeBodyCollector found = new AllHitCollideShapeBodyCollector()) {
            around.expandBy(Vec3.sReplicate(NEAR));
            calls.collideBox().call(calls.broadPhase().call(system), around, found, allTrees, allLayers);
            for (int id : found.getHits()) {
                if (!bodies.isActive(id) && overlaps(id, around)) {
                    bodies.activateBody(id);
                }
            }
        }
    }

    private boolean overlaps(int id, AaBox box) {
        ConstAaBox bounds = body(id).getWorldSpaceBounds();
        Vec3 least = bounds.getMin();
        Vec3 most = bounds.getMax();
        Vec3 from = box.getMin();
        Vec3 to = box.getMax();
        return least.getX() <= to.getX()
                && least.getY() <= to.getY()
                && least.getZ() <= to.getZ()
                && most.getX() >= from.getX()
                && most.getY() >= from.getY()
                && most.getZ() >= from.getZ();
    }

    void free() {
        system.close();
        contacts.close();
        jobs.close();
        memory.close();
        layerFilter.close();
        treeFilter.close();
        trees.close();
        allLayers.close();
        allTrees.close();
        found.close();
    }
}
