package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.SharedLibraryLoader;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The part of Box2D that all worlds share: its native libraries, and tables that the first world fills. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class Box2dRuntime {
    private static final Set<Box2dSimulation> WORLDS = new HashSet<>();

    private static UnsupportedOperationException missing;

    private Box2dRuntime() {}

    /**
     * Loads the native libraries of Box2D and of libGDX, which Box2D's classes need for their buffers, unless the
     * process has loaded them already.
     *
     * @throws UnsupportedOperationException if there are none for this platform
     */
    static synchronized void load() {
        if (missing != null) {
            throw missing;
        }
        try {
            load("gdx");
            load("gdx-box2d");
        } catch (IOException | RuntimeException | LinkageError e) {
            missing = new UnsupportedOperationException(
                    "Box2D has no native library for " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch")
                            + " on the class path; add com.badlogicgames.gdx:gdx-platform and gdx-box2d-platform, both"
                            + " with the classifier natives-desktop, or use Dyn4jSimulation, which needs no native"
                            + " library",
                    e);
            throw missing;
        }
    }

    /** Passes the jar to libGDX's loader, which otherwise finds only what is in its own module. */
    private static void load(String library) throws IOException {
        new SharedLibraryLoader(jarOf(new SharedLibraryLoader().mapLibraryName(library))).load(library);
    }

    /** Returns the jar that has a file; null if no jar has it. */
    private static String jarOf(String file) throws IOException {
        URL found = SharedLibraryLoader.class.getClassLoader().getResource(file);
        if (found == null || !(found.openConnection() instanceof JarURLConnection connection)) {
            return null;
        }
        URI jar = URI.create(connection.getJarFileURL().toString());
        return "file".equals(jar.getScheme()) ? Path.of(jar).toString() : null;
    }

    static synchronized World open(Box2dSimulation world) {
        World opened = new World(new Vector2(0, -9.81f), true);
        WORLDS.add(world);
        return opened;
    }

    static synchronized void close(Box2dSimulation world) {
        WORLDS.remove(world);
    }

    /** For tests: the number of open worlds. */
    static synchronized int worlds() {
        return WORLDS.size();
    }
}
