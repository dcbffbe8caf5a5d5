package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.SharedLibraryLoader;
import io.github.freestep.physics.engine.EngineLibrary;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;

/**
 * The part of Box2D that all worlds share: its native libraries, and tables that the first world fills. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class Box2dRuntime {
    private static final EngineLibrary LIBRARY = new EngineLibrary(
            "Box2D",
            "com.badlogicgames.gdx:gdx-platform and gdx-box2d-platform, both with the classifier natives-desktop",
            () -> {
                load("gdx");
                load("gdx-box2d");
            });

    private Box2dRuntime() {}

    /**
     * Loads the native libraries of Box2D and of libGDX, which Box2D's classes need for their buffers, unless the
     * process has loaded them already.
     *
     * @throws UnsupportedOperationException if there are none for this platform
     */
    static void load() {
        LIBRARY.load();
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

    static synchronized World open() {
        return new World(new Vector2(0, -9.81f), true);
    }
}
