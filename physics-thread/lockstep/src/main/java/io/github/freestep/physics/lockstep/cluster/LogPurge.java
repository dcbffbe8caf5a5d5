package io.github.freestep.physics.lockstep.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.github.freestep.internal.Threads;
import java.io.File;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;

/**
 * Deletes what a node no longer needs after a new snapshot: older snapshots, and the log before the previous one. Has
 * its own thread, which sleeps most of the time.
 *
 * <p>The log after the previous snapshot stays, so that a node that was down for a short time can follow the log of
 * another one, and needs no snapshot of it.
 */
final class LogPurge implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int CONSENSUS_MODULE = ConsensusModule.Configuration.SERVICE_ID;
    private static final int MATCH = 0;

    /** A snapshot has two recordings: that of Aeron, and that of the match. */
    private record Snapshot(long position, long leastRecording) {}

    private final AeronArchive.Context archive;
    private final File cluster;
    private final LogSizes sizes;
    private final LongSupplier newestSnapshot;
    private final ErrorHandler errors;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts the thread.
     *
     * @param cluster the folder with the list of all snapshots
     * @param newestSnapshot the position of the newest snapshot that the match has written
     */
    LogPurge(
            AeronArchive.Context archive,
            File cluster,
            LogSizes sizes,
            LongSupplier newestSnapshot,
            ThreadFactory threads,
            ErrorHandler errors) {
        this.archive = archive;
        this.cluster = cluster;
        this.sizes = sizes;
        this.newestSnapshot = newestSnapshot;
        this.errors = errors;
        thread = threads.newThread(this::run);
        thread.start();
    }

    private void run() {
        long done = newestSnapshot.getAsLong();
        long reported = done;
        long waitNanos = LOOK_NANOS;
        while (!closed) {
            LockSupport.parkNanos(waitNanos);
            long newest = newestSnapshot.getAsLong();
            try {
                if (newest != done && purge(newest)) {
                    done = newest;
                }
                waitNanos = LOOK_NANOS;
            } catch (RuntimeException e) {
                // Another node may still read this part of the log, or the archive may be slow. The next round tries
                // again. If the reason lasts, the log grows without bound, so the first error of each snapshot is
                // reported.
                if (!closed && newest != reported) {
                    errors.onError(e);
                    reported = newest;
                }
                waitNanos = Math.min(2 * waitNanos, MOST_WAIT_NANOS);
            }
        }
    }

    /** Returns false if the snapshot is not complete yet. */
    private boolean purge(long newest) {
        List<Snapshot> snapshots;
        long logRecording;
        try (RecordingLog log = new RecordingLog(cluster, false)) {
            snapshots = complete(log.entries());
            logRecording = log.findLastTermRecordingId();
        }
        if (snapshots.isEmpty() || snapshots.get(0).position < newest) {
            return false;
        }
        try (AeronArchive client = AeronArchive.connect(archive.clone())) {
            for (long old : snapshotsBefore(snapshots.get(0).leastRecording, client)) {
                client.purgeRecording(old);
            }
            if (snapshots.size() > 1) {
                long start = client.getStartPosition(logRecording);
                long wanted = AeronArchive.segmentFileBasePosition(
                        start, snapshots.get(1).position, sizes.termLength(), sizes.segmentBytes());
                if (wanted > start) {
                    client.purgeSegments(logRecording, wanted);
                }
            }
        }
        return true;
    }

    /** Returns the snapshots of which both parts are there, the newest one first. */
    private static List<Snapshot> complete(List<RecordingLog.Entry> entries) {
        List<Snapshot> complete = new ArrayList<>();
        for (RecordingLog.Entry own : entries) {
            for (RecordingLog.Entry other : entries) {
                if (isSnapshot(own, CONSENSUS_MODULE)
                        && isSnapshot(other, MATCH)
                        && own.logPosition == other.logPosition) {
                    complete.add(new Snapshot(own.logPosition, Math.min(own.recordingId, other.recordingId)));
                }
            }
        }
        complete.sort(Comparator.comparingLong(Snapshot::position).reversed());
        return complete;
    }

    private static boolean isSnapshot(RecordingLog.Entry entry, int service) {
        return entry.isValid && entry.type == RecordingLog.ENTRY_TYPE_SNAPSHOT && entry.serviceId == service;
    }

    /** Also finds parts of snapshots that a killed process has left. */
    private static List<Long> snapshotsBefore(long recording, AeronArchive client) {
        List<Long> old = new ArrayList<>();
        Recordings.forEach(client, (id, start, stream) -> {
            boolean isSnapshot = stream == ConsensusModule.Configuration.SNAPSHOT_STREAM_ID_DEFAULT
                    || stream == ClusteredServiceContainer.Configuration.SNAPSHOT_STREAM_ID_DEFAULT;
            if (isSnapshot && id < recording) {
                old.add(id);
            }
        });
        return old;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Threads.join(thread, CLOSE_NANOS);
    }
}
