package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.Dyn4jPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBox2dPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBulletPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepDyn4jPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.GdxPeer;

/** The peers, and the class that hosts each of them. Freestep stands before the peers with the same engine. */
enum PeerKind {
    FREESTEP_BULLET("Freestep, Bullet", FreestepBulletPeer.class, 84),
    MINIE_SEQUENTIAL("Minie, sequential", "MiniePeer", "SEQUENTIAL", 81),
    MINIE_PARALLEL("Minie, parallel", "MiniePeer", "PARALLEL", 81),
    SIO2("SiO2, Minie", "SimsilicaPeer", "", 134),
    FREESTEP_BOX2D("Freestep, Box2D", FreestepBox2dPeer.class, 65),
    GDX_NEWEST("libGDX, newest step", GdxPeer.class, "newest", 90),
    GDX_INTERPOLATED("libGDX, interpolated", GdxPeer.class, "interpolated", 90),
    FREESTEP_DYN4J("Freestep, dyn4j", FreestepDyn4jPeer.class, 53),
    DYN4J_NEWEST("dyn4j, newest step", Dyn4jPeer.class, "newest", 62),
    DYN4J_INTERPOLATED("dyn4j, interpolated", Dyn4jPeer.class, "interpolated", 62);

    private static final String OTHER_MODULE = "io.github.freestep.peers.";

    /** The class with the main method. */
    final String host;

    /** The last argument of the host. */
    final String variant;

    /** Whether the host needs the class path of the module below this one. */
    final boolean ownClassPath;

    /** Lines of code of the host, without imports, comments and empty lines. */
    final int lines;

    private final String label;

    PeerKind(String label, Class<?> host, int lines) {
        this(label, host, "", lines);
    }

    PeerKind(String label, Class<?> host, String variant, int lines) {
        this(label, host.getName(), variant, false, lines);
    }

    PeerKind(String label, String host, String variant, int lines) {
        this(label, OTHER_MODULE + host, variant, true, lines);
    }

    PeerKind(String label, String host, String variant, boolean ownClassPath, int lines) {
        this.label = label;
        this.host = host;
        this.variant = variant;
        this.ownClassPath = ownClassPath;
        this.lines = lines;
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return label;
    }
}
