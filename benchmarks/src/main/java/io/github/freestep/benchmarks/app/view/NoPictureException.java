package io.github.freestep.benchmarks.app.view;

/** There is nothing to draw on; the message is a line that says why, and what helps. */
final class NoPictureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoPictureException(String message) {
        super(message);
    }
}
