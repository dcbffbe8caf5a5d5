import org.jspecify.annotations.NullMarked;

/** The hits of a query, nearest first, and how two states differ. Comes with what needs it. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.query {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;

    exports io.github.freestep.query;
    exports io.github.freestep.internal.query to
            io.github.freestep.physics.engine,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.recording,
            io.github.freestep.render.picking;
}
