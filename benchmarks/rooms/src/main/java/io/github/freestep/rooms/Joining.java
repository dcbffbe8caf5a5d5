package io.github.freestep.rooms;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.cluster.Cluster;

/**
 * Lets a node join the cluster of its store, or found it. A store has one cluster at most: a node founds one only while
 * no member of another lives, and it looks for them, joins and registers itself under a lock of the store. So nodes may
 * start in any order, all at once, and again after a crash.
 *
 * <p>The alternative, a fixed first node, founded a second cluster when that node came back: then the owners of all
 * rooms changed every 12 s.
 */
final class Joining {
    /** After this time, members that do not answer may be dead. */
    private static final long ATTEMPT_SECONDS = 5;

    /** Several beats. */
    private static final long BEATS_MILLIS = 1_000;

    private Joining() {}

    /**
     * Returns once the node is in the cluster. Blocks as long as others join, and as long as no member answers that
     * lives.
     *
     * @param founds called before this node founds a cluster
     */
    static void join(Cluster cluster, RoomStore store, String node, Runnable founds)
            throws IOException, InterruptedException {
        CountDownLatch up = new CountDownLatch(1);
        cluster.registerOnMemberUp(up::countDown);
        while (true) {
            FileChannel lock = store.lockMembers();
            try {
                store.removeMember(node); // of an earlier process
                List<Address> members = living(store);
                if (members.isEmpty()) {
                    founds.run();
                    cluster.join(cluster.selfAddress());
                    up.await();
                } else {
                    cluster.joinSeedNodes(members);
                }
                if (up.await(ATTEMPT_SECONDS, TimeUnit.SECONDS)) {
                    store.addMember(node, cluster.selfAddress().toString());
                    return;
                }
            } finally {
                lock.close();
            }
        }
    }

    private static List<Address> living(RoomStore store) throws IOException, InterruptedException {
        List<Address> found = new ArrayList<>();
        for (Map.Entry<String, String> member : store.members().entrySet()) {
            if (store.lives(member.getKey()) || beats(store, member.getKey())) {
                found.add(AddressFromURIString.parse(member.getValue()));
            }
        }
        return found;
    }

    /** Whether a node beats whose lock is not seen, because it runs on another machine. */
    private static boolean beats(RoomStore store, String node) throws IOException, InterruptedException {
        Long before = store.beats().get(node);
        Thread.sleep(BEATS_MILLIS);
        Long after = store.beats().get(node);
        return after != null && !after.equals(before);
    }
}
