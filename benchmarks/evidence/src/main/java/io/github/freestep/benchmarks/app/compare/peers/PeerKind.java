package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBox2dPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.FreestepBox2dPeer.Way;
import io.github.freestep.benchmarks.app.compare.peers.host.GdxPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.app.compare.peers.host.RulesPeer;
import io.github.freestep.benchmarks.app.compare.peers.host.SmoothPeer;

/** Freestep and its peers, and the class that hosts each of them. */
enum PeerKind {
    FREESTEP("Freestep, with a pacer", Way.PACED),
    PLAIN("Freestep, `frames.sample()`", Way.PLAIN),
    SMOOTH("Freestep, `Smooth.open` and `swap`", SmoothPeer.class.getName(), "open", 0),
    INLINE("Freestep, `Smooth.inline` and `swap`", SmoothPeer.class.getName(), "inline", 0),
    TICKS_60("Freestep, `frames.sample()`, 60 ticks a second", Way.TICKS_60),
    TICKS_30("Freestep, `frames.sample()`, 30 ticks a second", Way.TICKS_30),
    TICKS_20("Freestep, `frames.sample()`, 20 ticks a second", Way.TICKS_20),
    MINIE("Minie, sequential", "MiniePeer"),
    SIO2("SiO2, Minie", "SimsilicaPeer"),
    GDX("libGDX, interpolated", GdxPeer.class.getName(), "", 0),
    UNITY("the delay of Unity's netcode", 0),
    VELTHORIC("the delay of Velthoric", 1),
    SABLE("the delay of Sable", 2);

    /** The class with the main method, its last argument, and which of its pictures it is. */
    final String host;

    final String argument;
    final int picture;

    /** Whether the host needs the class path of the module below this one. */
    final boolean ownClassPath;

    private final String label;

    PeerKind(String label, Way way) {
        this(label, FreestepBox2dPeer.class.getName(), way.name(), 0);
    }

    PeerKind(String label, int picture) {
        this(label, RulesPeer.class.getName(), "", picture);
    }

    PeerKind(String label, String host) {
        this(label, "io.github.freestep.peers." + host, "", 0);
    }

    PeerKind(String label, String host, String argument, int picture) {
        this.label = label;
        this.host = host;
        this.argument = argument;
        this.picture = picture;
        ownClassPath = host.startsWith("io.github.freestep.peers.");
    }

    /** Returns whether it is played under a load. Other numbers of ticks change the age, whatever the load. */
    boolean isPlayed(PeerLoad load) {
        return load == PeerLoad.LIGHT || !argument.startsWith("TICKS");
    }

    /** Returns the name of its process, which the three delays share. */
    String process(int rate) {
        return host + argument + rate;
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return label;
    }
}
