import org.jspecify.annotations.NullMarked;

/** The fixed-rate clock: the thread that owns the simulation. */
@NullMarked
module io.github.freestep.physics {
    // Annotations alone, which users need neither to compile nor to run. Not transitive: their compiler would ask for
    // it. So each signature with an annotation suppresses the warning that the annotation's module is not transitive.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;
    requires com.lmax.disruptor;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    // Not transitive, or the compiler would look for them in modules that use no engine.
    requires static de.fabmax.physxjni;
    requires static org.dyn4j;

    exports io.github.freestep.physics;
    exports io.github.freestep.physics.dyn4j;
    exports io.github.freestep.physics.engine;
    exports io.github.freestep.physics.lockstep;
    exports io.github.freestep.physics.physx;
    exports io.github.freestep.physics.recording;
}
