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
    void aHandlerThatTakesNoTimeOrAllOfItKeepsToTheGrid() {
        List<Long> times = new ArrayList<>();
        new FrameLoop(FrameSampler.with(channel).clock(clock).cap(100), frame -> {
                    times.add(clock.nanoTime());
                    clock.advance(times.size() == 1 ? 10 * MILLI : 0);
                    if (times.size() == 4) {
                        Thread.currentThread().interrupt();
                    }
                })
                .run();
        assertTrue(Thread.interrupted());
        for (int i = 0; i < 4; i++) {
            assertEquals(10 * i * MILLI, times.get(i), 1_000, times::toString);
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
        AtomicReference<Thread> thread = new AtomicReference<>();
        try (FrameLoop loop = FrameSampler.with(channel).loop(frame -> {
            thread.set(Thread.currentThread());
            frames.countDown();
        })) {
            assertTrue(frames.await(30, TimeUnit.SECONDS));
            assertTrue(thread.get().isDaemon());
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
    void closeByTheHandlerOnlyRequestsTheEnd() throws InterruptedException {
        AtomicReference<FrameLoop> self = new AtomicReference<>();
        CountDownLatch set = new CountDownLatch(1);
        FrameLoop loop = FrameSampler.with(channel).cap(1_000).loop(frame -> {
            if (self.get() != null) {
                self.get().close();
                set.countDown();
            }
        });
        self.set(loop);
        assertTrue(set.await(30, TimeUnit.SECONDS));
        loop.close();
        loop.close();
        assertNull(loop.failure());
        assertFalse(loop.isRunning());
        assertNoThread();
    }

    @Test
    void whoHasAskedBeforeTheHandlerThrowsIsStillToldByClose() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        FrameLoop loop = FrameSampler.with(channel).loop(frame -> {
            begun.countDown();
            await(asked);
            throw new IllegalArgumentException("no context");
        });
        await(begun);
        assertNull(loop.failure());
        asked.countDown();
        assertThrows(IllegalStateException.class, loop::close);
    }

    @Test
    void aHandlerThatHangsIsNamedAndInterrupted() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        FrameLoop loop = FrameSampler.with(channel).loop(frame -> {
            begun.countDown();
            try {
                hangs.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        await(begun);
        Throwable where = assertThrows(IllegalStateException.class, loop::close).getCause();
        assertTrue(List.of(where.getStackTrace()).stream()
                .anyMatch(at -> at.getClassName().startsWith(FrameLoopTest.class.getName())));
        assertTrue(interrupted.await(30, TimeUnit.SECONDS));
        loop.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
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
        assertSame(options, options.cap(1).cap(10_000));
        assertThrows(NullPointerException.class, () -> options.loop(null));
    }

    private static void assertNoThread() {
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("freestep-render")));
    }
}
