package io.github.freestep.benchmarks.hosts.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.glfw.GLFW.*;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.backends.lwjgl3.DefaultLwjgl3Input;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationBase;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Window;
import com.badlogic.gdx.utils.Array;
import com.badlogic.gdx.utils.GdxNativesLoader;
import io.github.freestep.gdx.SmoothListener;
import io.github.freestep.testing.OtherProcess;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

/** A listener polls a window of libGDX again before the game's turn. It is a window of GLFW without a display. */
class GdxWindowTest {
    @Test
    void aKeyThatIsPolledAgainActsInTheFrame() throws Exception {
        assertEquals("acted polled", OtherProcess.run(Play.class));
    }

    static final class Play extends CratesGame {
        public static void main(String[] args) throws Exception {
            if (Runtime.version().feature() >= 22) {
                System.setProperty("org.lwjgl.system.memoryBackend", "ffm"); // the other one warns on JDK 24 and newer
            }
            GdxNativesLoader.load();
            glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
            glfwInit();
            glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
            new Play().play(window(glfwCreateWindow(1, 1, "", 0, 0)));
        }

        private void play(Lwjgl3Window window) {
            Gdx.input = new DefaultLwjgl3Input(window) {
                @Override
                public void update() { // Lwjgl3Window calls it before the frame, so this is the second time.
                    getInputProcessor().keyDown(Keys.SPACE);
                }
            };
            SmoothListener listener = new SmoothListener(this);
            listener.create();
            glfwTerminate(); // A poll is an error from now on.
            listener.render();
            System.out.print(glfwGetError(null) == GLFW_NOT_INITIALIZED ? "polled" : "not polled");
            listener.dispose();
        }

        @Override
        public void update(float seconds) {
            super.update(seconds);
            System.out.print(player.getLinearVelocity().y > 0 ? "acted " : "the player stands ");
        }

        /** Makes one as an application does that has an OpenGL context. */
        private static Lwjgl3Window window(long handle) throws Exception {
            Constructor<Lwjgl3Window> constructor = Lwjgl3Window.class.getDeclaredConstructor(
                    ApplicationListener.class,
                    Array.class,
                    Lwjgl3ApplicationConfiguration.class,
                    Lwjgl3ApplicationBase.class);
            constructor.setAccessible(true);
            Lwjgl3Window window = constructor.newInstance(
                    new ApplicationAdapter() {}, new Array<>(), new Lwjgl3ApplicationConfiguration(), null);
            Field field = Lwjgl3Window.class.getDeclaredField("windowHandle");
            field.setAccessible(true);
            field.setLong(window, handle);
            return window;
        }
    }
}
