package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.PhysicsSystem;
import io.github.freestep.physics.engines.EngineLibrary;
import java.io.IOException;

/**
 * The part of Jolt that all worlds share: its native library, its types, and the creation of systems. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class JoltRuntime {
    /** Jolt's library; with it, Jolt's types are registered. */
    static final EngineLibrary LIBRARY = new EngineLibrary(
            "Jolt",
            "com.github.stephengold:jolt-jni-Linux64:" + JoltCalls.TESTED
                    + ", and the same artifact with the classifier ReleaseSp or ReleaseDp",
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
        String warning = warning(version);
        if (!warning.isEmpty()) {
            System.getLogger("io.github.freestep").log(System.Logger.Level.WARNING, warning);
        }
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
     * Refuses versions whose sources were not compared, because their contacts may have another layout. Versions that
     * differ only in their last number have the same.
     */
    static int requireKnown(int version) {
        if (version < number(JoltCalls.TESTED) || version >>> 10 > number(JoltCalls.LAST) >>> 10) {
            throw new UnsupportedOperationException(
                    "jolt-jni must be from version " + JoltCalls.TESTED + " to " + JoltCalls.LAST + ", was "
                            + name(version) + "; use " + JoltCalls.TESTED + ", with which this adapter was tested");
        }
        return version;
    }

    /** What to say of a version with which no test has run; empty for the one that was tested. */
    static String warning(int version) {
        return version == number(JoltCalls.TESTED)
                ? ""
                : "this adapter was tested with jolt-jni " + JoltCalls.TESTED + ", and never with version "
                        + name(version) + ", which runs here; if a world behaves in another way than its"
                        + " documentation says, use " + JoltCalls.TESTED;
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
