package io.github.freestep.net.wire;

import io.github.freestep.internal.Inside;
import io.github.freestep.net.body.Bond;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.clock.RemoteClock;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.Filler;
import java.util.Arrays;

/**
 * Publishes the known bodies of the sender as local states. For one thread. Allocates only when attachments change.
 *
 * <p>Readers see the sender's own lives, so that a game can send one back. An epoch contains the sender's life plus an
 * offset. The offset rises with each run of the sender. Without it, the first bodies of two runs would have the same
 * life, and a reader would confuse them. Teleports are counted here, because the sender's count may repeat within a
 * local window whose states are far apart.
 */
final class LocalStates {
    /** How many states in a row samplers bridge while a parent is missing. */
    private static final int MOST_ORPHANED = 3;

    private final RemoteClock clock;
    private final RemoteBodies remote;
    private final LocalTimes times;
    final StatePublisher publisher;

    /** For each slot, the sender's epoch that the local body stands for, and its bond. */
    private final int[] shown;

    /** The life in a local epoch minus the sender's life. Even, because the life of a live body is odd. */
    int lifeOffset;

    /**
     * The greatest life of this run plus the offset, which may be more than a local epoch can have. A slot that was
     * left does not have it any more.
     */
    private int greatestLife;

    private final int[] bonds;

    /** The number of states up to the newest one in which a parent was missing. */
    private int orphaned;

    /** Whether the sender leaves states out for this receiver. */
    boolean isThinned;

    private final double[] guess;
    private final int linearChannels;
    private final int steppedChannels;

    LocalStates(StateLayout layout, RemoteClock clock, LocalTimes times, RemoteBodies remote) {
        this.clock = clock;
        this.times = times;
        this.remote = remote;
        publisher = StatePublisher.of(layout, StateSpacing.WINDOW, clock, false);
        shown = new int[layout.capacity()];
        bonds = new int[shown.length];
        guess = new double[remote.motion.places.length + remote.motion.last.length];
        linearChannels = layout.linearChannels().size();
        steppedChannels = layout.steppedChannels().size();
    }

    /** Says by how much the sender rounds the poses of the states from the next one on. */
    void grid(PoseGrid grid) {
        Filler filler = Inside.of(publisher.bodies());
        filler.positionError = grid.positionError();
        filler.rotationError = grid.rotationError();
    }

    /**
     * Publishes the values that {@link RemoteBodies} has, as those of a state.
     *
     * @return false if readers could not compute with the state's times, or if a body is attached to one that is not
     *     there; then nothing was published
     */
    boolean publish(PendingState state, long nowNanos) {
        boolean isNewRun = times.isNewRun;
        if (isNewRun && times.isSameAgain(state)) {
            return publishAgain(state, nowNanos);
        }
        if (!areParentsThere() || !times.moveTo(state, nowNanos)) {
            return false;
        }
        if (isNewRun && !times.isContinued) {
            removeAll();
        }
        publish(
                state,
                publisher.begin(times.tick, times.simulationNanos, times.anchor, times.wall(state.startedNanos)),
                nowNanos);
        return true;
    }

    /**
     * Publishes the values of {@link RemoteBodies} in place of the newest state: a command has changed them in a pause,
     * or they have come late.
     *
     * @return as of {@link #publish(PendingState, long)}
     */
    boolean publishAgain(PendingState state, long nowNanos) {
        if (!areParentsThere() || !times.amend(state, nowNanos)) {
            return false;
        }
        publish(state, publisher.replace(times.anchor, times.wall(state.startedNanos)), nowNanos);
        return true;
    }

    /**
     * Returns whether all attached bodies have their parents. If they do not in several states in a row, the others are
     * shown without them: the picture must not wait for as long as the parent of one body is unknown.
     */
    private boolean areParentsThere() {
        boolean there = remote.bonds.haveParents(remote, orphaned >= MOST_ORPHANED);
        orphaned = there ? 0 : orphaned + 1;
        return there;
    }

