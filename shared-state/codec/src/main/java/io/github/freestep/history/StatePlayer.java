package io.github.freestep.history;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import io.github.freestep.internal.Filler;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/**
 * Writes kept states into the states of a publisher, in any order. For the publishing thread. Allocates when it is
 * made, and for attachments that have changed.
 *
 * <p>The bodies have the lives that they had in the kept states. If two kept states have the same epoch in a slot, the
 * published ones have too, in both directions of time, unless there is a jump between them.
 */
public final class StatePlayer {
    private final StatePublisher publisher;
    private final int linear;

    /** The state that was written last; it has the epochs that were published. */
    private final KeptState shown;

    /** By slot: the parent in the state to write. */
    private final int[] parents;

    /** A bit for each block that must be written, because a body in it is new or has another parent. */
    private final long[] renewed;

    /** How often time has jumped, in the bits of an epoch that count teleports. */
    private int jumps;

    public StatePlayer(StatePublisher publisher) {
        this.publisher = publisher;
        StateLayout layout = publisher.states().layout();
        linear = layout.linearChannels().size();
        shown = new KeptState(layout);
        parents = new int[layout.capacity()];
        renewed = new long[Blocks.of(Blocks.of(layout.capacity()))];
        Arrays.fill(parents, State.NO_PARENT);
    }

    /**
     * Makes all bodies of the next state appear there by teleport, because time jumps. After 256 jumps, counts repeat;
     * no window has as many states.
     */
    public void jump() {
        jumps += Epochs.LIVES + 1;
    }

    /**
     * Writes a state.
     *
     * @param next a state of the publisher's layout
     * @param out the writer of the state that the publisher has begun
     */
    public void write(KeptState next, StateWriter out) {
        Bodies bodies = publisher.bodies();
        Arrays.fill(renewed, 0);
        Filler.lifeOffset(bodies, next.fields.lifeOffset);
        detach(bodies, next);
        for (int slot = 0; slot < Math.max(bodies.slots(), next.slots()); slot++) {
            int epoch = slot < next.slots() ? epoch(next, slot) : Epochs.NEVER;
            if (epoch != shown.epochs[slot]) {
                change(bodies, slot, epoch);
            }
        }
        attach(bodies, next);
        for (int block = 0; block < Blocks.of(next.slots()); block++) {
            int first = block * Blocks.SIZE;
            int end = Math.min(first + Blocks.SIZE, next.slots());
            boolean isNew = (renewed[block / Long.SIZE] & 1L << block) != 0;
            if (isNew || differs(next, first, end)) {
                write(next, first, end, out);
            }
        }
        shown.fields.slots = next.slots();
    }

    private int epoch(KeptState next, int slot) {
        return next.epochs[slot] == Epochs.NEVER ? Epochs.NEVER : next.epochs[slot] + jumps;
    }

    private void detach(Bodies bodies, KeptState next) {
        for (int i = 0; i < shown.attachedCount(); i++) {
            parents[shown.attached(i)] = State.NO_PARENT;
        }
        for (int i = 0; i < next.attachedCount(); i++) {
            parents[next.attached(i)] = next.parent(i);
        }
        for (int i = 0; i < shown.attachedCount(); i++) {
            int slot = shown.attached(i);
            if (parents[slot] != shown.parent(i) || !goesOn(next, slot) || !goesOn(next, shown.parent(i))) {
                bodies.detach(slot);
                renew(slot);
            }
        }
    }

    /** Whether the next state has the body that is shown in a slot. */
    private boolean goesOn(KeptState next, int slot) {
        return next.isAlive(slot) && Epochs.sameLife(next.epochs[slot], shown.epochs[slot]);
    }

    /** Removes, spawns or teleports a body, so that its slot has another epoch. */
    private void change(Bodies bodies, int slot, int epoch) {
        boolean was = bodies.isAlive(slot);
        boolean is = Epochs.isAlive(epoch);
        if (was && is && Epochs.sameLife(epoch, shown.epochs[slot])) {
            bodies.teleport(slot);
        } else {
            if (was) {
                bodies.remove(slot);
            }
            if (is || !was) {
                bodies.spawn(slot);
            }
            if (!is && !was) {
                bodies.remove(slot);
            }
        }
        Filler.epoch(bodies, slot, epoch);
        shown.epochs[slot] = epoch;
        renew(slot);
    }

    private void attach(Bodies bodies, KeptState next) {
        for (int i = 0; i < next.attachedCount(); i++) {
            if (bodies.parent(next.attached(i)) != next.parent(i)) {
                bodies.attach(next.attached(i), next.parent(i));
                renew(next.attached(i));
            }
        }
        shown.fields.slots = next.slots();
        shown.copyAttachments(next);
    }

    private void renew(int slot) {
        int block = slot / Blocks.SIZE;
        renewed[block / Long.SIZE] |= 1L << block;
    }

    /** Whether a value differs from the one that is shown. */
    private boolean differs(KeptState next, int first, int end) {
        boolean same = next.x.length == 0
                ? equal(next.doubleX, shown.doubleX, first, end)
                        && equal(next.doubleY, shown.doubleY, first, end)
                        && equal(next.doubleZ, shown.doubleZ, first, end)
                : equal(next.x, shown.x, first, end)
                        && equal(next.y, shown.y, first, end)
                        && equal(next.z, shown.z, first, end);
        same = same
                && equal(next.qx, shown.qx, first, end)
                && equal(next.qy, shown.qy, first, end)
                && equal(next.qz, shown.qz, first, end)
                && equal(next.qw, shown.qw, first, end);
        for (int i = 0; same && i < next.channels.length; i++) {
            same = equal(next.channels[i], shown.channels[i], first, end);
        }
        return !same;
    }

    private static boolean equal(float[] one, float[] other, int first, int end) {
        return Arrays.mismatch(one, first, end, other, first, end) < 0;
    }

    private static boolean equal(double[] one, double[] other, int first, int end) {
        return Arrays.mismatch(one, first, end, other, first, end) < 0;
    }

    private void write(KeptState next, int first, int end, StateWriter out) {
        if (next.x.length == 0) {
            out.positions(next.doubleX, next.doubleY, next.doubleZ, first, end);
        } else {
            out.positions(next.x, next.y, next.z, first, end);
        }
        out.orientations(next.qx, next.qy, next.qz, next.qw, first, end);
        for (int i = 0; i < next.channels.length; i++) {
            if (i < linear) {
                out.linear(i, next.channels[i], first, end);
            } else {
                out.stepped(i - linear, next.channels[i], first, end);
            }
        }
        shown.copyValues(next, first, end);
    }
}
