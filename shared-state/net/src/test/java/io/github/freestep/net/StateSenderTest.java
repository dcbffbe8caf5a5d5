package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refused;
import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.FreePorts;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateSenderTest {
    /** A label of 64 characters, so that no name server is asked: some answer any name. */
    private static final String TOO_LONG = "x".repeat(64) + ".invalid";

    private static final StateLayout LAYOUT = StateLayout.of(10);

    private final StateBuffer states = StatePublisher.of(LAYOUT).states();

    private final int port = FreePorts.inARow(1);

    @Test
    void itStartsAndEnds() {
        StateSender sender = StateSender.builder(states).port(port).start();
        assertEquals(0, sender.clients().size());
        sender.close();
        sender.close();
        assertNull(sender.failure());
        assertNull(sender.lastError());
        // The port and the place in the buffer are free again.
        StateSender.builder(states).port(port).start().close();
    }

    @Test
    void withoutAKeyOnlyThisMachineMayJoin() {
        StateSender.Builder open = StateSender.builder(states).port("0.0.0.0", port);
        refusedWith(
                "without a key, everyone who can reach 0.0.0.0:" + port
                        + " could read the states, send input and forge both; set key(...) to 16 or 32 random bytes,"
                        + " and make each player's token from them by PlayerToken.issue(...)",
                IllegalStateException.class,
                open::start);
        open.key(new byte[16]).start().close();
        try (UdpTransport everywhere = UdpTransport.listen("0.0.0.0", port)) {
            StateSender.Builder over = StateSender.builder(states).transport(everywhere);
            refused("without a key, everyone who can reach ", IllegalStateException.class, over::start);
        }
    }

    @Test
    void aStartThatFailsLeavesThePortFree() {
        String[] names = IntStream.range(0, 45).mapToObj(i -> "c" + i).toArray(String[]::new);
        StateBuffer tooWide = StatePublisher.of(LAYOUT.linear(names)).states();
        StateSender.Builder builder = StateSender.builder(tooWide).port(port);
        refused("a layout must have at most 44 channels", IllegalArgumentException.class, builder::start);
        StateSender.builder(states).port(port).start().close();
    }

    @Test
    void settingsAreChecked() {
        StateSender.Builder builder = StateSender.builder(states);
        refused("port must be between 1 and 65535", IllegalArgumentException.class, () -> builder.port(0));
        refused(
                "port must be between 1 and 65535",
                IllegalArgumentException.class,
                () -> builder.port("0.0.0.0", 65_536));
        refused(
                "key must have 16 or 32 bytes, had 15",
                IllegalArgumentException.class,
                () -> builder.key(new byte[15]));
        builder.port(TOO_LONG, port);
        refusedWith("no address was found for the host '" + TOO_LONG + "'", UncheckedIOException.class, builder::start);
    }
}
