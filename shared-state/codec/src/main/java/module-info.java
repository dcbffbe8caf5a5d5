import org.jspecify.annotations.NullMarked;

/** Bodies as bytes. Internal: it exports nothing to users. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.codec {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;

    exports io.github.freestep.net.body to
            io.github.freestep.net;
    exports io.github.freestep.net.codec to
            io.github.freestep.net;
}
