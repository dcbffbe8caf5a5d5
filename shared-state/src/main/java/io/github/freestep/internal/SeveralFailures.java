package io.github.freestep.internal;

/** Stands for the failures of several services, which are its suppressed exceptions and in its message. */
@SuppressWarnings("serial") // Nobody serializes it.
public final class SeveralFailures extends RuntimeException {
    /** Creates one to which the failures are added. */
    public SeveralFailures(String message) {
        super(message, null, true, false);
    }

    /** Leaves the message out, because a log has it in the line before the stack traces. */
    @Override
    public String toString() {
        return "the exceptions of several services";
    }
}
