package io.github.freestep.benchmarks.hosts.forms;

/** What the host of a game gives, on the thread of its frames. */
interface Screen {
    /** Returns -1 while the left key is down, 1 while the right one is, and otherwise 0. */
    int direction();

    void sprite(double x, double y);

    void text(String line);

    void play(Rules.Sound sound);
}
