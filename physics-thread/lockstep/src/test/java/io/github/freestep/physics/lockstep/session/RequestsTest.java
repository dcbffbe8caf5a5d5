package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private static final long APART_NANOS = 50_000_000;

    private final Requests requests = new Requests();

    /** Returns what is sent at a time. */
    private List<String> sent(long now) {
        List<String> sent = new ArrayList<>();
        Messages.ToSequencer notes = (Messages.ToSequencer) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Messages.ToSequencer.class}, (self, method, given) -> {
                    sent.add(method.getName() + (given == null ? "" : " " + Arrays.toString(given)));
                    return null;
                });
        for (int kind = 0; kind < Requests.KINDS && requests.isDue(now); kind++) {
            send(notes);
        }
        return sent;
    }

    private void send(Messages.ToSequencer to) {
        for (int kind = 0; kind < Requests.KINDS; kind++) {
            ByteBuffer message = ByteBuffer.allocate(100);
            boolean written = requests.write(kind, message);
            assertEquals(written, message.position() > 0);
            if (written) {
                try {
                    Messages.read(message.flip(), to);
                } catch (InvalidMessageException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    @Test
    void onlyTheNewestWishOfAKindIsSent() {
        assertEquals(List.of(), sent(0));
        requests.pause(false);
        requests.pause(true);
        requests.scale(Ratio.of(2));
        requests.scale(Ratio.of(1, 3));
        requests.remove(3);
        requests.remove(3);
        assertEquals(List.of("pause", "scale [1/3]", "remove [3]"), sent(0));
        requests.pause(true);
        requests.pause(false);
        assertEquals(List.of("resume"), sent(APART_NANOS));
    }

    @Test
    void allRemovalsAreSentOneAfterTheOther() {
        requests.remove(31);
        requests.remove(0);
        requests.remove(5);
        assertEquals(List.of("remove [0]"), sent(-9));
        assertEquals(List.of("remove [5]"), sent(-9 + APART_NANOS));
        assertEquals(List.of("remove [31]"), sent(-9 + 2 * APART_NANOS));
        assertEquals(List.of(), sent(-9 + 3 * APART_NANOS));
    }

    @Test
    void wishesAreSentApart() {
        requests.pause(true);
        assertTrue(requests.isDue(100));
        assertFalse(requests.isDue(100), "sent just now");
        requests.remove(1);
        assertFalse(requests.isDue(100 + APART_NANOS - 1));
        assertTrue(requests.isDue(100 + APART_NANOS));
    }
}
