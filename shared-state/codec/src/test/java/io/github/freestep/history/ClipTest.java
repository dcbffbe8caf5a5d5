package io.github.freestep.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockWriter;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClipTest {
    private static final long TICK = PastWorld.TICK_NANOS;

    @TempDir
    private Path folder;

    private Path file;
    private final List<StateCopy> copies = new ArrayList<>();

    @BeforeEach
    void nameFile() {
        file = folder.resolve("past.fsh");
    }

    private CompactStates keep(StateLayout layout, int ticks) {
        PastWorld world = new PastWorld(layout, 1);
        CompactStates states = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 22, 2 * ticks);
        for (int i = 0; i < ticks; i++) {
            State state = world.tick();
            states.append(state);
            copies.add(new StateCopy(
                    state,
                    layout.linearChannels().size(),
                    layout.steppedChannels().size()));
        }
        return states;
    }

    private static StateLayout small() {
        return StateLayout.of(12).linear("fuel").stepped("gear");
    }

    /** Compares the states of a clip with those of the world, from a tick on. */
    private void assertStates(Clip clip, long firstTick) {
        CompactReader reader = clip.states().reader();
        KeptState state = reader.newState();
        for (long number = 0; number < clip.states().end(); number++) {
            assertTrue(reader.read(number, state));
            copies.get((int) (firstTick + number)).assertKept(state, 0.0005, 0.25);
            assertEquals(state.simulationNanos(), clip.states().time(number));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClipHasTheStatesOfItsTimeSpan(boolean doubles) throws IOException {
        StateLayout layout = StateLayout.of(300).linear("fuel").stepped("gear");
        layout = doubles ? layout.doublePositions() : layout;
        CompactStates states = keep(layout, 400);
        // A keyframe comes every 50 states.
        assertEquals(302 - 100, ClipWriter.save(states, file, 120 * TICK, 300 * TICK, "pile 1000"));
        Clip clip = Clip.read(file);
        assertNull(clip.damage());
        assertEquals("pile 1000", clip.name());
        assertEquals(layout, clip.layout());
        assertEquals(Files.size(file), clip.fileBytes());
        assertEquals(202, clip.states().end());
        assertStates(clip, 100);
        assertEquals(20, clip.states().reader().find(120 * TICK));
    }

    @Test
    void aClipThatExistsIsNotOverwritten() throws IOException {
        CompactStates states = keep(small(), 10);
        ClipWriter.save(states, file, 0, TICK, "");
        assertThrows(FileAlreadyExistsException.class, () -> ClipWriter.save(states, file, 0, TICK, ""));
        assertNull(Clip.read(file).damage());
    }

    @Test
    void aTimeSpanWithoutStatesIsRefused() {
        CompactStates states = keep(small(), 10);
        assertEquals(
                "the time span must overlap that of the states, which is 0 to 90000000 ns, and not be reversed, was -9 to"
                        + " -1 ns; save while the history has its states",
                assertThrows(IllegalArgumentException.class, () -> ClipWriter.save(states, file, -9, -1, ""))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> ClipWriter.save(states, file, 2, 1, ""));
        assertThrows(
                IllegalArgumentException.class,
                () -> ClipWriter.save(CompactStates.of(small(), PoseGrid.STANDARD, 1, 1), file, 0, Long.MAX_VALUE, ""));
        assertTrue(Files.notExists(file));
    }

    /** As after a kill while the clip was saved. */
    @Test
    void aCutClipIsReadUpToItsLastBlock() throws IOException {
        CompactStates states = keep(StateLayout.of(100).linear("fuel").stepped("gear"), 300);
        ClipWriter.save(states, file, 0, Long.MAX_VALUE, "cut");
        byte[] whole = Files.readAllBytes(file);
        assertTrue(whole.length > 3 * BlockFile.MAX_PAYLOAD, () -> whole.length + " bytes");
        long most = 0;
        SplittableRandom random = Seeds.splittable(1);
        for (int length = 0; length < whole.length; length += 1 + random.nextInt(Thorough.of(30_000, 10_000))) {
            Files.write(file, Arrays.copyOf(whole, length));
            long count;
            try {
                Clip clip = Clip.read(file);
                assertNotNull(clip.damage());
                assertStates(clip, 0);
                count = clip.states().end();
            } catch (IOException e) {
                assertOneLine(e);
                count = 0;
            }
            assertTrue(count >= most, "a longer part has fewer states");
            assertTrue(length < 2 * BlockFile.MAX_PAYLOAD || count > 0, "cut at " + length);
            most = count;
        }
        assertTrue(most > 150);
    }

    /** The header and each block of a small clip, at every length. */
    @Test
    void aSmallClipIsRefusedAtEveryLength() throws IOException {
        ClipWriter.save(keep(small(), 2), file, 0, Long.MAX_VALUE, "");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertOneLine(assertThrows(IOException.class, () -> Clip.read(file), "cut at " + length));
        }
    }

    private void assertOneLine(IOException e) {
        assertTrue(
                e.getMessage().contains(file.toString()) && e.getMessage().indexOf('\n') < 0,
                () -> "a line that names the file, was: " + e.getMessage());
    }

    static LongStream seeds() {
        return Seeds.first(Thorough.of(3, 8));
    }

    /** Blocks whose checksums are right, but whose content no writer has written. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aForgedClipIsRefusedOrReadInBoundedMemory(long seed) throws IOException {
        ClipWriter.save(keep(small(), 60), file, 0, Long.MAX_VALUE, "forged");
        byte[] whole = Files.readAllBytes(file);
        SplittableRandom random = Seeds.splittable(seed);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int read = 0;
        for (int i = 0; i < 300; i++) {
            byte[] forged = whole.clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                forged[random.nextInt(16, forged.length)] = (byte) random.nextInt(256);
            }
            sum(forged);
            Files.write(file, forged);
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            try {
                Clip clip = Clip.read(file);
                read++;
                assertPlausible(clip);
            } catch (IOException e) {
                assertOneLine(e);
            }
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            assertTrue(allocated < Runtime.getRuntime().maxMemory(), () -> allocated + " bytes");
        }
        assertTrue(read > 50, "most changes hit a state and leave those before it");
    }

    /** All that a player relies on. */
    private static void assertPlausible(Clip clip) {
        CompactReader reader = clip.states().reader();
        KeptState state = reader.newState();
        StatePublisher publisher = StatePublisher.of(clip.layout());
        StatePlayer player = new StatePlayer(publisher);
        for (long number = 0; number < clip.states().end(); number++) {
            assertTrue(reader.read(number, state));
            player.write(state, publisher.begin(number, number, new TimeAnchor(), 0));
            assertEquals(-1, publisher.firstNotFinite());
            publisher.publish(0);
        }
    }

    /** Sets the checksums of the header and of all blocks that can be found. */
    private static void sum(byte[] bytes) {
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = BlockFile.HEADER_FRAME + file.getInt(12);
        if (at < BlockFile.HEADER_FRAME || at + 4 > bytes.length) {
            return;
        }
        int sum = BlockFile.checksum(file.duplicate().limit(at));
        file.putInt(at, sum);
        at += 4;
        while (at + BlockFile.FRAME + 4 < bytes.length) {
            int length = file.getInt(at + 4);
            if (length < 0 || length > bytes.length - at - BlockFile.FRAME - 4) {
                return;
            }
            CRC32C crc = BlockFile.startChecksum(sum, new CRC32C());
            crc.update(bytes, at, BlockFile.FRAME + length);
            sum = (int) crc.getValue();
            file.putInt(at + BlockFile.FRAME + length, sum);
            at += BlockFile.FRAME + length + 4;
        }
    }

    @Test
    void foreignFilesAreRefused() throws IOException {
        Files.write(file, new byte[100]);
        assertEquals(
                file + ": this is not a clip: it does not begin with the magic bytes",
                assertThrows(IOException.class, () -> Clip.read(file)).getMessage());
        assertTrue(assertThrows(IOException.class, () -> Clip.read(folder))
                .getMessage()
                .contains("expected a regular file"));
    }

    /** A clip of few bytes may say that it has 16 million bodies. */
    @Test
    void aClipThatDoesNotFitIntoTheHeapIsRefused() throws IOException {
        ClipFormat.Header header = new ClipFormat.Header(
                "", StateLayout.of(StateLayout.MAX_CAPACITY).linear(names(100)), PoseGrid.STANDARD);
        ByteBuffer bytes = ClipFormat.write(header);
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        Files.write(file, array);
        IOException e = assertThrows(IOException.class, () -> Clip.read(file));
        assertOneLine(e);
        assertTrue(e.getMessage().contains("use a larger heap (-Xmx), or save a shorter clip"), e::getMessage);
    }

    /** An entry of one byte takes 3 bytes in the file, but 33 in memory if it begins a state. */
    @Test
    void aClipOfTinyEntriesThatDoesNotFitIntoTheHeapIsRefused() throws IOException {
        int states = 200_000;
        ByteBuffer header = ClipFormat.write(new ClipFormat.Header("", StateLayout.of(1), PoseGrid.STANDARD));
        try (BlockWriter out = new BlockWriter(file, BlockFile::newFile, header, "clip", IOException::new)) {
            for (int i = 0; i < states; i++) {
                if (!out.hasRoom(3)) {
                    out.flush();
                }
                out.block().put((byte) ClipFormat.BEGINS).put((byte) 1).put((byte) 0);
            }
            out.flush();
        }
        long needed = 33L * states;
        String refused = assertThrows(IOException.class, () -> Clip.read(file, 2 * needed))
                .getMessage();
        assertTrue(
                refused.contains("a clip of 200000 states and 1 bodies needs about 6 MB, but half of the heap is 6 MB"),
                refused);
        String damaged = assertThrows(IOException.class, () -> Clip.read(file, 3 * needed))
                .getMessage();
        assertTrue(damaged.contains("state 0 is damaged"), damaged);
    }

    /** Whatever the heap is, one array has all entries. */
    @Test
    void aClipThatDoesNotFitIntoAnArrayIsRefused() {
        StateLayout layout = StateLayout.of(1);
        assertNull(Clip.tooLarge(layout, 1_000, Integer.MAX_VALUE - 64, 1L << 40));
        assertEquals(
                "a clip of 1000 states and 1 bodies needs 2147483584 bytes for its states, but must need at most"
                        + " 2147483583; save a shorter clip",
                Clip.tooLarge(layout, 1_000, Integer.MAX_VALUE - 63, 1L << 40));
    }

    private static String[] names(int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = "channel " + i;
        }
        return names;
    }

    /** The oldest groups are dropped while the clip is saved. */
    @Test
    void aClipOfStatesThatAreDroppedMeanwhileBeginsLater() throws IOException, InterruptedException {
        PastWorld world = new PastWorld(small(), 1);
        CompactStates states = CompactStates.of(small(), PoseGrid.STANDARD, 1 << 20, 2_000);
        for (int i = 0; i < 2_000; i++) {
            states.append(world.tick());
        }
        AtomicBoolean ends = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger saved = new AtomicInteger();
        Thread saver = new Thread(() -> {
            try {
                do {
                    Path each = folder.resolve("clip" + saved.incrementAndGet() + ".fsh");
                    ClipWriter.save(states, each, 0, Long.MAX_VALUE, "");
                    assertNull(Clip.read(each).damage());
                } while (!ends.get());
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        saver.start();
        for (int i = 0; i < 1_000 || saved.get() < 3 && saver.isAlive(); i++) {
            states.append(world.tick());
        }
        ends.set(true);
        saver.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }
}
