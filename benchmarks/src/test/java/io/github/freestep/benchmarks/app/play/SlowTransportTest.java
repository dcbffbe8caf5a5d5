package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SlowTransportTest {
    private static final int MANY = 10_000;

    /** Returns what is sent. */
    private static final class Echo implements LockstepTransport {
        private final ArrayDeque<Integer> packets = new ArrayDeque<>();
        private boolean isClosed;

        @Override
        public void send(ByteBuffer packet) {
            assertTrue(!isClosed);
            packets.add(packet.getInt(packet.position()));
        }

        @Override
        public int poll(Consumer<ByteBuffer> handler) {
            int count = packets.size();
            for (int i = 0; i < count; i++) {
                // The contract allows any position, and the reuse of the buffer.
                ByteBuffer reused = ByteBuffer.allocate(8).putInt(4, packets.remove());
                handler.accept(reused.position(4));
                reused.putInt(4, -1);
            }
            return count;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private final VirtualClock clock = new VirtualClock(0);
    private final Echo echo = new Echo();
    private final List<Integer> arrived = new ArrayList<>();

    private SlowTransport over(String link, long seed) {
        return new SlowTransport(echo, PlayLink.of(link), Seeds.splittable(seed), clock);
    }

    private void poll(SlowTransport slow) {
        int before = arrived.size();
        int count = slow.poll(packet -> {
            assertEquals(Integer.BYTES, packet.remaining());
            arrived.add(packet.getInt());
        });
        assertEquals(count, arrived.size() - before);
    }

    @Test
    void halfOfTheRoundTripPassesInEachDirection() {
        SlowTransport slow = over("80ms", 1);
        for (int milli = 0; milli < 100; milli++) {
            if (milli < 3) {
                slow.send(ByteBuffer.allocate(4).putInt(0, milli));
            }
            poll(slow);
            assertEquals(List.of(0, 1, 2).subList(0, Math.max(0, Math.min(3, milli - 79))), arrived, milli + " ms");
            clock.advance(1_000_000);
        }
    }

    @Test
    void theLastPacketsAreSentBeforeTheEnd() {
        SlowTransport slow = over("2000ms", 1);
        slow.send(ByteBuffer.allocate(4).putInt(0, 5));
        slow.close();
        assertEquals(List.of(5), List.copyOf(echo.packets));
        assertTrue(echo.isClosed);
    }

    @Test
    void aShareOfThePacketsIsLostInEachDirectionTheSameForTheSameSeed() {
        List<Integer> first = after(7);
        assertTrue(Math.abs(first.size() - MANY * 0.8 * 0.8) < MANY / 50, () -> "" + first.size());
        assertEquals(first, after(7));
        assertTrue(!first.equals(after(8)));
    }

    private List<Integer> after(long seed) {
        arrived.clear();
        SlowTransport slow = over("0ms,20%", seed);
        for (int i = 0; i < MANY; i++) {
            slow.send(ByteBuffer.allocate(4).putInt(0, i));
            poll(slow);
        }
        poll(slow);
        assertEquals(arrived.stream().sorted().toList(), arrived);
        return List.copyOf(arrived);
    }
}
