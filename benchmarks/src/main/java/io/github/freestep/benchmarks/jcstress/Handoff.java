package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import java.lang.invoke.MethodHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Readers that look, join and leave while states are published. Has the outcomes of all of its tests. */
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "whole for each reader, and the same at every look")
@Outcome(
        expect = Expect.FORBIDDEN,
        desc = "a state is torn, not linked, or older than the one before, or changed while a thread reads it")
public class Handoff {
    private static int states;

    private Handoff() {}

    /** Lets the states of a test take turns between two variants of it. */
    private static boolean everyOther() {
        return (states++ & 1) == 0;
    }

    /**
     * A window that a reader acquires is whole, linked from state to state, and no older than the reader's last one.
     * Every other window has one state, for which the buffer has only three slots.
     */
    @JCStressTest
    @JCStressMeta(Handoff.class)
    @State
    public static class WholeWindows {
        private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), everyOther() ? 1 : 2);
        private final StateReader reader = publisher.states().reader();

        @Actor
        public void publisher() {
            TickStates.publish(publisher, 7);
        }

        @Actor
        public void reader(L_Result result) {
            result.r1 = TickStates.acquireAndLook(reader, 4);
        }
    }

    /** A reader that joins while states are published gets a whole window, to which the publisher does not write. */
    @JCStressTest
    @JCStressMeta(Handoff.class)
    @State
    public static class JoinUnderFire {
        private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), 2);
        private final StateReader first = publisher.states().reader();

        @Actor
        public void publisher() {
            TickStates.publish(publisher, 12);
        }

        @Actor
        public void joiner(L_Result result) {
            StateReader second = publisher.states().reader();
            result.r1 = TickStates.acquireAndLook(second, 1);
            for (int look = 0; look < 4 && result.r1.equals("whole"); look++) {
                result.r1 = TickStates.look(second);
            }
        }
    }

    /**
     * The publisher never writes to slots of the window that a reader holds, however many states it publishes
     * meanwhile.
     */
    @JCStressTest
    @JCStressMeta(Handoff.class)
    @State
    public static class SleepingReader {
        private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), 1);
        private final StateReader reader = publisher.states().reader();

        @Actor
        public void publisher() {
            TickStates.publish(publisher, 12);
        }

        @Actor
        public void reader(L_Result result) {
            result.r1 = TickStates.acquireAndLook(reader, 1);
            for (int look = 0; look < 8 && result.r1.equals("whole"); look++) {
                result.r1 = TickStates.look(reader);
            }
        }
    }

    /**
     * A reader leaves while states are published. Its slots are reused, and the next reader that joins gets a whole
     * window. Every other reader has the first seat, which stays in the list when its reader leaves.
     */
    @JCStressTest
    @JCStressMeta(Handoff.class)
    @State
    public static class LeaveUnderFire {
        private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), 2);
        private final StateReader first =
                everyOther() ? null : publisher.states().reader();
        private final StateReader reader = publisher.states().reader();

        @Actor
        public void publisher() {
            TickStates.publish(publisher, 9);
        }

        @Actor
        public void reader(L_Result result) {
            result.r1 = TickStates.leaveAndComeAgain(publisher.states(), reader);
        }
    }

    /**
     * A thread drops its two readers while states are published, that is, it leaves them to the garbage collector
     * without closing them. A new reader takes over a seat. A state that the thread still looks at must not change.
     */
    @JCStressTest
    @JCStressMeta(Handoff.class)
    @State
    public static class DropUnderFire {
        private static final MethodHandle READER = Internals.getter("state.StateReader", "reader");
        private static final MethodHandle DROP = Internals.method("state.Reader", "drop", 0);

        private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), 2);
        private final StateReader first = publisher.states().reader();
        private final StateReader second = publisher.states().reader();

        @Actor
        public void publisher() {
            TickStates.publish(publisher, 12);
        }

        @Actor
        public void dropper(L_Result result) {
            result.r1 = TickStates.acquireAndLook(first, 1);
            if (result.r1.equals("whole")) {
                second.acquire();
                io.github.freestep.state.State looked = first.state(0);
                long tick = looked.tick();
                // As the garbage collector does to an unreachable reader. This test can't wait for a collection.
                Internals.call(DROP, Internals.<Object>call(READER, first));
                Internals.call(DROP, Internals.<Object>call(READER, second));
                StateReader heir = publisher.states().reader();
                result.r1 = TickStates.acquireAndLook(heir, 2);
                if (looked.tick() != tick || !TickStates.whole(looked)) {
                    result.r1 = "changed";
                }
            }
        }
    }
}
