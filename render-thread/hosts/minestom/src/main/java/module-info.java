import org.jspecify.annotations.NullMarked;

/** The bodies of Jolt on a server of Minestom. */
@NullMarked
module io.github.freestep.minestom {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.ground;
    requires transitive io.github.freestep.physics.jolt;
    requires transitive io.github.freestep.render;
    // Not Minestom and Jolt: this artifact must be on the class path with them.

    exports io.github.freestep.minestom;
}
