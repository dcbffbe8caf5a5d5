package io.github.freestep.gdx;

import com.badlogic.gdx.ApplicationListener;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.smooth.Smooth;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a libGDX game whose steps have a thread of their own. The game updates its world, and gets its keys, only in its
 * turn, and while a long step runs, frames are drawn without an update. Pass it to the application, not the game:
 *
 * <pre>{@code
 * new Lwjgl3Application(new SmoothListener(game), configuration);
 * }</pre>
 *
 * <p>All calls come on the thread of the application. Tasks of {@code postRunnable} run outside the turn, so they must
 * not touch the world. If {@link Smooth#advice} says that steps fit into frames, call {@code Smooth.frame} in the
 * game's own {@code render()} instead, with {@link Smooth#inline}, because a key is then seen sooner.
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
         * @return one made by {@link Smooth#threaded}; this closes it before {@code dispose()}
         */
        Smooth<?> smooth();

        /** Acts in the game's turn, after its input processor: the only place that changes the world. */
        void update();

        /**
         * Draws a frame, while a step may run. Takes positions from {@link #smooth}, and all else from copies that
         * {@link #update} has made.
         */
        void draw();
    }

    private final Game game;
    private final @Nullable FramePacer pacer;
    private final TurnInput input = new TurnInput();
    private boolean isCreated;

    /**
     * Makes one for any backend.
     *
     * @param game the game
     */
    public SmoothListener(Game game) {
        this.game = Objects.requireNonNull(game, "game must not be null");
        pacer = null;
    }

    /**
     * Makes one whose frames begin as late as they can, so that they show newer keys.
     *
     * @param game the game
     * @param pacer what the backend awaits between the swap and the poll of keys; who has opened it, closes it
     */
    public SmoothListener(Game game, FramePacer pacer) {
        this.game = Objects.requireNonNull(game, "game must not be null");
        this.pacer = Objects.requireNonNull(pacer, "pacer must not be null");
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
        if (pacer == null ? smooth.tryFrame() : smooth.tryFrame(pacer.refreshNanos())) {
            input.deliver();
            game.update();
            input.keep();
            smooth.draw();
        }
        game.draw();
        if (pacer != null) {
            pacer.drawn();
        }
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
        game.smooth().physics().resume();
    }

    /** Backends also pause a game that has failed, before its end, so this must not fail again. */
    private void inTurn(Runnable callback) {
        boolean hasSteps = isCreated && game.smooth().physics().failure() == null;
        if (hasSteps) {
            game.smooth().frame();
        }
        callback.run();
        if (hasSteps) {
            game.smooth().draw();
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
