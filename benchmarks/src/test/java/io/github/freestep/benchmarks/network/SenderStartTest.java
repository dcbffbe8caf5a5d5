package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.StateSender;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Test;

/** Starts a sender in a process of its own. */
class SenderStartTest {
    private final int port = FreePorts.inARow(1);

    @Test
    void itNeedsNoFlagAndWritesNothingToStderr() throws Exception {
        assertEquals(
                "started",
                OtherProcess.run(Starts.class, Integer.toString(port)).trim());
    }

    static final class Starts {
        private Starts() {}

        public static void main(String[] args) {
            StateBuffer states = StatePublisher.of(StateLayout.of(10)).states();
            StateSender.Builder builder = StateSender.builder(states).port(Integer.parseInt(args[0]));
            try (StateSender sender = builder.start()) {
                System.out.println(sender.failure() == null ? "started" : "failed");
            }
        }
    }
}
