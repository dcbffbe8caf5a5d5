package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.cluster.Cluster;

/**
 * Lets a node join the cluster of its store by the addresses that members show in their beats, or found it. A store has
 * one cluster at most: a node founds one only while it holds a lease of the store, and no member has written a beat for
 * {@link #SILENCE_NANOS}. So nodes may start in any order, all at once, and again after a crash.
 *
 * <p>The alternative, a fixed first node, founded a second cluster when that node came back: then the owners of all
 * rooms changed every 12 s.
 */
final class Joining {
    /** The lease that a node must hold to found a cluster. */
    static final String FOUNDING = "founding";

    /** After this time, members that do not answer may be dead. */
    static final long ATTEMPT_SECONDS = 5;

    /** A member that stands still for less must not be taken for dead, or there would be a second cluster. */
    private static final long SILENCE_NANOS = 5_000_000_000L;

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final long FOUND_SECONDS = 15;
    private static final long POLL_MILLIS = 50;

    private final Cluster cluster;
    private final NodeBeats beats;
    private final CountDownLatch up = new CountDownLatch(1);
    private final Guard guard = new Guard();

    private Joining(Cluster cluster, NodeBeats beats) {
        this.cluster = cluster;
        this.beats = beats;
        cluster.registerOnMemberUp(up::countDown);
    }

    /**
     * Returns once the node is in the cluster and shows its address. Blocks as long as another node founds one, as no
     * member answers that lives, or as the store does not answer.
     *
     * @param address what the node shows once it is a member
     * @param founding called before this node founds a cluster
     * @throws IOException if the node has begun to found a cluster, and does not come up while it holds the lease
     */
    static void join(Cluster cluster, NodeBeats beats, String address, Runnable founding)
            throws IOException, InterruptedException {
        Joining joining = new Joining(cluster, beats);
        while (joining.up.getCount() > 0) {
            List<Address> members = joining.members();
            if (!members.isEmpty()) {
                cluster.joinSeedNodes(members);
                joining.up.await(ATTEMPT_SECONDS, TimeUnit.SECONDS);
            } else if (joining.lease(LEASE) && joining.looksAgain() && joining.lease(LEASE)) {
                founding.run();
                cluster.join(cluster.selfAddress());
                if (!joining.up.await(FOUND_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException(beats.node + " must be up within " + FOUND_SECONDS
                            + " s, because another node may found the cluster then; start it again");
                }
            } else {
                Thread.sleep(POLL_MILLIS);
            }
        }
        beats.show(address);
        while (!beats.isShown(address)) {
            Thread.sleep(POLL_MILLIS);
        }
        joining.lease(Duration.ZERO); // only now, so that the next node finds a member
    }

    private boolean lease(Duration time) {
        try {
            return beats.store.lease(FOUNDING, beats.node, time);
        } catch (IOException noAnswer) {
            guard.log(noAnswer);
            return false;
        }
    }

    private List<Address> members() {
        return beats.shown(SILENCE_NANOS).stream()
                .map(each ->
                        AddressFromURIString.parse("pekko://" + cluster.system().name() + "@" + each))
                .toList();
    }

    /** Whether there is still no member. Another node may have founded the cluster before this one got the lease. */
    private boolean looksAgain() throws InterruptedException {
        long looks = beats.looks;
        while (beats.looks - looks < 2) { // the first may have begun before
            Thread.sleep(POLL_MILLIS);
        }
        return members().isEmpty();
    }
}
