package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.RawBody;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Of 200 slots in four blocks, those of the first block move. */
class PieceDecoderTest {
    private final StateLayout layout = StateLayout.of(200);
    private final World world = new World(layout, 1);
    private final StateEncoder encoder = StateEncoder.of(layout, PoseGrid.STANDARD, 1);
    private final Receiver receiver = new Receiver(layout);
    private final PieceHeader header = new PieceHeader();

    /** Returns the only piece of the next state. */
    private byte[] next() {
        receiver.clear();
        encoder.encode(world.tick(0.5), world.stamp(), receiver);
        return receiver.pieces.get(0);
    }

    /** Returns the piece after two seconds, in which all baselines have come. */
    private byte[] run() {
        world.life = 0;
        byte[] piece = next();
        for (int i = 0; i < 200; i++) {
            world.end = 64;
            receiver.baselines.forEach(receiver::takeBaseline);
            piece = next();
        }
        assertTrue(header.read(piece, 0, piece.length));
        assertEquals(0, header.firstSlot);
        assertTrue(header.isLast());
        return piece;
    }

    private boolean decode(byte[] piece, int length) {
        return receiver.decoder.decode(piece, 0, length, header);
    }

    /** One body without a baseline at this x position. */
    private boolean decodes(float x) {
        BlockModels models = new BlockModels(new BodyFields(layout));
        RangeEncoder coder = new RangeEncoder(models.all, 1_000);
        RawBody body = new RawBody(layout, false);
        byte[] bytes = new byte[1_000];
        coder.open(bytes, 8);
        coder.flag(models.coded, true);
        coder.flag(models.based, false);
        body.code(x, coder);
        coder.end();
        header.contentOffset = 8;
        header.firstSlot = 0;
        header.endSlot = 1;
        return decode(bytes, coder.finish());
    }

    @Test
    void aPieceWithABodyThatIsInvalidIsRefused() {
        run();
        assertTrue(decodes(5));
        assertEquals(5, receiver.decoder.x[0]);
        assertFalse(decodes(Float.NaN));
    }

    @Test
    void moreSlotsThanTheLayoutHasAreRefused() {
        byte[] piece = run();
        header.slots = 200;
        assertTrue(decode(piece, piece.length));
        header.slots = 201;
        assertFalse(decode(piece, piece.length));
    }

    @Test
    void aContentThatIsLongerOrShorterIsRefused() {
        int taken = 0;
        run();
        for (int i = 0; i < 40; i++) {
            receiver.baselines.forEach(receiver::takeBaseline);
            byte[] piece = next();
            assertTrue(header.read(piece, 0, piece.length));
            assertTrue(decode(piece, piece.length));
            taken += decode(Arrays.copyOf(piece, piece.length + 1), piece.length + 1) ? 1 : 0;
            taken += decode(piece, piece.length - 1) ? 1 : 0;
            header.endSlot = 63;
            taken += decode(piece, piece.length) ? 1 : 0;
        }
        // There is no checksum, so one of some thousand is the code of other values.
        assertTrue(taken <= 10, "taken: " + taken);
    }
}
