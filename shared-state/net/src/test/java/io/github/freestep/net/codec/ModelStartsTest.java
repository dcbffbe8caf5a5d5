package io.github.freestep.net.codec;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ModelStartsTest {
    private static ModelStarts of(byte... bytes) {
        return ModelStarts.of(new ByteArrayInputStream(bytes), 1, 1, 2);
    }

    /** Otherwise, one side would decode what the other one has not sent. */
    @Test
    void aResourceOfOtherModelsIsRefused() {
        int length = of().bytes();
        byte[] learnt = new byte[length];
        Arrays.fill(learnt, (byte) 1);
        assertEquals(0x0101, of(learnt).zeros[0]);
        assertEquals(0x0101_0101_0101_0101L, of(learnt).sums[of().sums.length - 1]);
        assertNotEquals(of(learnt).hash, of(new byte[length]).hash);
        assertArrayEquals(SymbolModels.FIRST, Arrays.copyOf(of().sums, SymbolModels.LONGS), "nothing was learnt");
        refusedWith(
                "the resource of the models must have " + length + " bytes, or none if nothing was learnt, had "
                        + (length - 1) + "; make it again",
                IllegalArgumentException.class,
                () -> of(new byte[length - 1]));
    }
}
