import org.jspecify.annotations.NullMarked;

/** Recordings of runs: what entered a run, written to a file and run again. */
@NullMarked
module io.github.freestep.physics.recording {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.recording;
}
