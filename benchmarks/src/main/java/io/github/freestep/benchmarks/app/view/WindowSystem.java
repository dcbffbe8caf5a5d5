package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import java.io.OutputStream;
import java.io.PrintStream;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;

/** Where a context comes from: the display, or a driver without one. For the main thread; one context at a time. */
enum WindowSystem {
    DISPLAY {
        @Override
        void choose() {
            if (glfwPlatformSupported(GLFW_PLATFORM_X11) && System.getenv("WAYLAND_DISPLAY") == null) {
                // To look for Wayland as well makes its library complain on stderr.
                glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
            }
        }

        @Override
        void hint() {}

        @Override
        NoPictureException missing(String error) {
            String remedy = System.getProperty("os.name").startsWith("Mac")
                    ? "use java -XstartOnFirstThread -jar"
                    : "use --headless --screenshot FILE, which needs none";
            return new NoPictureException("no display, or none with OpenGL 3.3: " + error + "; " + remedy);
        }
    },
    NONE {
        @Override
        void choose() {
            glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        }

        @Override
        void hint() {
            glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        }

        @Override
        NoPictureException missing(String error) {
            return new NoPictureException("no EGL with OpenGL 3.3: " + error
                    + "; install it (Debian: libegl1 libgl1 libgl1-mesa-dri), or leave --headless out where there is a"
                    + " display");
        }
    };

    private static final int SAMPLES = 4;

    /** The first JDK for which LWJGL has a memory backend without Unsafe. */
    private static final int FOREIGN_MEMORY = 25;

    /** Before the library starts. */
    abstract void choose();

    /** Before the window is made. */
    abstract void hint();

    abstract NoPictureException missing(String error);

    /**
     * Makes a window, if only to have its context, and makes that this thread's.
     *
     * @return the library's handle of it
     * @throws NoPictureException where that can't be
     */
    long open(int width, int height, boolean visible) {
        withoutUnsafe();
        // Or else it tells at length, on stderr, what is told below in a line.
        Configuration.DEBUG_STREAM.set(new PrintStream(OutputStream.nullOutputStream()));
        try {
            return tryToOpen(width, height, visible);
        } catch (LinkageError e) {
            throw new NoPictureException("the window library can't be loaded (" + firstLine(e)
                    + "); use Linux, Windows or macOS, on x64 or arm64");
        }
    }

    /** Newer JDKs warn of it. Both are read by the first class of the library that is loaded. */
    static void withoutUnsafe() {
        System.setProperty("joml.nounsafe", "true");
        if (Runtime.version().feature() >= FOREIGN_MEMORY) {
            System.setProperty("org.lwjgl.system.memoryBackend", "ffm");
        }
    }

    private long tryToOpen(int width, int height, boolean visible) {
        choose();
        if (!glfwInit()) {
            throw missing(error());
        }
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_SAMPLES, visible ? SAMPLES : 0);
        hint();
        long window = glfwCreateWindow(width, height, "Freestep", NULL, NULL);
        if (window == NULL) {
            NoPictureException missing = missing(error());
            glfwTerminate();
            throw missing;
        }
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        return window;
    }

    /** What has failed, as far as the library says. */
    private static String error() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer description = stack.mallocPointer(1);
            int code = glfwGetError(description);
            return code == GLFW_NO_ERROR ? "no reason is given" : description.getStringUTF8(0);
        }
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }
}