    private void publish(PendingState state, StateWriter writer, long nowNanos) {
        live();
        Filler filler = Inside.of(publisher.bodies());
        filler.hasGuesses = false;
        filler.isCopy = state.isCopy;
        boolean isWholeOfClient = state.isOfClient && state.isComplete();
        for (int block = 0; block < Blocks.of(remote.slots); block++) {
            filler.guessed[block] = remote.unknown(block, isWholeOfClient);
            filler.hasGuesses |= filler.guessed[block] != 0;
            write(writer, block, state.simulationNanos);
        }
        if (state.inputSequence > 0) {
            publisher.input(state.inputSequence, times.wall(state.inputNanos));
        }
        filler.tickBase = times.tick - state.tick;
        filler.nanosBase = times.simulationNanos - state.simulationNanos;
        if (!times.anchor.isPaused()) {
            double late = times.lateNanos(state.simulationNanos, clock.recurring(state.stampNanos, nowNanos));
            filler.expectedLateNanos = Math.max(0, Math.round(late));
            filler.isThinned = isThinned;
        }
        publisher.publish(clock.at(nowNanos));
        remote.motion.shown(state.simulationNanos);
    }

    /** Publishes the newest state again, with another anchor. */
    void amend(PendingState state, long nowNanos) {
        if (times.amend(state, nowNanos)) {
            amend(nowNanos);
        }
    }

    /** Publishes the newest state again if the clock has got another base, which moves the anchor. */
    void rebase(long nowNanos) {
        if (times.rebase()) {
            amend(nowNanos);
        }
    }

    private void amend(long nowNanos) {
        publisher.amend(times.anchor);
        publisher.publish(clock.at(nowNanos));
    }

    /**
     * Begins another run. None of its bodies is a body of the run before, even in the same slot with the same epoch.
     */
    private void removeAll() {
        Bodies bodies = publisher.bodies();
        for (int slot = 0; slot < bodies.slots(); slot++) {
            if (bonds[slot] != Bond.NONE) {
                bodies.detach(slot);
            }
        }
        for (int slot = 0; slot < bodies.slots(); slot++) {
            if (bodies.isAlive(slot)) {
                bodies.remove(slot);
            }
        }
        int above = Epochs.life(greatestLife + (greatestLife & 1));
        // Lives begin again after the greatest one, and readers know a restart by its offset.
        lifeOffset = above == lifeOffset && greatestLife > above ? Epochs.life(above + 2) : above;
        greatestLife = lifeOffset;
        Inside.of(bodies).lifeOffset = lifeOffset;
        Arrays.fill(shown, Epochs.NEVER);
        Arrays.fill(bonds, Bond.NONE);
    }

