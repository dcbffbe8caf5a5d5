package io.github.freestep.benchmarks.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Without a signal. */
class InterruptTest {
    private final CountDownLatch stopped = new CountDownLatch(1);

    @Test
    void aRunThatIsInterruptedIsStoppedAndExitsAsSuch() throws Exception {
        CompletableFuture<Integer> code;
        try (Interrupt interrupt = new Interrupt(stopped::countDown)) {
            code = CompletableFuture.supplyAsync(interrupt::interrupt);
            stopped.await();
            assertTrue(interrupt.over());
            assertFalse(code.isDone(), "it waits for the report");
        }
        assertEquals(130, code.get());
    }

    @Test
    void whatComesWhileTheReportIsWrittenChangesNothing() throws Exception {
        CompletableFuture<Integer> code;
        try (Interrupt interrupt = new Interrupt(stopped::countDown)) {
            assertFalse(interrupt.over());
            code = CompletableFuture.supplyAsync(interrupt::interrupt);
            interrupt.exitsWith(1);
        }
        assertEquals(1, code.get());
        assertEquals(1, stopped.getCount(), "there is nothing to stop");
    }
}
