package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBox2dPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.GdxPeer;

/** Freestep and its peers, and the class that hosts each of them. */
enum PeerKind {
    FREESTEP("Freestep, Box2D", FreestepBox2dPeer.class),
    MINIE("Minie, sequential", "MiniePeer"),
    SIO2("SiO2, Minie", "SimsilicaPeer"),
    GDX("libGDX, interpolated", GdxPeer.class);

    /** The class with the main method. */
    final String host;

    /** Whether the host needs the class path of the module below this one. */
    final boolean ownClassPath;

    private final String label;

    PeerKind(String label, Class<?> host) {
        this.label = label;
        this.host = host.getName();
        ownClassPath = false;
    }

    PeerKind(String label, String host) {
        this.label = label;
        this.host = "io.github.freestep.peers." + host;
        ownClassPath = true;
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return label;
    }
}
