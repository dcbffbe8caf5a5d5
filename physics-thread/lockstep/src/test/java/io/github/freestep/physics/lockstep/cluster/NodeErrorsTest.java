package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.aeron.cluster.client.ClusterEvent;
import io.aeron.exceptions.StorageSpaceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NodeErrorsTest {
    private static final long SECOND = 1_000_000_000;

    private final Path folder = Path.of("node-1");
    private final NodeErrors errors = new NodeErrors(folder, 160);

    @Test
    void theFirstErrorOfTheLastSecondsIsTheCause() {
        RuntimeException old = new IllegalStateException("the network was down");
        RuntimeException cause = new IllegalStateException("the process was stopped");
        errors.note(old, 0);
        errors.note(new ClusterEvent("a warning"), 20 * SECOND);
        errors.note(cause, 21 * SECOND);
        RuntimeException consequence = new IllegalStateException("unexpected termination");
        for (int i = 0; i < 100; i++) {
            errors.note(consequence, 22 * SECOND);
        }
        assertSame(cause, errors.cause(22 * SECOND));
        assertSame(consequence, errors.newest());
    }

    @Test
    void aFullDiskIsNamedWithTheRemedy() {
        for (Throwable full : new Throwable[] {
            new UncheckedIOException(new IOException("No space left on device")),
            new StorageSpaceException("insufficient usable storage for new log of length=3149824 usable=17")
        }) {
            NodeErrors each = new NodeErrors(folder, 160);
            each.note(new IllegalStateException("unexpected termination"), 0);
            each.note(full, SECOND);
            each.note(new ClusterEvent("service terminate"), SECOND);
            assertEquals(
                    "the disk of the node's folder was full; keep at least 160 MiB for log and snapshots, close this"
                            + " node, and start another one with the same folder, node-1",
                    each.cause(2 * SECOND).getMessage());
            assertSame(full, each.cause(2 * SECOND).getCause());
        }
    }

    @Test
    void aNodeThatIsTooFarBehindNamesTheRemedy() {
        errors.note(new IllegalStateException("of something else"), SECOND);
        assertEquals(
                "the node is so far behind that the other nodes have deleted the part of the log that it needs next;"
                        + " close this node, and start another one with the same folder, node-1, which copies their"
                        + " newest snapshot",
                errors.tooFarBehind().getMessage());
        assertNull(errors.tooFarBehind().getCause());
    }

    @Test
    void anEndWithoutAnErrorSaysSo() {
        errors.note(new IllegalStateException("long ago"), 0);
        assertEquals(
                "Aeron has ended the node without a reason; close this node, and start another one with the same"
                        + " folder, node-1",
                errors.cause(11 * SECOND).getMessage());
        ClusterEvent only = new ClusterEvent("a warning");
        errors.note(only, 12 * SECOND);
        assertSame(only, errors.cause(12 * SECOND));
    }

    @Test
    void theDiskMustHaveRoomForTheLogAndTwoSnapshots() {
        ClusterFolder.requireSpace(folder, 160 << 20, 64 << 20);
        assertEquals(
                "the disk of a node's folder must have at least 160 MiB for log and snapshots, had 159 MiB; free some,"
                        + " lower the history of the match settings, or set another folder(...) than node-1",
                assertThrows(
                                IllegalStateException.class,
                                () -> ClusterFolder.requireSpace(folder, (160 << 20) - 1, 64 << 20))
                        .getMessage());
        assertEquals(32 + 2048, ClusterFolder.leastMib(1 << 30));
        assertEquals(33, ClusterFolder.leastMib(1 << 16));
    }
}
