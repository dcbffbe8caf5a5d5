package io.github.freestep.physics.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.testing.OtherProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLibraryTest {
    private static final String FOLDER = System.getProperty("java.io.tmpdir");
    private static final String NO_LIBRARY = "Engine has no native library for " + System.getProperty("os.name") + " "
            + System.getProperty("os.arch")
            + " on the class path; add an artifact, or use Dyn4jSimulation, which needs no native library";

    @Test
    void aLibraryThatIsMissingIsNamedWithItsFolder() {
        String resource = "no/such/" + System.mapLibraryName("nothing");
        IOException missing = assertThrows(IOException.class, EngineLibraryTest::unpackNothing);
        assertEquals("the class path has no " + resource, missing.getMessage());
    }

    private static void unpackNothing() throws IOException {
        EngineLibrary.unpack("nothing", "no/such", () -> {
            throw new UnsatisfiedLinkError();
        });
    }

    @Test
    void theArtifactToAddIsNamedOnlyIfTheClassPathLacksTheLibrary() {
        assertEquals(NO_LIBRARY, refusal(EngineLibraryTest::unpackNothing));
        assertEquals(NO_LIBRARY, refusal(() -> {
            throw new IllegalStateException("of a binding", new ClassNotFoundException("NativeLib"));
        }));
        assertEquals(NO_LIBRARY, refusal(() -> {
            throw new UnsatisfiedLinkError("no engine in java.library.path");
        }));
    }

    @Test
    void aFolderWithoutRoomIsNamedWithTheCauseAndTheOption() {
        String why = "Engine cannot unpack its native library to the folder for temporary files, " + FOLDER
                + ": java.io.IOException: No space left on device; make that folder writable, pass another folder by"
                + " -Djava.io.tmpdir, or use Dyn4jSimulation, which needs no native library";
        assertEquals(why, refusal(() -> {
            throw new IOException("No space left on device");
        }));
        assertEquals(why, refusal(() -> {
            throw new IllegalStateException("of a binding", new IOException("No space left on device"));
        }));
    }

    /** As on a disk that is mounted with noexec. */
    @Test
    void aFolderFromWhichNothingMayRunIsNamedWithTheOption() {
        String cause = FOLDER + "/freestep1/libengine.so: failed to map segment from shared object";
        assertEquals(
                "Engine cannot load its native library from the folder for temporary files: " + cause
                        + "; if that folder may not have programs, pass another folder by -Djava.io.tmpdir; if the"
                        + " library is for another platform, add an artifact, or use Dyn4jSimulation, which needs no"
                        + " native library",
                refusal(() -> {
                    throw new UnsatisfiedLinkError(cause);
                }));
    }

    /** By a binding that reports it in its own way. A class path without the library needs the artifact first. */
    @Test
    void aFileInPlaceOfTheFolderIsNamed(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        String[] lines = OtherProcess.with("-Djava.io.tmpdir=" + file)
                .ignoring(line -> line.equals("WARNING: java.io.tmpdir directory does not exist")) // by newer JVMs
                .start(Unwritable.class)
                .split("\\R");
        String why = lines[0];
        String begin = "Engine cannot unpack its native library to the folder for temporary files, " + file
                + ": java.nio.file.FileSystemException: " + file;
        assertEquals(begin, why.substring(0, Math.min(begin.length(), why.length())), why);
        assertEquals(NO_LIBRARY, lines[1]);
    }

    static final class Unwritable {
        private Unwritable() {}

        public static void main(String[] args) {
            System.out.println(refusal(() -> {
                throw new IllegalStateException("of a binding");
            }));
            System.out.println(refusal(() -> {
                throw new IllegalStateException("of a binding", new ClassNotFoundException("NativeLib"));
            }));
        }
    }

    @Test
    void whatTheLoaderRefusesItselfStaysAsItIs() {
        assertEquals("another version", refusal(() -> {
            throw new UnsupportedOperationException("another version");
        }));
    }

    private static String refusal(EngineLibrary.Loader loader) {
        EngineLibrary library = new EngineLibrary("Engine", "an artifact", loader);
        UnsupportedOperationException first = assertThrows(UnsupportedOperationException.class, library::load);
        assertSame(first, assertThrows(UnsupportedOperationException.class, library::load));
        return first.getMessage();
    }
}
