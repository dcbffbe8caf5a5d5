package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.archive.client.AeronArchive;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogPurgeTest {
    @TempDir
    Path folder;

    @Test
    void reportsTheFirstErrorOfEachSnapshot() throws InterruptedException {
        // Without a list of the snapshots, each attempt fails.
        Path none = folder.resolve("none");
        List<Throwable> errors = new CopyOnWriteArrayList<>();
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
}
