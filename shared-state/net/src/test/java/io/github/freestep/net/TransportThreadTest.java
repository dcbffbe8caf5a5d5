package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real threads. Time-outs are generous: a loaded machine only makes these tests slower. */
@Timeout(240)
class TransportThreadTest {
    private static final SocketAddress PEER = SenderRig.client(0);

    private final MemoryTransport line = new MemoryTransport(SenderRig.SERVER, new HashMap<>()) {
        @Override
        public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
            if (fault instanceof IOException down) {
                throw down;
            }
            return super.send(datagram, peer);
        }
    };
    private final Working work = new Working();
    private final Room thread = TransportThread.own("test", line, true, 0);
    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 1_000_000_000);
    private final List<Problem> problems = new CopyOnWriteArrayList<>();

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

    /** As if the network was down, which a program that looks at nothing would never learn. */
    @Test
    void aTransportThatFailsAtEveryCallIsToldOnceInAnOutage() throws IOException {
        thread.reportTo(Problems.to(problems::add), "the receiver");
        thread.thread.clock = clock;
        work.duringPass = () -> {
            clock.advance(100_000_000);
            assertThrows(IOException.class, () -> thread.send(ByteBuffer.allocate(1), PEER));
        };
        line.fault = new IOException("Network is down");
        thread.start(work);
        Await.until(() -> !problems.isEmpty());
        long passes = work.passes.get();
        assertTrue(passes >= 49, "only after five seconds");
        Await.until(() -> work.passes.get() > passes + 200);
        thread.close();
        assertEquals(1, problems.size());
        assertSame(line.fault, problems.get(0).cause());
        assertEquals(Problem.Kind.TRANSPORT_FAILING, problems.get(0).kind());
        String message = problems.get(0).message();
        assertTrue(message.startsWith("the receiver of room 0 on "), message);
        assertTrue(message.contains(" has failed at every receive for 5 s: java.io.IOException: Network is "), message);
        assertNull(thread.failure());
    }

    @Test
    void aTransportThatCannotSendIsToldOnceInAnOutage() throws IOException {
        Room sending = TransportThread.own(
                "test",
                (SendOnly) (datagram, to) -> {
                    if (datagram.remaining() > 1) {
                        throw new IOException("Network is unreachable");
                    }
                    return true;
                },
                false,
                7);
        sending.thread.clock = clock;
        sending.reportTo(Problems.to(problems::add), "the sender");
        for (int outage = 1; outage < 3; outage++) {
            for (int second = 0; second < 100; second++) {
                assertThrows(IOException.class, () -> sending.send(ByteBuffer.allocate(2), PEER));
                clock.advance(second < 4 ? 1_000_000_000 : 1);
            }
            assertThrows(IOException.class, () -> sending.send(ByteBuffer.allocate(2), PEER));
            Problems.to(problems::add).flush();
            assertEquals(outage - 1, problems.size());
            clock.advance(1_000_000_000);
            assertThrows(IOException.class, () -> sending.send(ByteBuffer.allocate(2), PEER));
            assertThrows(IOException.class, () -> sending.send(ByteBuffer.allocate(2), PEER));
            int told = outage;
            Await.until(() -> problems.size() == told);
            assertTrue(sending.send(ByteBuffer.allocate(1), PEER));
        }
    }

    @Test
    void aRoomThatOpensInAnOutageIsToldToo() {
        TransportThread port = TransportThread.shared(line);
        port.clock = clock;
        work.duringPass = () -> clock.advance(100_000_000);
        line.fault = new IOException("Network is down");
        for (int number = 0; number < 3; number++) {
            Room room = new Room(port, number);
            room.reportTo(Problems.to(problems::add), "the sender");
            room.start(number == 0 ? work : new Working());
            int told = number + 1;
            Await.until(() -> problems.size() == told);
            String message = problems.get(number).message();
            assertTrue(message.startsWith("the sender of room " + number + " on "), message);
        }
        Exception fault = line.fault;
        line.fault = null;
        line.arrive(PEER, datagram(9));
        Await.until(() -> work.bytes.get() == 9);
        long passes = work.passes.get();
        Await.until(() -> work.passes.get() > passes + 1);
        line.fault = fault;
        Await.until(() -> problems.size() == 6);
        port.close();
    }

    /** The name of the transport is the user's code. It is in the report. */
    @Test
    @Logs("TRANSPORT_ENDED: a match of room ")
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
    @Logs("TRANSPORT_ENDED: a match of room ")
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
