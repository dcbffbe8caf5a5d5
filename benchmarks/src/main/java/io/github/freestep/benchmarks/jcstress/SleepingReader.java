package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The publisher never writes to slots of the window that a reader holds, however many states it publishes meanwhile.
 */
@JCStressTest
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "the same at every look")
@Outcome(expect = Expect.FORBIDDEN, desc = "a state changed while a reader holds it")
@State
public class SleepingReader {
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
