package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import io.github.freestep.physics.engines.EngineRestore;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.engines.SavedBytes;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Saves a system, and restores saved ones, one after the other. For the physics thread. */
final class SystemSaves implements EngineRestore {
    /** The parts of Jolt's state, which are saved one after the other. */
    private static final int[] PARTS = {
        EStateRecorderState.Global,
        EStateRecorderState.Bodies,
        EStateRecorderState.Contacts,
        EStateRecorderState.Constraints
    };

    private final EngineSimulation<Body> world;
    private final JoltSystem jolt;
    private final BodyIds ids;
    private final SavedSystem saved;
    private final Placeholders placeholders;

    /** For each slot: the number of its body in the saved world, or none. */
    private final int[] wanted;

    private final int[] living;
    private final int[] missing;

    /** Whether the scene restores bodies. */
    private boolean isInBodies;

    SystemSaves(EngineSimulation<Body> world, JoltSystem jolt, BodyIds ids) {
        this.world = world;
        this.jolt = jolt;
        this.ids = ids;
        saved = new SavedSystem(ids.room());
        placeholders = new Placeholders(jolt.bodies, ids.room());
        wanted = new int[world.layout().capacity()];
        living = new int[ids.room()];
        missing = new int[wanted.length];
    }

    /**
     * Writes the system.
     *
     * @throws IllegalStateException if Jolt would write less or more than {@link SavedSystem} expects, or not all that
     *     the future depends on
     */
    void write(DataOutput out) throws IOException {
        int count = jolt.living(living);
        for (int i = 0; i < count; i++) {
            requireSavable(living[i]);
        }
        List<SavedJoint> joints = jolt.joints();
        requireSavable(joints);
        ids.notice(living, count);
        out.writeInt(JoltRuntime.version());
        out.writeBoolean(Jolt.isDoublePrecision());
        ids.write(out);
        for (int i = 0; i < count; i++) {
            int id = living[i];
            SavedBody.write(jolt.bodies, jolt.body(id), id, ids.slot(id), out);
        }
        for (int part : PARTS) {
            int length = jolt.save(part);
            out.writeInt(length);
            out.write(jolt.saved, 0, length);
        }
        out.writeInt(joints.size());
        for (SavedJoint joint : joints) {
            joint.write(out);
        }
        saved.settings.take(jolt);
        saved.settings.write(out);
        jolt.contacts.save(out);
    }

    private void requireSavable(int id) {
        if (!jolt.bodies.isAdded(id)) {
            throw new IllegalStateException("the world must not be saved while a body is not in the system, was body "
                    + BodyIds.index(id) + "; add it, or destroy it");
        }
        if (!jolt.body(id).isRigidBody()) {
            throw new IllegalStateException(
                    "a world with a soft body cannot be saved, was body " + BodyIds.index(id) + "; remove it first");
        }
    }

    /** Refuses joints that a restore would take for one another: it would swap their impulses. */
    private static void requireSavable(List<SavedJoint> joints) {
        Set<SavedJoint> seen = new HashSet<>();
        for (SavedJoint joint : joints) {
            if (joint.isVehicle()) {
                throw new IllegalStateException("a world with a vehicle cannot be saved, was body "
                        + BodyIds.index(joint.id1()) + "; remove its constraint and step listener first");
            }
            if (!seen.add(joint)) {
                throw new IllegalStateException("joints of one kind between the same bodies must have different"
                        + " priorities to be saved, was twice the " + joint + "; call setConstraintPriority");
            }
        }
    }

    /**
     * Reads the system to restore. Refuses one with other bodies without a slot than this one, because no scene would
     * create them.
     */
    void read(DataInput in) throws IOException {
        isInBodies = false;
        jolt.requireExisting();
        saved.read(in, wanted.length, jolt.limits.layers());
        Arrays.fill(wanted, Jolt.cInvalidBodyId);
        for (int i = 0; i < saved.count; i++) {
            if (saved.bodies[i].slot != State.NO_SLOT) {
                wanted[saved.bodies[i].slot] = saved.living[i];
            }
        }
        if (jolt.joints().stream().anyMatch(SavedJoint::isVehicle)) {
            // A removed body would leave the step listener of its vehicle on freed memory.
            throw new IOException(
                    "a world with a vehicle cannot be restored; remove its constraint and step listener first");
        }
        int others = 0;
        for (int i = 0, count = jolt.living(living); i < count; i++) {
            others += ids.slot(living[i]) == State.NO_SLOT ? 1 : 0;
        }
        int expected = 0;
        boolean isSame = true;
        for (int i = 0; i < saved.count; i++) {
            int id = saved.living[i];
            boolean isHere = jolt.bodies.isAdded(id) && ids.slot(id) == saved.bodies[i].slot;
            if (isHere) {
                requireSameMobility(i, jolt.body(id));
            }
            if (saved.bodies[i].slot == State.NO_SLOT) {
                expected++;
                isSame &= isHere;
            }
        }
        if (!isSame || expected != others) {
            throw new IOException("the bodies without a slot are not those of the saved world: expected " + expected
                    + ", but this world has " + others
                    + (expected == others ? " at other places or with other numbers" : "")
                    + "; create the same ones in every build of the scene, and give all others a slot");
        }
    }

