package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrawingThreadTest {
    /** As on Windows and macOS, where the window system keeps the main thread while the user drags the window. */
    @Test
    void drawsWhileTheWindowSystemKeepsTheMainThread() throws IOException {
        CountDownLatch drawn = new CountDownLatch(1_000);
        CountDownLatch dragged = new CountDownLatch(1);
        String summary = DrawingThread.run(
                () -> {
                    await(dragged);
                    while (drawn.getCount() > 0) {
                        drawn.countDown();
                    }
                    return "1000 frames";
                },
                () -> {
                    dragged.countDown();
                    await(drawn);
                },
                () -> {});
        assertEquals("1000 frames", summary);
    }

    @Test
    void theEndOfTheDrawingWakesTheMainThread() throws IOException {
        CountDownLatch woken = new CountDownLatch(1);
        assertEquals("", DrawingThread.run(() -> "", () -> await(woken), woken::countDown));
    }

    @Test
    void failuresReachTheMainThread() {
        for (Throwable failure :
                new Throwable[] {new IOException(), new IllegalStateException(), new AssertionError()}) {
            CountDownLatch woken = new CountDownLatch(1);
            Throwable thrown = assertThrows(
                    failure.getClass(),
                    () -> DrawingThread.run(() -> thrown(failure), () -> await(woken), woken::countDown));
            assertSame(failure, thrown);
        }
    }

    private static String thrown(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) failure;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
