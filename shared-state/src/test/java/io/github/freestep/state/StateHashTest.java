package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StateHashTest {
    private static final int BODIES = 5;

    private StatePublisher publisher() {
        StatePublisher publisher =
                StatePublisher.of(StateLayout.of(BODIES + 1).linear("fuel").stepped("gear"));
        for (int body = 0; body < BODIES; body++) {
            publisher.bodies().spawn(body);
        }
        return publisher;
    }

    private long hash(StatePublisher publisher, long tick, Consumer<StateWriter> change) {
        StateWriter writer = publisher.begin(tick, tick, new TimeAnchor(), 0);
        Random random = Seeds.random(7);
        for (int body = 0; body < BODIES; body++) {
            writer.position(body, random.nextFloat(), random.nextFloat(), random.nextFloat());
            writer.orientation(body, random.nextFloat(), -random.nextFloat(), random.nextFloat(), random.nextFloat());
            writer.linear(0, body, random.nextFloat());
            writer.stepped(0, body, random.nextFloat());
        }
        change.accept(writer);
        return publisher.hash();
    }

    @Test
    void theHashDependsOnEveryBitOfEveryLiveBody() {
        StatePublisher publisher = publisher();
        long plain = hash(publisher, 0, writer -> {});
        Set<Long> seen = new HashSet<>();
        for (int body = 0; body < BODIES; body++) {
            for (int value = 0; value < 9; value++) {
                // This includes the sign of a single component of an orientation.
                for (int bit = 0; bit < 32; bit++) {
                    int b = body;
                    int v = value;
                    int flip = 1 << bit;
                    long other = hash(publisher, 0, writer -> flip(publisher.begunState(), v, b, flip));
                    assertNotEquals(plain, other, "value " + value + " of body " + body + ", bit " + bit);
                    seen.add(other);
                }
            }
        }
        assertEquals(BODIES * 9 * 32, seen.size());
        assertEquals(plain, hash(publisher, 0, writer -> {}));
    }

    private static void flip(State state, int value, int body, int bits) {
        float[][] all = {
            state.x, state.y, state.z, state.qx, state.qy, state.qz, state.qw, state.linear[0], state.stepped[0]
        };
        all[value][body] = Float.intBitsToFloat(Float.floatToRawIntBits(all[value][body]) ^ bits);
    }
}
