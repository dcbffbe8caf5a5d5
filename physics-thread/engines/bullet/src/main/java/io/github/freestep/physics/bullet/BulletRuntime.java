package io.github.freestep.physics.bullet;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.joints.New6Dof;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.util.NativeLibrary;
import io.github.freestep.physics.engine.Touches;
import io.github.freestep.physics.engine.UnpackedLibrary;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The part of Bullet that all worlds share: its native library, its loggers, and the creation of spaces. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class BulletRuntime {
    private static final Set<BulletSimulation> WORLDS = new HashSet<>();

    /** Logs each value that Bullet refuses. The field keeps the logger: a log manager forgets unused ones. */
    private static final Logger REFUSALS = Logger.getLogger("jme3utilities.Validate");

    private static UnsupportedOperationException missing;

    private BulletRuntime() {}

    /**
     * Loads the native library, unless the process has loaded it already.
     *
     * @throws UnsupportedOperationException if there is none for this platform
     */
    static synchronized void load() {
        if (missing != null) {
            throw missing;
        }
        try {
            quieten(Level.WARNING, PhysicsRigidBody.logger2, New6Dof.logger2);
            quieten(Level.OFF, REFUSALS);
            if (!isLoaded()) {
                unpackAndLoad();
            }
            // Otherwise it prints its version to stdout.
            NativeLibrary.setStartupMessageEnabled(false);
        } catch (IOException | RuntimeException | LinkageError e) {
            missing = new UnsupportedOperationException(
                    "Bullet has no native library for " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch")
                            + " on the class path; add com.github.stephengold:Libbulletjme-Linux64, and for the native"
                            + " library Libbulletjme-Linux64, -Linux_ARM64, -Windows64, -MacOSX64 or -MacOSX_ARM64 with"
                            + " the classifier SpRelease, or use Dyn4jSimulation, which needs no native library",
                    e);
            throw missing;
        }
    }

    /**
     * Sets the level of loggers. By default, they log every body, and every value of which an exception says the same.
     * A logger whose level the user has set, or that of a parent of it, keeps that level.
     */
    static void quieten(Level level, Logger... loggers) {
        for (Logger logger : loggers) {
            if (!hasLevel(logger)) {
                logger.setLevel(level);
            }
        }
    }

    /** The root logger always has a level, so it does not count. */
    private static boolean hasLevel(Logger logger) {
        for (Logger each = logger; each.getParent() != null; each = each.getParent()) {
            if (each.getLevel() != null) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLoaded() {
        try {
            NativeLibrary.isDoublePrecision();
            return true;
        } catch (UnsatisfiedLinkError notYet) {
            return false;
        }
    }

    /** Does not use Libbulletjme's loader, because jMonkeyEngine has another class of the same name. */
    private static void unpackAndLoad() throws IOException {
        UnpackedLibrary.load("bulletjme", "native/" + platform());
        if (!isLoaded()) {
            throw new IOException("Libbulletjme must have the same class loader as Freestep, was "
                    + NativeLibrary.class.getClassLoader());
        }
    }

    /** Returns the folder that Libbulletjme uses for this platform. */
    private static String platform() {
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return UnpackedLibrary.system() + "/"
                + switch (processor) {
                    case "amd64" -> "x86_64";
                    case "aarch64" -> "arm64";
                    default -> processor;
                };
    }

    /** Makes a space. Bullet crashes if two threads do so at once. */
    static synchronized PhysicsSpace open(BulletSimulation world, Touches touches) {
        PhysicsSpace space = new BulletSpace(world, touches);
        WORLDS.add(world);
        return space;
    }

    static synchronized void close(BulletSimulation world) {
        WORLDS.remove(world);
    }

    /** For tests: the number of open worlds. */
    static synchronized int worlds() {
        return WORLDS.size();
    }
}
