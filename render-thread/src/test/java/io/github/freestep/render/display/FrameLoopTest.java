package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
@Logs("the frame loop has ended: java.lang.IllegalStateException: ")
class FrameLoopTest {
    private static final long MILLI = 1_000_000;

    /** How long a close waits for a handler that hangs. A busy machine takes longer for one that does not. */
    private static final long SHORT = 50 * MILLI;

    private static final long LONG = 60_000 * MILLI;

    private final StateBuffer buffer = StatePublisher.of(StateLayout.of(1)).states();
    private final VirtualClock clock = new VirtualClock(0);

    /** That of Windows has its fine resolution while a capped loop runs, and loses it however the loop ends. */
    private final FineTimer timer = new FineTimer("Windows 11");

    private FrameLoop loop(StateBuffer states, int fps, FrameHandler handler) {
        return new FrameLoop(FrameSampler.builder(states), fps, handler, LONG, timer);
    }

    private FrameLoop started(long closeTimeoutNanos, FrameHandler handler) {
        return new FrameLoop(FrameSampler.builder(buffer), 1_000, handler, closeTimeoutNanos, timer).start();
    }

    @Test
    void framesKeepToTheirGridAndMissedOnesAreSkipped() {
        List<Long> times = new ArrayList<>();
        AtomicReference<FrameLoop> loop = new AtomicReference<>();
        loop.set(loop(StatePublisher.of(StateLayout.of(1), 4, clock, false).states(), 100, frame -> {
            times.add(clock.nanoTime());
            // The first ends when the next is due. After the third, frames are missed.
            clock.advance(times.size() == 3 ? 25 * MILLI : times.size() == 1 ? 10 * MILLI : MILLI);
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

    /** Otherwise the window stands still, and a program that does not ask for the failure never says why. */
    @Test
    void aHandlerThatThrowsIsOneLineOfTheLogWithItsStack() throws Exception {
        Process process = OtherProcess.begin(OtherProcess.with().command(Silent.class));
        String log = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertEquals(1, log.split("FRAMES_ENDED: ", -1).length - 1, log);
        assertTrue(log.contains("the frame loop has ended: java.lang.IllegalStateException: no context, at "), log);
        assertTrue(log.contains("Silent.draw("), log);
        assertTrue(log.contains("\tat "), log);
    }

    static final class Silent {
        private static void draw(Frame frame) {
            throw new IllegalStateException("no context");
        }

        public static void main(String[] arguments) {
            StateBuffer states = StatePublisher.of(StateLayout.of(1)).states();
            FrameLoop loop = FrameLoop.start(FrameSampler.builder(states), Silent::draw);
            while (loop.isRunning()) {
                Thread.onSpinWait();
            }
            loop.close();
        }
    }

    /** As in a paused match. Otherwise the picture would freeze, and a camera with it. */
    @ParameterizedTest
    @ValueSource(ints = {10, 30, 100})
    void aCappedLoopDrawsAtItsRateWhileTheClockStandsStill(int fps) {
        AtomicLong parked = new AtomicLong();
        AtomicInteger frames = new AtomicInteger();
        NanoClock standing = new NanoClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void park(long nanos) {
                if (parked.addAndGet(nanos) >= 1_000 * MILLI) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        StateBuffer states =
                StatePublisher.of(StateLayout.of(1), 4, standing, false).states();
        loop(states, fps, frame -> frames.incrementAndGet()).run();
        assertTrue(Thread.interrupted());
        assertEquals(fps, frames.get(), 1);
    }

    /** The display refreshes at 60 Hz, and drawing takes 1 ms. */
    @Test
    void framesWithoutACapBeginAsLateAsTheyCan() {
        long refresh = 16_666_667;
        List<Long> ages = new ArrayList<>();
        FrameHandler handler = new FrameHandler() {
            private long begun;

            @Override
            public void draw(Frame frame) {
                begun = clock.nanoTime();
                clock.advance(MILLI);
            }

            @Override
            public void swap() {
                clock.advance(refresh - clock.nanoTime() % refresh);
                ages.add(clock.nanoTime() - begun);
                if (ages.size() == 1_500) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        loop(StatePublisher.of(StateLayout.of(1), 4, clock, false).states(), 0, handler)
                .run();
        assertTrue(Thread.interrupted());
        assertEquals(refresh, ages.get(100), MILLI / 10);
        assertEquals(1.2 * MILLI, ages.get(1_499), MILLI / 10);
    }

    /** As the owner of a graphics context must, because a context belongs to one thread at a time. */
    @ParameterizedTest
    @CsvSource({
        "none, begin draw swap end, none",
        "begin, begin end, begin",
        "draw, begin draw end, draw",
        "swap, begin draw swap end, swap",
        "end, begin draw swap end, end",
        "draw end, begin draw end, draw"
    })
    void aHandlerBeginsBeforeItsFirstFrameAndEndsAfterItsLast(String throwing, String expected, String cause) {
        List<String> calls = new ArrayList<>();
        FrameHandler handler = new FrameHandler() {
            private void call(String name) {
                calls.add(name);
                if (throwing.contains(name)) {
                    throw new IllegalStateException(name);
                }
            }

            @Override
            public void begin() {
                call("begin");
            }

            @Override
            public void draw(Frame frame) {
                call("draw");
            }

            @Override
            public void swap() {
                Thread.currentThread().interrupt();
                call("swap");
            }

            @Override
            public void end() {
                call("end");
            }
        };
        FrameLoop loop = loop(buffer, 0, handler);
        loop.run();
        assertEquals(expected, String.join(" ", calls));
        assertEquals(calls.contains("swap"), Thread.interrupted());
        assertEquals(cause, loop.failure() == null ? "none" : loop.failure().getMessage());
    }

    @Test
    void aLoopOverAnInlineStepperIsRefused() {
        StateBuffer inline =
                StatePublisher.of(StateLayout.of(1), 4, clock, true).states();
        FrameSampler.Builder frames = FrameSampler.builder(inline);
        assertThrows(IllegalStateException.class, () -> FrameLoop.start(frames, frame -> {}));
        assertThrows(IllegalArgumentException.class, () -> FrameLoop.start(frames, 0, frame -> {}));
    }

    @Test
    @Logs("FRAMES_ENDED: the frame loop has ended: java.lang.IllegalArgumentException: no context")
    void aHandlerThatThrowsEndsTheLoopWithAFailure() throws InterruptedException {
        RuntimeException thrown = new IllegalArgumentException("no context");
        FrameLoop loop = started(LONG, frame -> {
            throw thrown;
        });
        awaitEnd(loop);
        assertSame(thrown, loop.failure());
        assertNull(timer.thread());
        loop.close();
        assertSame(thrown, loop.failure());
        assertNoThread();
    }

    @Test
    void closeByTheHandlerOnlyRequestsTheEnd() throws InterruptedException {
        AtomicReference<FrameLoop> self = new AtomicReference<>();
        CountDownLatch set = new CountDownLatch(1);
        FrameLoop loop = FrameLoop.start(FrameSampler.builder(buffer), 1_000, frame -> {
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
    @Logs("FRAMES_ENDED: the frame loop has ended: java.lang.AssertionError")
    void aHandlerThatThrowsWhenInterruptedIsReportedOnce() {
        CountDownLatch begun = new CountDownLatch(1);
        FrameLoop loop = started(SHORT, frame -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await(begun);
        IllegalStateException refused = assertThrows(IllegalStateException.class, loop::close);
        assertTrue(refused.getMessage().contains("did not return within 50 ms"), refused.getMessage());
        assertTrue(List.of(refused.getCause().getStackTrace()).stream()
                .anyMatch(at -> at.getClassName().startsWith(FrameLoopTest.class.getName())));
        awaitEnd(loop);
        loop.close();
        assertInstanceOf(InterruptedException.class, loop.failure().getCause());
        loop.close();
    }

    @Test
    void aHandlerThatNeverReturnsDelaysOnlyTheFirstClose() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean go = new AtomicBoolean();
        // If each of the thousand closes waited, the test would exceed its time limit.
        FrameLoop loop = started(SHORT, frame -> {
            begun.countDown();
            while (!go.get()) {
                Thread.onSpinWait();
            }
        });
        await(begun);
        assertTrue(timer.thread().isAlive());
        assertThrows(IllegalStateException.class, loop::close);
        assertNull(timer.thread());
        assertTrue(loop.isRunning());
        assertNull(loop.failure());
        for (int i = 0; i < 1_000; i++) {
            loop.close();
        }
        assertTrue(loop.isRunning());
        go.set(true);
        awaitEnd(loop);
        loop.close();
    }

    @Test
    void closeWaitsWhenInterruptedAndKeepsTheFlag() {
        FrameLoop loop = started(LONG, frame -> {});
        Thread.currentThread().interrupt();
        loop.close();
        assertTrue(Thread.interrupted());
        assertFalse(loop.isRunning());
        assertNull(timer.thread());
    }

    private static void awaitEnd(FrameLoop loop) {
        Await.until(() -> !loop.isRunning());
    }

    private static void await(CountDownLatch latch) {
        Await.until(() -> latch.getCount() == 0);
    }

    @Test
    void closeReleasesTheReadersSeat() {
        for (int i = 0; i < 200; i++) {
            FrameLoop.start(FrameSampler.builder(buffer), frame -> {}).close();
        }
        buffer.reader().close();
    }

    private static void assertNoThread() {
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("freestep-render")));
    }
}
