package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Changes a recording in random places, and then, in most cases, makes all numbers, lengths and checksums valid again.
 */
final class ChangedRecording {
    private static final int[] SIZES = {1, 2, 5, 300, 4_096, 65_536, 150_000, 1 << 20, 1 << 24, Integer.MAX_VALUE};

    /** Valid entries with extreme values: inputs, axes, time anchors, ticks, foreign commands, faults, ends. */
    private static final List<String> ENTRIES = List.of(
            "41 00 FF FF 7F 7F",
            "40 00 FF FF 7F FF",
            "43 FF FF FF FF 0F 01 00 00 80 00 00 00 00 00 00 F0 3F",
            "30 00 FF FF 7F 7F",
            "50 01 01 FF FF FF FF FF FF FF 7F 00 00 00 00 00 00 00 80",
            "70",
            "71 00 00 00 00 00 00 00 00",
            "72 02",
            "72 FF FF FF FF FF FF FF FF 7F",
            "72 FE FF FF FF 07",
            "10 0E 00",
            "10 0E 04 00 00 00 07",
            "10 0E 04 FF FF FF FF",
            "10 FE FF FF FF 0F 00",
            "20 00",
            "20 03 E2 80 AE",
            "60 00",
            "80 00",
            "81 00");

    private final Random random;

    /** The header's fields, without frame and checksum. */
    private byte[] fields;

    /** The entries, and the keyframes between them. */
    private final List<Piece> pieces = new ArrayList<>();

    private boolean isForgedOnly = true;

    /** An entry if {@code tick} is 0, otherwise a keyframe with its content. */
    private record Piece(long tick, byte[] content) {}

    ChangedRecording(byte[] recording, int axes, Random random) throws RecordingException {
        this.random = random;
        Parts right = Parts.of(recording);
        fields = Arrays.copyOfRange(right.header(), 16, right.header().length - 4);
        for (Parts.Part part : right.parts()) {
            if (part.tick() > 0) {
                pieces.add(new Piece(part.tick(), part.content()));
                continue;
            }
            ByteBuffer from = ByteBuffer.wrap(part.content()).order(ByteOrder.LITTLE_ENDIAN);
            Entry entry = new Entry();
            while (from.hasRemaining()) {
                int start = from.position();
                entry.read(from, axes);
                pieces.add(new Piece(0, Arrays.copyOfRange(part.content(), start, from.position())));
            }
        }
    }

    /**
     * Returns whether only keyframes were changed, and all checksums are valid. A file that begins with a keyframe
     * begins with the world in it, so it is another recording.
     */
    boolean isForgedOnly() {
        return isForgedOnly && pieces.get(0).tick == 0;
    }

    /** Changes a keyframe, which later ticks do not depend on. */
    void forge() {
        change(pieces.stream().filter(piece -> piece.tick > 0).toList());
    }

    void change(RecordingHeader header) {
        isForgedOnly = false;
        switch (random.nextInt(8)) {
            case 0 -> fields[random.nextInt(fields.length)] = (byte) random.nextInt();
            case 1 -> header(header);
            case 2 -> pieces.add(random.nextInt(pieces.size() + 1), anyEntry());
            case 3 -> pieces.get(pieces.size() - 1).content[0] ^= Entry.COMPLETE;
            default -> change(pieces);
        }
    }

    private void change(List<Piece> among) {
        if (among.isEmpty()) {
            return;
        }
        Piece piece = among.get(random.nextInt(among.size()));
        int at = pieces.indexOf(piece);
        byte[] bytes = piece.content.clone();
        switch (random.nextInt(8)) {
            case 0 -> pieces.remove(at);
            case 1 -> pieces.add(random.nextInt(pieces.size() + 1), new Piece(piece.tick, bytes));
            case 2 -> Collections.swap(pieces, at, pieces.indexOf(among.get(random.nextInt(among.size()))));
            case 3 -> set(at, piece.tick, Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length)));
            case 4 -> set(at, piece.tick, Arrays.copyOf(bytes, bytes.length + random.nextInt(100)));
            case 5 -> set(at, piece.tick > 0 ? 1 + random.nextInt(1_000) : 0, bytes);
            case 6 -> {
                bytes[random.nextInt(Math.min(bytes.length, 24))] = (byte) random.nextInt();
                set(at, piece.tick, bytes);
            }
            default -> {
                flip(bytes);
                set(at, piece.tick, bytes);
            }
        }
    }

    private void set(int at, long tick, byte[] content) {
        pieces.set(at, new Piece(tick, content));
    }

    private void flip(byte[] bytes) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }

    private Piece anyEntry() {
        String entry = ENTRIES.get(random.nextInt(ENTRIES.size()));
        return new Piece(0, HexFormat.of().parseHex(entry.replace(" ", "")));
    }

    /** Changes one field of the header to another valid value. */
    private void header(RecordingHeader right) {
        RunSettings run = right.run();
        int size = SIZES[random.nextInt(SIZES.length)];
        int change = random.nextInt(6);
        StateLayout layout = right.layout();
        if (change == 0) {
            layout = StateLayout.of(Math.min(size, StateLayout.MAX_CAPACITY));
        } else if (change == 1) {
            String[] names = new String[1 + random.nextInt(100)];
            Arrays.setAll(names, i -> "c" + i);
            // Not the capacities in between: with some number of channels they fill a heap of 64 MB to the last byte.
            int bodies = size > 4_096 && size < 1 << 20 ? 4_096 : Math.min(size, StateLayout.MAX_CAPACITY);
            layout = StateLayout.of(bodies).linear(names);
        }
        RunSettings other = new RunSettings(
                change == 2 ? Ratio.of(1 + random.nextInt((int) Ratio.LIMIT), Math.min(size, 1 << 24)) : run.rate(),
                change == 3 ? Math.min(size, RecordingHeader.MAX_AXES) : run.axes(),
                change == 4 ? Math.min(size, RecordingHeader.MAX_INPUTS) : run.inputCapacity(),
                change == 5 ? size : run.hashEvery(),
                run.skipsFaults() ^ (random.nextInt(10) == 0));
        ByteBuffer bytes = HeaderFormat.write(
                new RecordingHeader(other, layout, right.simulation(), right.settings(), right.seed(), ""));
        fields = Arrays.copyOfRange(bytes.array(), 16, bytes.limit() - 4);
    }

    byte[] file() {
        List<Parts.Part> parts = new ArrayList<>();
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (Piece piece : pieces) {
            if (block.size() > 0 && (piece.tick > 0 || random.nextInt(40) == 0)) {
                parts.add(new Parts.Part(0, block.toByteArray(), 0));
                block.reset();
            }
            if (piece.tick > 0) {
                parts.add(new Parts.Part(piece.tick, piece.content, 0));
            } else {
                block.writeBytes(piece.content);
            }
        }
        parts.add(new Parts.Part(0, block.toByteArray(), 0));
        Parts all = new Parts(Parts.header(Format.VERSION, fields), parts);
        if (isForgedOnly) {
            return all.file();
        }
        byte[] file = all.file(random.nextInt(100) == 0 ? 2 : 1);
        int damage = random.nextInt(20);
        if (damage == 0) {
            flip(file);
        }
        return damage == 1 ? Arrays.copyOf(file, random.nextInt(file.length + 1)) : file;
    }
}
