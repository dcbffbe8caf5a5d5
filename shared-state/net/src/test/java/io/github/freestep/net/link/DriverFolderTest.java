package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverFolderTest {
    @TempDir
    Path parent;

    @Test
    void theNextIndexIsTakenWhileAFolderIsInUse() {
        try (DriverFolder first = DriverFolder.claim(parent, "sender", 20_121);
                DriverFolder second = DriverFolder.claim(parent, "sender", 20_121);
                DriverFolder otherPort = DriverFolder.claim(parent, "sender", 20_122)) {
            assertEquals(parent.resolve("sender-20121-0").resolve("aeron"), first.driver());
            assertEquals(parent.resolve("sender-20121-1").resolve("aeron"), second.driver());
            assertEquals(parent.resolve("sender-20122-0").resolve("aeron"), otherPort.driver());
        }
    }

    /** Another process sees the system's locks only. */
    @Test
    void aSecondFolderLeavesTheFirstOneLocked() throws Exception {
        try (DriverFolder first = DriverFolder.claim(parent, "sender", 20_121)) {
            DriverFolder.claim(parent, "sender", 20_121).close();
            assertEquals(parent.resolve("sender-20121-1").resolve("aeron"), claimedByAnotherProcess());
            assertEquals(parent.resolve("sender-20121-0").resolve("aeron"), first.driver());
        }
        assertEquals(parent.resolve("sender-20121-0").resolve("aeron"), claimedByAnotherProcess());
    }

    private Path claimedByAnotherProcess() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        // Tests that are patched into a module are on neither path.
                        String.join(
                                File.pathSeparator,
                                "target/test-classes",
                                "target/classes",
                                System.getProperty("java.class.path"),
                                System.getProperty("jdk.module.path", "")),
                        Claims.class.getName(),
                        parent.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return Path.of(out.trim());
    }

    static final class Claims {
        private Claims() {}

        public static void main(String[] args) {
            try (DriverFolder folder = DriverFolder.claim(Path.of(args[0]), "sender", 20_121)) {
                System.out.println(folder.driver());
            }
        }
    }

    @Test
    void theFoldersOfKilledProcessesAreDeletedLater() throws Exception {
        Path own = chosen(DriverFolder.FREE_BYTES);
        Path killed = leftover(own, "receiver-1-0");
        Path killedPeer = leftover(own, "match-peer-1-0");
        Path empty = Files.createDirectory(own.resolve("sender-2-0"));
        Path foreign = leftover(own, "other");
        try (DriverFolder live = DriverFolder.claim(own, "sender", 3)) {
            Path used = leftover(own, live.driver().getParent().getFileName().toString());
            assertEquals(own, chosen(DriverFolder.FREE_BYTES));
            assertTrue(Files.notExists(killed.getParent()));
            assertTrue(Files.notExists(killedPeer.getParent()));
            assertTrue(Files.notExists(empty));
            assertTrue(Files.exists(foreign));
            assertTrue(Files.exists(used.resolve("images")));
        }
    }

    private static Path leftover(Path own, String name) throws IOException {
        Path driver = own.resolve(name).resolve("aeron");
        Files.createDirectories(driver.resolve("images"));
        return driver;
    }

    @Test
    void nothingIsLeftOfFoldersThatWereClosed() throws Exception {
        for (int port = 1; port <= 100; port++) {
            try (DriverFolder folder = DriverFolder.claim(parent, "sender", port)) {
                Files.createDirectory(folder.driver());
            }
        }
        try (Stream<Path> left = Files.list(parent)) {
            assertEquals(List.of(parent.resolve("lock")), left.toList());
        }
    }

    /** Each of them has a folder of its own at any time, while others are deleted. */
    @Test
    void manyThreadsClaimAndCloseTheSameFolders() throws Exception {
        Set<Path> used = ConcurrentHashMap.newKeySet();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(CompletableFuture.runAsync(() -> {
                for (int round = 0; round < 100; round++) {
                    try (DriverFolder folder = DriverFolder.claim(parent, "sender", 1)) {
                        assertTrue(used.add(folder.driver()));
                        assertTrue(Files.isDirectory(folder.driver().getParent()));
                        used.remove(folder.driver());
                    }
                }
            }));
        }
        CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0])).join();
    }

    @Test
    void aFileSystemWithTooLittleSpaceIsNotUsed() {
        long enough = DriverFolder.FREE_BYTES;
        assertEquals(parent.resolve("a"), chosen(enough, enough).getParent());
        assertEquals(parent.resolve("b"), chosen(enough - 1, enough).getParent());
        assertEquals(
                "Aeron's files need a file system with 128 MB of free space, there were 64 MB in " + parent.resolve("a")
                        + " and 3 MB in " + parent.resolve("b")
                        + "; make room, set java.io.tmpdir to a folder with more, or start the container with more"
                        + " memory for /dev/shm (docker run --shm-size=256m)",
                assertThrows(IllegalStateException.class, () -> chosen(64 << 20, 3 << 20))
                        .getMessage());
    }

    /** The folder that is chosen if the file systems have this much space. */
    private Path chosen(long... free) {
        List<Path> bases = List.of(parent.resolve("a"), parent.resolve("b")).subList(0, free.length);
        return DriverFolder.parent(bases, folder -> free[folder.startsWith(bases.get(0)) ? 0 : 1]);
    }

    @Test
    void aFolderIsUsedAgain() throws Exception {
        Path driver = leftover(parent, "sender-20121-0");
        try (DriverFolder again = DriverFolder.claim(parent, "sender", 20_121)) {
            assertEquals(driver, again.driver());
        }
    }

    @Test
    void aFolderThatOthersCanWriteIsRefused() throws Exception {
        assumePosix();
        Path open = Files.createDirectory(parent.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwx---"));
        assertRefused(open, open, "be writable by its owner only, has permissions rwxrwx---");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx----w-"));
        assertRefused(open, open, "be writable by its owner only, has permissions rwx----w-");
    }

    @Test
    void aFolderOfAnotherUserIsRefused() throws Exception {
        assumePosix();
        Path foreign = Files.createDirectory(parent.resolve("foreign"));
        try {
            Files.setOwner(
                    foreign,
                    foreign.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        } catch (IOException e) {
            assumeTrue(false, "only root can give a folder away");
        }
        assertRefused(foreign, foreign, "belong to this user, belongs to nobody");
    }

    @Test
    void noSymbolicLinkIsFollowed() throws Exception {
        assumePosix();
        Path target = Files.createDirectory(parent.resolve("target"));
        Path file = Files.createFile(target.resolve("file"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), target);
        assertRefused(link, link, "not be a symbolic link, is one");
        assertRefused(parent, Files.createSymbolicLink(parent.resolve("sender-20121-0"), target), "not be a symbolic");
        Files.delete(parent.resolve("sender-20121-0"));
        Path folder = Files.createDirectory(parent.resolve("sender-20121-0"));
        assertRefused(parent, Files.createSymbolicLink(folder.resolve("aeron"), target), "not be a symbolic link");
        Files.delete(folder.resolve("aeron"));
        Files.createSymbolicLink(folder.resolve("lock"), file);
        assertThrows(UncheckedIOException.class, () -> DriverFolder.claim(parent, "sender", 20_121));
    }

    private void assertRefused(Path base, Path named, String must) {
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> DriverFolder.claim(base, "sender", 20_121));
        String message = thrown.getMessage();
        assertTrue(message.startsWith("the folder for Aeron's files, " + named + ", must " + must), message);
        assertTrue(message.endsWith("; delete it, or ask an administrator to"), message);
    }

    private static void assumePosix() {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));
        UncheckedIOException thrown =
                assertThrows(UncheckedIOException.class, () -> DriverFolder.claim(file, "sender", 20_121));
        assertTrue(thrown.getMessage().endsWith("was " + file), thrown.getMessage());
    }
}
