package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventValues;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.VirtualNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encodes events and decodes them. What a simulation cannot mean is left out, and false values are refused. */
class EventCodecTest {
    static final StateLayout LAYOUT = StateLayout.of(300);
    private static final long RUN = 0x89ABCDEF_01234567L;

    private final List<byte[]> datagrams = new ArrayList<>();
    private final EventEncoder encoder =
            new EventEncoder(LAYOUT, RUN, datagram -> datagrams.add(VirtualNetwork.copy(datagram)));

    /** Returns an event of a kind, without values that the kind does not have. */
    static EventValues random(Random random, long tick) {
        EventValues event = new EventValues();
        event.kind = 1 + random.nextInt(EventValues.USER);
        event.tick = tick;
        event.slotA = random.nextInt(-1, LAYOUT.capacity());
        event.lifeA = event.slotA < 0 ? 0 : random.nextInt(1 << 24);
        if (EventCodec.isPair(event.kind)) {
            event.slotB = random.nextInt(-1, LAYOUT.capacity());
            event.lifeB = event.slotB < 0 ? 0 : random.nextInt(1 << 24);
        }
        if (EventCodec.mayHavePlace(event.kind) && random.nextBoolean()) {
            event.x = random.nextGaussian() * 1e9;
            event.y = random.nextGaussian();
            event.z = -0.0;
        }
        if (event.kind == EventValues.CONTACT_BEGIN) {
            event.nx = random.nextFloat();
            event.nz = -1;
            event.impulse = random.nextBoolean() ? Float.NaN : random.nextFloat();
        }
        if (event.kind == EventValues.USER) {
            event.code = random.nextInt();
            event.data = random.nextLong();
        }
        return event;
    }

    @Test
    void theLongestEventFits() {
        EventValues event = new EventValues();
        event.tick = Datagrams.LIMIT;
        event.slotA = LAYOUT.capacity() - 1;
        event.lifeA = (1 << 24) - 1;
        event.slotB = event.slotA;
        event.lifeB = event.lifeA;
        event.x = event.y = event.z = 1;
        event.code = Integer.MIN_VALUE;
        event.data = Long.MIN_VALUE;
        event.impulse = 1;
        for (int kind : new int[] {EventValues.USER, EventValues.CONTACT_BEGIN}) {
            event.kind = kind;
            for (int i = 0; i < 100; i++) {
                event.tick = i % 2 == 0 ? Datagrams.LIMIT : 0;
                encoder.event(event);
            }
        }
        encoder.flush();
        EventDecoder decoder = new EventDecoder(LAYOUT.capacity());
        int events = 0;
        for (byte[] datagram : datagrams) {
            events += decoder.read(datagram, datagram.length) ? decoder.count : 0;
        }
        assertEquals(200, events);
        // About 60 bytes an event.
        assertTrue(datagrams.size() <= 12, () -> datagrams.size() + " datagrams");
    }

    @Test
    void whatASimulationDoesNotKnowIsSentAsUnknown() {
        EventValues event = new EventValues();
        event.kind = EventValues.CONTACT_BEGIN;
        event.slotA = 300;
        event.lifeA = 5;
        event.slotB = -7;
        event.lifeB = 5;
        event.x = 1;
        event.y = Double.POSITIVE_INFINITY;
        event.z = 3;
        event.nx = Float.NaN;
        event.ny = 1;
        event.impulse = Float.NEGATIVE_INFINITY;
        encoder.event(event);
        encoder.flush();
        EventDecoder decoder = new EventDecoder(LAYOUT.capacity());
        assertTrue(decoder.read(datagrams.get(0), datagrams.get(0).length));
        decoder.next(event);
        assertEquals(-1, event.slotA);
        assertEquals(0, event.lifeA);
        assertEquals(-1, event.slotB);
        assertTrue(Double.isNaN(event.x) && Double.isNaN(event.y) && Double.isNaN(event.z));
        assertEquals(0, event.nx);
        assertEquals(1, event.ny);
        assertTrue(Float.isNaN(event.impulse));
    }

    /** The fields of a contact, as they are sent. */
    private static final class Raw {
        long first = 1;
        int head = EventValues.CONTACT_BEGIN | EventCodec.HAS_PLACE | EventCodec.HAS_IMPULSE;
        long tick = 4;
        long slotA = 2;
        long lifeA = 1;
        long slotB = 299;
        long lifeB = (1 << 24) - 1;
        double x = 1;
        float nx = 1;
        float impulse = 1;

        byte[] bytes() {
            byte[] bytes = new byte[100];
            ByteWriter out = new ByteWriter();
            out.open(bytes, 0);
            out.u8(Datagrams.EVENTS);
            out.i64(RUN);
            out.varlong(first);
            out.u8(head);
            out.zigzag(tick);
            out.zigzag(slotA);
            out.varlong(lifeA);
            out.zigzag(slotB);
            out.varlong(lifeB);
            out.i64(Double.doubleToRawLongBits(x));
            out.i64(0);
            out.i64(0);
            out.i32(Float.floatToRawIntBits(nx));
            out.i32(0);
            out.i32(0);
            out.i32(Float.floatToRawIntBits(impulse));
            return Arrays.copyOf(bytes, out.position());
        }
    }

    static List<Consumer<Raw>> valid() {
        return List.of(
                raw -> {},
                raw -> raw.first = 1L << 48,
                raw -> raw.tick = 0,
                raw -> raw.tick = Datagrams.LIMIT,
                raw -> raw.slotA = -1,
                raw -> raw.lifeA = 0);
    }

    @ParameterizedTest
    @MethodSource
    void valid(Consumer<Raw> change) {
        assertTrue(reads(change));
    }

    static List<Consumer<Raw>> invalid() {
        return List.of(
                raw -> raw.first = 0,
                raw -> raw.first = (1L << 48) + 1,
                raw -> raw.head = EventValues.NONE,
                raw -> raw.head = EventValues.USER + 1,
                raw -> raw.head |= 0x40,
                raw -> raw.head |= 0x80,
                raw -> raw.tick = -1,
                raw -> raw.tick = Datagrams.LIMIT + 1,
                raw -> raw.slotA = -2,
                raw -> raw.slotB = 300,
                raw -> raw.slotB = 1L << 32,
                raw -> raw.lifeA = -1,
                raw -> raw.lifeB = 1 << 24,
                raw -> raw.x = Double.NaN,
                raw -> raw.x = Double.POSITIVE_INFINITY,
                raw -> raw.nx = Float.NaN,
                raw -> raw.impulse = Float.NEGATIVE_INFINITY);
    }

    @ParameterizedTest
    @MethodSource
    void invalid(Consumer<Raw> change) {
        assertFalse(reads(change));
    }

    private static boolean reads(Consumer<Raw> change) {
        Raw raw = new Raw();
        change.accept(raw);
        byte[] bytes = raw.bytes();
        return new EventDecoder(LAYOUT.capacity()).read(bytes, bytes.length);
    }
}
