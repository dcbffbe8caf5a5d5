package io.github.freestep.physics.physx;

import de.fabmax.physxjni.Loader;
import physx.PxTopLevelFunctions;
import physx.common.PxDefaultAllocator;
import physx.common.PxFoundation;
import physx.common.PxTolerancesScale;
import physx.physics.PxPhysics;

/**
 * What all worlds share: PhysX allows one foundation in a process. Thread-safe, under a lock that is taken when a world
 * comes or goes, and not by its steps.
 */
final class PhysxRuntime {
    private static UnsupportedOperationException missing;
    private static PhysxRuntime shared;
    private static int worlds;

    final PxPhysics physics;
    final PxTolerancesScale scale;
    final PhysxErrors errors;

    private final PxDefaultAllocator allocator;
    private final PxFoundation foundation;

    private PhysxRuntime() {
        int version = PxTopLevelFunctions.getPHYSICS_VERSION();
        allocator = new PxDefaultAllocator();
        errors = new PhysxErrors();
        foundation = PxTopLevelFunctions.CreateFoundation(version, allocator, errors);
        if (foundation == null) {
            errors.take();
            errors.destroy();
            allocator.destroy();
            throw new IllegalStateException(
                    "PhysX allows one foundation in a process, and there is one that is not Freestep's;"
                            + " release it first, and use PhysxSimulation.physics()");
        }
        scale = new PxTolerancesScale();
        physics = PxTopLevelFunctions.CreatePhysics(version, foundation, scale);
    }

    /**
     * Loads the native library.
     *
     * @throws UnsupportedOperationException if there is none for this platform
     */
    static synchronized void load() {
        if (missing == null) {
            try {
                // Says nothing at the second attempt, and the classes that need it fail in their own initializers: so
                // it
                // is noted here.
                Loader.load();
            } catch (Exception | LinkageError e) {
                missing = new UnsupportedOperationException(
                        "PhysX has no native library for " + System.getProperty("os.name") + " "
                                + System.getProperty("os.arch")
                                + ": looked for de.fabmax:physx-jni's jar of natives for it on"
                                + " the class path; add that (classifier natives-linux, natives-windows, natives-macos or"
                                + " natives-macos-arm64), or use Dyn4jSimulation, which needs none",
                        e);
            }
        }
        if (missing != null) {
            throw missing;
        }
    }

    static synchronized PhysxRuntime acquire() {
        if (shared == null) {
            shared = new PhysxRuntime();
        }
        worlds++;
        return shared;
    }

    static synchronized void release() {
        if (--worlds == 0) {
            shared.destroy();
            shared = null;
        }
    }

    /** For tests: how many are open. */
    static synchronized int worlds() {
        return worlds;
    }

    private void destroy() {
        physics.release();
        scale.destroy();
        foundation.release();
        errors.destroy();
        allocator.destroy();
    }
}
