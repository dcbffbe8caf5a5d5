package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import io.github.freestep.net.clock.RemoteClock;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/** Publishes the known bodies of the sender as local states. For one thread; allocates nothing once made. */
final class LocalStates {
    private final RemoteClock clock;
    private final RemoteBodies remote;
    private final LocalTimes times;
    private final StatePublisher publisher;

    /** For each slot, the sender's epoch that the local body stands for. */
    private final int[] shown;

    private final float[] guess;
    private final int linearChannels;
    private final int steppedChannels;

    LocalStates(StateLayout layout, int window, RemoteClock clock, LocalTimes times, RemoteBodies remote) {
        this.clock = clock;
        this.times = times;
        this.remote = remote;
        publisher = StatePublisher.of(layout, window, clock, false);
        shown = new int[layout.capacity()];
        guess = new float[remote.last.length];
        linearChannels = layout.linearChannels().size();
        steppedChannels = layout.steppedChannels().size();
    }

    StateBuffer states() {
        return publisher.states();
    }

    /**
     * Publishes the values that {@link RemoteBodies} has, as those of a state.
     *
     * @return false if readers could not compute with the state's times; then nothing was published
     */
    boolean publish(PendingState state, long nowNanos) {
        boolean isNewRun = times.isNewRun();
        if (!times.moveTo(state, nowNanos)) {
            return false;
        }
        if (isNewRun) {
            removeAll();
        }
        publish(
                state,
                publisher.begin(times.tick(), times.simulationNanos(), times.anchor, times.wall(state.startedNanos)),
                nowNanos);
        return true;
    }

    /**
     * Publishes the values of {@link RemoteBodies} in place of the newest state: a command has changed them in a pause,
     * or they have come late.
     *
     * @return false if readers could not compute with the state's times; then nothing was published
     */
    boolean publishAgain(PendingState state, long nowNanos) {
        if (!times.amend(state, nowNanos)) {
            return false;
        }
        publish(state, publisher.replace(times.anchor, times.wall(state.startedNanos)), nowNanos);
        return true;
    }

    private void publish(PendingState state, StateWriter writer, long nowNanos) {
        for (int block = 0; block < Blocks.of(remote.slots()); block++) {
            write(writer, block, state.simulationNanos);
        }
        if (state.inputSequence > 0) {
            publisher.input(state.inputSequence, times.wall(state.inputNanos));
        }
        publisher.publish(clock.at(nowNanos));
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
            if (bodies.isAlive(slot)) {
                bodies.remove(slot);
            }
        }
        Arrays.fill(shown, 0);
    }

    private void write(StateWriter writer, int block, long simulationNanos) {
        int first = block << RemoteBodies.SHIFT;
        long alive = 0;
        for (long left = remote.takeChanged(block); left != 0; left &= left - 1) {
            int slot = first + Long.numberOfTrailingZeros(left);
            live(slot);
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
        int epoch = remote.epochs[slot];
        if (epoch == shown[slot]) {
            return;
        }
        boolean isSame = Epochs.sameLife(epoch, shown[slot]) && Epochs.isAlive(epoch);
        if (bodies.isAlive(slot) && !isSame) {
            bodies.remove(slot);
        }
        if (Epochs.isAlive(epoch)) {
            if (bodies.isAlive(slot)) {
                bodies.teleport(slot);
            } else {
                bodies.spawn(slot);
            }
        }
        shown[slot] = epoch;
    }

    private void write(StateWriter writer, int from, int to) {
        float[][] values = remote.last;
        writer.positions(values[0], values[1], values[2], from, to);
        writer.orientations(values[3], values[4], values[5], values[6], from, to);
        for (int i = 0; i < linearChannels; i++) {
            writer.linear(i, values[PoseExtrapolation.VALUES + i], from, to);
        }
        for (int i = 0; i < steppedChannels; i++) {
            writer.stepped(i, values[PoseExtrapolation.VALUES + linearChannels + i], from, to);
        }
    }

    private void writeGuess(StateWriter writer, int slot, long simulationNanos) {
        if (Epochs.isAlive(shown[slot]) && remote.guess(slot, simulationNanos, times.stepNanos(), guess)) {
            writer.position(slot, guess[0], guess[1], guess[2]);
            writer.orientation(slot, guess[3], guess[4], guess[5], guess[6]);
            for (int i = 0; i < linearChannels; i++) {
                writer.linear(i, slot, guess[PoseExtrapolation.VALUES + i]);
            }
        }
    }
}
