package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Like {@link WholeWindows}, but with windows of one state, for which the buffer has only three slots. */
@JCStressTest
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "all parts as published")
@Outcome(expect = Expect.FORBIDDEN, desc = "a state is torn, or older than the previous one")
@State
public class TripleBuffer {
    private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), 1);
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
