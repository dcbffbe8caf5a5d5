package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RemoteStressCommandTest {
    @Test
    void badLinksHaveTheirNamesOnTheCommandLine() {
        StringWriter refused = new StringWriter();
        CommandLine line = Options.commandLine(new RemoteStressCommand()).setErr(new PrintWriter(refused, true));
        assertEquals(2, line.execute("--link", "nowhere"));
        assertTrue(refused.toString().contains("burst, jitter, jitter-50"), refused::toString);
        RemoteStressCommand command = new RemoteStressCommand();
        Options.commandLine(command).parseArgs("--link", "delay-jump,wifi");
        assertEquals(List.of(LinkProfile.DELAY_JUMP, LinkProfile.WIFI), command.profiles);
    }
}
