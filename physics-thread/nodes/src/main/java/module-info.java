import org.jspecify.annotations.NullMarked;

/** What nodes that run the rooms of one game must agree about. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"
}) // The jars of Scala and Pekko have no descriptors.
module io.github.freestep.physics.nodes {
    // See the module of the physics thread.
    requires static org.jspecify;
    requires io.github.freestep.physics.recording;
    requires io.github.freestep.state;
    requires transitive java.sql;
    // Static, because jlink refuses automatic modules. So the user's module or command names them.
    requires static transitive pekko.actor;
    requires static pekko.coordination;
    requires static scala.library;

    exports io.github.freestep.physics.nodes;
    // It makes leases by reflection.
    opens io.github.freestep.physics.nodes to
            pekko.actor;
}
