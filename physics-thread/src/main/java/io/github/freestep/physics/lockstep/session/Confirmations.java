package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Saves the world of a match after each tick whose input was not what a prediction assumes: that the others hold their
 * axes and do nothing else. So a guess that was right
 * costs a comparison. The physics thread of the match calls all methods but {@link #take}, which is for the thread of
 * the prediction. Lock-free: a world goes from one to the other as states do, through three buffers.
 */
final class Confirmations implements KeyframeSource, InputBody.Visitor {
    private final Journal<Simulation> journal;
    private final OwnInputs own;
    private final int player;
    private final int axesOfPlayer;
    private final float[] levels;
    private final AtomicReference<ConfirmedWorld> middle;

    private volatile long tick = -1;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;
    private volatile boolean wanted;

    // For the physics thread of the match.
    private ConfirmedWorld back;

    /** Whether the world is to be saved after the present tick. */
    private boolean differs;

    /** Whether the prediction has the own input of this tick, which the sequencer never changes. */
    private boolean known;

    // For the thread of the prediction.
    private ConfirmedWorld front;

    /**
     * Begins after the newest tick of a run, and saves the world of that tick.
     *
     * @param axes those of all players in that tick
     */
    Confirmations(
            Journal<Simulation> journal, MatchRules rules, OwnInputs own, int player, long newestTick, float[] axes) {
        this.journal = journal;
        this.own = own;
        this.player = player;
        axesOfPlayer = rules.axes();
        levels = axes.clone();
        tick = newestTick;
        back = new ConfirmedWorld(levels.length);
        front = new ConfirmedWorld(levels.length);
        middle = new AtomicReference<>(new ConfirmedWorld(levels.length));
        save(newestTick);
        journal.saves(this);
    }

    /** Takes the frame of the tick that is stepped next. */
    void frame(InputFrame frame) {
        for (int i = 0; i < frame.controls(); i++) {
            if (frame.control(i) != InputFrame.SAVE) {
                differs = true;
                int first = frame.controlPlayer(i) * axesOfPlayer;
                Arrays.fill(levels, first, first + axesOfPlayer, 0);
            }
        }
        tick = frame.tick();
        known = own.has(frame.tick());
        frame.visit(this);
    }

    /** Before its first sample, the prediction guesses the own input like that of others. */
    private boolean isGuessed(int from) {
        return from != player || !known;
    }

    @Override
    public void axis(int from, int axis, float value) {
        int index = from * axesOfPlayer + axis;
        differs |= isGuessed(from) && Float.floatToRawIntBits(levels[index]) != Float.floatToRawIntBits(value);
        levels[index] = value;
    }

    @Override
    public void action(int from, int code, float value, float fraction) {
        differs |= isGuessed(from);
    }

    @Override
    public void command(int from, int type, ByteBuffer bytes) {
        differs |= isGuessed(from);
    }

    @Override
    public boolean isDue(long stepped) {
        return (differs || wanted) && stepped == tick && !closed && failure == null;
    }

    @Override
    public @Nullable Object save(long stepped) {
        differs = false;
        wanted = false;
        try {
            back.save(stepped, levels, (SavableSimulation) journal.simulation(), journal.bodies());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // The match goes on, and the prediction ends.
            failure = e;
            return null;
        }
        back.isNew = true;
        back = middle.getAndSet(back);
        return null;
    }

    /** Returns the newest tick whose input is known, for any thread; -1 before the first. */
    long tick() {
        return tick;
    }

    /** Returns why the world could not be saved, for any thread; null if it could. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** Saves the world after the next tick. For any thread. */
    void want() {
        wanted = true;
    }

    /** Saves no more worlds. For any thread. */
    void close() {
        closed = true;
    }

    /** Returns the newest world; null if it was taken before. It stays as it is until the next call that returns one. */
    @Nullable ConfirmedWorld take() {
        if (!middle.get().isNew) {
            return null;
        }
        front.isNew = false;
        front = middle.getAndSet(front);
        return front;
    }
}
