/** The fixed-rate clock: the thread that owns the simulation. */
module io.github.freestep.physics {
    requires transitive io.github.freestep.shared;
}
