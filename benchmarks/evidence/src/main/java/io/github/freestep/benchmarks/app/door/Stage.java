package io.github.freestep.benchmarks.app.door;

/** What the game of the first page has instead of a window, because nobody looks. */
interface Stage {
    /** Returns how often the player has pressed a key so far. */
    int keys();

    /** Takes as long as the slow code of a game. Each step calls it first. */
    void slowCode();

    /** Draws a picture of a body. */
    void sprite(Object picture, float x, float y, float radians);
}
