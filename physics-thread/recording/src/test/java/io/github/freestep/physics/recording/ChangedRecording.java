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

    /** The entries of each block, and the keyframes between them. */
    private final List<Piece> pieces = new ArrayList<>();

    private boolean isForgedOnly = true;

    /** A block if {@code tick} is 0, otherwise a keyframe with its content. */
    private record Piece(long tick, List<byte[]> entries) {
        Piece copy() {
            return new Piece(tick, new ArrayList<>(entries));
        }
    }

    ChangedRecording(byte[] recording, int axes, Random random) throws RecordingException {
        this.random = random;
        Parts right = Parts.of(recording);
        fields = Arrays.copyOfRange(right.header(), 16, right.header().length - 4);
        for (Parts.Part part : right.parts()) {
            if (part.tick() > 0) {
                pieces.add(new Piece(part.tick(), new ArrayList<>(List.of(part.content()))));
                continue;
            }
            List<byte[]> block = new ArrayList<>();
            for (byte[] entry : entries(part.content(), axes)) {
                if (random.nextInt(40) == 0 && !block.isEmpty()) {
                    pieces.add(new Piece(0, block));
                    block = new ArrayList<>();
                }
                block.add(entry);
            }
            pieces.add(new Piece(0, block));
        }
    }

    /** Returns whether only keyframes were changed, and all checksums are valid. */
    boolean isForgedOnly() {
        return isForgedOnly;
    }

    /** Changes keyframes, which later ticks do not depend on. */
    void forge() {
        List<Integer> keyframes = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.get(i).tick > 0) {
                keyframes.add(i);
            }
        }
        if (keyframes.isEmpty()) {
            return;
        }
        int at = keyframes.get(random.nextInt(keyframes.size()));
        Piece keyframe = pieces.get(at);
        byte[] content = keyframe.entries.get(0).clone();
        switch (random.nextInt(8)) {
            case 0 -> pieces.remove(at);
            case 1 -> pieces.add(random.nextInt(pieces.size() + 1), keyframe.copy());
            case 2 -> Collections.swap(pieces, at, keyframes.get(random.nextInt(keyframes.size())));
            case 3 -> keyframe.entries.set(0, Arrays.copyOf(content, 1 + random.nextInt(content.length)));
            case 4 -> keyframe.entries.set(0, Arrays.copyOf(content, content.length + random.nextInt(100)));
            case 5 -> pieces.set(at, new Piece(1 + random.nextInt(1_000), keyframe.entries));
            case 6 -> {
                // Flags, hash, axes, slots, attached bodies.
                content[random.nextInt(Math.min(content.length, 24))] = (byte) random.nextInt();
                keyframe.entries.set(0, content);
            }
            default -> {
                flip(content);
                keyframe.entries.set(0, content);
            }
        }
    }

    private static List<byte[]> entries(byte[] payload, int axes) throws RecordingException {
        ByteBuffer from = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        Entry entry = new Entry();
        List<byte[]> all = new ArrayList<>();
        while (from.hasRemaining()) {
            int start = from.position();
            entry.read(from, axes);
            all.add(Arrays.copyOfRange(payload, start, from.position()));
        }
        return all;
    }

    void change(RecordingHeader header) {
        isForgedOnly = false;
        switch (random.nextInt(13)) {
            case 0 -> fields[random.nextInt(fields.length)] = (byte) random.nextInt();
            case 1 -> header(header);
            case 2 -> flip(entry());
            case 3 -> {
                List<byte[]> block = block();
                block.set(random.nextInt(block.size()), bytes(random.nextInt(40)));
            }
            case 4 -> {
                List<byte[]> block = block();
                int at = random.nextInt(block.size());
                block.set(at, Arrays.copyOf(block.get(at), random.nextInt(block.get(at).length + 1)));
            }
            case 5 -> pieces.add(random.nextInt(pieces.size() + 1), piece().copy());
            case 6 -> Collections.swap(pieces, random.nextInt(pieces.size()), random.nextInt(pieces.size()));
            case 7 -> pieces.remove(piece());
            case 9 -> {
                // The end, which is the last entry, then says that the recording is incomplete.
                List<byte[]> last = pieces.get(pieces.size() - 1).entries;
                byte[] end = last.get(last.size() - 1);
                if (end.length > 0) {
                    end[0] ^= Entry.COMPLETE;
                }
            }
            case 8 -> {
                List<byte[]> block = block();
                if (block.size() > 1) {
                    block.remove(random.nextInt(block.size()));
                }
            }
            default -> insert();
        }
    }

    private Piece piece() {
        return pieces.get(random.nextInt(pieces.size()));
    }

    private List<byte[]> block() {
        List<Piece> blocks = pieces.stream().filter(piece -> piece.tick == 0).toList();
        return blocks.get(random.nextInt(blocks.size())).entries;
    }

    private byte[] entry() {
        List<byte[]> block = block();
        return block.get(random.nextInt(block.size()));
    }

    private void flip(byte[] bytes) {
        if (bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private void insert() {
        String entry = ENTRIES.get(random.nextInt(ENTRIES.size()));
        List<byte[]> block = block();
        block.add(random.nextInt(block.size() + 1), HexFormat.of().parseHex(entry.replace(" ", "")));
    }

    /** Changes one field of the header to another valid value. */
    private void header(RecordingHeader right) {
        RunSettings run = right.run();
        int size = SIZES[random.nextInt(SIZES.length)];
        int change = random.nextInt(7);
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
        RunSettings other = HeaderFormat.run(
                change == 2 ? Ratio.of(1 + random.nextInt((int) Ratio.LIMIT), Math.min(size, 1 << 24)) : run.rate(),
                change == 3 ? Math.min(size, RecordingHeader.MAX_AXES) : run.axes(),
                change == 4 ? Math.min(size, RecordingHeader.MAX_INPUTS) : run.inputCapacity(),
                change == 5 ? size : run.hashEvery(),
                change == 6 ? size : run.mergedTicks(),
                run.skipsFaults() ^ (random.nextInt(10) == 0));
        ByteBuffer bytes = HeaderFormat.write(
                new RecordingHeader(other, layout, right.simulation(), right.settings(), right.seed()));
        fields = Arrays.copyOfRange(bytes.array(), 16, bytes.limit() - 4);
    }

    byte[] file() {
        List<Parts.Part> parts = new ArrayList<>();
        for (Piece piece : pieces) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            piece.entries.forEach(content::writeBytes);
            parts.add(new Parts.Part(piece.tick, content.toByteArray(), 0));
        }
        Parts all = new Parts(Blocks.header(Format.VERSION, fields), parts);
        if (isForgedOnly) {
            return all.file();
        }
        byte[] file = all.file(random.nextInt(100) == 0 ? 2 : 1);
        return switch (random.nextInt(20)) {
            case 0 -> Arrays.copyOf(file, random.nextInt(file.length + 1));
            case 1 -> {
                flip(file);
                yield file;
            }
            default -> file;
        };
    }
}
