package io.github.freestep.physics.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Saves the bodies of a world, slot by slot, and restores them into a world that was set up in the same way. For the
 * physics thread.
 *
 * @param <B> the engine's bodies
 */
final class SavedBodies<B> {
    /**
     * Marks the end of what the scene has written for a body, or for itself. If the scene has read less or more, the
     * mark is not there.
     */
    private static final int END = 0x5AFE;

    private final SavableEngineSimulation<B> world;
    private final EngineScene<Object> scene;
    private final WorldBodies<B> bodies;
    private final Slots<B> slots;

    SavedBodies(SavableEngineSimulation<B> world, EngineScene<Object> scene, WorldBodies<B> bodies) {
        this.world = world;
        this.scene = scene;
        this.bodies = bodies;
        slots = bodies.slots;
    }

    void write(DataOutput out) throws IOException {
        SavedAttachments.write(bodies.published(), out);
        world.saveEngine(out);
        out.writeInt(slots.count());
        for (int slot = 0; slot < slots.count(); slot++) {
            B body = slots.body(slot);
            out.writeBoolean(body != null);
            if (body != null) {
                scene.saveBody(world, slot, out);
                out.writeInt(END);
                world.save(body, out);
            }
        }
        slots.writeFree(out);
        scene.save(world, out);
        out.writeInt(END);
    }

    /** Writes which pairs touch and which bodies are awake, as events have reported them. */
    void writeReported(DataOutput out) throws IOException {
        bodies.movers.writeKnown(out);
        bodies.touches.write(out);
    }

    void readReported(DataInput in) throws IOException {
        bodies.movers.readKnown(in);
        bodies.touches.read(in);
        if (!world.restoresExactly()) {
            // Such an engine does not restore its contacts, so its next step begins all of them.
            bodies.touches.endAll();
        }
    }

    void restore(DataInput in) throws IOException {
        SavedAttachments attachments = SavedAttachments.read(in, world.layout().capacity());
        EngineRestore engine = world.readEngine(in);
        int count = in.readInt();
        if (count < 0 || count > world.layout().capacity()) {
            throw new IOException("the saved world has " + count + " slots, and this one has room for "
                    + world.layout().capacity() + "; restore it into a world of the same layout");
        }
        world.halfRestored(true);
        SavedAttachments.detachAll(bodies.published());
        bodies.align();
        Doing before = world.begin(Doing.RESTORING);
        try {
            engine.begin();
        } finally {
            world.end(before);
        }
        for (int slot = 0; slot < Math.max(count, slots.count()); slot++) {
            restore(slot, slot < count && in.readBoolean(), in);
        }
        slots.readFree(count, in);
        engine.bodiesRestored();
        for (int slot = 0; slot < count; slot++) {
            if (slots.has(slot)) {
                bodies.restored(slot);
            }
        }
        attachments.attach(bodies.published());
        world.begin(Doing.RESTORING);
        try {
            scene.restore(world, in);
        } finally {
            world.end(before);
        }
        end("restore", in);
        engine.sceneRestored();
        world.halfRestored(false);
    }

    private void restore(int slot, boolean isSaved, DataInput in) throws IOException {
        if (!isSaved) {
            if (slots.has(slot)) {
                bodies.remove(slot);
            }
            return;
        }
        slots.addAt(slot);
        Doing before = world.begin(Doing.RESTORING);
        try {
            scene.restoreBody(world, slot, in);
        } finally {
            world.end(before);
            slots.addAnywhere();
        }
        if (!slots.has(slot)) {
            throw new IOException("the saved world has a body in slot " + slot
                    + ", and this one has none; override restoreBody of the scene, and add the body there");
        }
        end("restoreBody", in);
        world.restore(slots.body(slot), in);
    }

    private void end(String method, DataInput in) throws IOException {
        if (in.readInt() != END) {
            throw new IOException(method + " of the scene has not read what save" + method.substring("restore".length())
                    + " of the scene has written; make both alike");
        }
    }
}
