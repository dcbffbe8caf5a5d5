package io.github.freestep.physics.nodes;

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
 * no other member lives. To found, it holds a lock of the store alone; nodes that join share it. So nodes may start in
 * any order, all at once, and again after a crash.
 *
 * <p>The alternative, a fixed first node, founded a second cluster when that node came back: then the owners of all
 * rooms changed every 12 s.
 */
final class Joining {
    /** After this time, members that do not answer may be dead. */
    static final long ATTEMPT_SECONDS = 5;

    /** A node that is not up after this time has lost the only member that knew it. */
    private static final long FOUND_SECONDS = 60;

    /** Several beats. */
    private static final long BEATS_MILLIS = 1_000;

    private Joining() {}

    /**
     * Returns once the node is in the cluster. Blocks as long as another node founds one, and as long as no member
     * answers that lives. A node that would found one waits for all that join. So does a node that no member has
     * answered in time, because it then looks whether it must found one: these wait as long as a node that joins stands
     * still.
     *
     * <p>Pekko goes on with an attempt that was not answered in time, so the node may come in while it is not in the
     * store. If all members in the store die then, and another node gets the lock first, that one founds a second
     * cluster.
     *
     * @param founds called before this node founds a cluster
     * @throws IOException if the store cannot be read or written, or the node does not come up
     */
    static void join(Cluster cluster, RoomStore store, NodeFiles files, String node, Runnable founds)
            throws IOException, InterruptedException {
        CountDownLatch up = new CountDownLatch(1);
        cluster.registerOnMemberUp(up::countDown);
        for (boolean alone = false; !join(cluster, store, files, node, founds, up, alone); alone = !alone) {
            // Members may have ended or come, so it looks again.
        }
    }

    private static boolean join(
            Cluster cluster,
            RoomStore store,
            NodeFiles files,
            String node,
            Runnable founds,
            CountDownLatch up,
            boolean alone)
            throws IOException, InterruptedException {
        FileChannel lock = files.lockMembers(!alone);
        boolean joined = false;
        try {
            List<Address> members = living(store, files);
            if (members.isEmpty() != alone) {
                return false;
            }
            // Before it joins, because a full disk must not end a node of the cluster.
            files.addMember(node, cluster.selfAddress().toString());
            if (alone) {
                founds.run();
                cluster.join(cluster.selfAddress());
            } else {
                cluster.joinSeedNodes(members);
            }
            joined = up.await(alone ? FOUND_SECONDS : ATTEMPT_SECONDS, TimeUnit.SECONDS);
            if (!joined && alone) {
                throw new IOException(node + " must be up within " + FOUND_SECONDS + " s; start it again");
            }
            return joined;
        } finally {
            if (!joined) {
                files.removeMember(node);
            }
            lock.close();
        }
    }

    /** Returns the addresses of members that live. */
    private static List<Address> living(RoomStore store, NodeFiles files) throws IOException, InterruptedException {
        Map<String, String> members = files.members(store.beats().keySet());
        List<Address> found = new ArrayList<>();
        for (Map.Entry<String, String> member : members.entrySet()) {
            if (files.lives(member.getKey())) {
                found.add(AddressFromURIString.parse(member.getValue()));
            }
        }
        if (found.isEmpty() && !members.isEmpty()) {
            // A node beats whose lock is not seen, because it runs on another machine.
            Map<String, NodeBeat> before = store.beats();
            Thread.sleep(BEATS_MILLIS);
            store.beats().forEach((node, beat) -> {
                if (members.containsKey(node) && !beat.equals(before.get(node))) {
                    found.add(AddressFromURIString.parse(members.get(node)));
                }
            });
        }
        return found;
    }
}
