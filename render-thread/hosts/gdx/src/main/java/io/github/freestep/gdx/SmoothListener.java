package io.github.freestep.gdx;

import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Physics;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.smooth.turns.HostCall;
import io.github.freestep.smooth.turns.Turns;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a libGDX game whose world is stepped by {@link Smooth}. The game updates its world, and gets its keys, only in
 * its turn, and while a long step runs, frames are drawn without an update. Pass it to the application instead of the
 * game:
 *
 * <pre>{@code
 * new Lwjgl3Application(new SmoothListener(game), configuration);
 * }</pre>
 *
 * <p>On desktops (LWJGL 3), each frame begins as late as it can and still make its refresh, with the newest keys, if
 * the swap waits for the display. {@link Smooth#toString} says how long frames wait. libGDX polls keys before {@code
 * render()}, so the listener polls them again after a wait. {@code getDeltaX()} then has only the last motion, so take
 * the mouse from your input processor. On other backends, frames do not wait, unless you pass what polls there.
 *
 * <p>All calls come on the thread of the application. Tasks of {@code postRunnable} run outside the turn, so they must
 * not touch the world: pass them to {@link Smooth#later} instead.
 */
public final class SmoothListener implements ApplicationListener {
    /**
     * A game whose updates are separate from its drawing. Its {@code render()} is not called. It has its turn in
     * {@code pause()}, {@code resume()} and {@code dispose()}, and none in {@code resize}.
     */
    public interface Game extends ApplicationListener {
        /**
         * Returns what steps the world. Called only after {@code create()}.
         *
         * @return one made by {@link Smooth#open} or {@link Smooth#inline}; this closes it before {@code dispose()}
         */
        Smooth<?> smooth();

        /**
         * Acts in the game's turn, after its input processor: the only place that changes the world. The picture is
         * chosen after it, so a camera that follows a body is moved in {@link #draw}.
         *
         * @param seconds the time since the last turn, which is longer than a frame after a long step
         */
        void update(float seconds);

        /**
         * Draws a frame, while a step may run. Takes positions from {@link #smooth}, and all else from what
         * {@link #update} has changed.
         */
        void draw();
    }

    /** Stands for a poll of the backend, which is not there before {@link #create}. */
    private static final Runnable BY_BACKEND = () -> {};

    /** Passes the polled keys of the desktop backend to the input processor. */
    private static final String REPORT = "com.badlogic.gdx.backends.lwjgl3.Lwjgl3Input.update";

    private final Game game;
    private final TurnInput input;
    private final Smooth.Turn turn = this::play; // A field, because making it in each frame would allocate.
    private boolean isCreated;

    /** Polls keys after a wait. Null if frames do not wait. */
    private @Nullable Runnable pollInput;

    /** Whether this was resized since the last frame, perhaps by a poll, in which libGDX draws frames, too. */
    private boolean isResized;

    /** Whether a frame was drawn without a poll since the last one. */
    private boolean isSwapped;

    /**
     * Creates a listener whose frames wait if it can poll keys afterwards. If the application has several windows, pass
     * null, as below, because frames then wait for more than one swap.
     *
     * @param game the game
     */
    public SmoothListener(Game game) {
        this(game, BY_BACKEND);
    }

    /**
     * Creates a listener with a poll of keys after each wait, or without waits.
     *
     * @param game the game
     * @param pollInput passes new keys to the input processor; null if frames must not wait
     */
    public SmoothListener(Game game, @Nullable Runnable pollInput) {
        this.game = Objects.requireNonNull(game, "game must not be null");
        this.pollInput = pollInput;
        input = new TurnInput(report -> {
            if (game.smooth().physics().status() == Physics.Status.RUNNING) { // Keys also come after its end.
                game.smooth().later(report);
            }
        });
    }

    @Override
    public void create() {
        game.create();
        isCreated = true;
        input.keep();
        pollInput = pollInput == BY_BACKEND ? HostCall.of(Gdx.input, HostCall.POLL_WINDOW, REPORT) : pollInput;
    }

    @Override
    public void resize(int width, int height) {
        isResized = true;
        game.resize(width, height);
    }

    @Override
    public void render() {
        Smooth<?> smooth = game.smooth();
        Turns turns = Inside.of(smooth);
        if (pollInput == null || isResized) {
            isSwapped = true;
        } else {
            do { // A poll that resizes also draws and swaps a frame, and then the wait was for that swap.
                turns.pacer().await();
                isSwapped = false;
                pollInput.run();
            } while (isSwapped);
        }
        isResized = false;
        smooth.frame(turn);
        game.draw();
        turns.drawn(); // libGDX swaps next
    }

    private void play(float seconds) {
        game.update(seconds);
        input.keep();
    }

    @Override
    public void pause() {
        if (isCreated) {
            game.smooth().physics().pause();
        }
        inTurn(game::pause);
    }

    @Override
    public void resume() {
        inTurn(game::resume);
        // In the turn after that, because the steps before it still let the time of the pause pass.
        game.smooth().later(() -> game.smooth().physics().resume());
    }

    /** Backends also pause a game that has failed, before its end, so this must not fail again. */
    private void inTurn(Runnable callback) {
        boolean[] isDone = {false};
        try {
            if (isCreated && game.smooth().physics().status() == Physics.Status.RUNNING) {
                game.smooth().later(() -> {
                    isDone[0] = true;
                    callback.run();
                });
                while (!isDone[0]) { // However long a step takes, because the machine may sleep after this.
                    game.smooth().frame(seconds -> {});
                }
            }
        } finally {
            if (!isDone[0]) {
                callback.run();
            }
        }
    }

    @Override
    public void dispose() {
        if (isCreated) {
            game.smooth().close();
        }
        game.dispose();
    }
}
