package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.PhysicsSystem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The part of Jolt that all worlds share: its native library, its types, and the creation of systems. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class JoltRuntime {
    private static final Set<JoltSimulation> WORLDS = new HashSet<>();

    private static UnsupportedOperationException missing;

    private JoltRuntime() {}

    /**
     * Loads the native library and registers Jolt's types, unless the process has loaded it already.
     *
     * @throws UnsupportedOperationException if there is none for this platform
     */
    static synchronized void load() {
        if (missing != null) {
            throw missing;
        }
        try {
            if (!isLoaded()) {
                unpackAndLoad();
                Jolt.registerDefaultAllocator();
                Jolt.newFactory();
                Jolt.registerTypes();
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            missing = new UnsupportedOperationException(
                    "Jolt has no native library for " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch")
                            + " on the class path; add com.github.stephengold:jolt-jni-Linux64:0.9.9, and the same"
                            + " artifact with the classifier ReleaseSp or ReleaseDp, or use Dyn4jSimulation, which"
                            + " needs no native library",
                    e);
            throw missing;
        }
    }

    private static boolean isLoaded() {
        try {
            Jolt.isDoublePrecision();
            return true;
        } catch (UnsatisfiedLinkError notYet) {
            return false;
        }
    }

    private static void unpackAndLoad() throws IOException {
        String library = System.mapLibraryName("joltjni");
        String resource = platform() + "/com/github/stephengold/" + library;
        URL found = JoltRuntime.class.getClassLoader().getResource(resource);
        if (found == null) {
            throw new IOException("the class path has no " + resource);
        }
        Path folder = Files.createTempDirectory("freestep-jolt");
        Path file = folder.resolve(library);
        try {
            try (InputStream in = found.openStream()) {
                Files.copy(in, file);
            }
            System.load(file.toString());
        } finally {
            delete(file);
            delete(folder);
        }
        if (!isLoaded()) {
            throw new IOException(
                    "jolt-jni must have the same class loader as Freestep, was " + Jolt.class.getClassLoader());
        }
    }

    /** Returns the folder that jolt-jni uses for this platform. */
    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (system.startsWith("mac") ? "osx" : system.startsWith("windows") ? "windows" : system) + "/"
                + switch (processor) {
                    case "amd64", "x86_64" -> "x86-64";
                    default -> processor;
                };
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException loaded) {
            // Windows keeps a loaded library.
            file.toFile().deleteOnExit();
        }
    }

    /** Makes a system. The binding puts it into a map that is not thread-safe. */
    static synchronized PhysicsSystem open(JoltSimulation world) {
        WORLDS.add(world);
        return new PhysicsSystem();
    }

    static synchronized void close(JoltSimulation world) {
        WORLDS.remove(world);
    }

    /** For tests: the number of open worlds. */
    static synchronized int worlds() {
        return WORLDS.size();
    }
}
