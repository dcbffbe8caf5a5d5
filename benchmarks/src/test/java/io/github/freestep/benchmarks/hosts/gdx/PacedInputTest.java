package io.github.freestep.benchmarks.hosts.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.glfw.GLFW.*;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationBase;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Window;
import com.badlogic.gdx.utils.Array;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.time.VirtualClock;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

/** The input of a window of libGDX waits once its picture is swapped. It is a window of GLFW without a display. */
class PacedInputTest {
    private static final long REFRESH_NANOS = 16_666_667;

    @Test
    void framesWaitBetweenTheSwapAndThePoll() throws Exception {
        assertEquals("late", OtherProcess.run(Frames.class));
    }

    static final class Frames {
        private Frames() {}

        public static void main(String[] args) throws Exception {
            if (Runtime.version().feature() >= 22) {
                System.setProperty("org.lwjgl.system.memoryBackend", "ffm"); // the other one warns on JDK 24 and newer
            }
            glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
            glfwInit();
            glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
            VirtualClock clock = new VirtualClock(0);
            try (FramePacer pacer = FramePacer.open(clock)) {
                PacedInput input = new PacedInput(window(glfwCreateWindow(1, 1, "", 0, 0)), pacer);
                long polledBefore = 0;
                for (int frame = 0; frame < 1_500; frame++) { // in the order of Lwjgl3Window.update
                    input.update();
                    clock.advance(1_000_000); // draws
                    pacer.drawn();
                    clock.advance(REFRESH_NANOS - clock.nanoTime() % REFRESH_NANOS); // swaps
                    input.prepareNext();
                    polledBefore = REFRESH_NANOS - clock.nanoTime() % REFRESH_NANOS;
                    glfwPollEvents();
                }
                System.out.print(polledBefore < 2_000_000 ? "late" : polledBefore + " ns before the refresh");
            }
            glfwTerminate();
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
