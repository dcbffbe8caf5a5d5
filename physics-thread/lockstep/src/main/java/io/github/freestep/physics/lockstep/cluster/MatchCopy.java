package io.github.freestep.physics.lockstep.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.aeron.cluster.ClusterBackupEventsListener;
import io.aeron.cluster.ClusterMember;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.AeronException;
import java.io.File;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Copies the newest snapshot of a match, and the log after it, from another node. A node needs that if its folder is
 * empty, or so old that the other nodes have deleted the part of the log that it lacks. For one thread at a time.
 */
final class MatchCopy {
    /** How long to wait for the archive of each other node, which may not run. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * How long a node with an empty folder asks those that do not answer. A node that finds no match may begin one, and
     * two such nodes are a majority of three.
     */
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long NO_ANSWER = -1;

    private static final long COPY_SECONDS = 30;

    private final ClusterMembers members;
    private final int own;
    private final String driver;
    private final ErrorHandler errors;
    private boolean allAnswered;

    MatchCopy(ClusterMembers members, int own, String driver, ErrorHandler errors) {
        this.members = members;
        this.own = own;
        this.driver = driver;
        this.errors = errors;
    }

    /** Whether a node that is about to start needs a copy. With an empty folder, waits for those that do not answer. */
    boolean isNeeded(AeronArchive.Context ownArchive, File cluster) {
        long end = end(ownArchive, cluster);
        long since = System.nanoTime();
        while (!isDeletedAfter(end)) {
            if (end > 0 || allAnswered || System.nanoTime() - since >= ASK_NANOS) {
                return false;
            }
        }
        return true;
    }

    /** Whether a node that runs is so far behind that another one has deleted what comes next. */
    boolean isTooFarBehind(AeronArchive.Context ownArchive, File cluster) {
        return isDeletedAfter(end(ownArchive, cluster));
    }

    private boolean isDeletedAfter(long end) {
        allAnswered = true;
        for (int member = 0; member < members.size(); member++) {
            long start = member == own ? 0 : start(member);
            if (start > end) {
                return true;
            }
            allAnswered &= start != NO_ANSWER;
        }
        return false;
    }

    /** Returns the position at which this node's log ends. */
    private static long end(AeronArchive.Context archive, File cluster) {
        if (!new File(cluster, RecordingLog.RECORDING_LOG_FILE_NAME).exists()) {
            return 0;
        }
        try (RecordingLog log = new RecordingLog(cluster, false);
                AeronArchive client = AeronArchive.connect(archive.clone())) {
            long recording = log.findLastTermRecordingId();
            return recording < 0 ? 0 : client.getMaxRecordedPosition(recording);
        }
    }

    /** Returns where another node's log begins; 0 if it has none, {@link #NO_ANSWER} if it does not answer. */
    private long start(int member) {
        long[] start = {0};
        try (AeronArchive client =
                AeronArchive.connect(remote().controlRequestChannel("aeron:udp?endpoint=" + members.archive(member)))) {
            Recordings.forEach(client, (id, from, stream) -> {
                if (stream == ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT) {
                    start[0] = from;
                }
            });
        } catch (AeronException noAnswer) {
            // It does not run, or its machine is busy.
            return NO_ANSWER;
        }
        return start[0];
    }

    private AeronArchive.Context remote() {
        return new AeronArchive.Context()
                .aeronDirectoryName(driver)
                .messageTimeoutNs(ANSWER_NANOS)
                .errorHandler(error -> {})
                .controlResponseChannel("aeron:udp?endpoint=" + members.host(own) + ":0");
    }

    /** Copies into the folder of this node, which must be empty. Returns false if no node has answered in time. */
    boolean copy(
            AeronArchive.Context ownArchive,
            File cluster,
            File marks,
            ThreadFactory threads,
            Supplier<IdleStrategy> idle) {
        CountDownLatch copied = new CountDownLatch(1);
        ClusterBackup.Context backup = new ClusterBackup.Context()
                .aeronDirectoryName(driver)
                .archiveContext(ownArchive.clone())
                .clusterArchiveContext(remote()
                        // Aeron replaces the endpoint by that of the node that answers.
                        .controlRequestChannel("aeron:udp?endpoint=" + members.archive(own))
                        .messageTimeoutNs(TimeUnit.SECONDS.toNanos(5)))
                .clusterDir(cluster)
                .markFileDir(marks)
                .deleteDirOnStart(false)
                .consensusChannel("aeron:udp?endpoint=" + members.consensus(own))
                .clusterConsensusEndpoints(members.otherConsensus(own))
                .catchupEndpoint(members.host(own) + ":0")
                .sourceType(ClusterBackup.SourceType.ANY)
                .initialReplayStart(ClusterBackup.Configuration.ReplayStart.LATEST_SNAPSHOT)
                .clusterBackupCoolDownIntervalNs(TimeUnit.SECONDS.toNanos(1))
                .threadFactory(threads)
                .idleStrategySupplier(idle)
                .errorHandler(errors)
                .eventsListener(listener(copied));
        ClusterBackup running = ClusterBackup.launch(backup);
        try {
            return copied.await(COPY_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            running.close();
        }
    }

    private ClusterBackupEventsListener listener(CountDownLatch copied) {
        return new ClusterBackupEventsListener() {
            @Override
            public void onBackupQuery() {}

            @Override
            public void onPossibleFailure(Exception e) {
                errors.onError(e);
            }

            @Override
            public void onBackupResponse(
                    ClusterMember[] all, @Nullable ClusterMember source, List<RecordingLog.Snapshot> snapshots) {}

            @Override
            public void onUpdatedRecordingLog(RecordingLog log, List<RecordingLog.Snapshot> snapshots) {
                copied.countDown();
            }

            @Override
            public void onLiveLogProgress(long recording, long counter, long position) {}
        };
    }
}
