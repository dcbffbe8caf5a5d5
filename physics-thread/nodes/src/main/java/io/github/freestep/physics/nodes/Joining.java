package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.cluster.Cluster;

/**
 * Lets a node join the cluster of its store, or found it. A store has one cluster at most: a node founds one only while
 * it holds a lease of the store, and no other node lives that is in the cluster or joins it. Beats tell that: a member
 * shows its address, and a node that joins says so. So nodes may start in any order, all at once, and again after a
 * crash.
 *
 * <p>The alternative, a fixed first node, founded a second cluster when that node came back: then the owners of all
 * rooms changed every 12 s.
 */
final class Joining {
    /** What a node shows in place of its address while it joins. */
    static final String MARK = "joining";

    /** The lease that a node must hold to found a cluster. */
    static final String FOUNDING = "founding";

    /** After this time, members that do not answer may be dead. */
    static final long ATTEMPT_SECONDS = 5;

    /** A node that is not up after this time has lost the only member that knew it. */
    private static final long FOUND_SECONDS = 60;

    /** Several beats. */
    private static final long BEATS_MILLIS = 1_000;

    /** A member that stands still for less must not be taken for dead, or there would be a second cluster. */
    private static final long SILENCE_MILLIS = 5_000;

    /** Longer than the look for silent members. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 20;

    private final Cluster cluster;
    private final RoomStore store;
    private final NodeBeats beats;
    private final String address;
    private final CountDownLatch up = new CountDownLatch(1);
    private final Guard guard = new Guard();
    private long leaseEndNanos;
    private boolean founds;

    private Joining(Cluster cluster, RoomStore store, NodeBeats beats, String address) {
        this.cluster = cluster;
        this.store = store;
        this.beats = beats;
        this.address = address;
        cluster.registerOnMemberUp(up::countDown);
    }

    /**
     * Returns once the node is in the cluster. Blocks as long as another node founds one, and as long as no member
     * answers that lives. A node that would found one waits for all that join.
     *
     * <p>Pekko continues with an attempt that was not answered in time, so the node may come in while it does not show
     * it. If all members die then, and another node gets the lease first, that one founds a second cluster. So it does
     * if it is suspended between its last look at the lease and the call after that.
     *
     * <p>While the store does not answer, a node tries again. One that is founding a cluster cannot, because another
     * node may get the lease meanwhile.
     *
     * @param address what the node shows once it is a member
     * @param founds called before this node founds a cluster
     * @throws IOException if the node has begun to found a cluster, and does not come up while it holds the lease
     */
    static void join(Cluster cluster, RoomStore store, NodeBeats beats, String address, Runnable founds)
            throws IOException, InterruptedException {
        Joining joining = new Joining(cluster, store, beats, address);
        while (!joining.attempt(founds)) {
            // Members may have ended or come, so it looks again.
        }
    }

    private boolean attempt(Runnable founding) throws IOException, InterruptedException {
        try {
            return join() || found(founding);
        } catch (IOException noAnswer) {
            if (founds) {
                throw noAnswer;
            }
            guard.log(noAnswer);
            Thread.sleep(BEATS_MILLIS);
            return false;
        }
    }

    private boolean join() throws IOException, InterruptedException {
        List<Address> members = new ArrayList<>();
        for (String each : living(BEATS_MILLIS)) {
            if (!each.equals(MARK)) {
                members.add(
                        AddressFromURIString.parse("pekko://" + cluster.system().name() + "@" + each));
            }
        }
        if (members.isEmpty()) {
            Thread.sleep(POLL_MILLIS); // another node may found one for a while
            return false;
        }
        show(MARK); // before it joins, because a full disk must not end a node of the cluster
        cluster.joinSeedNodes(members);
        boolean joined = up.await(ATTEMPT_SECONDS, TimeUnit.SECONDS);
        show(joined ? address : "");
        return joined;
    }

    private boolean found(Runnable founding) throws IOException, InterruptedException {
        if (!holdsLease()) {
            return false;
        }
        try {
            if (!living(SILENCE_MILLIS).isEmpty() || !holdsLease()) {
                return false;
            }
            founding.run();
            founds = true;
            cluster.join(cluster.selfAddress());
            for (int second = 0; !up.await(1, TimeUnit.SECONDS); second++) {
                if (second == FOUND_SECONDS || !stillHoldsLease()) {
                    throw new IOException(beats.node() + " must be up within " + FOUND_SECONDS + " s; start it again");
                }
            }
            show(address);
            return true;
        } finally {
            giveLeaseBack();
        }
    }

    private boolean holdsLease() throws IOException {
        long asked = System.nanoTime();
        boolean holds = store.lease(FOUNDING, beats.node(), LEASE);
        if (holds) {
            leaseEndNanos = asked + LEASE.toNanos() / 10 * 9;
        }
        return holds;
    }

    /** While the store does not answer, the lease holds until it ends. */
    private boolean stillHoldsLease() throws IOException {
        try {
            return holdsLease();
        } catch (IOException noAnswer) {
            if (System.nanoTime() - leaseEndNanos >= 0) {
                throw noAnswer;
            }
            return true;
        }
    }

    private void giveLeaseBack() {
        try {
            store.lease(FOUNDING, beats.node(), Duration.ZERO);
        } catch (IOException noAnswer) {
            // It ends by itself, and the node may be up already.
        }
    }

    /** Returns once the store has it, so that nodes that look afterwards see it. */
    private void show(String shown) throws InterruptedException {
        beats.show(shown);
        while (!beats.isShown(shown)) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Returns what other nodes show that live, and that are in the cluster or join it.
     *
     * @param lookMillis how long one may be silent whose lock is not seen, because it runs elsewhere or has none
     */
    private List<String> living(long lookMillis) throws IOException, InterruptedException {
        Map<String, NodeBeat> before = new HashMap<>(store.beats());
        before.remove(beats.node());
        before.values().removeIf(beat -> beat.address().isEmpty());
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, NodeBeat> each : before.entrySet()) {
            if (beats.isLocked(each.getKey())) {
                found.add(each.getValue().address());
            }
        }
        if (found.isEmpty() && !before.isEmpty()) {
            Thread.sleep(lookMillis);
            Map<String, NodeBeat> after = store.beats();
            before.forEach((node, beat) -> {
                NodeBeat newest = after.getOrDefault(node, beat);
                if (!newest.equals(beat) && !newest.address().isEmpty()) {
                    found.add(newest.address());
                }
            });
        }
        return found;
    }
}
