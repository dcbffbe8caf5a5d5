package io.github.freestep.benchmarks.shown;

/** What a user of a {@link Way} does or hears, besides what states hold. */
enum Deed {
    /** Each comes once, when it is seen. */
    EVENTS,
    /** With its sender. */
    INPUT,
    COMMANDS,
    PAUSES,
    SCALES
}
