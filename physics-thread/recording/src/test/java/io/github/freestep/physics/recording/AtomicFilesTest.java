package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.SmallDisk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file has its old content or its new one, whatever fails. */
@Timeout(60)
class AtomicFilesTest {
    private static final byte[] OLD = {1, 2, 3};
    private static final byte[] NEW = {4, 5, 6, 7, 8};
    private static final long PLENTY = 1_000;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void save() throws IOException {
        file = folder.resolve("game.save");
        AtomicFiles.write(file, OLD);
        assertArrayEquals(OLD, Files.readAllBytes(file));
    }

    @Test
    void theNewContentReplacesTheOldOne() throws IOException {
        byte[] large = new byte[(2 << 20) + 3]; // more than one call writes
        Seeds.random(1).nextBytes(large);
        AtomicFiles.write(file, large);
        assertArrayEquals(large, Files.readAllBytes(file));
        AtomicFiles.write(file, new byte[0]);
        assertEquals(0, Files.size(file));
        assertEquals(Set.of("game.save"), names(folder));
    }

    @Test
    void contentMayBeMadeInPiecesAndItsFailureLeavesTheOldOne() throws IOException {
        byte[] large = new byte[200_003];
        Seeds.random(2).nextBytes(large);
        AtomicFiles.write(file, out -> {
            out.write(large[0]);
            out.write(large, 1, 2);
            out.write(large, 3, 150_000);
            out.write(large, 150_003, 50_000);
        });
        assertArrayEquals(large, Files.readAllBytes(file));
        AtomicFiles.write(file, OLD);
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> AtomicFiles.write(file, out -> {
                    out.write(large);
                    throw new IllegalStateException("it cannot be made");
                }));
        assertEquals("it cannot be made", failure.getMessage());
        assertOnlyTheOldContent();
    }

    @Test
    void onAFullDiskTheOldContentStays() throws IOException {
        IOException failure = assertThrows(
                IOException.class,
                () -> AtomicFiles.write(file, out -> out.write(NEW), part -> disk(part, NEW.length - 1)));
        assertEquals(
                file + " could not be written, so its old content is as before: java.io.IOException: No space left on"
                        + " device; check that its folder exists, that you may write to it, and that the disk has room",
                failure.getMessage());
        assertEquals("No space left on device", failure.getCause().getMessage());
        assertOnlyTheOldContent();
    }

    /** The small disk has room, but cannot force. */
    @Test
    void theContentIsForcedToTheDiskBeforeItReplacesTheOldOne() throws IOException {
        assertThrows(
                UnsupportedOperationException.class,
                () -> AtomicFiles.write(file, out -> out.write(NEW), part -> disk(part, PLENTY)));
        assertOnlyTheOldContent();
    }

    @Test
    void aPlaceThatCannotHaveAFileIsNamed() throws IOException {
        IOException isFolder = assertThrows(IOException.class, () -> AtomicFiles.write(folder, NEW));
        assertEquals(folder + " must be a file, but is a folder; name a file in it", isFolder.getMessage());
        Path missing = folder.resolve("missing/game.save");
        IOException noFolder = assertThrows(IOException.class, () -> AtomicFiles.write(missing, NEW));
        assertTrue(noFolder.getMessage().startsWith(missing + " could not be written, "), noFolder::toString);
        assertTrue(noFolder.getCause() instanceof NoSuchFileException, noFolder::toString);
        Path below = file.resolve("below");
        IOException inFile = assertThrows(IOException.class, () -> AtomicFiles.write(below, NEW));
        assertTrue(inFile.getMessage().startsWith(below + " could not be written, "), inFile::toString);
        assertOnlyTheOldContent();
    }

    @Test
    void nullIsNamed() throws IOException {
        Exception noFile = assertThrows(NullPointerException.class, () -> AtomicFiles.write(null, NEW));
        assertEquals("file must not be null", noFile.getMessage());
        Exception nothing = assertThrows(NullPointerException.class, () -> AtomicFiles.write(file, (byte[]) null));
        assertEquals("content must not be null", nothing.getMessage());
        assertOnlyTheOldContent();
    }

    @Test
    void inAFolderThatIsWriteProtectedTheOldContentStays() throws IOException {
        assumeTrue(hasPermissions());
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(Files.isWritable(folder), "the administrator may write everywhere");
            assertThrows(IOException.class, () -> AtomicFiles.write(file, NEW));
            assertOnlyTheOldContent();
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void theFileKeepsItsPermissionsAndANewOneIsForItsOwnerOnly() throws IOException {
        assumeTrue(hasPermissions());
        Path made = folder.resolve("new");
        AtomicFiles.write(made, new byte[1]);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw--w----"));
        AtomicFiles.write(file, NEW);
        assertEquals("rw--w----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void aLinkStaysALinkToTheFileThatIsReplaced() throws IOException {
        Path link = Files.createDirectory(folder.resolve("links")).resolve("newest");
        assumeTrue(hasPermissions(), "others need a privilege to create links");
        Files.createSymbolicLink(link, Path.of("../game.save"));
        AtomicFiles.write(link, NEW);
        assertTrue(Files.isSymbolicLink(link));
        assertArrayEquals(NEW, Files.readAllBytes(file));
        assertEquals(Set.of("newest"), names(link.getParent()));
    }

    @Test
    void readersFindWholeContentsWhileSeveralThreadsWrite() throws IOException {
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (byte writer = 0; writer < 3; writer++) {
            byte[] content = new byte[100_000 + writer];
            Arrays.fill(content, writer);
            writers.add(CompletableFuture.runAsync(() -> writeOften(content), work -> new Thread(work).start()));
        }
        while (!writers.stream().allMatch(CompletableFuture::isDone)) {
            byte[] found = Files.readAllBytes(file);
            if (!Arrays.equals(OLD, found)) {
                byte[] whole = new byte[100_000 + found[0]];
                Arrays.fill(whole, found[0]);
                assertArrayEquals(whole, found);
            }
        }
        writers.forEach(CompletableFuture::join);
        assertEquals(Set.of("game.save"), names(folder));
    }

    private void writeOften(byte[] content) {
        try {
            for (int i = 0; i < 30; i++) {
                AtomicFiles.write(file, content);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertOnlyTheOldContent() throws IOException {
        assertArrayEquals(OLD, Files.readAllBytes(file));
        assertEquals(Set.of("game.save"), names(folder));
    }

    private boolean hasPermissions() {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileChannel disk(Path part, long room) throws IOException {
        return new SmallDisk(
                FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), room, false);
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> each.getFileName().toString()).collect(Collectors.toSet());
        }
    }
}
