package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.LangUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs real threads over loopback. Time-outs are generous: a loaded machine only makes these tests slower. The clock of
 * each thread stands still unless the test moves it, so that no link is replaced because the machine stalled.
 */
class LinkThreadTest {
    private static final long PASS_NANOS = 1_000_000;
    private static final long STOP_NANOS = 2_000_000_000;
    private static final int STREAM = 10;

    private final int port = FreePorts.inARow(1);

    @Test
    void datagramsArriveWhole() throws Exception {
        Receiving receiving = new Receiving(port);
        try (LinkThread sender = link("test-sender", 1, new Sending(port));
                LinkThread receiver = link("test-receiver", 1, receiving)) {
            sender.start();
            receiver.start();
            Await.until(() -> receiving.sum.get() > 1_000);
            assertEquals(0, receiving.damaged.get());
            assertNull(sender.failure());
            assertNull(receiver.failure());
            assertNull(receiver.lastError());
        }
    }

    @Test
    void anotherLinkTakesTheOldOnesPlace() throws Exception {
        Receiving receiving = new Receiving(port);
        Sending sending = new Sending(port);
        try (LinkThread sender = link("test-sender", 1, sending);
                LinkThread receiver = link("test-receiver", 2, receiving)) {
            sender.start();
            receiver.start();
            Await.until(() -> receiving.sum.get() > 0);

            receiving.reopen = true;
            Await.until(() -> receiving.opened.get() == 2);
            long before = receiving.sum.get();
            Await.until(() -> receiving.sum.get() > before);

            sending.reopen = true;
            Await.until(() -> sending.opened.get() == 2);
            long then = sending.sent.get();
            Await.until(() -> receiving.newest > then);
        }
        assertEquals(1, receiving.closed.get());
    }

    @Test
    void anExceptionOfAeronLeadsToAnotherLink() throws Exception {
        for (Exception fault : List.of(new AeronException("planned"), new IOException("no file was mapped"))) {
            assertLeadsToAnotherLink(fault);
        }
    }

    private void assertLeadsToAnotherLink(Exception fault) throws Exception {
        Sending sending = new Sending(port);
        try (LinkThread thread = link("test-sender", 1, sending)) {
            thread.start();
            sending.fault = fault;
            Await.until(() -> thread.lastError() == fault);
            sending.fault = null;
            Await.until(() -> sending.opened.get() > 1);
            long before = sending.sent.get();
            Await.until(() -> sending.sent.get() > before);
            assertNull(thread.failure());
        }
    }

    @Test
    void aLongWaitLeadsToAnotherLinkAndALongPassDoesNot() throws Exception {
        AtomicLong clock = new AtomicLong();
        Sending sending = new Sending(port);
        try (LinkThread thread = new LinkThread("test-sender", port, 1, sending, clock::get)) {
            sending.duringPass = () -> clock.addAndGet(STOP_NANOS);
            thread.start();
            Await.until(() -> sending.sent.get() > 3);
            assertEquals(1, sending.opened.get());
            sending.duringPass = () -> {};
            long then = sending.sent.get();
            Await.until(() -> sending.sent.get() > then + 1);
            assertEquals(1, sending.opened.get());
            // Whether the thread waits at the moment is chance, but it does so most of the time.
            Await.until(() -> {
                clock.addAndGet(STOP_NANOS);
                return sending.opened.get() > 1;
            });
        }
    }

    /** What its last passes send may be what matters most. It ends at once if the link has failed. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aThreadGoesOnUntilItsWorkMayEnd(boolean fails) {
        Sending sending = new Sending(port);
        sending.mayEnd = false;
        try (LinkThread thread = link("test-sender", 1, sending)) {
            sending.duringPass = thread::close;
            thread.start();
            Await.until(() -> sending.sent.get() > 10);
            assertEquals(0, sending.closed.get());
            if (fails) {
                sending.fault = new IOException("planned");
            } else {
                sending.mayEnd = true;
            }
            Await.until(() -> sending.closed.get() == 1);
            assertEquals(1, sending.opened.get());
            assertNull(thread.failure());
        }
    }

    /** An interrupt closes a socket that is used meanwhile. */
    @Test
    void anInterruptLeadsToAnotherLink() throws Exception {
        Receiving receiving = new Receiving(port);
        Sending sending = new Sending(port);
        try (LinkThread sender = link("test-sender", 1, sending);
                LinkThread receiver = link("test-receiver", 2, receiving)) {
            sender.start();
            receiver.start();
            Await.until(() -> receiving.sum.get() > 0);
            sending.duringPass = () -> {
                sending.duringPass = () -> {};
                Thread.currentThread().interrupt();
            };
            Await.until(() -> sending.opened.get() == 2);
            long then = sending.sent.get();
            Await.until(() -> receiving.newest > then);
            assertNull(sender.failure());
        }
    }

    @Test
    void aPortInUseIsReportedAtTheStart() {
        try (LinkThread first = link("test-sender", 1, new Sending(port))) {
            first.start();
            Sending sending = new Sending(port);
            LinkThread second = link("test-sender", 1, sending);
            UncheckedIOException thrown = assertThrows(UncheckedIOException.class, second::start);
            assertTrue(thrown.getMessage().startsWith("freestep-test-sender could not be started: "));
            assertTrue(thrown.getMessage().contains("in use"), thrown.getMessage());
            assertEquals(1, sending.closed.get());
            second.close();
        }
    }

