package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.PhysicsSystem;
import io.github.freestep.physics.engine.EngineLibrary;
import java.io.IOException;

/**
 * The part of Jolt that all worlds share: its native library, its types, and the creation of systems. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class JoltRuntime {
    /** Jolt's library; with it, Jolt's types are registered. */
    static final EngineLibrary LIBRARY = new EngineLibrary(
            "Jolt",
            "com.github.stephengold:jolt-jni-Linux64:0.9.9, and the same artifact with the classifier ReleaseSp or"
                    + " ReleaseDp",
            JoltRuntime::loadAndRegister);

    /** The three numbers of the binding's version, with 10 bits for each. */
    private static volatile int version;

    /** Tests count the calls. */
    static volatile JoltCalls calls;

    private JoltRuntime() {}

    private static void loadAndRegister() throws IOException {
        calls = JoltCalls.find("com.github.stephengold.joltjni.");
        String folder = EngineLibrary.platform("x86-64", "aarch64") + "/com/github/stephengold";
        if (EngineLibrary.unpack("joltjni", folder, Jolt::isDoublePrecision)) {
            Jolt.registerDefaultAllocator();
            Jolt.newFactory();
            Jolt.registerTypes();
        }
        version = requireKnown(number(Jolt.versionString()));
        // Finds the calls of joints, which takes about 80 ms, now and not in a tick.
        JointShape.isKnown(0);
    }

    /** Returns the calls that differ between versions, once the library is loaded. */
    static JoltCalls calls() {
        return calls;
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

    /** Makes a system. The binding puts it into a map that is not thread-safe. */
    static synchronized PhysicsSystem open() {
        return new PhysicsSystem();
    }
}
