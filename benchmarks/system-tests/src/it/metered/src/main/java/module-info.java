module metered {
    requires io.github.freestep.physics.micrometer;
    // Micrometer's jars have no descriptors.
    requires micrometer.core;
}
