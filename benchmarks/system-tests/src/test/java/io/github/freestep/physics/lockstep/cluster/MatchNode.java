package io.github.freestep.physics.lockstep.cluster;

import io.github.freestep.physics.lockstep.MatchPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A node of the cluster of a match. Prints a line when it has started, when it begins to lead, for each error, and when
 * the node has failed. Ends then, or when its standard input ends.
 */
public final class MatchNode {
    private static final long LOOK_NANOS = 5_000_000;

    public static final int TINY_SEGMENT = 1 << 17;

    /** Snapshots and deletions, which usually take minutes, are seen within seconds with the smaller ones. */
    private static final Map<String, LogSizes> SIZES = Map.of(
            "default", LogSizes.DEFAULT,
            "small", new LogSizes(1 << 20, 1 << 17, 2 << 20),
            "tiny", new LogSizes(TINY_SEGMENT, 1 << 17, 1 << 18));

    private MatchNode() {}

    public static void main(String[] arguments) throws IOException {
        int member = Integer.parseInt(arguments[0]);
        boolean failed = false;
        try (ClusterSequencer node = ClusterSequencer.builder(MatchPeer.clusterSettings())
                .members(member, Arrays.copyOfRange(arguments, 3, arguments.length))
                .folder(Path.of(arguments[1]))
                .sizes(SIZES.get(arguments[2]))
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
                    System.out.println("failed: " + node.failure().getMessage());
                    failed = true;
                    break;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        System.exit(failed ? 1 : 0);
    }
}
