package io.github.freestep.physics.lockstep.cluster;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.PriorityHeapTimerServiceSupplier;
import io.aeron.cluster.service.ClusterClock;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.github.freestep.internal.Threads;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.physics.lockstep.direct.AeronLockstep;
import java.io.File;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Runs all parts of a node in this process: media driver, archive, consensus module, service, the deletion of old log,
 * and the watch for a node that is too far behind, each on a daemon thread. What affects a match is set here, because
 * Aeron reads its defaults from system properties, which the host program may have set for an Aeron of its own.
 */
final class ClusterNode implements AutoCloseable {
    private static final long IDLE_NANOS = 500_000;

    /**
     * A leader that is silent for this long is replaced. With a shorter limit, a busy machine would lose its lead
     * without a failure.
     */
    private static final long LEADER_SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_000);

    private static final long LEADER_BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ELECTION_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long ELECTION_STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long SESSION_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String SMALL_TERMS = "aeron:udp?term-length=256k";

    private final ClusterMembers members;
    private final int own;
    private final MatchService service;
    private final LogSizes sizes;
    private final ClusterFolder folder;
    private final NodeErrors errors;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile @Nullable Throwable failure;
    private volatile boolean closing;

    private ClusterNode(ClusterMembers members, int own, ClusterFolder folder, MatchService service, LogSizes sizes) {
        this.sizes = sizes;
        this.members = members;
        this.own = own;
        this.folder = folder;
        this.service = service;
        errors = new NodeErrors(folder.path(), ClusterFolder.leastMib(service.history()));
    }

    static ClusterNode start(
            ClusterMembers members, int own, @Nullable Path folder, MatchService service, LogSizes sizes) {
        Endpoints.requireTwoFree("node", Endpoints.resolve(members.host(own)), members.port(own));
        ClusterNode node = new ClusterNode(members, own, ClusterFolder.open(folder, service.history()), service, sizes);
        try {
            node.start();
            return node;
        } catch (Throwable t) {
            CloseHelper.quietCloseAll(node.open);
            throw t;
        }
    }

    private void start() {
        add(folder);
        NodeDriver driver =
                add(NodeDriver.start("match-node", members.port(own), threads("driver"), idle(), this::note));
        // The driver deletes its folder when it starts. So the marks of a killed process, which would keep the next one
        // waiting for 10 s, go there. The locks of both folders show whether a process lives.
        File marks = new File(driver.folder());
        Archive.Context archive = archive(driver, marks);
        Archive running = add(Archive.launch(archive));
        AeronArchive.Context archiveClient = new AeronArchive.Context()
                .lock(NoOpLock.INSTANCE)
                .aeronDirectoryName(driver.folder())
                .controlRequestChannel(archive.localControlChannel())
                .controlRequestStreamId(archive.localControlStreamId())
                .controlResponseChannel(archive.localControlChannel());
        MatchCopy others = new MatchCopy(members, own, driver.folder(), this::note);
        if (others.isNeeded(archiveClient, folder.cluster())) {
            open.remove(running);
            running.close();
            folder.moveAway();
            add(Archive.launch(archive(driver, marks)));
            copy(others, archiveClient, driver);
            folder.keepCopy();
        }
        ConsensusModule.Context consensus = consensus(driver, marks, archiveClient.clone());
        add(ConsensusModule.launch(consensus));
        service.onSnapshotDue(() -> ClusterControl.ToggleState.SNAPSHOT.toggle(consensus.controlToggleCounter()));
        add(ClusteredServiceContainer.launch(new ClusteredServiceContainer.Context()
                .aeronDirectoryName(driver.folder())
                .archiveContext(archiveClient.clone())
                .clusterDir(folder.cluster())
                .markFileDir(marks)
                .clusteredService(service)
                .threadFactory(threads("service"))
                .idleStrategySupplier(ClusterNode::idle)
                .terminationHook(this::ended)
                .errorHandler(this::note)));
        add(new LogPurge(
                archiveClient, folder.cluster(), sizes, service::snapshotPosition, threads("purge"), this::note));
        add(new LagWatch(
                service::entries,
                () -> others.isTooFarBehind(archiveClient, folder.cluster()),
                () -> end(errors.tooFarBehind()),
                threads("lag"),
                this::note));
    }

    private void copy(MatchCopy others, AeronArchive.Context archive, NodeDriver driver) {
        File marks = new File(driver.folder(), "copy");
        if (!others.copy(archive, folder.cluster(), marks, threads("copy"), ClusterNode::idle)) {
            throw new IllegalStateException(
                    "the other nodes have deleted a part of the log that this node lacks, and"
                            + " none has sent its snapshot in time; start this node again while most of the others run",
                    errors.newest());
        }
    }

    private Archive.Context archive(NodeDriver driver, File marks) {
        return new Archive.Context()
                .aeronDirectoryName(driver.folder())
                .archiveDir(folder.archive())
                .markFileDir(marks)
                .deleteArchiveOnStart(false)
                .threadingMode(ArchiveThreadingMode.SHARED)
                .threadFactory(threads("archive"))
                .idleStrategySupplier(ClusterNode::idle)
                .recordingEventsEnabled(false)
                .segmentFileLength(sizes.segmentBytes())
                // The archive needs room for a new segment while the previous one is full.
                .lowStorageSpaceThreshold(2L * sizes.segmentBytes())
                .fileSyncLevel(0)
                .catalogFileSyncLevel(0)
                .controlChannel("aeron:udp?endpoint=" + members.archive(own))
                .replicationChannel("aeron:udp?endpoint=" + members.host(own) + ":0")
                .errorHandler(this::note);
    }

    private ConsensusModule.Context consensus(NodeDriver driver, File marks, AeronArchive.Context archive) {
        return new ConsensusModule.Context()
                .aeronDirectoryName(driver.folder())
                .archiveContext(archive)
                .clusterDir(folder.cluster())
                .markFileDir(marks)
                .deleteDirOnStart(false)
                .clusterMemberId(own)
                .clusterMembers(members.nodes())
                .appointedLeaderId(-1)
                .ingressChannel(SMALL_TERMS)
                .consensusChannel(SMALL_TERMS)
                .logChannel("aeron:udp?term-length=" + sizes.termLength() + "|control-mode=manual|control="
                        + members.logControl(own))
                .replicationChannel("aeron:udp?endpoint=" + members.host(own) + ":0")
                .maxConcurrentSessions(AeronLockstep.MAX_PEERS)
                .sessionTimeoutNs(SESSION_NANOS)
                .leaderHeartbeatTimeoutNs(LEADER_SILENT_NANOS)
                .leaderHeartbeatIntervalNs(LEADER_BEAT_NANOS)
                .electionTimeoutNs(ELECTION_NANOS)
                .electionStatusIntervalNs(ELECTION_STATUS_NANOS)
                .fileSyncLevel(0)
                .clusterClock(clock())
                // Aeron's wheel of timers has steps of 8 ms.
                .timerServiceSupplier(new PriorityHeapTimerServiceSupplier())
                .threadFactory(threads("consensus"))
                .idleStrategySupplier(ClusterNode::idle)
                .terminationHook(this::ended)
                .errorHandler(this::note);
    }

    /** Never goes back while this process runs. */
    private static ClusterClock clock() {
        Instant now = Instant.now();
        long offset = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
        return new ClusterClock() {
            @Override
            public TimeUnit timeUnit() {
                return TimeUnit.NANOSECONDS;
            }

            @Override
            public long time() {
                return System.nanoTime() + offset;
            }
        };
    }

    private static IdleStrategy idle() {
        return new SleepingIdleStrategy(IDLE_NANOS);
    }

    private ThreadFactory threads(String part) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            int number = count.getAndIncrement();
            Thread thread = new Thread(work, "freestep-match-" + part + (number == 0 ? "" : "-" + number));
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        };
    }

    private <T extends AutoCloseable> T add(T part) {
        open.push(part);
        return part;
    }

    private void note(Throwable error) {
        errors.note(error, System.nanoTime());
    }

    /** Called by Aeron when one of its threads ends, for any reason. */
    private void ended() {
        end(errors.cause(System.nanoTime()));
    }

    private void end(Throwable cause) {
        if (!closing) {
            failure = failure != null ? failure : cause;
        }
    }

    boolean isLeader() {
        return service.isLeader() && failure == null;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    @Nullable Throwable lastError() {
        return errors.newest();
    }

    @Override
    public synchronized void close() {
        closing = true;
        while (!open.isEmpty()) {
            CloseHelper.quietClose(open.pop());
        }
        // Aeron's close returns shortly before its threads end.
        threads.stream()
                .filter(thread -> thread != Thread.currentThread())
                .forEach(thread -> Threads.join(thread, CLOSE_NANOS));
    }

    @Override
    public String toString() {
        Throwable ended = failure;
        Throwable newest = errors.newest();
        return "member " + own + " of " + members + (isLeader() ? ", leads" : "")
                + (ended != null ? ", failed: " + ended : newest != null ? ", last error: " + newest : "");
    }
}
