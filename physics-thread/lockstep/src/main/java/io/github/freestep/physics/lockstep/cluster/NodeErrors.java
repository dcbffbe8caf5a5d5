package io.github.freestep.physics.lockstep.cluster;

import io.aeron.exceptions.AeronException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the errors of a node, to name the cause of its end. If the node ends, the newest error is only a consequence,
 * such as a thread of Aeron that found another one ended. So this also keeps the first errors of the last seconds. Safe
 * for use by any number of threads.
 */
final class NodeErrors {
    /** The consequences of an error follow it within this time. */
    private static final long RELATED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int KEPT = 16;

    /** Parts of the messages of the operating systems, of Aeron's archive and of its driver. */
    private static final List<String> DISK_FULL = List.of(
            "no space left", "not enough space", "disk quota exceeded", "low storage", "insufficient usable storage");

    private record Noted(Throwable error, long nanos) {}

    private final Path folder;
    private final long leastMib;
    private final List<Noted> first = new ArrayList<>();
    private @Nullable Throwable newest;

    /** Names the folder in its messages, and what must be on its disk for log and snapshots. */
    NodeErrors(Path folder, long leastMib) {
        this.folder = folder;
        this.leastMib = leastMib;
    }

    synchronized void note(Throwable error, long nowNanos) {
        newest = error;
        first.removeIf(noted -> nowNanos - noted.nanos > RELATED_NANOS);
        if (first.size() < KEPT) {
            first.add(new Noted(error, nowNanos));
        }
    }

    synchronized @Nullable Throwable newest() {
        return newest;
    }

    /** Returns why the node has ended now. */
    synchronized Throwable cause(long nowNanos) {
        first.removeIf(noted -> nowNanos - noted.nanos > RELATED_NANOS);
        for (Noted noted : first) {
            if (isDiskFull(noted.error)) {
                return new IllegalStateException(
                        "the disk of the node's folder was full; keep at least " + leastMib
                                + " MiB for log and snapshots, " + remedy(),
                        noted.error);
            }
        }
        for (Noted noted : first) {
            boolean isWarning =
                    noted.error instanceof AeronException aeron && aeron.category() == AeronException.Category.WARN;
            if (!isWarning) {
                return noted.error;
            }
        }
        return first.isEmpty()
                ? new IllegalStateException("Aeron has ended the node without a reason; " + remedy())
                : first.get(0).error;
    }

    private String remedy() {
        return "close this node, and start another one with the same folder, " + folder;
    }

    /**
     * Returns why a node ends for which no other one has the part of the log that it needs next. No error is its cause,
     * because Aeron reports none for it; see {@link LagWatch}.
     */
    IllegalStateException tooFarBehind() {
        return new IllegalStateException(
                "the node is so far behind that the other nodes have deleted the part of the log that it needs next; "
                        + remedy() + ", which copies their newest snapshot");
    }

    private static boolean isDiskFull(Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage()).toLowerCase(Locale.ROOT);
            if (DISK_FULL.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }
}
