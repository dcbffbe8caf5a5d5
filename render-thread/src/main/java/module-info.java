/** The other clock: what a frame shows, and when. */
module io.github.freestep.render {
    requires transitive io.github.freestep.state;
    requires transitive org.joml;

    exports io.github.freestep.render;
}
