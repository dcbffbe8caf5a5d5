package io.github.freestep.physics.physx;

import java.lang.System.Logger.Level;
import physx.common.PxErrorCallbackImpl;
import physx.common.PxErrorCodeEnum;

/**
 * What PhysX complains of. Errors are kept for the thread that caused them, and thrown once it is out of native code; the
 * rest is logged. Called by any thread, in native code, so it must not throw.
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
        if (!harmless && first.get() == null) {
            // Made here, for its stack shows the call that PhysX complains of.
            first.set(new IllegalStateException(text));
        }
        LOG.log(code == PxErrorCodeEnum.eDEBUG_INFO || !harmless ? Level.DEBUG : Level.WARNING, text);
    }

    /** The first error of the calling thread since it asked last; null if there was none. */
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
