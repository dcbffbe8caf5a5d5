package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.EventValues;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bytes of one version are always the same, because an older receiver misreads others. If you change the format on
 * purpose, increase the version in {@link Datagrams} and take the new sums over.
 */
class FormatTest {
    private static final int BODIES = 150;
    private static final int TICKS = 150;

    private StateLayout layout = StateLayout.of(200).linear("fuel").stepped("gear");
    private Published published;
    private final Random random = Seeds.fixed(1);
    private final float[][] pose = new float[BODIES][7];
    private final CRC32 sum = new CRC32();
    private int bytes;

    private void add(ByteBuffer datagram) {
        bytes += datagram.remaining();
        sum.update(datagram);
    }

    /** Also where no receiver would notice another format, because it takes more bytes only. */
    @ParameterizedTest
    @CsvSource({
        "true, false, 1, 480509, 3311074972",
        "false, false, 1, 227644, 2346119757",
        "true, true, 1, 633255, 2212757026",
        "false, true, 1, 224457, 4046430922"
    })
    void datagramsHaveTheBytesOfTheirVersion(
            boolean exact, boolean doubles, int version, int expectedBytes, long expectedSum) {
        layout = doubles ? layout.doublePositions() : layout;
        published = new Published(layout, BODIES);
        StatePublisher publisher = published.publisher;
        StateEncoder encoder = new StateEncoder(layout, exact ? PoseGrid.EXACT : PoseGrid.STANDARD, 77);
        ClientBlocks client = new ClientBlocks(layout);
        ClientBodies chooser = new ClientBodies(7);
        byte[] levels = new byte[layout.capacity()];
        for (int slot = 0; slot < levels.length; slot++) {
            levels[slot] = (byte) (slot % 20 / 17);
        }
        long[] all = {-1, -1, -1, -1};
        for (int slot = 0; slot < BODIES; slot++) {
            place(slot);
        }
        for (int tick = 0; tick < TICKS; tick++) {
            if (tick % 40 == 20) {
                published.anchor.set(tick, tick, tick % 80 == 20 ? 0 : 1, 2);
            }
            StateWriter out = publisher.begin(tick, tick * 10_000_000L, published.anchor, tick * 10_000_000L - 5);
            for (int slot = 0; slot < BODIES; slot++) {
                change(slot, tick);
                write(out, slot, tick);
            }
            if (tick > 100) {
                publisher.input(tick, tick);
            }
            publisher.publish(tick);
            Output output = new Output(this::add, this::add);
            encoder.begin(published.newest(), tick * 10_000_000L, output);
            encoder.encode(client, output);
            client.acknowledge((int) client.newest(), all);
            chooser.choose(published.newest(), new long[] {-1, -1, tick % 50 < 40 ? -1 : 0, -1}, levels);
            encoder.encode(chooser, output);
            chooser.acknowledge((int) chooser.newest(), all);
        }
        assertEquals(version << 4, Datagrams.PIECE & 0xF0);
        assertEquals(expectedBytes + " bytes, sum " + expectedSum, bytes + " bytes, sum " + sum.getValue());
    }

    @Test
    void eventsHaveTheBytesOfTheirVersion() {
        EventEncoder encoder = new EventEncoder(layout, 77, this::add);
        EventValues event = new EventValues();
        for (int i = 0; i < 700; i++) {
            event.kind = 1 + i % EventValues.USER;
            event.tick = i / 7;
            event.slotA = i % 200;
            event.lifeA = i;
            event.slotB = i % 3 - 1;
            event.lifeB = 2 * i;
            event.x = i % 2 == 0 ? i / 8.0 : Double.NaN;
            event.y = 1;
            event.z = -1;
            event.ny = 1;
            event.impulse = i % 3 == 0 ? i : Float.NaN;
            event.code = -i;
            event.data = 1L << i % 64;
            encoder.event(event);
        }
        encoder.flush();
        assertEquals(1 << 4, Datagrams.EVENTS & 0xF0);
        assertEquals("10891 bytes, sum 4227085799", bytes + " bytes, sum " + sum.getValue());
    }

    /** A third rests, a third moves alike, and a third at random. Some have no body any more, or another one. */
    private void change(int slot, int tick) {
        if (tick == 70 && slot % 10 == 0) {
            published.bodies.remove(slot);
        } else if (tick == 75 && slot % 20 == 0) {
            published.bodies.spawn(slot);
        } else if (published.bodies.isAlive(slot) && random.nextInt(500) == 0) {
            published.bodies.teleport(slot);
            place(slot);
        } else if (slot % 3 == 1) {
            pose[slot][0] += 0.01f;
            pose[slot][1] -= 0.02f;
        } else if (slot % 3 == 2) {
            for (int i = 0; i < 7; i++) {
                pose[slot][i] += 0.02f * (random.nextFloat() - 0.5f);
            }
        }
    }

    /** One of 30 bodies is beyond the grid. */
    private void place(int slot) {
        for (int i = 0; i < 7; i++) {
            pose[slot][i] = (random.nextFloat() - 0.5f) * (i >= 3 ? 1 : slot % 30 == 1 ? 1e9f : 100);
        }
    }

    private void write(StateWriter out, int slot, int tick) {
        if (published.bodies.isAlive(slot)) {
            float[] p = pose[slot];
            out.position(slot, p[0], p[1], p[2]);
            out.orientation(slot, p[3], p[4], p[5], p[6]);
            out.linear(0, slot, slot % 2 == 0 ? 1 : tick * 0.5f + slot);
            out.stepped(0, slot, slot % 4 == 0 ? tick / 10 : 3);
        }
    }
}
