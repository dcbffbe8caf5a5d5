package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes headers and reads them. Each field has a range, and a header with a value beyond it is refused. */
class HeadersTest {
    private static final int OFFSET = 5;
    private static final long MOST = Datagrams.LIMIT;
    private static final long ANY = Long.MAX_VALUE;
    private static final long ANY_INT = Integer.MAX_VALUE;

    private final byte[] bytes = new byte[300];

    /** A field of a header, and its range. */
    private record Field<H>(ToLongFunction<H> get, BiConsumer<H, Long> set, long least, long most) {
        boolean has(long value) {
            return value >= least && value <= most;
        }

        /** The ends of the range, and the values beyond them that the field can have. */
        long[] limits() {
            boolean hasLess = least > -ANY_INT || least == -MOST;
            boolean hasMore = most < ANY_INT || most == MOST;
            return new long[] {least, most, hasLess ? least - 1 : least, hasMore ? most + 1 : most};
        }
    }

    private static <H> Field<H> field(ToLongFunction<H> get, BiConsumer<H, Long> set, long least, long most) {
        return new Field<>(get, set, least, most);
    }

    /** The fields of all pieces, and those of pieces for one client. */
    static List<Field<PieceHeader>> pieces(boolean isOfClient) {
        List<Field<PieceHeader>> fields = new ArrayList<>(List.of(
                field(h -> h.tick, (h, v) -> h.tick = v, 0, MOST),
                field(h -> h.stampNanos, (h, v) -> h.stampNanos = v, -MOST, MOST),
                field(h -> h.startedNanos, (h, v) -> h.startedNanos = v, -MOST, MOST),
                field(h -> h.simulationNanos, (h, v) -> h.simulationNanos = v, -MOST, MOST),
                field(h -> h.anchorNumber, (h, v) -> h.anchorNumber = v, 0, ANY),
                field(h -> h.anchorWallNanos, (h, v) -> h.anchorWallNanos = v, -MOST, MOST),
                field(h -> h.anchorSimulationNanos, (h, v) -> h.anchorSimulationNanos = v, -MOST, MOST),
                field(h -> h.scaleNumerator, (h, v) -> h.scaleNumerator = v, 0, ANY),
                field(h -> h.scaleDenominator, (h, v) -> h.scaleDenominator = v, 1, ANY),
                field(h -> h.inputSequence, (h, v) -> h.inputSequence = v, 0, ANY),
                field(h -> h.inputNanos, (h, v) -> h.inputNanos = v, -MOST, MOST)));
        fields.addAll(List.of(
                field(h -> h.slots, (h, v) -> h.slots = v.intValue(), 128, ANY_INT),
                field(h -> h.firstSlot, (h, v) -> h.firstSlot = v.intValue(), 0, 128),
                field(h -> h.endSlot, (h, v) -> h.endSlot = v.intValue(), 64, 300),
                field(h -> h.lower, (h, v) -> h.lower = v.intValue(), -ANY_INT, ANY_INT),
                field(h -> h.state, (h, v) -> h.state = v, 1, MOST)));
        if (isOfClient) {
            fields.add(field(h -> h.since, (h, v) -> h.since = v, 0, MOST));
        }
        return fields;
    }

    private static PieceHeader piece(boolean isOfClient) {
        PieceHeader header = new PieceHeader();
        header.run = 0x89ABCDEF;
        header.isOfClient = isOfClient;
        header.slots = 300;
        header.lower = 7;
        header.state = 9;
        header.firstSlot = 64;
        header.endSlot = 128;
        header.since = isOfClient ? 8 : 0;
        header.scaleDenominator = 5;
        header.hasInput = true;
        return header;
    }

    static List<Field<RunHeader>> runs() {
        return List.of(
                field(h -> h.world, (h, v) -> h.world = v, -ANY, ANY),
                field(h -> h.former, (h, v) -> h.former = v, -ANY, ANY),
                field(h -> h.startTick, (h, v) -> h.startTick = v, -1, MOST),
                field(h -> h.stampNanos, (h, v) -> h.stampNanos = v, -MOST, MOST),
                field(h -> h.layout, (h, v) -> h.layout = v, -ANY, ANY),
                field(h -> h.capacity, (h, v) -> h.capacity = v.intValue(), 0, ANY_INT),
                field(h -> h.shift, (h, v) -> h.shift = v.intValue(), -ANY_INT, ANY_INT),
                field(h -> h.turns, (h, v) -> h.turns = v.intValue(), 0, ANY_INT));
    }

    private static RunHeader run() {
        RunHeader header = new RunHeader();
        header.run = 0x89ABCDEF_01234567L;
        header.capacity = 3_000;
        return header;
    }

