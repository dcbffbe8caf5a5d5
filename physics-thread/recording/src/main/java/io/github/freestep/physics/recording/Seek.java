package io.github.freestep.physics.recording;

import io.github.freestep.physics.Physics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A seek, which completes when every reader of the player shows its tick. A reader shows something between two states
 * of its window, so a window of the tick and some states more are enough, however old the reader's picture is. All but
 * the future is for the thread that steps the player.
 */
final class Seek extends CompletableFuture<Void> {
    final long to;
    private final Physics player;

    /**
     * After a stall, a picture that catches up may be from just before the window. With a window alone, 3 of 50 newly
     * started JVMs on a busy machine showed the tick before the seek, and with these, none of 80.
     */
    private static final int MORE = 2;

    /** How many states of the tick are still to be written. */
    private int statesLeft;

    /** The thread that steps the player; null until the seek begins. */
    private volatile @Nullable Thread steppedBy;

    /** Whether a step has replayed a part of the way. */
    boolean hasBegun;

    boolean isShown;

    /** Whether it was shown in a pause, which has no further states. */
    boolean isInPause;

    Seek(Physics player, long to) {
        this.player = player;
        this.to = to;
        int window = player.states().window();
        // Readers of a single state always show the newest one.
        statesLeft = window == 1 ? 1 : window + MORE;
    }

    void begin() {
        steppedBy = Thread.currentThread();
    }

    void stateWritten() {
        if (isShown && --statesLeft == 0) {
            end(null);
        }
    }

    /**
     * Completes the future once all states so far are published, on the thread that completes those of commands, so
     * that the user's callbacks delay no step.
     *
     * @param failure null if the tick is shown
     */
    void end(@Nullable Throwable failure) {
        player.submit(context -> {}).whenComplete((nothing, refusal) -> {
            if (failure == null) {
                complete(null);
            } else {
                completeExceptionally(failure);
            }
        });
    }

    @Override
    public Void get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public Void join() {
        checkMayWait();
        return super.join();
    }

    private void checkMayWait() {
        if (Thread.currentThread() == steppedBy && !isDone()) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName()
                    + " must not wait for this seek, because its own steps complete it; look at isDone() in each frame,"
                    + " or use thenRun");
        }
    }
}
