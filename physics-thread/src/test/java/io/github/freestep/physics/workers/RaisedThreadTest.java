package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A thread that was lowered may be gone, and its number that of another. */
class RaisedThreadTest {
    private final FakeSystem system = new FakeSystem();
    private final RaisedThread raised = new RaisedThread(system.requests().realTime(50));

    @Test
    void aThreadIsLoweredOnceAndCanBeRaisedAgain() {
        raised.raise();
        assertEquals(50, priority());
        raised.lower();
        assertEquals(0, priority());
        system.setPriority(system.thread("realTime"), 7);
        raised.lower();
        assertEquals(7, priority());
        raised.raise();
        raised.lower();
        assertEquals(0, priority());
    }

    @Test
    void aRefusedRequestLetsTheThreadGoOn() {
        system.refusal = "no";
        raised.raise();
        assertEquals(0, priority());
        raised.lower();
    }

    @Test
    void aRefusedThreadDoesNotLowerTheOneBefore() {
        raised.raise();
        raised.lower();
        system.setPriority(system.thread("realTime"), 7);
        system.hasThreads = false;
        raised.raise();
        raised.lower();
        assertEquals(7, priority());
    }

    private int priority() {
        return system.priority(Thread.currentThread());
    }
}
