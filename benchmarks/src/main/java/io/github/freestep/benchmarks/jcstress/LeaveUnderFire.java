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
 * A reader leaves while states are published. Its slots are reused, and the next reader that joins gets a whole window.
 */
@JCStressTest
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "whole for the reader and for its successor")
@Outcome(expect = Expect.FORBIDDEN, desc = "a state is torn, or the successor found an older one")
@State
public class LeaveUnderFire {
    private final StatePublisher publisher = StatePublisher.of(TickStates.layout(), 2);
    private final StateReader first = publisher.states().reader();
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
