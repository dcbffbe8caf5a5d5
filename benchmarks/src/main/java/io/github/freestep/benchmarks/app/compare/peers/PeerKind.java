package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.Dyn4jPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBulletPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepFlatPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.GdxPeer;

/** The peers, and the class that hosts each of them. Freestep stands before the peers with the same engine. */
enum PeerKind {
    FREESTEP_BULLET("Freestep, Bullet", FreestepBulletPeer.class, ""),
    MINIE_SEQUENTIAL("Minie, sequential", "MiniePeer", "SEQUENTIAL"),
    MINIE_PARALLEL("Minie, parallel", "MiniePeer", "PARALLEL"),
    SIO2("SiO2, Minie", "SimsilicaPeer", ""),
    FREESTEP_BOX2D("Freestep, Box2D", FreestepFlatPeer.class, "box2d"),
    GDX_NEWEST("libGDX, newest step", GdxPeer.class, "newest"),
    GDX_INTERPOLATED("libGDX, interpolated", GdxPeer.class, "interpolated"),
    FREESTEP_DYN4J("Freestep, dyn4j", FreestepFlatPeer.class, "dyn4j"),
    DYN4J_NEWEST("dyn4j, newest step", Dyn4jPeer.class, "newest"),
    DYN4J_INTERPOLATED("dyn4j, interpolated", Dyn4jPeer.class, "interpolated");

    private static final String OTHER_MODULE = "io.github.freestep.peers.";

    /** The class with the main method. */
    final String host;

    /** The last argument of the host. */
    final String variant;

    /** Whether the host needs the class path of the module below this one. */
    final boolean ownClassPath;

    private final String label;

    PeerKind(String label, Class<?> host, String variant) {
        this(label, host.getName(), variant, false);
    }

    PeerKind(String label, String host, String variant) {
        this(label, OTHER_MODULE + host, variant, true);
    }

    PeerKind(String label, String host, String variant, boolean ownClassPath) {
        this.label = label;
        this.host = host;
        this.variant = variant;
        this.ownClassPath = ownClassPath;
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return label;
    }
}
