module games {
    requires io.github.freestep.physics.dyn4j;
    requires io.github.freestep.physics.ground;
    requires io.github.freestep.physics.lockstep;
    requires io.github.freestep.physics.physx;
    requires io.github.freestep.physics.prediction;
    requires io.github.freestep.physics.realtime;
    requires io.github.freestep.physics.recording;
    requires io.github.freestep.physics.rooms;
    requires io.github.freestep.render.server;
    requires io.github.freestep.render;
    requires io.github.freestep.render.capsule;
    requires io.github.freestep.render.trace;
    requires jdk.jfr;
}
