import org.jspecify.annotations.NullMarked;

/** What a frame shows, and when: samplers that run on the clock of the renderer. */
@NullMarked
module io.github.freestep.render {
    // Only annotations, so users need it neither to compile nor to run. Not transitive, because their compiler would
    // then require it. So each signature with an annotation suppresses the warning that its module is not transitive.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;
    requires io.github.freestep.codec;
    requires transitive org.joml;

    exports io.github.freestep.render;
}
