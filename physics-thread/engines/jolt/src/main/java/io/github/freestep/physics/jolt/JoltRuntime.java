package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.PhysicsSystem;
import io.github.freestep.physics.engine.UnpackedLibrary;
import java.io.IOException;
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

    /** The three numbers of the binding's version, with 10 bits for each. */
    private static volatile int version;

    private JoltRuntime() {}

    /**
     * Loads the native library and registers Jolt's types, unless the process has loaded it already.
     *
     * @throws UnsupportedOperationException if there is none for this platform, or its version is unknown
     */
    static synchronized void load() {
        if (missing != null) {
            throw missing;
        }
        JoltCalls.load();
        try {
            if (!isLoaded()) {
                unpackAndLoad();
                Jolt.registerDefaultAllocator();
                Jolt.newFactory();
                Jolt.registerTypes();
            }
            version = requireKnown(number(Jolt.versionString()));
        } catch (UnsupportedOperationException unknown) {
            missing = unknown;
            throw missing;
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

    static int version() {
        return version;
    }

    /** Returns a version as people write it. */
    static String name(int version) {
        return (version >>> 20) + "." + (version >> 10 & 0x3FF) + "." + (version & 0x3FF);
    }

    /**
     * Refuses versions whose layouts and calls were not compared. Versions that differ only in their last number have
     * the same.
     */
    static int requireKnown(int version) {
        if (version < number("0.9.9") || version >>> 10 > number("6.0.0") >>> 10) {
            throw new UnsupportedOperationException("jolt-jni must be a version from " + JoltCalls.VERSIONS + ", was "
                    + name(version) + "; use one of these versions");
        }
        return version;
    }

    /** Reads a version such as 5.2.0 or 6.0.1-SNAPSHOT. */
    static int number(String version) {
        String[] parts = version.replaceFirst("^[^0-9]*", "0").split("[^0-9]+");
        int number = 0;
        for (int i = 0; i < 3; i++) {
            number = number << 10 | (i < parts.length ? Integer.parseInt(parts[i]) & 0x3FF : 0);
        }
        return number;
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
        UnpackedLibrary.load("joltjni", platform() + "/com/github/stephengold");
        if (!isLoaded()) {
            throw new IOException(
                    "jolt-jni must have the same class loader as Freestep, was " + Jolt.class.getClassLoader());
        }
    }

    /** Returns the folder that jolt-jni uses for this platform. */
    private static String platform() {
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return UnpackedLibrary.system() + "/"
                + switch (processor) {
                    case "amd64", "x86_64" -> "x86-64";
                    default -> processor;
                };
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
