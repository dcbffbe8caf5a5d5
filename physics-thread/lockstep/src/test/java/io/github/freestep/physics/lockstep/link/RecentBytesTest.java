package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RecentBytesTest {
    @Test
    void roomOfLongInputIsGivenBackWhenShortInputTakesItsPlace() {
        RecentBytes recent = new RecentBytes(2);
        ByteBuffer input = ByteBuffer.allocate(40_000);
        recent.add(0, input, 0, 40_000);
        recent.add(2, input, 0, 10);
        assertEquals(10, recent.length(2));
        assertTrue(recent.bytes[0].length <= RecentBytes.MANY);
        recent.add(4, input, 0, RecentBytes.MANY / 2);
        byte[] room = recent.bytes[0];
        recent.add(6, input, 0, 10);
        assertEquals(room, recent.bytes[0], "a little room stays");
    }
}
