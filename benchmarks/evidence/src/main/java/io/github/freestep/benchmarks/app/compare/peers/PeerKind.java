package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.loops.KeyWay;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBox2dPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBox2dPeer.Way;
import io.github.freestep.benchmarks.app.compare.peers.host.GdxPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.app.compare.peers.host.RulesPeer;

/** Freestep and its peers, and the class that hosts each of them. */
enum PeerKind {
    FREESTEP("Freestep, callbacks, with a pacer", Way.PACED, KeyWay.CALLBACKS_LATE),
    PLAIN("Freestep, callbacks, `frames.sample()`", Way.PLAIN, KeyWay.CALLBACKS),
    POLLED("Freestep, polled, `frames.sample()`", Way.POLLED, KeyWay.POLLED),
    POLLED_PACED("Freestep, polled before the wait, with a pacer", Way.POLLED_PACED, KeyWay.POLLED_EARLY),
    MINIE("Minie, sequential", "MiniePeer"),
    SIO2("SiO2, Minie", "SimsilicaPeer"),
    GDX("libGDX, interpolated", GdxPeer.class.getName(), "", 0, KeyWay.LOOP),
    UNITY("the delay of Unity's netcode", 0),
    VELTHORIC("the delay of Velthoric", 1),
    SABLE("the delay of Sable", 2);

    /** The class with the main method, its last argument, and which of its pictures it is. */
    final String host;

    final String argument;
    final int picture;

    /** The simulated play with which its keys are compared; null if there is none. */
    final KeyWay simulated;

    /** Whether the host needs the class path of the module below this one. */
    final boolean ownClassPath;

    private final String label;

    PeerKind(String label, Way way, KeyWay simulated) {
        this(label, FreestepBox2dPeer.class.getName(), way.name(), 0, simulated);
    }

    PeerKind(String label, int picture) {
        this(label, RulesPeer.class.getName(), "", picture, null);
    }

    PeerKind(String label, String host) {
        this(label, "io.github.freestep.peers." + host, "", 0, null);
    }

    PeerKind(String label, String host, String argument, int picture, KeyWay simulated) {
        this.label = label;
        this.host = host;
        this.argument = argument;
        this.picture = picture;
        this.simulated = simulated;
        ownClassPath = host.startsWith("io.github.freestep.peers.");
    }

    /** Returns whether it is played under a load. How Freestep moves does not depend on who posts the keys. */
    boolean isPlayed(PeerLoad load) {
        return load == PeerLoad.LIGHT || this != POLLED && this != POLLED_PACED;
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return label;
    }
}
