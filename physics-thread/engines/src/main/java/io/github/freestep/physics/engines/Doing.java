package io.github.freestep.physics.engines;

/** What a world is doing, which limits what the code of a user may call that runs meanwhile. */
enum Doing {
    NOTHING(""),
    /** The scene's build or beforeStep, or a command. */
    RUNNING(""),
    RESTORING("in restoreBody or restore of the scene"),
    POSING("in onPose"),
    READING("in write, resting, saveBody or save of the scene"),
    QUERYING("in the filter of a query"),
    ENGINE("in a callback of the engine");

    private final String where;

    Doing(String where) {
        this.where = where;
    }

    boolean mayChange() {
        return this == NOTHING || this == RUNNING || this == RESTORING;
    }

    IllegalStateException refusal(String call) {
        return new IllegalStateException(call + " must not be called " + where
                + "; remember what to do, and do it in the next beforeStep or in a command");
    }
}
