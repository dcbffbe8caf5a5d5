/** The fixed-rate clock: the thread that owns the simulation. */
module io.github.freestep.physics {
    requires transitive io.github.freestep.shared;
    requires com.lmax.disruptor;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;

    exports io.github.freestep.physics;
}
