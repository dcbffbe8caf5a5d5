package io.github.freestep.benchmarks.hosts.forms;

/** A form of the game, which its host asks for each frame. */
interface Game extends AutoCloseable {
    void frame();

    @Override
    void close();

    /** Returns the rules, of which the score is read once the game is over. */
    Rules rules();
}
