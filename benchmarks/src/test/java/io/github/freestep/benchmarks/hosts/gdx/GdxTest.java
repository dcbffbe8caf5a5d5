package io.github.freestep.benchmarks.hosts.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputProcessor;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.backends.headless.mock.input.MockInput;
import com.badlogic.gdx.physics.box2d.Body;
import io.github.freestep.benchmarks.hosts.GameThread;
import io.github.freestep.gdx.SmoothListener;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays the game of the libGDX host without a window, in a process of its own. */
class GdxTest {
    @ParameterizedTest
    @ValueSource(strings = {"inline", "listener"})
    void theGameCanBePlayed(String way) throws Exception {
        assertEquals("played", OtherProcess.run(Play.class, way));
    }

    static final class Play {
        private final Watched game = new Watched();
        private final Keyboard keyboard = new Keyboard();
        private final GameThread thread = new GameThread(task -> Gdx.app.postRunnable(task));

        public static void main(String[] args) throws Exception {
            try {
                new Play().play(args[0]);
            } catch (Throwable failure) {
                failure.printStackTrace();
                // The application's thread would go on.
                Runtime.getRuntime().halt(1);
            }
            GameThread.end();
        }

        private void play(String way) throws Exception {
            HeadlessApplicationConfiguration pace = new HeadlessApplicationConfiguration();
            pace.updatesPerSecond = 120;
            game.isInline = way.equals("inline");
            game.keyboard = keyboard;
            HeadlessApplication application =
                    new HeadlessApplication(way.equals("listener") ? new SmoothListener(game) : game, pace);
            thread.await("200 frames", () -> game.frames > 200);
            assertEquals(0.5f, thread.there(() -> game.shown), 0.1f);
            assertTrue(thread.there(() -> keyboard.processor.keyDown(Keys.SPACE)));
            thread.await("the player jumps", () -> game.shown > 2);
            thread.await("the player lands", () -> game.shown < 0.6f);
            application.exit();
        }
    }

    private static final class Watched extends CratesGame {
        private boolean isInline;
        private Keyboard keyboard;
        private int frames;
        private float shown;

        @Override
        public void create() {
            Gdx.input = keyboard;
            super.create();
        }

        @Override
        Smooth<Body> begin() {
            return isInline ? Smooth.inline(60, dt -> world.step((float) dt, 6, 2), CratesGame::pose) : super.begin();
        }

        @Override
        public void draw() {
            super.draw();
            shown = sprite.getY();
            frames++;
        }
    }

    private static final class Keyboard extends MockInput {
        private InputProcessor processor;

        @Override
        public void setInputProcessor(InputProcessor processor) {
            this.processor = processor;
        }

        @Override
        public InputProcessor getInputProcessor() {
            return processor;
        }
    }
}
