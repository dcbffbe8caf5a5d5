package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Encodes and decodes a recording's header. Stateless. The fields, in the types of {@link Format}, with nothing after
 * them, are:
 *
 * <ol>
 *   <li>ratio: the rate, in ticks per second
 *   <li>varint, 1 to 16,777,216: the capacity of a state, in bodies
 *   <li>varint, texts: the number of linear channels, then their names; the same for stepped channels. At most 1,000
 *       channels together; names differ, and have at most 200 bytes each
 *   <li>varint, 0 to 65,536: the number of axes
 *   <li>varint, 1 to 1,048,576: the maximum number of inputs per tick
 *   <li>text, 1 to 200 bytes: the name of the simulation
 *   <li>text, at most 16,384 bytes: the simulation's settings
 *   <li>i64: the seed
 *   <li>text, at most 200 bytes: what the bits of the states depend on
 *   <li>varint, 1 to 2,147,483,647: ticks from one hash to the next
 *   <li>one byte of flags: 1 if the run skips a failed step; 2 if positions are doubles; all other bits are 0
 * </ol>
 */
final class HeaderFormat {
    private static final int SKIPS_FAULTS = 1;
    private static final int DOUBLE_POSITIONS = 2;

    private HeaderFormat() {}

    /** Encodes a header, including its frame and checksum. */
    static ByteBuffer write(RecordingHeader header) {
        ByteBuffer to = ByteBuffer.allocate(Format.MAX_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        boolean doubles = header.layout().hasDoublePositions();
        to.putLong(Format.MAGIC).putInt(Format.VERSION);
        to.putInt(0);
        RunSettings run = header.run();
        Format.putRatio(to, run.rate());
        Varint.put(to, header.layout().capacity());
        putNames(to, header.layout().linearChannels());
        putNames(to, header.layout().steppedChannels());
        Varint.put(to, run.axes());
        Varint.put(to, run.inputCapacity());
        Format.putText(to, header.simulation());
        Format.putText(to, header.settings());
        to.putLong(header.seed());
        Format.putText(to, header.computedBy());
        Varint.put(to, run.hashEvery());
        to.put((byte) ((run.skipsFaults() ? SKIPS_FAULTS : 0) | (doubles ? DOUBLE_POSITIONS : 0)));
        to.putInt(Format.HEADER_FRAME - Integer.BYTES, to.position() - Format.HEADER_FRAME);
        return to.putInt(Format.checksum(to.duplicate().flip())).flip();
    }

    private static void putNames(ByteBuffer to, List<String> names) {
        Varint.put(to, names.size());
        names.forEach(name -> Format.putText(to, name));
    }

    /** Decodes the fields, which lie between frame and checksum. */
    static RecordingHeader read(ByteBuffer from) throws RecordingException {
        try {
            RecordingHeader header = fields(from);
            if (from.hasRemaining()) {
                throw new RecordingException("has " + from.remaining() + " bytes after its last field");
            }
            return header;
        } catch (BufferUnderflowException e) {
            throw new RecordingException("ends in the middle of a field");
        } catch (IllegalArgumentException e) {
            throw new RecordingException("has an invalid value: " + e.getMessage());
        }
    }

    private static RecordingHeader fields(ByteBuffer from) throws RecordingException {
        Ratio rate = Format.ratio(from, Ratio.ONE, "the rate");
        StateLayout layout = StateLayout.of((int) Format.varint(from, 1, StateLayout.MAX_CAPACITY, "the capacity"))
                .linear(names(from))
                .stepped(names(from));
        int axes = (int) Format.varint(from, 0, RecordingHeader.MAX_AXES, "the number of axes");
        int inputs = (int) Format.varint(from, 1, RecordingHeader.MAX_INPUTS, "the maximum number of inputs per tick");
        String simulation = Format.text(from, RecordingHeader.MAX_NAME_BYTES, "the simulation's name");
        String settings = Format.text(from, RecordingHeader.MAX_SETTINGS_BYTES, "the simulation's settings");
        long seed = from.getLong();
        String computedBy = Format.text(from, RecordingHeader.MAX_NAME_BYTES, "what computedBy has returned");
        int hashEvery = (int) Format.varint(from, 1, Integer.MAX_VALUE, "the number of ticks between hashes");
        int flags = from.get();
        boolean doubles = (flags & DOUBLE_POSITIONS) != 0;
        if ((flags & ~(SKIPS_FAULTS | DOUBLE_POSITIONS)) != 0) {
            throw new RecordingException("has flags that its version does not define: " + flags);
        }
        RunSettings run = new RunSettings(rate, axes, inputs, hashEvery, (flags & SKIPS_FAULTS) != 0);
        StateLayout all = doubles ? layout.doublePositions() : layout;
        return new RecordingHeader(run, all, simulation, settings, seed, computedBy);
    }

    private static String[] names(ByteBuffer from) throws RecordingException {
        int count = (int) Format.varint(from, 0, RecordingHeader.MAX_CHANNELS, "the number of channels");
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = Format.text(from, RecordingHeader.MAX_NAME_BYTES, "a channel's name");
        }
        return names;
    }
}
