package io.github.freestep.physics.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.thread.SleepModel.Access;
import io.github.freestep.testing.OrderedAccesses;
import io.github.freestep.testing.WeakMemory.Mode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Explores all executions of requests beside the sleep of a {@link PhysicsThread}, under weak memory. */
class SleepModelTest {
    @Test
    void noRequestIsLostAndNoWakeUp() {
        new SleepModel(false).explore();
    }

    @Test
    void findsThatTheSleepIsMarkedTooLate() {
        assertThrows(AssertionError.class, new SleepModel(false).marksSleepLate()::explore);
    }

    @Test
    void findsThatAFenceIsMissing() {
        assertThrows(AssertionError.class, new SleepModel(false).with(Access.FENCE, Mode.NONE)::explore);
    }

    /** Also if a queue were read with acquire semantics: that the queues of JCTools are not is needed. */
    @ParameterizedTest
    @EnumSource(
            names = {"SET_SIGNAL", "LOOK_FOR_SLEEPER", "TAKE", "LOOK_INTO_QUEUE", "MARK_SLEEP", "LOOK_BEFORE_SLEEP"})
    void findsEveryWeakenedAccess(Access access) {
        assertThrows(AssertionError.class, new SleepModel(false).with(access, Mode.ACQUIRE_RELEASE)::explore);
    }

    @Test
    void theModelHasTheAccessesOfTheCode() {
        Set<String> model = new SleepModel(false).code();
        model.addAll(Set.of("PhysicsThread.await signalled.get", "PhysicsThread.await signalled.set"));
        assertEquals(model, OrderedAccesses.of("io.github.freestep.physics.thread", "PhysicsThread"));
    }

    /** A request is found or wakes the thread because each side writes its own mark before it reads the other's. */
    @Test
    void theCodeHasTheOrderOfTheModel() {
        String order = """
                PhysicsThread.await: signalled.get, sleepDeeply, signalled.set
                PhysicsThread.isDue: signalled.get, signalled.getAndSet
                PhysicsThread.loop: isDue, await
                PhysicsThread.signal: VarHandle.fullFence, signalled.get, signalled.compareAndSet, get sleepsDeeply, wake
                PhysicsThread.sleepDeeply: put sleepsDeeply, signalled.get, WorkerWaits.deeply, put sleepsDeeply
                """;
        OrderedAccesses.requireOrder(
                order,
                Set.of("WorkerWaits.deeply", "PhysicsThread.wake"),
                "io.github.freestep.physics.thread",
                "PhysicsThread");
    }
}
