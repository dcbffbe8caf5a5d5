package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Windows timer has its fine resolution while a capped loop runs, and loses it however the loop ends. */
@Timeout(60)
class FrameLoopTimerTest {
    private static final long SHORT_NANOS = 50_000_000;

    private final FineTimer timer = new FineTimer("Windows 11");
    private final FrameSampler.Builder options = FrameSampler.builder(new SimulatedPhysics().publisher.states());
    private final CountDownLatch begun = new CountDownLatch(1);

    FrameLoopTimerTest() {
        options.timer = timer;
    }

    @Test
    void theTimerIsFineWhileFramesAreCapped() throws InterruptedException {
        try (FrameLoop loop = options.loop(1_000, frame -> begun.countDown())) {
            assertTrue(begun.await(30, TimeUnit.SECONDS));
            assertTrue(loop.isRunning());
            assertTrue(timer.sleeper().isAlive());
        }
        assertNull(timer.sleeper());
    }

    @Test
    void theTimerIsNotUsedWithoutACap() throws InterruptedException {
        try (FrameLoop loop = options.loop(frame -> begun.countDown())) {
            assertTrue(begun.await(30, TimeUnit.SECONDS));
            assertTrue(loop.isRunning());
            assertNull(timer.sleeper());
        }
    }

    @Test
    void aHandlerThatThrowsReleasesTheTimer() {
        FrameLoop loop = options.loop(1_000, frame -> {
            throw new IllegalArgumentException("no context");
        });
        awaitEnd(loop);
        assertNull(timer.sleeper());
        loop.close();
    }

    @Test
    void aHandlerThatNeverReturnsDoesNotKeepTheTimer() throws InterruptedException {
        AtomicBoolean go = new AtomicBoolean();
        FrameHandler hanging = frame -> {
            while (!go.get()) {
                begun.countDown();
                Thread.onSpinWait();
            }
        };
        FrameLoop loop = new FrameLoop(options, 1_000, hanging, SHORT_NANOS).start();
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        assertTrue(timer.sleeper().isAlive());
        assertThrows(IllegalStateException.class, loop::close);
        assertNull(timer.sleeper());
        go.set(true);
        awaitEnd(loop);
    }

    private static void awaitEnd(FrameLoop loop) {
        while (loop.isRunning()) {
            Thread.onSpinWait();
        }
    }
}
