package io.github.freestep.physics.physx;

import de.fabmax.physxjni.Loader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

    /**
     * The open ones. Changed under the lock; an error that PhysX reports looks here for its thread, and must not wait.
     */
    private static final List<PhysxSimulation> WORLDS = new CopyOnWriteArrayList<>();

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

    static synchronized PhysxRuntime acquire(PhysxSimulation world) {
        WORLDS.add(world);
        if (shared == null) {
            try {
                shared = new PhysxRuntime();
            } catch (Throwable t) {
                WORLDS.remove(world);
                throw t;
            }
        }
        return shared;
    }

    static synchronized void release(PhysxSimulation world) {
        WORLDS.remove(world);
        if (WORLDS.isEmpty()) {
            shared.destroy();
            shared = null;
        }
    }

    /** Whether the calling thread runs one of the worlds. Never waits. */
    static boolean isPhysicsThread() {
        for (PhysxSimulation world : WORLDS) {
            if (world.isRunHere()) {
                return true;
            }
        }
        return false;
    }

    /** For tests: how many are open. */
    static int worlds() {
        return WORLDS.size();
    }

    private void destroy() {
        physics.release();
        scale.destroy();
        foundation.release();
        errors.destroy();
        allocator.destroy();
    }
}
