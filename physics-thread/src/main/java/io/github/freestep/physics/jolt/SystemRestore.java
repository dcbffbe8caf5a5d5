package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import io.github.freestep.physics.engine.EngineRestore;
import io.github.freestep.state.State;
import java.io.IOException;
import java.util.Arrays;

/** Restores a saved system, which was checked. For the physics thread. */
final class SystemRestore implements EngineRestore {
    /** In {@link #indices}: the saved world has no body in this slot. */
    private static final int NONE = -1;

    private final JoltSimulation world;
    private final JoltSystem jolt;
    private final BodyIds ids;
    private final SavedSystem saved;

    /** For each slot: the index of its body among the saved ones. */
    private final int[] indices;

    /** Refuses a saved system with other bodies without a slot than this one, because no scene would create them. */
    SystemRestore(JoltSimulation world, JoltSystem jolt, BodyIds ids, BodySlots slots, SavedSystem saved)
            throws IOException {
        this.world = world;
        this.jolt = jolt;
        this.ids = ids;
        this.saved = saved;
        indices = new int[world.layout().capacity()];
        Arrays.fill(indices, NONE);
        for (int i = 0; i < saved.living().length; i++) {
            if (saved.slots()[i] != State.NO_SLOT) {
                indices[saved.slots()[i]] = i;
            }
        }
        if (jolt.constraints().stream().anyMatch(SavedConstraint::isVehicle)) {
            // A removed body would leave the step listener of its vehicle on freed memory.
            throw new IOException(
                    "a world with a vehicle cannot be restored; remove its constraint and step listener first");
        }
        for (int i = 0; i < saved.living().length; i++) {
            int id = saved.living()[i];
            if (jolt.bodies.isAdded(id) && slots.of(id) == saved.slots()[i]) {
                requireSameMobility(i);
            }
        }
        int[] others = Arrays.stream(jolt.living())
                .filter(id -> slots.of(id) == State.NO_SLOT)
                .toArray();
        if (!Arrays.equals(others, saved.others())) {
            throw new IOException("the bodies without a slot are not those of the saved world: expected "
                    + saved.others().length + ", but this world has " + others.length
                    + ", or other ones; create the same ones in every build of the scene, and give all others a slot");
        }
    }

    /**
     * Removes the bodies that are not those of the saved world, and lets Jolt give its numbers to later ones. Takes the
     * free numbers before, because a world whose numbers are unknown must not lose its bodies.
     */
    @Override
    public void begin() throws IOException {
        ids.notice(jolt.living());
        try (Placeholders placeholders = new Placeholders(jolt.bodies, ids.room())) {
            ids.takeFree(saved.ids(), placeholders);
            int[] missing = new int[indices.length];
            int count = 0;
            for (int slot = 0; slot < indices.length; slot++) {
                Body body = world.body(slot);
                if (body != null && (indices[slot] == NONE || body.getId() != id(slot))) {
                    world.remove(slot);
                    body = null;
                }
                if (body == null && indices[slot] != NONE) {
                    missing[count++] = id(slot);
                }
            }
            ids.become(saved.ids(), Arrays.copyOf(missing, count), placeholders);
        }
    }

    private void requireSameMobility(int i) throws IOException {
        int id = saved.living()[i];
        if (jolt.canMove(id) != saved.canMove()[i]) {
            throw new IOException("the saved body " + BodyIds.index(id) + " of slot " + saved.slots()[i]
                    + (saved.canMove()[i] ? " could move" : " could not move")
                    + ", unlike this one; make it alike in build or restoreBody of the scene, with"
                    + " setAllowDynamicOrKinematic");
        }
    }

    private int id(int slot) {
        return saved.living()[indices[slot]];
    }

    @Override
    public void bodiesRestored() throws IOException {
        for (int slot = 0; slot < indices.length; slot++) {
            Body body = world.body(slot);
            if (body != null && (indices[slot] == NONE || body.getId() != id(slot))) {
                throw new IOException("the body of slot " + slot + " does not have its number of the saved world;"
                        + " restoreBody of the scene must create the body of that slot and no other");
            }
        }
        if (!Arrays.equals(jolt.living(), saved.living())) {
            throw new IOException("the scene has created a body without a slot in restoreBody; create such bodies in"
                    + " build only");
        }
        for (int i = 0; i < saved.living().length; i++) {
            int id = saved.living()[i];
            requireSameMobility(i);
            saved.traits()[i].restore(jolt, id);
        }
        jolt.restore(saved.parts()[SavedSystem.GLOBAL]);
        jolt.restore(saved.parts()[SavedSystem.BODIES]);
        jolt.restore(saved.parts()[SavedSystem.CONTACTS]);
        jolt.contacts.restore(saved.parts()[SavedSystem.CONTACTS], saved.pairs());
    }

    /** Restores the constraints last: the scene may make them, or make them anew, in its own restore. */
    @Override
    public void sceneRestored() throws IOException {
        if (!jolt.arrange(saved.constraints())) {
            throw new IOException("the saved world has " + saved.constraints().size() + " constraints, and this one "
                    + jolt.constraints().size() + " or others; add them in restoreBody or restore of the scene");
        }
        byte[] constraints = saved.parts()[SavedSystem.CONSTRAINTS];
        int length = jolt.save(SavedSystem.mask(SavedSystem.CONSTRAINTS)).length;
        if (length != constraints.length) {
            throw new IOException("the saved world is damaged: its constraints have " + constraints.length
                    + " bytes, and those of this world " + length + "; use another copy");
        }
        jolt.restore(constraints);
        // If an entry was read as one of another constraint, Jolt writes others.
        if (!Arrays.equals(constraints, jolt.save(SavedSystem.mask(SavedSystem.CONSTRAINTS)))) {
            throw new IOException("the saved world is damaged: Jolt does not keep its constraints; use another copy");
        }
    }
}
