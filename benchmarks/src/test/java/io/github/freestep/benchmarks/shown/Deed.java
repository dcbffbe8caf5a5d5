package io.github.freestep.benchmarks.shown;

/** What a user of a {@link Way} does or hears, besides what states hold. */
enum Deed {
    EVENTS("events, once and when they are seen"),
    INPUT("input, with its sender"),
    COMMANDS("commands"),
    PAUSES("pauses"),
    SCALES("time scales");

    final String words;

    Deed(String words) {
        this.words = words;
    }
}
