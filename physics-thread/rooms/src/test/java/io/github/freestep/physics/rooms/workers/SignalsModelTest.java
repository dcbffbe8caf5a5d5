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
        model.add("Signals.add newest.get");
        assertEquals(model, OrderedAccesses.of("io.github.freestep.physics.rooms.workers", "Signals"));
    }

    /** A request is found or wakes the worker because each side writes its own mark before it reads the other's. */
    @Test
    void theCodeHasTheOrderOfTheModel() {
        String order = """
                Signals.add: VarHandle.fullFence, signalled.get, signalled.compareAndSet, newest.get,
                    put GroupRun.nextSignal, newest.compareAndSet, get sleeper, LockSupport.unpark
                Signals.fallAsleep: put sleeper, isEmpty
                Signals.take: get GroupRun.nextSignal, put GroupRun.nextSignal, signalled.set
                Signals.takeAll: isEmpty, newest.getAndSet
                """;
        OrderedAccesses.requireOrder(
                order,
                Set.of("GroupRun.nextSignal", "LockSupport.unpark"),
                "io.github.freestep.physics.rooms.workers",
                "Signals");
    }
}
