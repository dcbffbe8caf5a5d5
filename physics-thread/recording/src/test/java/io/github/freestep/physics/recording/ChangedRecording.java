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

    /** The entries of each block. */
    private final List<List<byte[]>> blocks = new ArrayList<>();

    ChangedRecording(byte[] recording, int axes, Random random) throws RecordingException {
        this.random = random;
        Blocks right = Blocks.of(recording);
        fields = Arrays.copyOfRange(right.header(), 16, right.header().length - 4);
        List<byte[]> block = new ArrayList<>();
        for (byte[] payload : right.payloads()) {
            for (byte[] entry : entries(payload, axes)) {
                if (random.nextInt(40) == 0 && !block.isEmpty()) {
                    blocks.add(block);
                    block = new ArrayList<>();
                }
                block.add(entry);
            }
        }
        byte[] end = block.get(block.size() - 1);
        if (random.nextInt(20) == 0) {
            // The end then says that the recording is incomplete.
            end[0] ^= Entry.COMPLETE;
        }
        blocks.add(block);
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
        switch (random.nextInt(11)) {
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
            case 5 -> blocks.add(random.nextInt(blocks.size() + 1), new ArrayList<>(block()));
            case 6 -> Collections.swap(blocks, random.nextInt(blocks.size()), random.nextInt(blocks.size()));
            case 7 -> {
                if (blocks.size() > 1) {
                    blocks.remove(random.nextInt(blocks.size()));
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

    private List<byte[]> block() {
        return blocks.get(random.nextInt(blocks.size()));
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
        List<byte[]> payloads = new ArrayList<>();
        for (List<byte[]> block : blocks) {
            ByteArrayOutputStream payload = new ByteArrayOutputStream();
            block.forEach(payload::writeBytes);
            payloads.add(payload.toByteArray());
        }
        byte[] file =
                new Blocks(Blocks.header(Format.VERSION, fields), payloads).file(random.nextInt(100) == 0 ? 2 : 1);
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