    @Test
    void aFailureIsReadAgainAndAgainAndCloseDoesNotThrowIt() throws Exception {
        RuntimeException fault = new RuntimeException("planned");
        Sending sending = new Sending(port);
        LinkThread thread = link("test-sender", 1, sending);
        thread.start();
        sending.fault = fault;
        Await.until(() -> thread.failure() != null);
        assertSame(fault, thread.failure());
        thread.close();
        assertSame(fault, thread.failure());
        assertEquals(1, sending.closed.get());
        thread.close();
    }

    /** The next link has another folder, on a file system that has enough space. */
    @Test
    void aFullFileSystemIsNamedAndLeadsToAnotherLink() throws Exception {
        Sending sending = new Sending(port);
        try (LinkThread thread = link("test-sender", 1, sending)) {
            thread.start();
            sending.duringPass = () -> {
                sending.duringPass = () -> {};
                throw new InternalError("a fault occurred in an unsafe memory access operation");
            };
            Await.until(() -> sending.opened.get() == 2);
            String message = thread.lastError().getMessage();
            assertTrue(message.contains("probably because its file system is full"), message);
            long before = sending.sent.get();
            Await.until(() -> sending.sent.get() > before);
            assertNull(thread.failure());
        }
    }

    /** A source chooses the length of the receiver's buffers. */
    @ParameterizedTest
    @CsvSource({"1, 2m, 4m", "10, 256k, 512k"})
    void aSourceThatAsksForLongBuffersIsIgnored(int stream, String longest, String longer, @TempDir Path folder)
            throws Exception {
        Receiving receiving = new Receiving(port);
        String channel = "aeron:udp?endpoint=127.0.0.1:" + port;
        receiving.channel = channel;
        receiving.stream = stream;
        try (LinkThread receiver = link("test-receiver", 4, receiving);
                MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
                        .aeronDirectoryName(folder.resolve("aeron").toString())
                        .threadingMode(ThreadingMode.SHARED));
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()))) {
            receiver.start();
            ExclusivePublication large = aeron.addExclusivePublication(channel + "|term-length=" + longer, stream);
            ExclusivePublication jumbo = aeron.addExclusivePublication(channel + "|mtu=8192|term-length=64k", stream);
            ExclusivePublication allowed = aeron.addExclusivePublication(channel + "|term-length=" + longest, stream);
            UnsafeBuffer datagram = new UnsafeBuffer(new byte[16]);
            Await.until(() -> {
                allowed.offer(datagram, 0, 8);
                return receiving.count.get() > 1_000;
            });
            assertTrue(allowed.isConnected());
            assertTrue(!large.isConnected() && !jumbo.isConnected());
        }
    }

    private LinkThread link(String role, int sessionsPerStream, LinkThread.Work work) {
        return new LinkThread(role, port, sessionsPerStream, work, () -> 0);
    }

    /** Sends a growing number per pass, in datagrams of all lengths. */
    private static final class Sending implements LinkThread.Work {
        final AtomicInteger opened = new AtomicInteger();
        final AtomicInteger closed = new AtomicInteger();
        final AtomicLong sent = new AtomicLong();
        volatile boolean reopen;
        volatile boolean mayEnd = true;
        volatile Exception fault;
        volatile Runnable duringPass = () -> {};
        private final String channel;
        private final ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);
        private Outlet outlet;

        Sending(int port) {
            channel = "aeron:udp?control=127.0.0.1:" + port + "|control-mode=dynamic|fc=max";
        }

        @Override
        public void open(AeronLink link) {
            outlet = link.send(channel, STREAM);
            opened.incrementAndGet();
        }

        @Override
        public long pass(AeronLink link, long nowNanos) {
            duringPass.run();
            if (fault != null) {
                LangUtil.rethrowUnchecked(fault);
            }
            if (reopen) {
                reopen = false;
                return LinkThread.REOPEN;
            }
            long number = sent.incrementAndGet();
            int length = (int) (Long.BYTES + number % (AeronLink.PAYLOAD_BYTES - Long.BYTES + 1));
            datagram.clear();
            for (int i = 0; i < length; i++) {
                datagram.put(i, (byte) length);
            }
            outlet.send(datagram.putLong(0, number).position(0).limit(length));
            link.work();
            return PASS_NANOS;
        }

        @Override
        public boolean mayEnd() {
            return mayEnd;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private static final class Receiving implements LinkThread.Work {
        final AtomicInteger opened = new AtomicInteger();
        final AtomicInteger closed = new AtomicInteger();
        final AtomicInteger damaged = new AtomicInteger();
        final AtomicLong count = new AtomicLong();
        final AtomicLong sum = new AtomicLong();
        volatile boolean reopen;
        volatile long newest;
        String channel;
        int stream = STREAM;
        private Inlet inlet;

        Receiving(int port) {
            channel = "aeron:udp?endpoint=127.0.0.1:0|control=127.0.0.1:" + port + "|control-mode=dynamic";
        }

        @Override
        public void open(AeronLink link) {
            inlet = link.receive(channel, stream, this::datagram);
            opened.incrementAndGet();
        }

        private void datagram(ByteBuffer datagram) {
            int length = datagram.remaining();
            newest = datagram.getLong();
            while (datagram.hasRemaining()) {
                damaged.addAndGet(datagram.get() == (byte) length ? 0 : 1);
            }
            count.incrementAndGet();
            sum.addAndGet(length);
        }

        @Override
        public long pass(AeronLink link, long nowNanos) {
            if (reopen) {
                reopen = false;
                return LinkThread.REOPEN;
            }
            link.work();
            inlet.poll();
            return PASS_NANOS;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
