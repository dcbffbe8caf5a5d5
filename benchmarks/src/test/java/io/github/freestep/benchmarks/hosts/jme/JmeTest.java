package io.github.freestep.benchmarks.hosts.jme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.jme3.input.KeyInput;
import com.jme3.input.RawInputListener;
import com.jme3.input.dummy.DummyKeyInput;
import com.jme3.input.event.KeyInputEvent;
import com.jme3.scene.Spatial.CullHint;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import com.jme3.system.JmeDesktopSystem;
import com.jme3.system.JmeSystem;
import com.jme3.system.NullContext;
import io.github.freestep.benchmarks.hosts.GameThread;
import io.github.freestep.physics.Physics;
import io.github.freestep.testing.OtherProcess;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Runs the example of a host as a user does, but without a window, in a process of its own. */
class JmeTest {
    @Test
    void spatialsFollowBodiesThatKeysMove() throws Exception {
        // As in a game without Bullet, whose jar has some of the host's classes.
        assertEquals("played", OtherProcess.with().without(".*Libbulletjme.*").start(Play.class));
    }

    static final class Play {
        private final Game game = new Game();
        private final Keys keys = new Keys();
        private final GameThread thread = new GameThread(game::enqueue);

        public static void main(String[] args) throws Exception {
            // It warns of loaders of models that are not on the class path. Held, since the logging framework would let
            // go of it.
            Logger quiet = Logger.getLogger("com.jme3");
            quiet.setLevel(Level.SEVERE);
            new Play().play();
            GameThread.end();
        }

        private void play() throws Exception {
            start();
            await("the shield is down", () -> game.shield.getLocalCullHint() == CullHint.Always);
            keys.press(KeyInput.KEY_RIGHT, true);
            await("the ship flies to the right", () -> game.ship.getWorldTranslation().x > 1);
            keys.press(KeyInput.KEY_SPACE, true);
            await("the shield is up", () -> game.shield.getLocalCullHint() == CullHint.Inherit);
            assertEquals(1, there(() -> game.ship.getWorldRotation().getW()), 1e-6f);
            keys.press(KeyInput.KEY_SPACE, false);
            keys.press(KeyInput.KEY_RIGHT, false);
            keys.press(KeyInput.KEY_LEFT, true);
            await("the shield is down", () -> game.shield.getLocalCullHint() == CullHint.Always);
            await("the ship has come back", () -> game.ship.getWorldTranslation().x < -1);
            assertEquals(1, Math.abs(there(() -> game.ship.getWorldRotation().getY())), 1e-6f);
            pause();
            attachAgain();
            refuse();
            game.stop(true);
            assertEquals(Physics.Status.CLOSED, game.physics.status());
        }

        private void pause() throws Exception {
            enable(false);
            // Ticks that were due before the pause are stepped after it.
            int[] frames = {0};
            long[] tick = {-1};
            await("time is paused while the state is disabled", () -> {
                long newest = game.physics.metrics().tick();
                frames[0] = newest == tick[0] ? frames[0] + 1 : 0;
                tick[0] = newest;
                return frames[0] == 20;
            });
            enable(true);
            await("time goes on", () -> game.physics.metrics().tick() > tick[0]);
        }

        private void attachAgain() throws Exception {
            there(() -> game.getStateManager().detach(game.attached));
            await("the state is detached", () -> !game.attached.isInitialized());
            float left = there(() -> game.ship.getWorldTranslation().x);
            there(() -> game.getStateManager().attach(game.attached));
            await("the ship flies on", () -> game.ship.getWorldTranslation().x < left - 1);
        }

        private void refuse() throws Exception {
            game.physics.close();
            assertEquals(0, there(() -> game.attached.refusedInputs()));
            keys.press(KeyInput.KEY_LEFT, false);
            await("the game knows of the refused key", () -> game.attached.refusedInputs() == 1);
        }

        private void enable(boolean enabled) throws Exception {
            there(() -> {
                game.attached.setEnabled(enabled);
                return enabled;
            });
        }

        private void start() {
            AppSettings settings = new AppSettings(true);
            settings.setAudioRenderer(null);
            game.setSettings(settings);
            game.setShowSettings(false);
            JmeSystem.setSystemDelegate(new JmeDesktopSystem() {
                @Override
                public JmeContext newContext(AppSettings of, JmeContext.Type type) {
                    assertEquals(JmeContext.Type.Headless, type);
                    initialize(of);
                    NullContext context = new NullContext() {
                        @Override
                        public KeyInput getKeyInput() {
                            return keys;
                        }
                    };
                    context.setSettings(of);
                    return context;
                }
            });
            game.start(JmeContext.Type.Headless, true);
        }

        private <T> T there(Callable<T> asked) throws Exception {
            return thread.there(asked);
        }

        private void await(String what, Callable<Boolean> condition) throws Exception {
            thread.await(what, condition);
        }
    }

    /** A keyboard that a test presses; the application gets the key events when it asks for them. */
    private static final class Keys extends DummyKeyInput {
        private final Queue<KeyInputEvent> waiting = new ConcurrentLinkedQueue<>();
        private RawInputListener listener;

        void press(int key, boolean pressed) {
            waiting.add(new KeyInputEvent(key, '\0', pressed, false));
        }

        @Override
        public void setInputListener(RawInputListener to) {
            listener = to;
        }

        @Override
        public void update() {
            for (KeyInputEvent event = waiting.poll(); event != null; event = waiting.poll()) {
                listener.onKeyEvent(event);
            }
        }
    }
}
