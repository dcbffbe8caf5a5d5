/** The other clock: what a frame needs to show the simulation at a time of its own. */
module io.github.freestep.render {
    requires transitive io.github.freestep.shared;
}
