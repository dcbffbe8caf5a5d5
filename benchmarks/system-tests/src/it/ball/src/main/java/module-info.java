module ball {
    requires io.github.freestep.physics;
    requires io.github.freestep.render;
}
