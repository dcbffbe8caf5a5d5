package io.github.freestep.gdx;

import com.badlogic.gdx.ApplicationListener;
import io.github.freestep.physics.Physics;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.smooth.Smooth;
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

    private final Game game;
    private final @Nullable FramePacer pacer;
    private final TurnInput input;
    private final Smooth.Turn turn = this::play; // A field, because making it in each frame would allocate.
    private boolean isCreated;

    /**
     * Makes one for any backend.
     *
     * @param game the game
     */
    public SmoothListener(Game game) {
        this(null, Objects.requireNonNull(game, "game must not be null"));
    }

    /**
     * Makes one whose frames begin as late as they can, so that they show newer keys.
     *
     * @param game the game
     * @param pacer what the backend awaits between the swap and the poll of keys; who has opened it, closes it
     */
    public SmoothListener(Game game, FramePacer pacer) {
        this(
                Objects.requireNonNull(pacer, "pacer must not be null"),
                Objects.requireNonNull(game, "game must not be null"));
    }

    private SmoothListener(@Nullable FramePacer pacer, Game game) {
        this.game = game;
        this.pacer = pacer;
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
    }

    @Override
    public void resize(int width, int height) {
        game.resize(width, height);
    }

    @Override
    public void render() {
        Smooth<?> smooth = game.smooth();
        if (pacer == null) {
            smooth.frame(turn);
        } else {
            smooth.frame(pacer.refreshNanos(), turn);
        }
        game.draw();
        if (pacer != null) {
            pacer.drawn();
        }
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
