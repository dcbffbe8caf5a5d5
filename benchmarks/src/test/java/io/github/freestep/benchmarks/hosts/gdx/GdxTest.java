package io.github.freestep.benchmarks.hosts.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Buttons;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.backends.headless.mock.audio.MockSound;
import com.badlogic.gdx.backends.headless.mock.graphics.MockGraphics;
import com.badlogic.gdx.files.FileHandle;
import io.github.freestep.benchmarks.hosts.GameThread;
import io.github.freestep.testing.OtherProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays the game of the libGDX host without a window, in a process of its own. */
class GdxTest {
    @Test
    void theGameCanBePlayed(@TempDir Path folder) throws Exception {
        assertEquals(
                "played", OtherProcess.run(Play.class, folder.resolve("saved").toString()));
    }

    static final class Play {
        private static final int SIZE = 1200;
        private static final float SCALE = SIZE / 12f;

        private final LoudSound sound = new LoudSound();
        private final Watched game;
        private final FileHandle saved;
        private final GameThread thread = new GameThread(task -> Gdx.app.postRunnable(task));

        private Play(FileHandle saved) {
            this.saved = saved;
            game = new Watched(sound, saved);
        }

        public static void main(String[] args) throws Exception {
            try {
                new Play(new FileHandle(args[0])).play();
            } catch (Throwable failure) {
                failure.printStackTrace();
                // The application's thread would go on.
                Runtime.getRuntime().halt(1);
            }
            GameThread.end();
        }

        private void play() throws Exception {
            HeadlessApplicationConfiguration pace = new HeadlessApplicationConfiguration();
            pace.updatesPerSecond = 120;
            HeadlessApplication application = new HeadlessApplication(game, pace);
            there(() -> {
                Gdx.graphics = new Screen();
                game.resize(SIZE, SIZE);
                return null;
            });
            await("the player is there", () -> game.frame.hasState());
            run();
            jump();
            click();
            pauseAndRestart();
            saveAndLoad();
            application.exit();
        }

        private void run() throws Exception {
            press(Keys.RIGHT);
            await("the player runs", () -> x() > 0);
            await("the camera follows", () -> game.camera.position.x == x() && game.camera.position.y == y());
            await("the player hits a crate, which is heard", () -> game.heardAt > 0);
            assertTrue(there(() -> game.heardAt > 3.5f), "a hit is heard when it is seen");
            there(() -> game.keyUp(Keys.RIGHT));
        }

        private void jump() throws Exception {
            float ground = there(this::y);
            press(Keys.SPACE);
            await("the player jumps", () -> game.highest[Arena.PLAYER] > ground + 0.5f);
            await("the sword is at the player's side", () -> Math.abs(game.sword.distance(x(), y(), 0) - 0.8f) < 1e-3f);
        }

        private void click() throws Exception {
            int crate = Arena.CRATES;
            float before = there(() -> game.frame.y()[crate]);
            there(() -> {
                int atX = Math.round(SIZE / 2f + (game.frame.x()[crate] - game.camera.position.x) * SCALE);
                int atY = Math.round(SIZE / 2f - (game.frame.y()[crate] - game.camera.position.y) * SCALE);
                return game.touchDown(atX, atY, 0, Buttons.LEFT);
            });
            await("the crate was kicked", () -> game.highest[crate] > before + 0.3f);
        }

        private void pauseAndRestart() throws Exception {
            press(Keys.P);
            float[] last = {Float.NaN};
            int[] frames = {0};
            await("time is paused while the menu is open", () -> {
                frames[0] = last[0] == game.frame.y()[Arena.CRATES] ? frames[0] + 1 : 0;
                last[0] = game.frame.y()[Arena.CRATES];
                return frames[0] > 20;
            });
            press(Keys.R);
            await("the restart is seen in the pause", () -> x() == -5);
            press(Keys.P);
        }

        private void saveAndLoad() throws Exception {
            press(Keys.LEFT);
            await("the player runs left", () -> x() < -8);
            there(() -> game.keyUp(Keys.LEFT));
            press(Keys.S);
            await("the game is saved", () -> saved.exists() && saved.length() > 100);
            press(Keys.RIGHT);
            await("the player runs away", () -> x() > -4);
            there(() -> game.keyUp(Keys.RIGHT));
            press(Keys.L);
            await("the player is back", () -> x() < -7.5f);
        }

        private void press(int key) throws Exception {
            assertTrue(there(() -> game.keyDown(key)));
        }

        private float x() {
            return game.frame.x()[Arena.PLAYER];
        }

        private float y() {
            return game.frame.y()[Arena.PLAYER];
        }

        private <T> T there(Callable<T> task) throws Exception {
            return thread.there(task);
        }

        private void await(String what, Callable<Boolean> condition) throws Exception {
            thread.await(what, condition);
        }
    }

    /** Notes what passes, because the thread of the test may look too late. For the thread of the game. */
    private static class Watched extends ArenaGame {
        /** How high each body has been since the last key or click. */
        private final float[] highest = new float[1 + Arena.CRATES];

        /** Where the player was when a hit was heard for the first time on the way to the right; 0 before. */
        private float heardAt;

        private final LoudSound sound;

        Watched(LoudSound sound, FileHandle saved) {
            super(sound, saved);
            this.sound = sound;
        }

        @Override
        public void render() {
            int before = sound.plays;
            super.render();
            if (!frame.hasState()) {
                return;
            }
            float x = frame.x()[Arena.PLAYER];
            if (sound.plays > before && x > 0 && heardAt == 0) {
                heardAt = x;
            }
            for (int body = 0; body < highest.length; body++) {
                highest[body] = Math.max(highest[body], frame.y()[body]);
            }
        }

        @Override
        public boolean keyDown(int key) {
            Arrays.fill(highest, 0);
            return super.keyDown(key);
        }

        @Override
        public boolean touchDown(int x, int y, int pointer, int button) {
            Arrays.fill(highest, 0);
            return super.touchDown(x, y, pointer, button);
        }
    }

    private static final class Screen extends MockGraphics {
        @Override
        public int getWidth() {
            return Play.SIZE;
        }

        @Override
        public int getHeight() {
            return Play.SIZE;
        }
    }

    private static final class LoudSound extends MockSound {
        private int plays;

        @Override
        public long play(float volume) {
            plays++;
            return 0;
        }
    }
}
