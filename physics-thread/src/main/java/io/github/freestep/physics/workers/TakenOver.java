package io.github.freestep.physics.workers;

/**
 * Unwinds the loop of a thread whose call hung until another thread took over its worker. The thread then goes on with
 * the run that hung, alone. The other thread creates it, so throwing it needs no memory.
 */
final class TakenOver extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The worker that has only the run that hung. */
    private final transient Worker alone;

    TakenOver(Worker alone) {
        super("another thread has taken over the worker", null, false, false);
        this.alone = alone;
    }

    Worker alone() {
        return alone;
    }
}
