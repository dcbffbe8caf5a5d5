package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A reader that joins while states are published gets a whole window, to which the publisher does not write. */
@JCStressTest
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "whole, and the same at every look")
@Outcome(expect = Expect.FORBIDDEN, desc = "a state is torn, or changed while a reader holds it")
@State
public class JoinUnderFire {
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
