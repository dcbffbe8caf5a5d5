package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a capsule, and files that only look like one. */
class CapsuleFileTest {
    private static final byte[] RUN = "not looked at here".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private Path written() throws IOException {
        Path file = folder.resolve("bug.freestep");
        new CapsuleFile(CapsuleFile.Kind.FAILURE, " a \\ \n=#\u00e4 step", 1_234, RUN, List.of()).write(file);
        return file;
    }

    private String refusal(Path file) {
        String text =
                assertThrows(IOException.class, () -> CapsuleFile.read(file)).getMessage();
        assertTrue(text.startsWith(file.toString()), text);
        return text;
    }

    private Path archive(String name, String content) throws IOException {
        Path file = folder.resolve("own.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.ISO_8859_1));
        }
        return file;
    }

    @Test
    void itIsReadAsItWasWritten() throws IOException {
        Path file = written();
        CapsuleFile read = CapsuleFile.read(file);
        assertEquals(CapsuleFile.Kind.FAILURE, read.kind());
        assertEquals(" a \\ \n=#\u00e4 step", read.reason());
        assertEquals(1_234, read.tick());
        assertTrue(read.system().startsWith("Java " + Runtime.version()), read.system());
        assertTrue(read.writeRun(folder.resolve("run")));
        assertArrayEquals(RUN, Files.readAllBytes(folder.resolve("run")));
        byte[] first = Files.readAllBytes(file);
        assertArrayEquals(first, Files.readAllBytes(written()), "it has a date, or a random name");
    }

    @Test
    void withoutARunNoneIsWritten() throws IOException {
        Path file = folder.resolve("bug.freestep");
        new CapsuleFile(CapsuleFile.Kind.DEMAND, "", 0, null, List.of()).write(file);
        assertFalse(CapsuleFile.read(file).writeRun(folder.resolve("run")));
        assertFalse(Files.exists(folder.resolve("run")));
    }

    @Test
    void whatIsCutOffOrDamagedIsRefusedOrComplete() throws IOException {
        byte[] whole = Files.readAllBytes(written());
        Path file = folder.resolve("damaged");
        Random random = Seeds.random(1);
        for (int length = 4; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertTrue(refusal(file).contains("the capsule is damaged or cut off"));
        }
        for (int i = 0; i < 1_000; i++) {
            byte[] changed = whole.clone();
            changed[4 + random.nextInt(whole.length - 4)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, changed);
            try {
                CapsuleFile read = CapsuleFile.read(file);
                assertEquals(1_234, read.tick());
                if (read.writeRun(folder.resolve("run"))) {
                    assertArrayEquals(RUN, Files.readAllBytes(folder.resolve("run")));
                }
            } catch (IOException e) {
                assertTrue(e.getMessage().startsWith(file + ": "), e::getMessage);
            }
        }
    }

    @Test
    void otherFilesAreRefusedWithWords() throws IOException {
        Path none = folder.resolve("none");
        assertTrue(assertThrows(IOException.class, () -> CapsuleFile.read(none))
                .getMessage()
                .contains("there is no such file"));
        Files.write(none, new byte[100]);
        assertTrue(refusal(none).contains("this is not a capsule"));
        assertTrue(refusal(archive("a", "")).contains("has no about.properties"));
        String about = "about.properties";
        assertTrue(refusal(archive(about, "version=2\nkind=NEWER"))
                .contains("the capsule's format version must be 1, was \"2\"; open it with the Freestep release that"));
        assertTrue(refusal(archive(about, "version=1\ntick=1e9\nkind=DEMAND")).contains("tick must be a number"));
        assertTrue(refusal(archive(about, "version=1\ntick=1\nkind=NEWER")).contains("NEWER"));
        assertTrue(refusal(archive(about, "#".repeat(20_000))).contains("must have at most 16384 bytes, has more"));
    }
}
