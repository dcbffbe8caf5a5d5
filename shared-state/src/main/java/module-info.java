/** What crosses between the threads: time, the snapshot, the handoff. It depends on the JDK alone. */
@SuppressWarnings("module") // It is compiled before those that it names.
module io.github.freestep.state {
    exports io.github.freestep.state;
    exports io.github.freestep.time;
    exports io.github.freestep.internal to
            io.github.freestep.physics,
            io.github.freestep.render;
    exports io.github.freestep.internal.time to
            io.github.freestep.physics,
            io.github.freestep.render;
}
