package io.github.freestep.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Calls the hook directly, without a signal. */
class InterruptTest {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final StringWriter out = new StringWriter();

    @Test
    void stopsAnInterruptedRunAndReturnsItsExitCode() throws Exception {
        CompletableFuture<Integer> code;
        try (Interrupt interrupt = new Interrupt(new PrintWriter(out))) {
            assertTrue(interrupt.begins(stopped::countDown));
            code = CompletableFuture.supplyAsync(interrupt::interrupt);
            stopped.await();
            assertTrue(interrupt.over());
            assertFalse(code.isDone(), "the hook waits for the report");
        }
        assertEquals(130, code.get());
    }

    @Test
    void ignoresAnInterruptWhileTheReportIsWritten() throws Exception {
        CompletableFuture<Integer> code;
        try (Interrupt interrupt = new Interrupt(new PrintWriter(out))) {
            assertTrue(interrupt.begins(stopped::countDown));
            assertFalse(interrupt.over());
            code = CompletableFuture.supplyAsync(interrupt::interrupt);
            interrupt.exitsWith(1);
        }
        assertEquals(1, code.get());
        assertEquals(1, stopped.getCount(), "there is nothing to stop");
    }

    @Test
    void keepsTheRunFromBeginningIfInterruptedBefore() {
        try (Interrupt interrupt = new Interrupt(new PrintWriter(out))) {
            assertEquals(130, interrupt.interrupt(), "it waits for nothing");
            assertTrue(out.toString().startsWith("interrupted before the run had begun"), out::toString);
            assertFalse(interrupt.begins(stopped::countDown));
            assertEquals(1, stopped.getCount());
        }
    }
}
