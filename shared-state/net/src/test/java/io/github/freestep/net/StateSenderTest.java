package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StateSenderTest {
    /** A label of 64 characters, so that no name server is asked: some answer any name. */
    private static final String TOO_LONG = "x".repeat(64) + ".invalid";

    private static final StateLayout LAYOUT = StateLayout.of(10);

    /** Before each datagram of a client. */
    private static final byte[] MARK = {'F', 'R', 'S', 'T', 1, 0, 0};

    private final StateBuffer states = StatePublisher.of(LAYOUT).states();
    private final int port = FreePorts.inARow(1);

    @Test
    void itStartsAndEnds() {
        StateSender sender = StateSender.builder(states).port(port).start();
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
        refusedWith(
                "without a key, everyone who can reach 0.0.0.0:" + port
                        + " could read the states, send input and forge both; set key(...), or allow it with"
                        + " withoutKey()",
                IllegalStateException.class,
                open::start);
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
    void aStartThatFailsLeavesThePortFree() {
        InputSink faulty = new InputSink() {
            @Override
            public int axes() {
                throw new AssertionError("planned");
            }

            @Override
            public boolean axis(int axis, float value, long nanos) {
                return false;
            }

            @Override
            public boolean action(int code, float value, long nanos) {
                return false;
            }
        };
        StateSender.Builder builder = StateSender.builder(states).port(port);
        assertThrows(AssertionError.class, builder.input(faulty)::start);
        StateSender.builder(states).port(port).start().close();
    }

    @Test
    void settingsAreChecked() {
        StateSender.Builder builder = StateSender.builder(states);
        assertMessage("port must be between 1 and 65535", () -> builder.port(0));
        assertMessage("port must be between 1 and 65535", () -> builder.port(65_536));
        assertMessage("key must have 16 or 32 bytes, had 15", () -> builder.key(new byte[15]));
        builder.bind(TOO_LONG);
        refusedWith("no address was found for the host '" + TOO_LONG + "'", UncheckedIOException.class, builder::start);
    }

    /** The network may lose all that a receiver says, so the sender does not wait for it. */
    @Test
    void closeSaysFourTimesThatTheSenderEnds() throws Exception {
        StateSender sender = StateSender.builder(states).port(port).start();
        try (DatagramChannel silent = DatagramChannel.open()) {
            silent.connect(new InetSocketAddress("127.0.0.1", port)).configureBlocking(false);
            ClientLink client = ClientLink.of(null, new ClientInput(System::nanoTime));
            StateFollower follower = new StateFollower(LAYOUT, 1, System::nanoTime);
            ByteBuffer in = ByteBuffer.allocate(2_000);
            Await.until(() -> {
                exchange(silent, client, client.next(System.nanoTime(), follower), in);
                return sender.clients().size() == 1;
            });
            while (exchange(silent, client, null, in)) {
                assertFalse(client.takeGone());
            }
            sender.close();
            int times = 0;
            while (exchange(silent, client, null, in)) {
                times += in.get(MARK.length) == Datagrams.GONE ? 1 : 0;
            }
            assertTrue(client.takeGone());
            assertEquals(4, times);
            assertNull(sender.failure());
        }
    }

    /** Sends a datagram if there is one. Returns whether one has come. */
    private static boolean exchange(DatagramChannel link, ClientLink client, @Nullable ByteBuffer out, ByteBuffer in) {
        try {
            if (out != null) {
                link.write(ByteBuffer.allocate(MARK.length + out.remaining())
                        .put(MARK)
                        .put(out)
                        .flip());
            }
            boolean comes = link.read(in.clear()) > MARK.length;
            if (comes) {
                client.hear(in.flip().position(MARK.length).slice(), System.nanoTime());
            }
            return comes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertMessage(String start, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.startsWith(start), message);
    }
}
