import org.jspecify.annotations.NullMarked;

/** What nodes that run the rooms of one game must agree about. */
@NullMarked
module io.github.freestep.physics.nodes {
    // See the module of the physics thread.
    requires static org.jspecify;
    requires io.github.freestep.physics.recording;
    requires transitive java.sql;

    exports io.github.freestep.physics.nodes;
}
