import org.jspecify.annotations.NullMarked;

/** Many services on a fixed number of threads, and services that move. */
@NullMarked
module io.github.freestep.physics.rooms {
    // See the module of the physics thread.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.rooms;
}
