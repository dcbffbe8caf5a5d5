import org.jspecify.annotations.NullMarked;

/** States and events to other processes and machines, and their input back. */
// This module is compiled before the module named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.net {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;

    exports io.github.freestep.net;
    // For matches in lockstep.
    exports io.github.freestep.net.link to
            io.github.freestep.physics.lockstep;
    exports io.github.freestep.net.seal to
            io.github.freestep.physics.lockstep;
    exports io.github.freestep.net.session to
            io.github.freestep.physics.lockstep;
}
