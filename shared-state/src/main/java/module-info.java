import org.jspecify.annotations.NullMarked;

/** What crosses between the threads: time, states, and their handoff. Depends only on the JDK at run time. */
// This module is compiled before the modules named in its exports, and Aeron's modules have no descriptors.
@SuppressWarnings({"module", "requires-automatic"})
@NullMarked
module io.github.freestep.state {
    // Only annotations, so users need it neither to compile nor to run. Not transitive, because their compiler would
    // then require it.
    requires static org.jspecify;
    // For net and net.link only. No other package needs them.
    requires static io.aeron.client;
    requires static io.aeron.driver;
    requires static org.agrona;

    exports io.github.freestep.net;
    exports io.github.freestep.state;
    exports io.github.freestep.time;
    exports io.github.freestep.history to
            io.github.freestep.render;
    exports io.github.freestep.internal to
            io.github.freestep.physics,
            io.github.freestep.physics.engine,
            io.github.freestep.render,
            io.github.freestep.render.trace;
    exports io.github.freestep.internal.file to
            io.github.freestep.physics;
    exports io.github.freestep.internal.time to
            io.github.freestep.physics,
            io.github.freestep.render,
            io.github.freestep.render.trace;
    // For matches in lockstep.
    exports io.github.freestep.net.link to
            io.github.freestep.physics;
    exports io.github.freestep.net.seal to
            io.github.freestep.physics;
}
