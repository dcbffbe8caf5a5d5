package io.github.freestep.tools.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.tools.Commands;
import io.github.freestep.tools.Options;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/** Recordings of 6 s with or without a step of 61 ms at 4 s. */
class DiagnoseCommandTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Commands.run(new DiagnoseCommand(), out, err, arguments);
    }

    private String trace(boolean slow) throws IOException {
        Path file = folder.resolve("run.jfr");
        VirtualClock clock = new VirtualClock(0);
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
        TimeAnchor anchor = new TimeAnchor();
        try (Recording recording = new Recording();
                FrameSampler frames = FrameSampler.builder(publisher.states())
                        .listener(MotionEvents.listener())
                        .open()) {
            recording.start();
            long tick = 0;
            long end = 3 * MILLI;
            for (long now = 4 * MILLI; now < 6_000 * MILLI; now += 10 * MILLI) {
                for (; end <= now; tick++, end = end(tick, end, slow)) {
                    publisher.begin(tick, tick * 10 * MILLI, anchor, end - cost(tick, slow));
                    publisher.input(1 + tick, end - cost(tick, slow) - 15 * MILLI);
                    publisher.publish(end);
                }
                clock.advance(now - clock.nanoTime());
                frames.sample(now + 1);
            }
            recording.stop();
            recording.dump(file);
        }
        return file.toString();
    }

    private static long cost(long tick, boolean slow) {
        return slow && tick == 400 ? 61 * MILLI : 3 * MILLI;
    }

    private static long end(long tick, long before, boolean slow) {
        return Math.max(before, tick * 10 * MILLI) + cost(tick, slow);
    }

    @Test
    void theCauseAndWhatWouldHaveHelpedAreSaid() throws IOException {
        int exit = run(trace(true));
        String printed = out.toString();
        assertEquals(1, exit, err.toString());
        assertTrue(
                printed.startsWith("In 6.0 s, motion was uneven or time changed once: long step. After the first"
                        + " second, 4 frames froze and 0 frames jumped. Judder was "),
                printed);
        assertTrue(
                printed.contains(
                        "long step        at 4.01 s tick 400 was published 61 ms late, because its step took 61 ms;"
                                + " the window covers 20 ms; "),
                printed);
        assertTrue(printed.contains("  to change:     make that step cheaper"), printed);
    }

    /** What a player lost counts, and not when it was. */
    @Test
    void theLongestComesFirstAndLikeOnesAreOneLine() {
        List<Finding> joined = Diagnosis.joined(List.of(
                found(1, "at 1.00 s the host made a frame 90 ms late: 5 frames are missing; in 1 of 1 samples, A.b"),
                found(3, "at 2.00 s the host made a frame 3.1 s late; slept in Menu.open, line 85"),
                found(2, "at 3.00 s the host made a frame 30 ms late: 1 frame is missing"),
                found(1, "at 4.00 s the host made a frame 2.0 s late; slept in Menu.open, line 86")));
        assertEquals(
                List.of(
                        "at 2.00 s the host made a frame 3.1 s late; slept in Menu.open, line 85",
                        "at 3.00 s the host made a frame 30 ms late: 1 frame is missing; with 1 like it, 3.00 s in all",
                        "at 4.00 s the host made a frame 2.0 s late; slept in Menu.open, line 86"),
                joined.stream().map(Finding::text).toList());
    }

    @Test
    void digitsOfNamesTellFindingsApart() {
        List<Finding> joined = Diagnosis.joined(List.of(
                found(0.02, "at 1.00 s a step took 20 ms; in Solver1.step"),
                found(0.01, "at 2.00 s a step took 10 ms; in Solver1.step"),
                found(0, "at 3.00 s a step took 9 ms; in Solver2.step"),
                found(0, "at 4.00 s a step took 8 ms; in Solver2.step")));
        assertEquals(
                List.of(
                        "at 1.00 s a step took 20 ms; in Solver1.step; with 1 like it, 30.0 ms in all",
                        "at 3.00 s a step took 9 ms; in Solver2.step; with 1 like it"),
                joined.stream().map(Finding::text).toList());
    }

    private static Finding found(double lostSeconds, String text) {
        return new Finding(Cause.LATE_FRAME, 0, Math.round(lostSeconds * 1_000 * MILLI), text, "");
    }

    @Test
    void evenMotionIsGood() throws IOException {
        assertEquals(0, run(trace(false)), () -> out + "" + err);
        assertTrue(out.toString().startsWith("Motion was even for 6.0 s. Judder was 0."), out::toString);
        assertTrue(
                out.toString().contains("  Half of the inputs wait at least 15 ms for their step: post each"),
                out::toString);
    }

    /** The event of our agent. Frames of a busy machine may be late, so only the first sentence is certain. */
    @Name("io.github.freestep.Method")
    static final class Call extends Event {
        String type = "Game";
        String method = "draw";
    }

    private String game(int frames) throws IOException {
        Path file = folder.resolve("game.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            for (int i = 0; i < frames; i++) {
                Call call = new Call();
                call.begin();
                call.commit();
            }
            recording.stop();
            recording.dump(file);
        }
        return file.toString();
    }

    @Test
    void aGameWithoutFreestepIsDiagnosedByItsFrames() throws IOException {
        run(game(5));
        assertTrue(
                out.toString()
                        .matches(
                                "(?s)In \\d+\\.\\d s, the loop on the thread .* made 5 frames, with Game::draw at the end"
                                        + " of each\\. Half of the frames took at most \\d.*"),
                () -> out + "" + err);
    }

    @Test
    void aReportIsAPageWithTheSameWordsAndADrawing() throws IOException {
        Path page = folder.resolve("page.html");
        run(game(5), "--report", page.toString());
        String html = Files.readString(page);
        assertTrue(html.contains("made 5 frames, with Game::draw at the end of each"), html);
        assertTrue(html.contains("<animate ") && html.contains("around the longest frame"), html);
    }

    @Command(name = "program", subcommands = DiagnoseCommand.class)
    static final class Program {}

    @Test
    void aMisspeltCommandGetsASuggestion() {
        assertEquals(
                2,
                Options.commandLine(new Program())
                        .setErr(new PrintWriter(err, true))
                        .execute("diagnos"));
        assertTrue(err.toString().contains("Did you mean: program diagnose?"), err::toString);
    }

    @Test
    void aRecordingWithoutFramesSaysWhatToRecord() throws IOException {
        assertEquals(2, run(game(0)));
        assertTrue(err.toString().contains("let the recording trace the method that ends a frame"), err::toString);
    }
}
