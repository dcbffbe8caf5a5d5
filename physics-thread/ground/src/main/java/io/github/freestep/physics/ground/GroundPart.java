package io.github.freestep.physics.ground;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PortableCommand;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the ground, in their order, with which a version ends if this is its last part. A recording keeps it.
 *
 * @param keys of the sections, one for each change
 * @param values the index and the value of a cell, or {@link #SECTION}
 * @param sections those that are loaded, null for those that are unloaded
 * @param isLast whether a step may see the changes, and those of the parts before
 */
record GroundPart(long[] keys, int[] values, @Nullable GroundSection[] sections, boolean isLast)
        implements PortableCommand {
    /** Far from the numbers that games choose. */
    static final int TYPE = 0x6E0D_0001;

    static final int SECTION = -1;

    /** How many bytes a change takes without its section. */
    static final int CHANGE_BYTES = Long.BYTES + Integer.BYTES + 1;

    /** What a command may write, less the count and the flag. */
    static final int MOST_BYTES = 32_768 - Integer.BYTES - 1;

    @Override
    public void run(PhysicsContext c) {
        c.world(GroundWorld.class).ground().take(this);
    }

    void apply(GroundVersion.Edit edit, GroundChanges changes) {
        for (int i = 0; i < keys.length; i++) {
            int value = values[i];
            if (value == SECTION) {
                if (edit.put(keys[i], sections[i])) {
                    changes.section(keys[i]);
                }
            } else if (edit.set(keys[i], value >> Character.SIZE, value & GroundSection.MOST_CELL)) {
                changes.cell(keys[i], value >> Character.SIZE);
            }
        }
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isLast);
        out.writeInt(keys.length);
        for (int i = 0; i < keys.length; i++) {
            out.writeLong(keys[i]);
            out.writeInt(values[i]);
            if (values[i] == SECTION) {
                out.writeBoolean(sections[i] != null);
                if (sections[i] != null) {
                    sections[i].write(out);
                }
            }
        }
    }

    static GroundPart read(DataInput in) throws IOException {
        boolean isLast = in.readBoolean();
        int count = in.readInt();
        if (count < 0 || count > MOST_BYTES / CHANGE_BYTES) {
            throw new IOException("a part of the ground must have at most " + MOST_BYTES / CHANGE_BYTES
                    + " changes, had " + count + "; use an undamaged recording or save");
        }
        GroundPart read = new GroundPart(new long[count], new int[count], new GroundSection[count], isLast);
        for (int i = 0; i < count; i++) {
            read.keys[i] = in.readLong();
            read.values[i] = in.readInt();
            if (read.values[i] == SECTION) {
                read.sections[i] = in.readBoolean() ? GroundSection.read(in) : null;
            } else if (read.values[i] < 0 || read.values[i] >> Character.SIZE >= GroundSection.CELLS) {
                throw new IOException("a change of the ground must be of a cell below 4096, was " + read.values[i]
                        + "; use an undamaged recording or save");
            }
        }
        return read;
    }
}
