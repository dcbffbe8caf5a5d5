package io.github.freestep.render.capsule;

import io.github.freestep.physics.recording.AtomicFiles;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.log.MotionBytes;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.TickWork;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One file that shows a bug, as a {@link Capsule} has written it: what to replay, and when ticks and frames were made.
 * Immutable. A ZIP archive, so other tools can unpack it, too.
 *
 * <pre>{@code
 * CapsuleFile bug = CapsuleFile.read(Path.of("bug.freestep"));
 * bug.reports().forEach(report -> report.findings().forEach(finding -> log(finding.text())));
 * }</pre>
 */
public final class CapsuleFile {
    /** Why a capsule was written. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Kind {
        /** Motion was uneven. */
        STUTTER,
        /** A step or another call has failed. */
        FAILURE,
        /** A step or another call does not return. */
        HANG,
        /** The states of the players of a match differed. */
        DIFFERENCE,
        /** Someone has asked for it. */
        DEMAND
    }

    static final int VERSION = 3;
    private static final String ABOUT = "about.properties";
    private static final String RUN = "run.rec";
    private static final String TIMES = "times-";
    private static final int MOST_ABOUT = 1 << 14;
    private static final int MOST_TEXT = 1 << 10;
    private static final int MOST_RUN = 1 << 27;
    private static final int MOST_SAMPLERS = 8;

    /** Of all samplers together: 20 seconds of one at 1,000 frames and ticks per second take 4 MB. */
    private static final int MOST_TIMES = 1 << 24;

    /** What every archive begins with. */
    private static final int MAGIC = 0x504B0304;

    private final Properties about;
    private final byte @Nullable [] run;
    private final List<MotionLog> logs;

    private CapsuleFile(Properties about, byte @Nullable [] run, List<MotionLog> logs) {
        this.about = about;
        this.run = run;
        this.logs = logs;
    }

    /**
     * Returns what a file has, which can be written once.
     *
     * @param reason why it is written; shortened so that {@code missing} fits after it
     * @param missing what the file does not have, and why
     * @param run a recording; null for none
     */
    static AtomicFiles.Content content(
            Kind kind, String reason, String missing, long tick, @Nullable InputStream run, List<MotionLog> logs) {
        int room = MOST_TEXT - Math.min(missing.length(), MOST_TEXT / 2);
        String why = reason.substring(0, Math.min(reason.length(), room)) + missing;
        Properties about = new Properties();
        about.putAll(Map.of(
                "version",
                Integer.toString(VERSION),
                "kind",
                kind.name(),
                "reason",
                why.substring(0, Math.min(why.length(), MOST_TEXT)),
                "tick",
                Long.toString(tick),
                "java",
                Runtime.version().toString(),
                "system",
                System.getProperty("os.name") + " on " + System.getProperty("os.arch")));
        return out -> {
            // Closed because of its native memory.
            try (ZipOutputStream zip = new ZipOutputStream(out)) {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                about.store(text, null);
                // Without the date, because equal capsules are equal files.
                String undated = text.toString(StandardCharsets.ISO_8859_1).replaceFirst("#.*\\R", "");
                put(zip, ABOUT, new ByteArrayInputStream(undated.getBytes(StandardCharsets.ISO_8859_1)));
                if (run != null) {
                    put(zip, RUN, run);
                }
                int left = MOST_TIMES;
                for (int i = 0; i < Math.min(MOST_SAMPLERS, logs.size()); i++) {
                    byte[] times = MotionBytes.write(logs.get(i));
                    left -= times.length;
                    if (left < 0) {
                        break;
                    }
                    put(zip, TIMES + i, new ByteArrayInputStream(times));
                }
            }
        };
    }

    private static void put(ZipOutputStream zip, String name, InputStream content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
        content.transferTo(zip);
        zip.closeEntry();
    }

    /**
     * Whether a file begins as those of a {@link Capsule} do, to tell them from recordings and other files. It may
     * still be another ZIP archive, which {@link #read} refuses.
     *
     * @param file a file
     * @return false also if there is no such file, or it cannot be read
     */
    public static boolean is(Path file) {
        Objects.requireNonNull(file, "file must not be null");
        try (InputStream in = Files.isRegularFile(file) ? Files.newInputStream(file) : InputStream.nullInputStream()) {
            byte[] first = in.readNBytes(Integer.BYTES);
            return first.length == Integer.BYTES && ByteBuffer.wrap(first).getInt() == MAGIC;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads a capsule, also of another operating system or version of Java.
     *
     * @param file a file
     * @return all that it has
     * @throws IOException if the file cannot be read, is not a capsule, is damaged or cut off, or is of a newer version
     */
    public static CapsuleFile read(Path file) throws IOException {
        Objects.requireNonNull(file, "file must not be null");
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no such file; check its name and folder");
        }
        if (!is(file)) {
            throw new IOException(file + ": this is not a capsule: it does not begin as a file of a Capsule does");
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            Properties about = about(zip);
            byte[] run = zip.getEntry(RUN) == null ? null : content(zip, RUN, MOST_RUN);
            List<MotionLog> logs = new ArrayList<>();
            int left = MOST_TIMES;
            for (int i = 0; i < MOST_SAMPLERS && zip.getEntry(TIMES + i) != null; i++) {
                byte[] times = content(zip, TIMES + i, left);
                left -= times.length;
                logs.add(MotionBytes.read(times));
            }
            return new CapsuleFile(about, run, List.copyOf(logs));
        } catch (ZipException | IllegalArgumentException e) {
            throw new IOException(
                    file + ": the capsule is damaged or cut off: " + e.getMessage() + "; use another copy", e);
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static Properties about(ZipFile zip) throws IOException {
        if (zip.getEntry(ABOUT) == null) {
            throw new IOException("this is not a capsule: the archive has no " + ABOUT);
        }
        Properties about = new Properties();
        about.load(new StringReader(new String(content(zip, ABOUT, MOST_ABOUT), StandardCharsets.ISO_8859_1)));
        String version = about.getProperty("version", "");
        if (!version.equals(Integer.toString(VERSION))) {
            throw new IOException("the capsule's format version must be " + VERSION + ", was \"" + version
                    + "\"; open it with the Freestep release that wrote it");
        }
        if (!about.getProperty("tick", "").matches("-?[0-9]{1,18}")) {
            throw new IOException("the capsule's tick must be a number, was \"" + about.getProperty("tick") + "\"");
        }
        String kind = about.getProperty("kind", "");
        if (Stream.of(Kind.values()).noneMatch(each -> each.name().equals(kind))) {
            throw new IOException("the capsule was written by a newer Freestep: its kind must be one of "
                    + List.of(Kind.values()) + ", was \"" + kind
                    + "\"; open it with the Freestep release that wrote it");
        }
        return about;
    }

    private static byte[] content(ZipFile zip, String name, int most) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        byte[] content;
        try (InputStream in = zip.getInputStream(entry)) {
            // Not the length in the archive, which may be forged.
            content = in.readNBytes(most + 1);
        }
        if (content.length > most) {
            throw new IOException(name + " must have at most " + most + " bytes, has more");
        }
        CRC32 sum = new CRC32();
        sum.update(content);
        if (sum.getValue() != entry.getCrc()) {
            throw new ZipException("the checksum of " + name + " does not match");
        }
        return content;
    }

    /**
     * Why it was written.
     *
     * @return a phrase, which may have any characters
     */
    public String reason() {
        return about.getProperty("reason", "");
    }

    /**
     * What made the capsule write the file. {@link #reason} has more words, such as the message of an exception.
     *
     * @return for a program that sorts many files, or that replays only failures
     */
    public Kind kind() {
        return Kind.valueOf(about.getProperty("kind", ""));
    }

    /**
     * The tick to look at, such as with a breakpoint in a {@link Replay}: the one whose step has failed or hangs, or
     * whose states differed. If motion was uneven, it is the newest tick that had begun when the last uneven stretch
     * began. If the file was asked for, it is the newest tick of the run.
     *
     * @return a tick's number, as in {@link io.github.freestep.physics.Tick#number}
     */
    public long tick() {
        long written = Long.parseLong(about.getProperty("tick"));
        List<MotionReport.Finding> found = kind() == Kind.STUTTER && !logs.isEmpty()
                ? MotionReport.of(logs.get(0)).findings()
                : List.of();
        if (found.isEmpty()) {
            return written;
        }
        long[] tick = {written};
        long atNanos = found.get(found.size() - 1).startNanos();
        logs.get(0).run(new MotionHandler() {
            @Override
            public void tick(TickWork work) {
                if (work.startedNanos() <= atNanos) {
                    tick[0] = work.tick();
                }
            }
        });
        return tick[0];
    }

    /**
     * The version of Java that ran the game, and the system.
     *
     * @return a phrase, which may have any characters
     */
    public String system() {
        return "Java " + about.getProperty("java", "?") + ", " + about.getProperty("system", "?");
    }

    /**
     * Writes the run to a file of its own, for a {@link Replay}.
     *
     * @param file the file to create or to replace
     * @return false if the capsule has no run, because it was left out or could not be kept
     * @throws IOException if the file cannot be written
     */
    public boolean writeRun(Path file) throws IOException {
        if (run != null) {
            AtomicFiles.write(Objects.requireNonNull(file, "file must not be null"), run);
        }
        return run != null;
    }

    /**
     * What happened to the motion.
     *
     * @return a report for each sampler with frames, the one with the most frames first; empty if there is none
     */
    public List<MotionReport> reports() {
        return logs.stream().map(MotionReport::of).toList();
    }

    /**
     * The times behind {@link #reports}, for the command {@code diagnose}. Their type is not exported, so a program
     * uses the reports.
     *
     * @return the times of each sampler, in the order of the reports
     */
    @SuppressWarnings("exports") // The package of logs is not exported.
    public List<MotionLog> logs() {
        return logs;
    }
}
