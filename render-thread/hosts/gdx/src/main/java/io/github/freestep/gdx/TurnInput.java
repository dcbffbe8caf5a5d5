package io.github.freestep.gdx;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.InputProcessor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what libGDX reports to the game's input processor until the game has its turn. libGDX's own
 * {@code InputEventQueue} does not keep {@code touchCancelled}.
 */
final class TurnInput implements InputProcessor {
    private final Consumer<Runnable> turn;
    private @Nullable InputProcessor player;

    /** @param turn runs what it gets in the game's next turn */
    TurnInput(Consumer<Runnable> turn) {
        this.turn = turn;
    }

    /** Takes the place of the processor that the game has set, before libGDX can call that outside the turn. */
    void keep() {
        InputProcessor set = Gdx.input.getInputProcessor();
        if (set != this) {
            player = set;
            Gdx.input.setInputProcessor(set == null ? null : this);
        }
    }

    /** The processor may set another one, which then gets the rest. */
    private boolean later(Consumer<InputProcessor> report) {
        turn.accept(() -> {
            if (player != null) {
                report.accept(player);
                keep();
            }
        });
        return true;
    }

    @Override
    public boolean keyDown(int key) {
        return later(to -> to.keyDown(key));
    }

    @Override
    public boolean keyUp(int key) {
        return later(to -> to.keyUp(key));
    }

    @Override
    public boolean keyTyped(char typed) {
        return later(to -> to.keyTyped(typed));
    }

    @Override
    public boolean touchDown(int x, int y, int pointer, int button) {
        return later(to -> to.touchDown(x, y, pointer, button));
    }

    @Override
    public boolean touchUp(int x, int y, int pointer, int button) {
        return later(to -> to.touchUp(x, y, pointer, button));
    }

    @Override
    public boolean touchCancelled(int x, int y, int pointer, int button) {
        return later(to -> to.touchCancelled(x, y, pointer, button));
    }

    @Override
    public boolean touchDragged(int x, int y, int pointer) {
        return later(to -> to.touchDragged(x, y, pointer));
    }

    @Override
    public boolean mouseMoved(int x, int y) {
        return later(to -> to.mouseMoved(x, y));
    }

    @Override
    public boolean scrolled(float x, float y) {
        return later(to -> to.scrolled(x, y));
    }
}