    /** Returns the length of the header. */
    private int write(Consumer<ByteWriter> header) {
        ByteWriter out = new ByteWriter();
        out.open(bytes, OFFSET);
        header.accept(out);
        return out.position() - OFFSET;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachFieldOfAPieceHasItsRange(boolean isOfClient) {
        List<Field<PieceHeader>> fields = pieces(isOfClient);
        for (Field<PieceHeader> field : fields) {
            for (long value : field.limits()) {
                PieceHeader sent = piece(isOfClient);
                field.set.accept(sent, value);
                PieceHeader read = new PieceHeader();
                int length = write(sent::write);
                String context = "field " + fields.indexOf(field) + ", " + value;
                assertEquals(field.has(value), read.read(bytes, OFFSET, length), context);
                if (field.has(value)) {
                    fields.forEach(each -> assertEquals(each.get.applyAsLong(sent), each.get.applyAsLong(read)));
                    assertEquals(sent.run, read.run);
                    assertEquals(OFFSET + length, read.contentOffset);
                }
            }
        }
    }

    /** The times of a piece are short if they are differences from those of a state that the receiver has. */
    @Test
    void aPieceMayReferToAnEarlierState() throws Exception {
        PieceHeader base = new PieceHeader();
        Fields.fill(base);
        base.state = 7;
        StateRing ring = new StateRing(new BodyFields(StateLayout.of(1)), 1);
        ring.begin(base);
        PieceHeader sent = new PieceHeader();
        Fields.fill(sent);
        sent.isOfClient = false;
        sent.firstSlot = 1;
        sent.state = 9;
        sent.age = 2;
        sent.slots = base.slots + 3;
        sent.simulationNanos += 1_000_000_000;
        sent.ring = ring;
        int length = write(sent::write);
        PieceHeader read = new PieceHeader();
        assertFalse(read.read(bytes, OFFSET, length), "it has no earlier states");
        read.ring = ring;
        assertTrue(read.read(bytes, OFFSET, length));
        sent.contentOffset = read.contentOffset;
        sent.since = 0;
        assertEquals(Fields.of(sent), Fields.of(read));
        sent.age = 3;
        write(sent::write);
        assertFalse(read.read(bytes, OFFSET, length), "there is no such state");
        for (sent.age = 63; sent.age <= 64; sent.age++) {
            sent.state = base.state + sent.age;
            assertEquals(
                    sent.age == 63, read.read(bytes, OFFSET, write(sent::write)), "its place is that of the piece");
        }
    }

    @Test
    void eachFieldOfARunHasItsRange() {
        for (Field<RunHeader> field : runs()) {
            for (long value : field.limits()) {
                RunHeader sent = run();
                field.set.accept(sent, value);
                RunHeader read = new RunHeader();
                int length = write(sent::write);
                String context = "field " + runs().indexOf(field) + ", " + value;
                assertEquals(field.has(value), read.read(bytes, OFFSET, length), context);
                if (field.has(value)) {
                    runs().forEach(each -> assertEquals(each.get.applyAsLong(sent), each.get.applyAsLong(read)));
                    assertEquals(sent.run, read.run);
                }
            }
        }
    }

    /** It is in memory that was used for other headers. */
    @Test
    void aFieldThatIsNotThereIsZero() {
        PieceHeader read = new PieceHeader();
        PieceHeader sent = piece(true);
        sent.inputSequence = sent.inputNanos = 7;
        assertTrue(read.read(bytes, OFFSET, write(sent::write)));
        assertTrue(read.hasInput);
        PieceHeader other = piece(false);
        other.hasInput = false;
        assertTrue(read.read(bytes, OFFSET, write(other::write)));
        assertFalse(read.hasInput || read.isOfClient);
        assertEquals(0, read.inputSequence + read.inputNanos + read.since);
    }

    @Test
    void aCutHeaderAndOneOfAnotherKindAreRefused() {
        for (boolean isOfClient : new boolean[] {false, true}) {
            int length = write(piece(isOfClient)::write);
            for (int cut = 0; cut < length; cut++) {
                assertFalse(new PieceHeader().read(bytes, OFFSET, cut));
            }
            assertFalse(new RunHeader().read(bytes, OFFSET, length));
        }
        int length = write(run()::write);
        for (int cut = 0; cut < length; cut++) {
            assertFalse(new RunHeader().read(bytes, OFFSET, cut));
        }
        assertFalse(new PieceHeader().read(bytes, OFFSET, length));
    }

    /** A sender and a receiver compare this number to find out whether their layouts and builds are the same. */
    @Test
    void theHashOfALayoutDependsOnItsCapacityAndItsChannels() {
        StateLayout layout = StateLayout.of(300);
        List<StateLayout> layouts = List.of(
                layout,
                StateLayout.of(301),
                layout.doublePositions(),
                layout.linear("a"),
                layout.linear("b"),
                layout.linear("a", "b"),
                layout.linear("b", "a"),
                layout.linear("ab"),
                layout.stepped("a"),
                layout.linear("a").stepped("b"));
        assertEquals(
                layouts.size(), layouts.stream().map(RunHeader::hash).distinct().count());
        assertEquals(
                RunHeader.hash(layout.linear("a")),
                RunHeader.hash(StateLayout.of(300).linear("a")));
        int models = BodyCoder.models(new BodyFields(layout)).starts().hash;
        assertEquals(RunHeader.hash(layout), RunHeader.hash(layout, models));
        assertNotEquals(RunHeader.hash(layout), RunHeader.hash(layout, models + 1));
    }

    /** A long slot range that ends beyond an int must not wrap to a valid end. */
    @Test
    void anEndThatOverflowsIsRefused() {
        PieceHeader header = piece(false);
        header.slots = Integer.MAX_VALUE;
        header.firstSlot = 1 << 30;
        header.endSlot = (1 << 30) + Integer.MAX_VALUE;
        assertFalse(new PieceHeader().read(bytes, OFFSET, write(header::write)));
    }
}
