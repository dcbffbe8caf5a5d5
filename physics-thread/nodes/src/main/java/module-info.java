import org.jspecify.annotations.NullMarked;

/** Rooms on several nodes, and what these must agree about. */
@NullMarked
@SuppressWarnings("requires-automatic") // The jars of Scala and Pekko have no descriptors.
module io.github.freestep.physics.nodes {
    // See the module of the physics thread.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;
    requires io.github.freestep.net;
    requires io.github.freestep.physics.recording;
    requires io.github.freestep.physics.rooms;
    requires transitive java.sql;
    // Static, because jlink refuses automatic modules. So the user's module or command names them.
    requires static pekko.actor;
    requires static pekko.cluster;
    requires static pekko.cluster.sharding;
    requires static pekko.coordination;
    requires static pekko.remote;
    requires static scala.library;
    requires static typesafe.config;

    exports io.github.freestep.physics.nodes;
    // It makes leases and loggers by reflection.
    opens io.github.freestep.physics.nodes to
            pekko.actor;
}
