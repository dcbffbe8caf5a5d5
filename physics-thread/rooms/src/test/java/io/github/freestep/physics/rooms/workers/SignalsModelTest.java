package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.thread.SleepModel;
import io.github.freestep.physics.thread.SleepModel.Access;
import io.github.freestep.testing.OrderedAccesses;
import io.github.freestep.testing.WeakMemory.Mode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Explores all executions of requests beside the sleep of a {@link Worker}, under weak memory. */
class SignalsModelTest {
    @Test
    void noRequestIsLostAndNoWakeUp() {
        new SleepModel(true).explore();
    }

    @ParameterizedTest
    @EnumSource(
            names = {"ADD_TO_LIST", "LOOK_FOR_SLEEPER", "CLEAR", "LOOK_INTO_QUEUE", "MARK_SLEEP", "LOOK_BEFORE_SLEEP"})
    void findsEveryWeakenedAccess(Access access) {
        assertThrows(AssertionError.class, new SleepModel(true).with(access, Mode.ACQUIRE_RELEASE)::explore);
    }

    @Test
    void theModelHasTheAccessesOfTheCode() {
        Set<String> model = new SleepModel(true).code();
        model.addAll(
                Set.of("Run.left volatile", "Run.started volatile", "Run.worker volatile", "Signals.add newest.get"));
        assertEquals(
                model, OrderedAccesses.of("io.github.freestep.physics.rooms.workers", "Run", "Signals", "Signalled"));
    }

    /**
     * A request is found or wakes the worker because each side writes its own mark before it reads the other's. A run
     * that has left says so last, after what other threads read once they see it.
     */
    @Test
    void theCodeHasTheOrderOfTheModel() {
        String order = """
                Run.awaitLeave: isAlone, lookForHang, isAlone, lookForHang, isAlone, get worker, get left
                Run.interrupt: isAlone, get worker
                Run.isAlone: get worker, get left, get leftAlone, get worker
                Run.joins: get started, get left
                Run.leave: isAlone, put leftAlone, put left
                Run.lookForHang: get worker, lock, unlock
                Run.mayHoldUpOthers: get worker, get left, isAlone
                Run.moveTo: put worker, signal
                Run.release: isAlone, get worker
                Run.signal: VarHandle.fullFence, get worker, get left, signalled.get, signalled.compareAndSet,
                    Worker.signal, Worker.wake
                Signalled.takeSignal: get nextSignal, put nextSignal, signalled.set
                Signals.add: newest.get, put Signalled.nextSignal, newest.compareAndSet, get sleeper, LockSupport.unpark
                Signals.sleep: put sleeper, isEmpty, Members.endIfEmpty, WorkerWaits.deeply, put sleeper
                Signals.takeAll: isEmpty, newest.getAndSet
                """;
        Set<String> also = Set.of(
                "Run.leftAlone",
                "Signalled.nextSignal",
                "Members.endIfEmpty",
                "WorkerWaits.deeply",
                "Worker.signal",
                "Worker.wake",
                "LockSupport.unpark");
        OrderedAccesses.requireOrder(
                order, also, "io.github.freestep.physics.rooms.workers", "Run", "Signals", "Signalled");
    }
}
