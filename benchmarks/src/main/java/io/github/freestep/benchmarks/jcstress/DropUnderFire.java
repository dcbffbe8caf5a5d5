package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.state.State;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import java.lang.invoke.MethodHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A thread drops its two readers while states are published, that is, it leaves them to the garbage collector without
 * closing them. A new reader takes over a seat. A state that the thread still looks at must not change.
 */
@JCStressTest
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "whole for both readers, and unchanged while still read")
@Outcome(expect = Expect.FORBIDDEN, desc = "a state is torn, or changed while its thread reads it")
@org.openjdk.jcstress.annotations.State
public class DropUnderFire {
    private static final MethodHandle READER = Internals.method("state.StateReader", "reader", 0);
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
            State looked = first.state(0);
            long tick = looked.tick();
            drop(first);
            drop(second);
            StateReader heir = publisher.states().reader();
            result.r1 = TickStates.acquireAndLook(heir, 2);
            if (looked.tick() != tick || !TickStates.whole(looked)) {
                result.r1 = "changed";
            }
        }
    }

    /** Does what the garbage collector does to an unreachable reader. This test can't wait for a collection. */
    private static void drop(StateReader reader) {
        try {
            DROP.invokeExact((Object) READER.invokeExact(reader));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }
}
