package io.github.freestep.physics.lockstep.cluster;

import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.packets.LinkedPeer;
import io.github.freestep.physics.lockstep.packets.PacketLink;
import io.github.freestep.physics.lockstep.packets.PeerNumber;

/** Connects a player with a match on a cluster. See {@link ClusterSequencer}. */
public final class ClusterTransport {
    /** One per leader, and previous ones, because a leader that has gone keeps its place for a while. */
    private static final int SESSIONS = 16;

    private ClusterTransport() {}

    /**
     * Opens a peer's side, and returns without waiting for the cluster. The transport follows a new leader. If the
     * cluster is silent for 8 s, it opens another session.
     *
     * @param members the addresses of all nodes, as {@link ClusterSequencer.Builder#members} was given them; none for
     *     one node on this machine
     * @return a transport; its {@code toString()} names the members and the newest trouble
     * @throws IllegalStateException if Aeron, its cluster or the JVM's flag that they need is missing
     * @throws IllegalArgumentException if an address cannot be read
     */
    public static LockstepTransport connect(String... members) {
        ClusterMembers all = ClusterSequencer.members(members);
        long number = PeerNumber.draw();
        PacketLink link = new PacketLink("match-peer", all.port(0), SESSIONS, new ClusterStream(all), null).start();
        return new LinkedPeer(link, number, () -> "cluster of " + all);
    }
}
