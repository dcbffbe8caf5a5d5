package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.StateSender;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Test;

/** Starts a sender in processes of its own: without Aeron, without the JVM's flag, and with other settings of Aeron. */
class SenderStartTest {
    private static final String FLAG = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String AERON = ".*(aeron|agrona)-[^/]*\\.jar";

    private final int port = FreePorts.inARow(1);

    @Test
    void withoutTheFlagTheStartNamesIt() throws Exception {
        assertEquals(
                "Aeron needs a JVM flag, add --add-opens java.base/jdk.internal.misc=ALL-UNNAMED (or --add-opens"
                        + " java.base/jdk.internal.misc=org.agrona if Aeron is on the module path; in a runnable jar,"
                        + " the line 'Add-Opens: java.base/jdk.internal.misc' of the manifest does the same)",
                OtherProcess.run(Starts.class, Integer.toString(port)).trim());
    }

    @Test
    void withoutAeronTheStartNamesIt() throws Exception {
        assertEquals(
                "Aeron is not on the class path or module path; freestep-net brings it, so do not exclude"
                        + " io.aeron:aeron-client and io.aeron:aeron-driver",
                OtherProcess.with(FLAG)
                        .without(AERON)
                        .start(Starts.class, Integer.toString(port))
                        .trim());
    }

    @Test
    void withTheFlagItStartsAndWritesNothingToStderr() throws Exception {
        assertEquals(
                "started",
                OtherProcess.with(FLAG)
                        .start(Starts.class, Integer.toString(port))
                        .trim());
    }

    /** Aeron reads its defaults from system properties. */
    @Test
    void settingsOfTheHostsOwnAeronHaveNoEffect() throws Exception {
        assertEquals(
                "started",
                OtherProcess.with(
                                FLAG,
                                "-Daeron.rcv.initial.window.length=8m",
                                "-Daeron.client.liveness.timeout=1s",
                                "-Daeron.untethered.window.limit.timeout=1s",
                                "-Daeron.timer.interval=20s",
                                "-Daeron.publication.unblock.timeout=1s",
                                "-Daeron.term.buffer.length=1g",
                                "-Daeron.mtu.length=8k",
                                "-Daeron.conductor.buffer.length=1k",
                                "-Daeron.receiver.wildcard.port.range=1 2",
                                "-Daeron.driver.resolver.interface=nowhere",
                                "-Daeron.client.close.linger.duration=3600s",
                                "-Daeron.print.configuration=true")
                        .start(Starts.class, Integer.toString(port))
                        .trim());
    }

    static final class Starts {
        private Starts() {}

        public static void main(String[] args) {
            StateBuffer states = StatePublisher.of(StateLayout.of(10)).states();
            StateSender.Builder builder = StateSender.builder(states).port(Integer.parseInt(args[0]));
            try (StateSender sender = builder.start()) {
                System.out.println(sender.failure() == null ? "started" : "failed");
            } catch (IllegalStateException expected) {
                System.out.println(expected.getMessage());
            }
        }
    }
}
