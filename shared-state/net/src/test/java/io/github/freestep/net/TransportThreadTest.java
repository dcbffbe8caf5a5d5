package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.testing.Await;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real threads. Time-outs are generous: a loaded machine only makes these tests slower. */
@Timeout(60)
class TransportThreadTest {
    private static final SocketAddress PEER = SenderRig.client(0);

    private final MemoryTransport line = new MemoryTransport(SenderRig.SERVER, new HashMap<>());
    private final Working work = new Working();
    private final Room thread = TransportThread.own("test", line, true, 0);

    private static final class Working implements RoomWork {
        private final AtomicLong passes = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicInteger closed = new AtomicInteger();
        private final AtomicInteger said = new AtomicInteger();
        private int times;
        private volatile Runnable duringPass = () -> {};
        private Runnable duringEnd = () -> {};
        private boolean wakesUp;
        private boolean hearsAtEnd;

        @Override
        public void datagram(ByteBuffer datagram, SocketAddress source) {
            assertSame(PEER, source);
            assertEquals(datagram.remaining(), datagram.array()[datagram.limit() - 1] & 0xFF);
            bytes.addAndGet(datagram.remaining());
            times = said.get() > 0 ? 0 : times;
        }

        @Override
        public long pass(long nowNanos) {
            duringPass.run();
            passes.incrementAndGet();
            return 1_000_000;
        }

        @Override
        public boolean wakesUp() {
            return wakesUp;
        }

        @Override
        public boolean sayEnd() {
            assertEquals(0, closed.get());
            duringEnd.run();
            return said.incrementAndGet() < times;
        }

        @Override
        public boolean hearsAtEnd() {
            return hearsAtEnd;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private static byte[] datagram(int length) {
        return ByteBuffer.allocate(length)
                .putInt(RoomHeader.MARK)
                .put(length - 1, (byte) length)
                .array();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatArrivesIsPassedOnAndWhatIsTooLongIsNot(boolean wakesUp) {
        work.wakesUp = wakesUp;
        line.arrive(PEER, datagram(DatagramTransport.MAX_BYTES + 1));
        line.arrive(PEER, datagram(100));
        thread.start(work);
        Await.until(() -> work.bytes.get() == 100);
        line.arrive(PEER, datagram(50));
        line.arrive(PEER, datagram(17));
        Await.until(() -> work.bytes.get() == 167);
        thread.close();
        thread.close();
        assertEquals(1, work.closed.get());
        assertEquals(1, line.closed.get());
        assertNull(thread.failure());
        assertNull(thread.lastError());
    }

    /** A system may have no more threads. Here, the thread has ended before. */
    @Test
    void aThreadThatCannotStartClosesItsWorkAndItsTransport() {
        thread.start(work);
        thread.close();
        Working next = new Working();
        assertThrows(IllegalStateException.class, () -> thread.start(next));
        assertEquals(1, next.closed.get());
        assertEquals(1, line.closed.get());
    }

    @Test
    void aTransportOfTheUserStaysOpen() {
        Room borrowing = TransportThread.own("test", line, false, 0);
        borrowing.start(work);
        borrowing.close();
        assertEquals(1, work.closed.get());
        assertEquals(0, line.closed.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, Integer.MAX_VALUE})
    void aThreadThatEndsSaysSoAsOftenAsItsWorkWants(int times) {
        work.times = times;
        work.hearsAtEnd = times > 4;
        work.duringEnd = () -> line.arrive(PEER, datagram(9));
        thread.start(work);
        Await.until(() -> work.passes.get() > 0);
        assertEquals(0, work.said.get());
        thread.close();
        assertEquals(work.hearsAtEnd ? 2 : times, work.said.get(), "until a peer confirms it, if that is heard");
    }

    @Test
    void anErrorOfTheNetworkIsReportedAndTheThreadGoesOn() {
        line.fault = new IOException("planned");
        thread.start(work);
        Await.until(() -> thread.lastError() == line.fault);
        line.fault = null;
        line.arrive(PEER, datagram(9));
        Await.until(() -> work.bytes.get() == 9);
        thread.close();
        assertNull(thread.failure());
    }

    /** The name of the transport is the user's code. It is in the report. */
    @Test
    void aRoomOfATransportWithoutANameEndsAlone() {
        TransportThread port = TransportThread.shared(new MemoryTransport(SenderRig.client(1), new HashMap<>()) {
            @Override
            public String toString() {
                throw new IllegalStateException("no name");
            }
        });
        Room failing = new Room(port, 1);
        Room other = new Room(port, 2);
        Working ofOther = new Working();
        other.start(ofOther);
        work.duringPass = () -> {
            throw new IllegalStateException("planned");
        };
        failing.start(work);
        Await.until(() -> work.closed.get() == 1);
        failing.close();
        long passes = ofOther.passes.get();
        Await.until(() -> ofOther.passes.get() > passes);
        port.close();
    }

    @Test
    void aFailureIsReadAgainAndAgainAndCloseDoesNotThrowIt() {
        IllegalStateException fault = new IllegalStateException("planned");
        work.duringPass = () -> {
            throw fault;
        };
        thread.start(work);
        Await.until(() -> thread.failure() == fault);
        thread.close();
        assertSame(fault, thread.failure());
        assertEquals(1, work.closed.get());
        assertEquals(1, line.closed.get());
    }
}
