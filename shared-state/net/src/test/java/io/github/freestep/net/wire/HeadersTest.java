package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes headers and reads them. Each field has a range, and a header with a value beyond it is refused. */
class HeadersTest {
    private static final int OFFSET = 5;
    private static final long MOST = Datagrams.LIMIT;

    private final byte[] bytes = new byte[300];

    private static PieceHeader piece() {
        PieceHeader header = new PieceHeader();
        header.run = 0x89ABCDEF;
        header.tick = 1_000;
        header.stampNanos = 50;
        header.startedNanos = 20;
        header.simulationNanos = 10;
        header.slots = 300;
        header.piece = 2;
        header.firstSlot = 64;
        header.endSlot = 128;
        header.baselines = 7;
        header.anchorNumber = 3;
        header.hasAnchor = true;
        header.anchorWallNanos = 30;
        header.anchorSimulationNanos = 4;
        header.scaleNumerator = 2;
        header.scaleDenominator = 5;
        header.hasInput = true;
        header.inputSequence = 9;
        header.inputNanos = 40;
        return header;
    }

    private static BaselineHeader baseline() {
        BaselineHeader header = new BaselineHeader();
        header.run = 0x89ABCDEF_01234567L;
        header.sequence = 12;
        header.stampNanos = -5;
        header.layout = -77;
        header.capacity = 3_000;
        header.shift = -11;
        header.turns = 500;
        header.slots = 2_000;
        header.firstSlot = 64;
        header.endSlot = 128;
        return header;
    }

    /** Returns the length of the header. */
    private int write(PieceHeader header) {
        ByteWriter out = new ByteWriter();
        out.open(bytes, OFFSET);
        header.write(out);
        return out.position() - OFFSET;
    }

    private int write(BaselineHeader header) {
        ByteWriter out = new ByteWriter();
        out.open(bytes, OFFSET);
        header.write(out);
        return out.position() - OFFSET;
    }

    private boolean reads(PieceHeader header) {
        return new PieceHeader().read(bytes, OFFSET, write(header));
    }

    private boolean reads(BaselineHeader header) {
        return new BaselineHeader().read(bytes, OFFSET, write(header));
    }

    @Test
    void aPieceComesBack() {
        PieceHeader sent = piece();
        PieceHeader read = new PieceHeader();
        int length = write(sent);
        assertTrue(read.read(bytes, OFFSET, length));
        assertEquals(fields(sent), fields(read));
        assertEquals(OFFSET + length, read.contentOffset);
        assertFalse(read.isLast());
        sent.hasAnchor = false;
        sent.hasInput = false;
        sent.endSlot = sent.slots;
        assertTrue(read.read(bytes, OFFSET, write(sent)));
        assertTrue(read.isLast());
        assertFalse(read.hasAnchor || read.hasInput);
        assertEquals(
                List.of(0L, 0L, 0L, 0L, 0L, 0L),
                List.of(
                        read.anchorWallNanos,
                        read.anchorSimulationNanos,
                        read.scaleNumerator,
                        read.scaleDenominator,
                        read.inputSequence,
                        read.inputNanos));
    }

    private static List<Number> fields(PieceHeader header) {
        return List.of(
                header.run,
                header.tick,
                header.stampNanos,
                header.startedNanos,
                header.simulationNanos,
                header.slots,
                header.piece,
                header.firstSlot,
                header.endSlot,
                header.baselines,
                header.anchorNumber,
                header.anchorWallNanos,
                header.anchorSimulationNanos,
                header.scaleNumerator,
                header.scaleDenominator,
                header.inputSequence,
                header.inputNanos);
    }

    @Test
    void aBaselineComesBack() {
        BaselineHeader sent = baseline();
        BaselineHeader read = new BaselineHeader();
        int length = write(sent);
        assertTrue(read.read(bytes, OFFSET, length));
        assertEquals(fields(sent), fields(read));
        assertEquals(OFFSET + length, read.contentOffset);
    }

    private static List<Number> fields(BaselineHeader header) {
        return List.of(
                header.run,
                header.sequence,
                header.stampNanos,
                header.layout,
                header.capacity,
                header.shift,
                header.turns,
                header.slots,
                header.firstSlot,
                header.endSlot);
    }

    @Test
    void aCutHeaderAndOneOfAnotherKindAreRefused() {
        int length = write(piece());
        for (int cut = 0; cut < length; cut++) {
            assertFalse(new PieceHeader().read(bytes, OFFSET, cut));
        }
        assertFalse(new BaselineHeader().read(bytes, OFFSET, length));
        bytes[OFFSET]++;
        assertFalse(new PieceHeader().read(bytes, OFFSET, length));
        length = write(baseline());
        for (int cut = 0; cut < length; cut++) {
            assertFalse(new BaselineHeader().read(bytes, OFFSET, cut));
        }
        bytes[OFFSET]++;
        assertFalse(new BaselineHeader().read(bytes, OFFSET, length));
    }