    /**
     * Removes the bodies that are not those of the saved world. Makes Jolt give the numbers of the saved world to the
     * bodies that are created next.
     */
    @Override
    public void begin() throws IOException {
        try (placeholders) {
            int count = 0;
            for (int slot = 0; slot < wanted.length; slot++) {
                Body body = world.body(slot);
                if (body != null && ids.of(slot) != wanted[slot]) {
                    world.remove(slot);
                    body = null;
                }
                if (body == null && wanted[slot] != Jolt.cInvalidBodyId) {
                    missing[count++] = wanted[slot];
                }
            }
            jolt.removals.completeInRestore();
            ids.notice(living, jolt.living(living));
            ids.become(saved.ids, missing, count, placeholders);
        }
        isInBodies = true;
    }

    /** Makes Jolt give the number of a removed body to the next one: the scene creates that body again. */
    void removed(int id) {
        if (isInBodies) {
            jolt.removals.completeInRestore();
            try (placeholders) {
                placeholders.create(ids.room());
                placeholders.free(BodyIds.before(id));
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }
    }

    private void requireSameMobility(int i, Body body) throws IOException {
        if (body.canBeKinematicOrDynamic() != saved.bodies[i].canMove) {
            throw new IOException(
                    "the saved body " + BodyIds.index(saved.living[i]) + " of slot " + saved.bodies[i].slot
                            + (saved.bodies[i].canMove ? " could move" : " could not move")
                            + ", unlike this one; make it alike in build or restoreBody of the scene, with"
                            + " setAllowDynamicOrKinematic");
        }
    }

    @Override
    public void bodiesRestored() throws IOException {
        isInBodies = false;
        for (int slot = 0; slot < wanted.length; slot++) {
            Body body = world.body(slot);
            if (body != null && ids.of(slot) != wanted[slot]) {
                throw new IOException("the body of slot " + slot + " does not have its number of the saved world;"
                        + " restoreBody of the scene must create the body of that slot and no other, and remove one"
                        + " that is there before");
            }
        }
        int count = jolt.living(living);
        if (!Arrays.equals(living, 0, count, saved.living, 0, saved.count)) {
            throw new IOException("the scene has created a body without a slot in restoreBody; create such bodies in"
                    + " build only");
        }
        for (int i = 0; i < count; i++) {
            int id = living[i];
            Body body = jolt.body(id);
            requireSameMobility(i, body);
            saved.bodies[i].restore(jolt, body, id);
            // A step would end the process if the scene had taken out a body that moves. With the saved layer, because
            // the scene may have set one that Jolt has not.
            if (!jolt.bodies.isAdded(id)) {
                jolt.add(body, EActivation.DontActivate);
            }
        }
        jolt.restore(saved.global);
        jolt.restore(saved.motions);
        jolt.restore(saved.contacts);
        jolt.contacts.restore(saved.pairs);
    }

    /** Restores the joints last: the scene may make them, or make them again, in its own restore. */
    @Override
    public void sceneRestored() throws IOException {
        jolt.become(saved.joints);
        if (!saved.settings.restore(jolt)) {
            throw new IOException("the saved world is damaged: the joints of this world do not take the settings of its"
                    + " joints; use another copy");
        }
        SavedBytes solved = saved.solved;
        int length = jolt.save(EStateRecorderState.Constraints);
        if (length != solved.length()) {
            throw new IOException("the saved world is damaged: its joints have " + solved.length()
                    + " bytes, and those of this world " + length + "; use another copy");
        }
        jolt.restore(solved);
        length = jolt.save(EStateRecorderState.Constraints);
        // If an entry was read as one of another joint, Jolt writes others.
        if (!Arrays.equals(jolt.saved, 0, length, solved.array(), 0, solved.length())) {
            throw new IOException("the saved world is damaged: Jolt does not keep its joints; use another copy");
        }
        String why = saved.settings.whyEndless(jolt);
        if (why != null) {
            throw new IOException("a step of the saved world may not end: " + why + "; use another copy");
        }
    }
}
