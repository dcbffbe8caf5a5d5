package io.github.freestep.physics.physx;

import de.fabmax.physxjni.Loader;
import io.github.freestep.physics.engines.EngineLibrary;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import physx.PxTopLevelFunctions;
import physx.common.PxDefaultAllocator;
import physx.common.PxFoundation;
import physx.common.PxTolerancesScale;
import physx.physics.PxPhysics;

/**
 * The part of PhysX that all worlds share, because PhysX allows one foundation per process. Thread-safe: opening and
 * closing a world takes a lock; steps do not.
 */
final class PhysxRuntime {
    static final EngineLibrary LIBRARY = new EngineLibrary(
            "PhysX",
            "de.fabmax:physx-jni with the classifier natives-linux, natives-windows, natives-macos or"
                    + " natives-macos-arm64",
            Loader::load);

    private static PhysxRuntime shared;

    /** The open worlds. Changed under the lock, but read without it: an error callback must not wait. */
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
                    "PhysX allows one foundation per process, and this process has one that Freestep did not make;"
                            + " release it first, and use PhysxSimulation.physics()");
        }
        scale = new PxTolerancesScale();
        physics = PxTopLevelFunctions.CreatePhysics(version, foundation, scale);
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

    /** Returns whether the calling thread runs one of the worlds. Never waits. */
    static boolean isPhysicsThread() {
        return WORLDS.stream().anyMatch(PhysxSimulation::isRunHere);
    }

    private void destroy() {
        physics.release();
        scale.destroy();
        foundation.release();
        errors.destroy();
        allocator.destroy();
    }
}
