package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.ExclusivePublication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogPurgeTest {
    @TempDir
    Path folder;

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    @Test
    void reportsTheFirstErrorOfEachSnapshot() throws InterruptedException {
        // Without a list of the snapshots, each attempt fails.
        Path none = folder.resolve("none");
        AtomicInteger looks = new AtomicInteger();
        CountDownLatch looked = new CountDownLatch(5);
        LogPurge purge = new LogPurge(
                new AeronArchive.Context(),
                none.toFile(),
                LogSizes.DEFAULT,
                () -> {
                    looked.countDown();
                    // The first look finds what is there at the start; then two of one snapshot, and two of another.
                    return looks.getAndIncrement() + 1 >> 1;
                },
                Thread::new,
                errors::add);
        assertTrue(looked.await(60, TimeUnit.SECONDS));
        purge.close();
        assertEquals(2, errors.size(), errors.toString());
    }

    /** An archive with the log of a match and parts of its snapshots. */
    private final class Recordings implements AutoCloseable {
        private static final int CONSENSUS_MODULE = ConsensusModule.Configuration.SERVICE_ID;
        private static final int MATCH = 0;
        private static final int SEGMENT = 1 << 16;

        private final int port = FreePorts.inARow(2);
        private final NodeDriver driver =
                NodeDriver.start("purge-test", port + 1, Thread::new, new SleepingMillisIdleStrategy(1), errors::add);
        private final Archive archive = Archive.launch(new Archive.Context()
                .aeronDirectoryName(driver.folder())
                .archiveDir(folder.resolve("archive").toFile())
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(() -> new SleepingMillisIdleStrategy(1))
                .recordingEventsEnabled(false)
                .segmentFileLength(SEGMENT)
                .controlChannel("aeron:udp?endpoint=localhost:" + port)
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .errorHandler(errors::add));
        private final AeronArchive.Context context = new AeronArchive.Context()
                .lock(NoOpLock.INSTANCE)
                .aeronDirectoryName(driver.folder())
                .controlRequestChannel(archive.context().localControlChannel())
                .controlRequestStreamId(archive.context().localControlStreamId())
                .controlResponseChannel(archive.context().localControlChannel());
        private final AeronArchive client = AeronArchive.connect(context.clone());
        private final RecordingLog list = new RecordingLog(folder.toFile(), true);

        /** Records a stream. Returns the number of the recording. */
        private long record(int stream, int bytes) {
            ExclusivePublication publication =
                    client.addRecordedExclusivePublication("aeron:ipc?term-length=64k", stream);
            UnsafeBuffer message = new UnsafeBuffer(new byte[1_000]);
            while (publication.position() < bytes) {
                if (publication.offer(message) < 0) {
                    Thread.onSpinWait();
                }
            }
            CountersReader counters = client.context().aeron().countersReader();
            IntSupplier counter =
                    () -> RecordingPos.findCounterIdBySession(counters, publication.sessionId(), client.archiveId());
            Await.until(() -> counter.getAsInt() >= 0);
            long id = RecordingPos.getRecordingId(counters, counter.getAsInt());
            long end = publication.position();
            publication.close();
            Await.until(() -> client.getStopPosition(id) == end);
            return id;
        }

        /** Records a part of a snapshot, as a consensus module or a match does it. */
        private long part(int service) {
            return record(
                    service == MATCH
                            ? ClusteredServiceContainer.Configuration.SNAPSHOT_STREAM_ID_DEFAULT
                            : ConsensusModule.Configuration.SNAPSHOT_STREAM_ID_DEFAULT,
                    1_000);
        }

        private long listed(int service, long position) {
            long recording = part(service);
            list.appendSnapshot(recording, 0, 0, position, 0, service);
            list.force(0);
            return recording;
        }

        private List<Long> all() {
            List<Long> all = new ArrayList<>();
            client.listRecordings(
                    0,
                    1_000,
                    (control, correlation, id, b, e, start, stop, t, s, p, m, session, stream, c, o, from) ->
                            all.add(id));
            return all;
        }

        @Override
        public void close() {
            CloseHelper.closeAll(list, client, archive, driver);
        }
    }

    @Test
    void keepsTheLastSnapshotAndTheLogAfterTheOneBefore() {
        try (Recordings recordings = new Recordings()) {
            int consensus = Recordings.CONSENSUS_MODULE;
            int match = Recordings.MATCH;
            int segment = Recordings.SEGMENT;
            long log = recordings.record(77, 6 * segment);
            recordings.list.appendTerm(log, 0, 0, 0);
            recordings.listed(consensus, 1);
            recordings.listed(match, 1);
            recordings.part(consensus); // Of a process that was killed.
            recordings.listed(match, 2L * segment + 7);
            recordings.listed(consensus, 2L * segment + 7);
            long third = recordings.listed(match, 3L * segment + 7);
            long otherThird = recordings.listed(consensus, 3L * segment + 7);
            long invalid = recordings.listed(consensus, 4L * segment);
            long otherInvalid = recordings.listed(match, 4L * segment);
            assertTrue(recordings.list.invalidateLatestSnapshot());
            AtomicLong newest = new AtomicLong(-1);
            AtomicInteger looks = new AtomicInteger();
            LongSupplier snapshot = () -> {
                looks.incrementAndGet();
                return newest.get();
            };
            LogPurge purge = new LogPurge(
                    recordings.context.clone(),
                    folder.toFile(),
                    new LogSizes(segment, segment, 1),
                    snapshot,
                    Thread::new,
                    errors::add);
            Await.until(() -> looks.get() > 0);
            newest.set(3L * segment + 7);
            Await.until(() -> recordings.client.getStartPosition(log) != 0, () -> errors);
            assertEquals(2L * segment, recordings.client.getStartPosition(log));
            assertEquals(List.of(log, third, otherThird, invalid, otherInvalid), recordings.all());

            // One of both parts of the next snapshot is there.
            long fourth = recordings.listed(consensus, 5L * segment);
            newest.set(5L * segment);
            int before = looks.get();
            Await.until(() -> looks.get() > before + 2);
            assertEquals(List.of(log, third, otherThird, invalid, otherInvalid, fourth), recordings.all());
            long otherFourth = recordings.listed(match, 5L * segment);
            Await.until(() -> recordings.client.getStartPosition(log) != 2L * segment, () -> errors);
            assertEquals(3L * segment, recordings.client.getStartPosition(log));
            assertEquals(List.of(log, fourth, otherFourth), recordings.all());
            purge.close();
        }
        assertEquals(List.of(), errors);
    }
}
