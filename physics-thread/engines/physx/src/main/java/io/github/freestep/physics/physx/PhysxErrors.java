package io.github.freestep.physics.physx;

import java.lang.System.Logger.Level;
import physx.common.PxErrorCallbackImpl;
import physx.common.PxErrorCodeEnum;

/**
 * Receives the errors that PhysX reports. An error on the physics thread of a world is kept. That world throws it once
 * the thread has left native code. An error on any other thread is logged as a warning, because no call of the adapter
 * could throw it. PhysX calls this class on any thread, from native code, so it must not throw.
 */
final class PhysxErrors extends PxErrorCallbackImpl {
    private static final System.Logger LOG = System.getLogger(PhysxErrors.class.getPackageName());

    private final ThreadLocal<IllegalStateException> first = new ThreadLocal<>();

    @Override
    public void reportError(PxErrorCodeEnum code, String message, String file, int line) {
        boolean harmless = code == PxErrorCodeEnum.eDEBUG_INFO
                || code == PxErrorCodeEnum.eDEBUG_WARNING
                || code == PxErrorCodeEnum.ePERF_WARNING;
        String text = "PhysX: " + message + " (" + code + ")";
        if (harmless) {
            LOG.log(code == PxErrorCodeEnum.eDEBUG_INFO ? Level.DEBUG : Level.WARNING, text);
            return;
        }
        // Made here, because its stack shows the call that caused the error.
        IllegalStateException error = new IllegalStateException(text);
        if (!PhysxRuntime.isPhysicsThread()) {
            LOG.log(
                    Level.WARNING,
                    text + " on " + Thread.currentThread() + ", which is no world's physics thread",
                    error);
            return;
        }
        if (first.get() == null) {
            first.set(error);
        }
        LOG.log(Level.DEBUG, text);
    }

    /** Returns the first error on the calling thread since that thread's last call of this method, or null. */
    IllegalStateException take() {
        IllegalStateException error = first.get();
        if (error != null) {
            first.remove();
        }
        return error;
    }

    void check() {
        IllegalStateException error = take();
        if (error != null) {
            throw error;
        }
    }
}
