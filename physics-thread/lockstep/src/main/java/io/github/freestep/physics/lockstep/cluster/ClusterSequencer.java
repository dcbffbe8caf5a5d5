package io.github.freestep.physics.lockstep.cluster;

import io.github.freestep.net.link.Endpoints;
import io.github.freestep.physics.lockstep.MatchSettings;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node of a cluster that runs the sequencer of a match. Safe for use by any number of threads. Only
 * {@link Builder#start} and {@link #close} block.
 *
 * <p>Three nodes on three machines go on while one of them is down: the match stands still for about two seconds if it
 * was the leader, and no tick is lost. Five nodes go on without two. A single node has no such reserve, but with a
 * folder it continues a match after a restart.
 *
 * <pre>{@code
 * String[] members = {"10.0.0.1:20141", "10.0.0.2:20141", "10.0.0.3:20141"};
 * ClusterSequencer node = ClusterSequencer.builder(settings).members(0, members).folder(path).withoutKey().start();
 * LockstepTransport player = ClusterTransport.connect(members);
 * }</pre>
 *
 * <p>The nodes agree on the order of all packets of the players by Aeron Cluster, an implementation of Raft, and each
 * runs the sequencer on them. Physics does not run on the nodes. The package document says what a node needs.
 */
public final class ClusterSequencer implements AutoCloseable {
    /** The port of the only node if no members are set. */
    public static final int DEFAULT_PORT = 20_141;

    private final ClusterNode node;

    private ClusterSequencer(ClusterNode node) {
        this.node = node;
    }

    /**
     * Returns a builder for a node. By default, it is the only one, on the loopback address.
     *
     * @param settings the settings of the match, the same on all nodes and players
     * @return the builder
     * @throws IllegalStateException if Aeron's cluster or archive is missing
     */
    public static Builder builder(MatchSettings settings) {
        return new Builder(Objects.requireNonNull(settings, "settings must not be null"));
    }

    static ClusterMembers members(String... addresses) {
        requireLibraries();
        Objects.requireNonNull(addresses, "addresses must not be null");
        return addresses.length == 0 ? ClusterMembers.of("127.0.0.1:" + DEFAULT_PORT) : ClusterMembers.of(addresses);
    }

    /** Checks for what the check of every link does not know. */
    private static void requireLibraries() {
        try {
            ClassLoader loader = ClusterSequencer.class.getClassLoader();
            Class.forName("io.aeron.archive.Archive", false, loader);
            Class.forName("io.aeron.cluster.ConsensusModule", false, loader);
        } catch (ClassNotFoundException | NoClassDefFoundError missing) {
            throw new IllegalStateException(
                    "Aeron's cluster is not on the class path or module path; add io.aeron:aeron-archive and"
                            + " io.aeron:aeron-cluster, version 1.51.0, next to io.aeron:aeron-client and"
                            + " io.aeron:aeron-driver",
                    missing);
        }
    }

    /**
     * Whether this node leads the cluster at the moment, so that its packets go to the players.
     *
     * @return false before the first election, and on all nodes but one
     */
    public boolean isLeader() {
        return node.isLeader();
    }

    /**
     * The newest error of Aeron or of the network, for logs only: the node recovers from most of them by itself.
     *
     * @return the newest error; null if there was none
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable lastError() {
        return node.lastError();
    }

    /**
     * Why the node has ended by itself: its process was stopped for more than 10 s, a disk is full, or the node was so
     * far behind that the others have deleted the part of the log that it needs. Its threads, ports and folder stay in
     * use until {@link #close}. Then start another one with the same folder; it continues.
     *
     * @return the first cause, and not an error that followed from it; null while the node runs, and if it was closed
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return node.failure();
    }

    /** Ends the node, and returns once its threads have ended. The other nodes go on. A second call does nothing. */
    @Override
    public void close() {
        node.close();
    }

    /** Says which member this is, whether it leads, and the newest trouble. */
    @Override
    public String toString() {
        return node.toString();
    }

    /** Settings for a node. For one thread. */
    public static final class Builder {
        private final MatchSettings settings;
        private ClusterMembers members = ClusterSequencer.members();
        private int own;
        private @Nullable Path folder;
        private boolean trusted;
        private LogSizes sizes = LogSizes.DEFAULT;

        private Builder(MatchSettings settings) {
            this.settings = settings;
        }

        /**
         * Sets the addresses of all nodes, in the same order on all nodes and players. A node uses the UDP ports from
         * the given one to the fifth after it.
         *
         * @param member the index of this node
         * @param addresses each a host, a colon and a port, such as {@code "10.0.0.1:20141"}; an odd number, so that a
         *     majority goes on without the others
         * @return this
         * @throws IllegalArgumentException if an address cannot be read, or the index is out of range
         */
        public Builder members(int member, String... addresses) {
            ClusterMembers all = ClusterMembers.of(addresses);
            if (member < 0 || member >= all.size()) {
                throw new IllegalArgumentException(
                        "member must be between 0 and " + (all.size() - 1) + ", was " + member);
            }
            members = all;
            own = member;
            return this;
        }

        /**
         * Sets the folder for the log of the match, created if needed. A node that was ended or killed continues with
         * the same folder. Its disk must have 32 MiB for the log and twice {@link MatchSettings#history} for the
         * newest snapshot and the next one: 160 MiB by default, of which the folder may have a part already. While
         * players join late, a snapshot is larger by each saved world that is sent to them, up to {@code history} each.
         * Default: a temporary folder if there is only one node, deleted at the end.
         *
         * @param path a folder of this node only
         * @return this
         */
        public Builder folder(Path path) {
            folder = Objects.requireNonNull(path, "path must not be null");
            return this;
        }

        /**
         * Allows a node that other machines can reach. Aeron Cluster neither encrypts nor authenticates: everyone on
         * the network can read and forge packets, and end the match. Use a network of your own or a VPN.
         *
         * @return this
         */
        public Builder withoutKey() {
            trusted = true;
            return this;
        }

        /** Sets other sizes for tests. */
        Builder sizes(LogSizes smaller) {
            sizes = smaller;
            return this;
        }

        /**
         * Starts the node, and returns without waiting for an election. Asks each other node, for at most 1 s, where
         * its log begins; with an empty folder, asks again for 5 s if one does not answer. If the others have deleted a
         * part of the log that this node lacks, copies a snapshot from them. The copy replaces the content of the
         * folder, which stays until the copy is complete.
         *
         * @return a running node, to be closed
         * @throws IllegalStateException if Aeron or the JVM's flag that it needs is missing; if a port or the folder is
         *     in use; if the disk of the folder has less room than {@link #folder} says; if there are several
         *     members and no folder; if the node needs a snapshot of the others, and none sends it within 30 s;
         *     or if other machines can reach the node without {@link #withoutKey}
         * @throws IllegalArgumentException if the address is unknown
         * @throws java.io.UncheckedIOException if the folder cannot be written
         */
        public ClusterSequencer start() {
            if (!trusted && !Endpoints.resolve(members.host(own)).isLoopbackAddress()) {
                throw new IllegalStateException(
                        "a cluster neither encrypts nor authenticates, so everyone who can reach "
                                + members.host(own)
                                + " could read and forge the packets of the match; if the network or VPN is"
                                + " trusted, set withoutKey()");
            }
            if (folder == null && members.size() > 1) {
                throw new IllegalStateException(
                        "a cluster of " + members.size() + " nodes must keep its log across restarts; set folder(...)");
            }
            return new ClusterSequencer(
                    ClusterNode.start(members, own, folder, new MatchService(settings, sizes.snapshotBytes()), sizes));
        }
    }
}
