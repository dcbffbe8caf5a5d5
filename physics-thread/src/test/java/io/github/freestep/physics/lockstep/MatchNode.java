package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.cluster.ClusterSequencer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** A node of the cluster of a match. Prints a line when it begins to lead. Ends with its standard input. */
final class MatchNode {
    private static final long LOOK_NANOS = 5_000_000;

    private MatchNode() {}

    public static void main(String[] arguments) throws IOException {
        int member = Integer.parseInt(arguments[0]);
        try (ClusterSequencer node = ClusterSequencer.builder(MatchPeer.clusterSettings())
                .members(member, Arrays.copyOfRange(arguments, 2, arguments.length))
                .folder(Path.of(arguments[1]))
                .start()) {
            boolean led = false;
            while (System.in.available() == 0) {
                boolean leads = node.isLeader();
                if (leads && !led) {
                    System.out.println("leads");
                }
                led = leads;
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        System.exit(0);
    }
}
