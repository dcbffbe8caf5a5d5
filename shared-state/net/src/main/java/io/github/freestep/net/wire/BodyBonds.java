package io.github.freestep.net.wire;

import io.github.freestep.net.body.Bond;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * Which of the sender's bodies are attached to which, and which of them are hidden, because the body that they are
 * attached to is missing. For one thread; allocates nothing once made.
 */
final class BodyBonds {
    /** By slot, see {@link Bond}. */
    final int[] bonds;

    /** Slots whose body is attached. */
    final long[] attached;

    /** Slots whose body is not shown. They are attached, too. */
    private final long[] hidden;

    private boolean hadBonds;

    BodyBonds(int capacity) {
        bonds = new int[capacity];
        attached = new long[Blocks.of(capacity)];
        hidden = new long[attached.length];
    }

    void clear() {
        Arrays.fill(attached, 0);
        Arrays.fill(bonds, Bond.NONE);
        Arrays.fill(hidden, 0);
    }

    void leave(int slot) {
        RemoteBodies.set(attached, slot, false);
        RemoteBodies.set(hidden, slot, false);
        bonds[slot] = Bond.NONE;
    }

    /** Takes the bond of a slot. */
    void take(int slot, int bond) {
        if (bonds[slot] != bond) {
            bonds[slot] = bond;
            RemoteBodies.set(attached, slot, bond != Bond.NONE);
            RemoteBodies.set(hidden, slot, false);
        }
    }

    /**
     * Returns whether each attached body that is shown has a live, known parent and no chain is too long. If pieces are
     * missing, a body may be attached to a parent that has not arrived. Shows the hidden bodies whose parents have
     * come.
     *
     * @param hides whether to hide the others, and those that are attached to them, until their parents are there. They
     *     are not forgotten, because the sender may not repeat them
     */
    boolean haveParents(RemoteBodies bodies, boolean hides) {
        boolean all = true;
        for (int block = 0; block < Blocks.of(bodies.slots); block++) {
            long orphans = orphans(bodies, block);
            long before = hidden[block];
            hidden[block] = hides ? orphans : before & orphans;
            bodies.changed[block] |= before ^ hidden[block];
            all &= hidden[block] == orphans;
        }
        return all;
    }

    private long orphans(RemoteBodies bodies, int block) {
        long orphans = 0;
        for (long left = attached[block] & RemoteBodies.bits(block, 0, bodies.slots); left != 0; left &= left - 1) {
            boolean isOrphan = !hasParents(bodies, (block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left));
            orphans |= isOrphan ? left & -left : 0;
        }
        return orphans;
    }

    private boolean hasParents(RemoteBodies bodies, int slot) {
        int depth = 0;
        for (int at = slot; bonds[at] != Bond.NONE; at = Bond.parent(bonds[at])) {
            if (++depth > Attachments.MAX_DEPTH || !bodies.hasParent(bonds[at])) {
                return false;
            }
        }
        return true;
    }

    /** The {@link Bond} of a body that is shown. */
    int of(int slot) {
        return isHidden(slot) ? Bond.NONE : bonds[slot];
    }

    boolean isHidden(int slot) {
        return RemoteBodies.has(hidden, slot);
    }

    /** Whether any body is attached, or was when this was last called. */
    boolean hadBonds() {
        boolean result = hadBonds;
        hadBonds = false;
        for (long each : attached) {
            hadBonds |= each != 0;
        }
        return result || hadBonds;
    }
}
