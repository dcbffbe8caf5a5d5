package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.InputProcessor;
import com.badlogic.gdx.utils.GdxRuntimeException;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.smooth.Smooth;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Gives a game its turn, input included, and draws without it while a long step runs. What is posted to the application
 * runs outside the turn, so it must not touch the world. Await the pacer by a {@link PacedInput}.
 */
public class SmoothListener implements ApplicationListener {
    public interface Game extends ApplicationListener {
        Smooth<?> smooth(); // threaded or inline, from create() on

        void update(); // the game's turn: all that touches its world

        void draw(); // uses only what smooth() shows
    }

    private final Game game;
    private final FramePacer pacer;
    private final Queue<Runnable> events = new ArrayDeque<>();
    private final InputProcessor later = (InputProcessor) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {InputProcessor.class}, (proxy, event, of) -> later(event, of));
    private InputProcessor player;

    public SmoothListener(Game game, FramePacer pacer) {
        this.game = game;
        this.pacer = pacer;
    }

    private boolean later(Method event, Object[] of) { // libGDX reports input before render(), outside the turn
        InputProcessor to = player;
        return events.add(() -> {
            try {
                event.invoke(to, of);
            } catch (ReflectiveOperationException e) {
                throw new GdxRuntimeException(e);
            }
        });
    }

    public void create() {
        game.create();
    }

    public void resize(int width, int height) {
        game.resize(width, height);
    }

    public void render() {
        if (game.smooth().tryFrame(pacer.refreshNanos())) {
            if (Gdx.input.getInputProcessor() != later) {
                player = Gdx.input.getInputProcessor();
                Gdx.input.setInputProcessor(player == null ? null : later);
            }
            while (!events.isEmpty()) {
                events.remove().run();
            }
            game.update();
            game.smooth().draw();
        }
        game.draw();
        pacer.drawn();
    }

    public void pause() {
        game.smooth().physics().pause();
        game.pause();
    }

    public void resume() {
        game.smooth().physics().resume();
        game.resume();
    }

    public void dispose() {
        game.smooth().close();
        game.dispose();
    }
}
