package io.github.freestep.physics.ground;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.saves.PortableCommand;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the ground, in their order, with which a version ends if this is its last part. A recording keeps it.
 *
 * @param number of all parts of the writer
 * @param isFirst whether a version begins, although the one before may have no end
 * @param changes in their order
 * @param isLast whether a step may see the changes, and those of the parts before
 */
record GroundPart(int number, boolean isFirst, List<Change> changes, boolean isLast) implements PortableCommand {
    /** Far from the numbers that games choose. */
    static final int TYPE = 0x6E0D_0001;

    static final int LOADED = -1;
    static final int UNLOADED = -2;

    /** How many bytes a change takes without its section. */
    static final int CHANGE_BYTES = Long.BYTES + Integer.BYTES;

    /** What a command may write, less the two numbers and the flags. */
    static final int MOST_BYTES = 32_768 - 2 * Integer.BYTES - 2;

    /**
     * A change of a section or a cell.
     *
     * @param key of the section
     * @param value the index and the value of the cell, or {@link #LOADED} or {@link #UNLOADED}
     * @param section the one that is loaded, else null
     */
    record Change(long key, int value, @Nullable GroundSection section) {}

    @Override
    public void run(PhysicsContext c) {
        c.world(Ground.class).take(this);
    }

    void apply(GroundVersion.Edit edit, GroundChanges changed) {
        for (Change each : changes) {
            int index = each.value >> Character.SIZE;
            if (each.value < 0) {
                if (edit.put(each.key, each.section)) {
                    changed.section(each.key);
                }
            } else if (edit.set(each.key, index, each.value & GroundSection.MOST_CELL)) {
                changed.cell(each.key, index);
            }
        }
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(number);
        out.writeBoolean(isFirst);
        out.writeBoolean(isLast);
        out.writeInt(changes.size());
        for (Change each : changes) {
            out.writeLong(each.key);
            out.writeInt(each.value);
            if (each.section != null) {
                each.section.write(out);
            }
        }
    }

    static GroundPart read(DataInput in) throws IOException {
        GroundPart read = new GroundPart(in.readInt(), in.readBoolean(), new ArrayList<>(), in.readBoolean());
        int count = in.readInt();
        if (count < 0 || count > MOST_BYTES / CHANGE_BYTES) {
            throw new IOException("a part of the ground must have at most " + MOST_BYTES / CHANGE_BYTES
                    + " changes, had " + count + "; use an undamaged recording or save");
        }
        while (read.changes.size() < count) {
            long key = in.readLong();
            int value = in.readInt();
            if (value < UNLOADED || value >> Character.SIZE >= GroundSection.CELLS) {
                throw new IOException("a change of the ground must be of a cell below 4096, was " + value
                        + "; use an undamaged recording or save");
            }
            read.changes.add(new Change(key, value, value == LOADED ? GroundSection.read(in) : null));
        }
        return read;
    }
}
