package io.github.freestep.render.capsule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.recording.AtomicFiles;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.trace.log.MotionBytes;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.SamplerSetup;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.ByteArrayInputStream;
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
        AtomicFiles.write(
                file,
                CapsuleFile.content(
                        CapsuleFile.Kind.FAILURE,
                        " a \\ \n=#\u00e4 step",
                        "",
                        1_234,
                        new ByteArrayInputStream(RUN),
                        List.of()));
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
        AtomicFiles.write(file, CapsuleFile.content(CapsuleFile.Kind.DEMAND, "", "", 0, null, List.of()));
        assertFalse(CapsuleFile.read(file).writeRun(folder.resolve("run")));
        assertFalse(Files.exists(folder.resolve("run")));
    }

    /** An exception of the user's may have a long message. */
    @Test
    void aLongReasonDoesNotHideWhatIsMissing() throws IOException {
        Path file = folder.resolve("bug.freestep");
        String missing = "; without the run: none was kept";
        AtomicFiles.write(
                file, CapsuleFile.content(CapsuleFile.Kind.FAILURE, "x".repeat(5_000), missing, 1, null, List.of()));
        assertEquals(
                "x".repeat(1_024 - missing.length()) + missing,
                CapsuleFile.read(file).reason());
    }

    @Test
    void whatIsCutOffOrDamagedIsRefusedOrComplete() throws IOException {
        byte[] whole = Files.readAllBytes(written());
        Path file = folder.resolve("damaged");
        Random random = Seeds.random(1);
        for (int length = 4; length < whole.length; length += Thorough.of(7, 1)) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertTrue(refusal(file).contains("the capsule is damaged or cut off"));
        }
        for (int i = 0; i < Thorough.of(250, 1_000); i++) {
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

    private static MotionLog log(int frames) {
        MotionLog log = new MotionLog(
                "render", new SamplerSetup(new SamplerOptions(FrameMode.INTERPOLATE, 0), 4, false, false));
        for (int i = 1; i <= frames; i++) {
            log.add(new ShownFrame(i, i, i, i, i, i, 0, true, false));
        }
        return log;
    }

    /** Each of them is small enough, and so is the file, because zeros take no room in an archive. */
    @Test
    void whatTakesTooMuchMemoryTogetherIsRefused() throws IOException {
        byte[] times = MotionBytes.write(log(180_000));
        Path file = folder.resolve("large.freestep");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("about.properties"));
            zip.write("version=3\ntick=1\nkind=DEMAND".getBytes(StandardCharsets.ISO_8859_1));
            for (int i = 0; i < 2; i++) {
                zip.putNextEntry(new ZipEntry("times-" + i));
                zip.write(times);
            }
        }
        int left = (1 << 24) - times.length;
        assertTrue(refusal(file).contains("times-1 must have at most " + left + " bytes, has more"), refusal(file));
    }

    /** What it writes, it must be able to read. */
    @Test
    void ofTooManyTimesOnlyTheFirstSamplersAreWritten() throws IOException {
        Path file = folder.resolve("bug.freestep");
        AtomicFiles.write(
                file,
                CapsuleFile.content(CapsuleFile.Kind.DEMAND, "", "", 0, null, List.of(log(180_000), log(180_000))));
        assertEquals(
                List.of(180_000L),
                CapsuleFile.read(file).logs().stream().map(MotionLog::frames).toList());
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
        assertTrue(refusal(archive(about, "version=4\nkind=NEWER"))
                .contains("the capsule's format version must be 3, was \"4\"; open it with the Freestep release that"));
        assertTrue(refusal(archive(about, "version=3\ntick=1e9\nkind=DEMAND")).contains("tick must be a number"));
        String newer = refusal(archive(about, "version=3\ntick=1\nkind=NEWER"));
        String kinds = "its kind must be one of [STUTTER, FAILURE, HANG, DIFFERENCE, DEMAND], was \"NEWER\"";
        assertTrue(newer.contains("the capsule was written by a newer Freestep: " + kinds), newer);
        assertTrue(newer.endsWith("; open it with the Freestep release that wrote it"), newer);
        assertTrue(refusal(archive(about, "#".repeat(20_000))).contains("must have at most 16384 bytes, has more"));
    }
}
