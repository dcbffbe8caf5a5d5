import org.jspecify.annotations.NullMarked;

/** Matches in lockstep: each player computes the same world, and only input travels. */
@NullMarked
module io.github.freestep.physics.lockstep {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;
    requires transitive io.github.freestep.net;
    requires io.github.freestep.physics.prediction;
    requires org.jctools.core;

    exports io.github.freestep.physics.lockstep;
    exports io.github.freestep.physics.lockstep.direct;
}
