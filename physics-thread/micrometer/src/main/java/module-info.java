import org.jspecify.annotations.NullMarked;

/** Meters of a run for Micrometer. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Micrometer's jars have no descriptors.
module io.github.freestep.physics.micrometer {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;
    // Static, because jlink refuses automatic modules. So the user's module or command names this one.
    requires static transitive micrometer.core;
    // For Micrometer's loggers, which an image would lack.
    requires java.logging;

    exports io.github.freestep.physics.micrometer;
}
