package io.github.freestep.physics.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A thread that was lowered may be gone, and its number that of another. */
class RaisedThreadTest {
    private final FakeKernel kernel = new FakeKernel();
    private final RaisedThread raised =
            new RaisedThread(kernel.requests(Path.of("none")).realTime(50));

    @Test
    void aThreadIsLoweredOnceAndCanBeRaisedAgain() {
        raised.raise();
        assertEquals(50, priority());
        raised.lower();
        assertEquals(0, priority());
        kernel.realTime(kernel.thread(), 7);
        raised.lower();
        assertEquals(7, priority());
        raised.raise();
        raised.lower();
        assertEquals(0, priority());
    }

    @Test
    void aRefusedRequestLetsTheThreadGoOn() {
        kernel.error = 1;
        raised.raise();
        assertEquals(0, priority());
        raised.lower();
    }

    @Test
    void aRefusedThreadDoesNotLowerTheOneBefore() {
        raised.raise();
        raised.lower();
        kernel.realTime(kernel.thread(), 7);
        kernel.hasThreads = false;
        raised.raise();
        raised.lower();
        assertEquals(7, priority());
    }

    private int priority() {
        return kernel.priority(Thread.currentThread());
    }
}
