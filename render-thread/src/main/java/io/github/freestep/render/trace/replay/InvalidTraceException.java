package io.github.freestep.render.trace.replay;

import java.io.IOException;

/** Thrown if a file is not a motion trace. A type of its own, because a failing disk is no damage of the file. */
public final class InvalidTraceException extends IOException {
    private static final long serialVersionUID = 1;

    InvalidTraceException(String message) {
        super(message);
    }
}