    static List<Consumer<PieceHeader>> validPieces() {
        return List.of(
                header -> header.tick = 0,
                header -> header.tick = MOST,
                header -> header.baselines = 0,
                header -> header.anchorNumber = 0,
                header -> header.endSlot = header.slots,
                header -> header.endSlot = header.firstSlot,
                header -> header.scaleNumerator = 0,
                header -> header.scaleDenominator = 1,
                header -> header.inputSequence = 0,
                header -> header.stampNanos = -MOST);
    }

    @ParameterizedTest
    @MethodSource("validPieces")
    void aPieceMayHaveTheLastValueOfARange(Consumer<PieceHeader> change) {
        PieceHeader header = piece();
        change.accept(header);
        assertTrue(reads(header));
    }

    static List<Consumer<PieceHeader>> invalidPieces() {
        return List.of(
                header -> header.tick = -1,
                header -> header.tick = MOST + 1,
                header -> header.stampNanos = MOST + 1,
                header -> header.startedNanos = -MOST - 1,
                header -> header.simulationNanos = MOST + 1,
                header -> header.slots = -1,
                header -> header.piece = -1,
                header -> header.firstSlot = -1,
                header -> header.endSlot = header.firstSlot - 1,
                header -> header.endSlot = header.slots + 1,
                header -> header.baselines = -1,
                header -> header.anchorNumber = -1,
                header -> header.anchorWallNanos = -MOST - 1,
                header -> header.anchorSimulationNanos = -MOST - 1,
                header -> header.scaleNumerator = -1,
                header -> header.scaleDenominator = 0,
                header -> header.inputSequence = -1,
                header -> header.inputNanos = -MOST - 1);
    }

    @ParameterizedTest
    @MethodSource("invalidPieces")
    void aPieceWithAValueBeyondARangeIsRefused(Consumer<PieceHeader> change) {
        PieceHeader header = piece();
        change.accept(header);
        assertFalse(reads(header));
    }

    static List<Consumer<BaselineHeader>> validBaselines() {
        return List.of(
                header -> header.sequence = 1,
                header -> header.sequence = MOST,
                header -> header.stampNanos = MOST,
                header -> header.slots = header.capacity,
                header -> header.endSlot = header.firstSlot + BaselineHeader.MAX_SLOTS,
                header -> header.slots = header.endSlot);
    }

    @ParameterizedTest
    @MethodSource("validBaselines")
    void aBaselineMayHaveTheLastValueOfARange(Consumer<BaselineHeader> change) {
        BaselineHeader header = baseline();
        change.accept(header);
        assertTrue(reads(header));
    }

    static List<Consumer<BaselineHeader>> invalidBaselines() {
        return List.of(
                header -> header.sequence = 0,
                header -> header.sequence = MOST + 1,
                header -> header.stampNanos = MOST + 1,
                header -> header.capacity = -1,
                header -> header.slots = header.capacity + 1,
                header -> header.endSlot = header.firstSlot + BaselineHeader.MAX_SLOTS + 1,
                header -> header.slots = header.endSlot - 1,
                header -> header.turns = -1);
    }

    @ParameterizedTest
    @MethodSource("invalidBaselines")
    void aBaselineWithAValueBeyondARangeIsRefused(Consumer<BaselineHeader> change) {
        BaselineHeader header = baseline();
        change.accept(header);
        assertFalse(reads(header));
    }

    /** A sender and a receiver compare this number to find out whether their layouts are the same. */
    @Test
    void theHashOfALayoutDependsOnItsCapacityAndItsChannels() {
        StateLayout layout = StateLayout.of(300);
        List<StateLayout> layouts = List.of(
                layout,
                StateLayout.of(301),
                layout.linear("a"),
                layout.linear("b"),
                layout.linear("a", "b"),
                layout.linear("b", "a"),
                layout.linear("ab"),
                layout.stepped("a"),
                layout.linear("a").stepped("b"));
        assertEquals(
                layouts.size(),
                layouts.stream().map(BaselineHeader::hash).distinct().count());
        assertEquals(
                BaselineHeader.hash(layout.linear("a")),
                BaselineHeader.hash(StateLayout.of(300).linear("a")));
    }

    /** A long slot range that ends beyond an int must not wrap to a valid end. */
    @Test
    void anEndThatOverflowsIsRefused() {
        PieceHeader header = piece();
        header.slots = Integer.MAX_VALUE;
        header.firstSlot = Integer.MAX_VALUE;
        header.endSlot = Integer.MAX_VALUE;
        assertTrue(reads(header));
        header.firstSlot = 1 << 30;
        header.endSlot = (1 << 30) + Integer.MAX_VALUE;
        assertFalse(reads(header));
    }
}
