package io.github.freestep.physics.lockstep.cluster;

import io.github.freestep.physics.lockstep.MatchPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * A node of the cluster of a match. Prints a line when it has started, when it begins to lead, and for each error. Ends
 * when its standard input ends.
 */
public final class MatchNode {
    private static final long LOOK_NANOS = 5_000_000;

    /** Snapshots and deletions, each of which takes minutes otherwise, are seen within seconds. */
    private static final LogSizes SMALL = new LogSizes(1 << 20, 1 << 17, 2 << 20);

    private MatchNode() {}

    public static void main(String[] arguments) throws IOException {
        int member = Integer.parseInt(arguments[0]);
        try (ClusterSequencer node = ClusterSequencer.builder(MatchPeer.clusterSettings())
                .members(member, Arrays.copyOfRange(arguments, 3, arguments.length))
                .folder(Path.of(arguments[1]))
                .sizes(arguments[2].equals("small") ? SMALL : LogSizes.DEFAULT)
                .start()) {
            System.out.println("started");
            boolean led = false;
            Throwable error = null;
            while (System.in.available() == 0) {
                boolean leads = node.isLeader();
                if (leads && !led) {
                    System.out.println("leads");
                }
                led = leads;
                if (node.lastError() != error) {
                    error = node.lastError();
                    System.out.println(error);
                }
                if (node.failure() != null) {
                    throw new IllegalStateException(node.failure());
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        System.exit(0);
    }
}
