package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerNoticeTest {
    private final ByteBuffer bytes = ByteBuffer.allocate(ServerNotice.MOST_BYTES);

    private ServerNotice sent(Stage stage, String text) {
        new ServerNotice(stage, text).write(bytes, 7, 8);
        return ServerNotice.read(bytes, 7, 8);
    }

    @ParameterizedTest
    @EnumSource
    void aNoticeArrivesAsItIs(Stage stage) {
        assertEquals(new ServerNotice(stage, "tick 7: \u00fcber"), sent(stage, "tick 7: \u00fcber"));
    }

    @Test
    void aNoticeForAnotherClientRunOrKindIsNone() {
        sent(Stage.FAILED, "text");
        assertNull(ServerNotice.read(bytes, 6, 8));
        assertNull(ServerNotice.read(bytes, 7, 1L << 32 | 8));
        assertNotNull(ServerNotice.read(bytes, 7, 7), "the same client at another address");
        assertNull(ServerNotice.read(bytes.put(0, Datagrams.REPLY), 7, 8));
    }

    /** Two bytes a character: a text that is cut ends with a whole one. */
    @Test
    void aLongTextIsCut() {
        String cut = sent(Stage.FAILED, "a" + "\u00fc".repeat(1_000)).text();
        assertEquals("a" + "\u00fc".repeat(299), cut);
    }

    @Test
    void aTextHasNoCommandsForATerminal() {
        assertEquals("a [2J b", sent(Stage.FAILED, "a\u001b[2J\r\nb").text());
        assertEquals(
                "a 2J b c", sent(Stage.FAILED, "a\u009b2J\u0085b\u2028\u2029c").text());
    }

    @Test
    void anyBytesAreReadOrRefused() {
        Random random = Seeds.random(1);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            sent(Stage.CLOSED, "text");
            byte[] noise = new byte[random.nextInt(80)];
            random.nextBytes(noise);
            // The header is right, so that what follows it is looked at.
            bytes.limit(bytes.capacity())
                    .position(17)
                    .put(noise)
                    .limit(bytes.position())
                    .position(0);
            read += ServerNotice.read(bytes, 7, 8) == null ? 0 : 1;
        }
        assertTrue(read > 100, "of 256 stages, four are known: " + read);
    }
}
