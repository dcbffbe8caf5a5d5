package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a service that fills the heap costs the others of its group. */
@Timeout(300)
class FullHeapInGroupTest {
    /** Each of them is late for the first time, drops time and slows down while no memory is left. */
    @Test
    void theOthersStepWithoutMemoryAndNoneEnds() throws Exception {
        String out = OtherProcess.with("-Xmx24m", "-XX:TieredStopAtLevel=1")
                .ignoring(line -> line.matches("|\\tat .*|.*Java heap space.*"))
                .start(FullHeapInGroup.class);
        assertEquals("", out);
    }

    @Test
    void theFirstSlipOfAProcessMakesNothing() throws Exception {
        assertEquals("0", OtherProcess.run(FirstSlip.class));
    }

    static final class FirstSlip {
        public static void main(String[] arguments) {
            PhysicsMetrics metrics = new PhysicsMetrics("");
            Runnable slip = () -> metrics.slip(metrics.tick());
            Allocations.once(() -> {});
            System.out.print(Allocations.once(slip));
        }
    }
}
