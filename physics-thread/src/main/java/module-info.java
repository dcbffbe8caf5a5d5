import org.jspecify.annotations.NullMarked;

/** The fixed-rate clock: the thread that owns the simulation. */
// Aeron's modules have no descriptors.
@SuppressWarnings("requires-automatic")
@NullMarked
module io.github.freestep.physics {
    // Only annotations: users need this module neither to compile nor to run. Not transitive, because a user's compiler
    // would then ask for the module. So javac warns of every exported signature with such an annotation, and each of
    // them suppresses this warning.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;
    requires com.lmax.disruptor;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    // Not transitive, because the compiler would then look for the engines even in modules that use none.
    requires static de.fabmax.physxjni;
    // For matches in lockstep over a network only. No other package needs them.
    requires static io.aeron.archive;
    requires static io.aeron.client;
    requires static io.aeron.cluster;
    requires static io.aeron.driver;
    requires static org.agrona;
    // Not Bullet, Jolt and libGDX: they have no descriptors, and two jars of libGDX share a package. Their adapters
    // make this module read the class path.
    // For the loggers of Bullet.
    requires static java.logging;

    exports io.github.freestep.physics;
    exports io.github.freestep.physics.box2d;
    exports io.github.freestep.physics.bullet;
    exports io.github.freestep.physics.engine;
    exports io.github.freestep.physics.jolt;
    exports io.github.freestep.physics.lockstep;
    exports io.github.freestep.physics.lockstep.cluster;
    exports io.github.freestep.physics.lockstep.direct;
    exports io.github.freestep.physics.own;
    exports io.github.freestep.physics.physx;
    exports io.github.freestep.physics.recording;
}