    /**
     * Removes, spawns and teleports the local bodies, and attaches and detaches them, as the sender did. The order is:
     * detach, then remove, spawn and teleport, then attach. So a body has no children when it is removed, and it exists
     * before others are attached to it.
     */
    private void live() {
        // A local body beyond the sender's slots has ended, and its parent can only be removed after that.
        int blocks = Blocks.of(Math.max(remote.slots, publisher.bodies().slots()));
        boolean hasBonds = remote.bonds.hadBonds();
        for (int block = 0; block < blocks && hasBonds; block++) {
            for (long left = remote.bound(block); left != 0; left &= left - 1) {
                detach((block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left));
            }
        }
        for (int block = 0; block < blocks; block++) {
            for (long left = remote.changed[block]; left != 0; left &= left - 1) {
                live((block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left));
            }
        }
        for (int block = 0; block < blocks && hasBonds; block++) {
            for (long left = remote.bound(block); left != 0; left &= left - 1) {
                attach((block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    /** Detaches a body that does not stay the same on the same parent. */
    private void detach(int slot) {
        if (bonds[slot] == Bond.NONE) {
            return;
        }
        boolean stays = remote.bonds.of(slot) == bonds[slot] && isSame(slot) && isSame(Bond.parent(bonds[slot]));
        if (!stays) {
            publisher.bodies().detach(slot);
            bonds[slot] = Bond.NONE;
            RemoteBodies.set(remote.changed, slot, true);
        }
    }

    private boolean isSame(int slot) {
        return Epochs.sameLife(remote.epoch(slot), shown[slot]);
    }

    /** Attaches a body after its parent, because a body with children takes long to attach. */
    private void attach(int slot) {
        if (remote.bonds.of(slot) != bonds[slot]) {
            int parent = Bond.parent(remote.bonds.of(slot));
            attach(parent);
            publisher.bodies().attach(slot, parent);
            bonds[slot] = remote.bonds.of(slot);
        }
    }

    private void write(StateWriter writer, int block, long simulationNanos) {
        int first = block << RemoteBodies.SHIFT;
        long alive = 0;
        for (long left = remote.takeChanged(block); left != 0; left &= left - 1) {
            int slot = first + Long.numberOfTrailingZeros(left);
            alive |= Epochs.isAlive(shown[slot]) ? left & -left : 0;
        }
        while (alive != 0) {
            int start = Long.numberOfTrailingZeros(alive);
            int length = Long.numberOfTrailingZeros(~(alive >>> start));
            write(writer, first + start, first + start + length);
            alive &= start + length == Long.SIZE ? 0 : -1L << start + length;
        }
        for (long left = remote.gaps(block); left != 0; left &= left - 1) {
            writeGuess(writer, first + Long.numberOfTrailingZeros(left), simulationNanos);
        }
    }

    /** Removes, spawns or teleports the local body, as the sender's epoch says. */
    private void live(int slot) {
        Bodies bodies = publisher.bodies();
        int epoch = remote.epoch(slot);
        if (epoch == shown[slot]) {
            return;
        }
        boolean isSame = Epochs.sameLife(epoch, shown[slot]) && Epochs.isAlive(epoch);
        if (isSame) {
            bodies.teleport(slot);
        } else {
            replace(bodies, slot, epoch);
        }
        shown[slot] = epoch;
    }

    private void replace(Bodies bodies, int slot, int epoch) {
        boolean was = bodies.isAlive(slot);
        if (was) {
            bodies.remove(slot);
        }
        if (Epochs.isAlive(epoch)) {
            bodies.spawn(slot);
        }
        if (was || Epochs.isAlive(epoch)) {
            int[] epochs = Inside.of(bodies).epochs;
            // Sets the life, and leaves the count of teleports.
            epochs[slot] = epochs[slot] & ~Epochs.LIVES | Epochs.life(epoch + lifeOffset);
            greatestLife = Math.max(greatestLife, lifeOffset + Epochs.life(epoch));
        }
    }

    private void write(StateWriter writer, int from, int to) {
        double[][] places = remote.motion.places;
        float[][] values = remote.motion.last;
        int at = 0;
        writer.positions(places[0], places[1], places[2], from, to);
        writer.orientations(values[at++], values[at++], values[at++], values[at++], from, to);
        for (int i = 0; i < linearChannels; i++) {
            writer.linear(i, values[at++], from, to);
        }
        for (int i = 0; i < steppedChannels; i++) {
            writer.stepped(i, values[at++], from, to);
        }
    }

    private void writeGuess(StateWriter writer, int slot, long simulationNanos) {
        if (Epochs.isAlive(shown[slot]) && remote.motion.guess(slot, simulationNanos, times.stepNanos, guess)) {
            writer.position(slot, guess[0], guess[1], guess[2]);
            writer.orientation(slot, (float) guess[3], (float) guess[4], (float) guess[5], (float) guess[6]);
            for (int i = 0; i < linearChannels; i++) {
                writer.linear(i, slot, guess[PoseExtrapolation.POSE + i]);
            }
        }
    }
}
