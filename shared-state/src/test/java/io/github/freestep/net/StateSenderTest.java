package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.FreePorts;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class StateSenderTest {
    /** A label of 64 characters, so that no name server is asked: some answer any name. */
    private static final String TOO_LONG = "x".repeat(64) + ".invalid";

    private final StateBuffer states = StatePublisher.of(StateLayout.of(10)).states();
    private final int port = FreePorts.inARow(1);

    @Test
    void itStartsAndEnds() {
        StateSender sender = StateSender.builder(states).port(port).start();
        assertFalse(sender.isConnected());
        assertEquals(0, sender.clients().size());
        assertEquals(0, sender.sentStates());
        sender.close();
        sender.close();
        assertNull(sender.failure());
        assertNull(sender.lastError());
        // The port and the place in the buffer are free again.
        StateSender.builder(states).port(port).start().close();
    }

    @Test
    void otherMachinesMayNotJoinUnlessThatIsMeant() {
        StateSender.Builder open = StateSender.builder(states).port(port).bind("0.0.0.0");
        IllegalStateException thrown = assertThrows(IllegalStateException.class, open::start);
        assertEquals(
                "without a key, everyone who can reach 0.0.0.0:" + port
                        + " could read the states, send input and forge both; set key(...), or allow it with"
                        + " withoutKey()",
                thrown.getMessage());
        open.withoutKey().start().close();
        assertThrows(IllegalArgumentException.class, open.key(new byte[16])::start);
        StateSender.builder(states)
                .port(port)
                .bind("0.0.0.0")
                .key(new byte[16])
                .start()
                .close();
    }

    @Test
    void aPortInUseIsReported() {
        try (StateSender first = StateSender.builder(states).port(port).start()) {
            StateSender.Builder second = StateSender.builder(states).port(port);
            UncheckedIOException thrown = assertThrows(UncheckedIOException.class, second::start);
            String message = thrown.getMessage();
            assertTrue(
                    message.startsWith("a sender at 127.0.0.1:" + port + " needs the UDP port " + port + ", but " + port
                            + " could not be opened: "),
                    message);
            assertTrue(message.endsWith("; end the program that uses it, or choose another port or address"), message);
            assertNull(first.failure());
        }
    }

    @Test
    void settingsAreChecked() {
        StateSender.Builder builder = StateSender.builder(states);
        assertMessage("port must be between 1 and 65535", () -> builder.port(0));
        assertMessage("port must be between 1 and 65535", () -> builder.port(65_536));
        assertMessage("key must have 16 or 32 bytes, had 15", () -> builder.key(new byte[15]));
        builder.bind(TOO_LONG);
        assertEquals(
                "no address was found for the host '" + TOO_LONG + "'",
                assertThrows(UncheckedIOException.class, builder::start).getMessage());
    }

    private static void assertMessage(String start, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.startsWith(start), message);
    }
}
