package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Compares the frames of a match with the guess of a prediction. After a tick whose guess was wrong, or when {@link
 * #want} was called, saves the world of the match. A right guess costs a comparison. The thread of the prediction calls
 * {@link #take}, any thread the methods that say so, and the physics thread of the match all others. Lock-free: worlds
 * pass through three buffers, as states do.
 */
final class Confirmations implements KeyframeSource, InputBody.Visitor {
    /** The share of a tick that saves may take on the thread of the match. Saves that take longer are made less often. */
    private static final double MOST_SAVE_SHARE = 0.25;

    /** The weight of the newest save in their mean. */
    private static final double NEWEST = 1 / 16.0;

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

    private final NanoClock stopwatch;
    private final double mostSaveNanos;

    // For the physics thread of the match.
    private ConfirmedWorld back;

    /** Whether the world is to be saved after the present tick. */
    private boolean differs;

    /** The mean time that a save takes. */
    private double saveNanos;

    /** The first tick after which the next save may be made. */
    private long notBefore;

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
            Journal<Simulation> journal,
            MatchRules rules,
            OwnInputs own,
            int player,
            long newestTick,
            float[] axes,
            NanoClock stopwatch) {
        this.journal = journal;
        this.stopwatch = stopwatch;
        mostSaveNanos = rules.periodNanos() * MOST_SAVE_SHARE;
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
        known = own.isKnown(frame.tick());
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
        return (differs || wanted) && stepped == tick && stepped >= notBefore && !closed && failure == null;
    }

    @Override
    public @Nullable Object save(long stepped) {
        differs = false;
        wanted = false;
        long began = stopwatch.nanoTime();
        try {
            back.save(stepped, levels, (SavableSimulation) journal.simulation(), journal.bodies());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // The match goes on, and the prediction ends.
            failure = e;
            return null;
        }
        saveNanos += (stopwatch.nanoTime() - began - saveNanos) * NEWEST;
        notBefore = stepped + 1 + (long) (saveNanos / mostSaveNanos);
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

    boolean isClosed() {
        return closed;
    }

    /**
     * Returns the newest world; null if it was taken before. It stays as it is until the next call that returns one.
     */
    @Nullable ConfirmedWorld take() {
        if (!middle.get().isNew) {
            return null;
        }
        front.isNew = false;
        front = middle.getAndSet(front);
        return front;
    }
}
