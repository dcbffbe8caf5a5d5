package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateChannel;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FrameLoopTest {
    private static final long MILLI = Physics.MILLI;

    private final StateChannel channel = new Physics().publisher.channel();
    private final VirtualClock clock = new VirtualClock(0);

    @Test
    void framesKeepToTheirGridAndThoseThatAreMissedAreNotMadeUpFor() {
        List<Long> times = new ArrayList<>();
        AtomicReference<FrameLoop> loop = new AtomicReference<>();
        loop.set(new FrameLoop(FrameSampler.with(channel).clock(clock).cap(100), frame -> {
            times.add(clock.nanoTime());
            clock.advance(times.size() == 3 ? 25 * MILLI : MILLI);
            if (times.size() == 6) {
                Thread.currentThread().interrupt();
            }
        }));
        loop.get().run();
        assertTrue(Thread.interrupted());
        assertNull(loop.get().failure());
        List<Long> due = List.of(0L, 10 * MILLI, 20 * MILLI, 50 * MILLI, 60 * MILLI, 70 * MILLI);
        for (int i = 0; i < due.size(); i++) {
            assertEquals(due.get(i), times.get(i), 1_000, times::toString);
        }
    }

    @Test
    void aHostsOwnLoopNeedsNoOther() {
        StateChannel inline =
                StatePublisher.open(StateLayout.of(1), 4, clock, true).channel();
        assertThrows(
                IllegalStateException.class, () -> FrameSampler.with(inline).loop(frame -> {}));
    }

    @Test
    void withoutACapTheHandlerSetsThePace() throws InterruptedException {
        CountDownLatch frames = new CountDownLatch(1_000);
        try (FrameLoop loop = FrameSampler.with(channel).loop(frame -> frames.countDown())) {
            assertTrue(frames.await(30, TimeUnit.SECONDS));
            assertTrue(loop.isRunning());
        }
        assertNoThread();
    }

    @Test
    void aHandlerThatThrowsEndsTheLoopAndTheFirstCloseSaysSo() throws InterruptedException {
        RuntimeException thrown = new IllegalArgumentException("no context");
        FrameLoop loop = FrameSampler.with(channel).loop(frame -> {
            throw thrown;
        });
        while (loop.isRunning()) {
            Thread.onSpinWait();
        }
        assertSame(
                thrown, assertThrows(IllegalStateException.class, loop::close).getCause());
        loop.close();
        assertSame(thrown, loop.failure());
        FrameLoop asked = FrameSampler.with(channel).loop(frame -> {
            throw thrown;
        });
        while (asked.failure() == null) {
            Thread.onSpinWait();
        }
        asked.close();
        assertNoThread();
    }

    @Test
    void closeByTheHandlerOnlyRequestsTheEnd() {
        AtomicReference<FrameLoop> self = new AtomicReference<>();
        CountDownLatch set = new CountDownLatch(1);
        FrameLoop loop = FrameSampler.with(channel).cap(1_000).loop(frame -> {
            if (self.get() != null) {
                self.get().close();
                set.countDown();
            }
        });
        self.set(loop);
        loop.close();
        loop.close();
        assertFalse(loop.isRunning());
        assertNoThread();
    }

    @Test
    void theReadersSeatIsGivenBack() {
        for (int i = 0; i < 200; i++) {
            FrameSampler.with(channel).loop(frame -> {}).close();
        }
        channel.subscribe().close();
    }

    @Test
    void badCapsAreRefused() {
        FrameOptions options = FrameSampler.with(channel);
        assertThrows(IllegalArgumentException.class, () -> options.cap(0));
        assertThrows(IllegalArgumentException.class, () -> options.cap(10_001));
        assertThrows(NullPointerException.class, () -> options.loop(null));
    }

    private static void assertNoThread() {
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("freestep-render")));
    }
}
