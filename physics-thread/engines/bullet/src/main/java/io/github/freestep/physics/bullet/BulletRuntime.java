package io.github.freestep.physics.bullet;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.joints.New6Dof;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.util.NativeLibrary;
import io.github.freestep.physics.engines.EngineLibrary;
import io.github.freestep.physics.engines.Touches;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The part of Bullet that all worlds share: its native library, its loggers, and the creation of spaces. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class BulletRuntime {
    /** Logs each value that Bullet refuses. The field keeps the logger: a log manager forgets unused ones. */
    private static final Logger REFUSALS = Logger.getLogger("jme3utilities.Validate");

    static final EngineLibrary LIBRARY = new EngineLibrary(
            "Bullet",
            "com.github.stephengold:Libbulletjme-Linux64, and for the native library Libbulletjme-Linux64,"
                    + " -Linux_ARM64, -Windows64, -MacOSX64 or -MacOSX_ARM64 with the classifier SpRelease",
            BulletRuntime::loadQuietly);

    private BulletRuntime() {}

    /** Does not use Libbulletjme's loader, because jMonkeyEngine has another class of the same name. */
    private static void loadQuietly() throws IOException {
        quieten(Level.WARNING, PhysicsRigidBody.logger2, New6Dof.logger2);
        quieten(Level.OFF, REFUSALS);
        EngineLibrary.unpack(
                "bulletjme", "native/" + EngineLibrary.platform("x86_64", "arm64"), NativeLibrary::isDoublePrecision);
        // Otherwise it prints its version to stdout.
        NativeLibrary.setStartupMessageEnabled(false);
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

    /** Makes a space. Bullet crashes if two threads do so at once. */
    static synchronized PhysicsSpace open(BulletSimulation world, Touches touches) {
        return new BulletSpace(world, touches);
    }
}
