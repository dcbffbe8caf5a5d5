import org.jspecify.annotations.NullMarked;

/** What crosses between the threads: time, states, and their handoff. Depends only on the JDK at run time. */
@SuppressWarnings("module") // It is compiled before the modules that it names.
@NullMarked
module io.github.freestep.state {
    // Annotations alone, which users need neither to compile nor to run. Not transitive: their compiler would ask
    // for it.
    requires static org.jspecify;

    exports io.github.freestep.state;
    exports io.github.freestep.time;
    exports io.github.freestep.internal to
            io.github.freestep.physics,
            io.github.freestep.render;
    exports io.github.freestep.internal.time to
            io.github.freestep.physics,
            io.github.freestep.render;
}
