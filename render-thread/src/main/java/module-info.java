import org.jspecify.annotations.NullMarked;

/** What a frame shows, and when: samplers that run on the clock of the renderer. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.render {
    // Only annotations, so users need it neither to compile nor to run. Not transitive, because their compiler would
    // then require it. So each signature with an annotation suppresses the warning that its module is not transitive.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;
    requires transitive org.joml;

    exports io.github.freestep.render;
    exports io.github.freestep.render.display;
    exports io.github.freestep.render.picking;
    exports io.github.freestep.render.picture to
            io.github.freestep.render.server;
}
