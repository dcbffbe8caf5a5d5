package io.github.freestep.render.trace;

import java.io.IOException;

/**
 * Thrown if a file is not a motion trace, or was damaged or changed. It is an {@code IOException} because code that
 * opens a file must handle both a failing disk and a wrong file, and usually handles them in the same way.
 */
public final class MotionTraceException extends IOException {
    private static final long serialVersionUID = 1;

    MotionTraceException(String message) {
        super(message);
    }
}
