package io.github.freestep.tools.diagnose;

import io.github.freestep.render.capsule.CapsuleFile;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.FlightFile;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.TracedLoop;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.record.RecordingText;
import io.github.freestep.tools.report.Page;
import io.github.freestep.tools.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what happened to the motion in a recording of JDK Flight Recorder. */
@Command(
        name = "diagnose",
        description = {
            "Read a recording of JDK Flight Recorder, and say when motion was uneven, why, and what to change.",
            "It must have the events of a sampler with MotionEvents, as the recordings of stress have, or for any"
                    + " other game, the calls of the method that ends a frame.",
            "Or read a file that a Capsule has written.",
            "Or read a CSV of PresentMon, and say who caused its animation errors; or a CSV of any engine with the"
                    + " columns shown_ms, made_ms and displayed_ms, and say what was wrong."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:motion was even",
            "1:motion was uneven, time was paused or scaled, or no frame of a CSV has an animation error",
            "2:the file is neither a recording with frames nor a capsule nor such a CSV, or an option is wrong"
        },
        footer = {
            "%nExamples:",
            "  diagnose stutter.jfr",
            "  diagnose game.jfr --frame org.lwjgl.glfw.GLFW::glfwSwapBuffers --step my.Game::step",
            "  diagnose PresentMon.csv"
        })
public final class DiagnoseCommand extends AppCommand {
    private static final int MOST = 50;
    private static final double VISIBLE_MILLIS = 4;

    @Parameters(
            paramLabel = "FILE",
            description = "The recording or capsule to read, or a CSV of PresentMon or of frames.")
    private Path file;

    @Option(
            names = "--frame",
            paramLabel = "TYPE::METHOD",
            description = "The method that ends a frame of a game without Freestep, if several were traced.")
    private String frame;

    @Option(
            names = "--step",
            paramLabel = "TYPE::METHOD",
            description = "The method that makes a physics step of that game.")
    private String step;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Also write a page of HTML: the causes, and for a game without Freestep a moving picture of the"
                            + " seconds around its longest frame, as they were and as Freestep would have shown them.")
    private Path report;

    @Override
    public Integer call() {
        if (!Files.exists(file)) {
            throw wrong("there is no file \"" + file + "\"");
        }
        ReportFile page = report == null ? null : checked(() -> new ReportFile("--report", report));
        try {
            if (FramesCsv.is(file)) {
                return frames(new FramesCsv(file));
            }
            if (PresentMonCsv.is(file)) {
                return presentMon(PresentMonCsv.read(file));
            }
            return CapsuleFile.is(file) ? capsule(page) : recording(FlightFile.read(file), page);
        } catch (IOException e) {
            String why = RecordingText.why(e);
            throw wrong(why.startsWith(file + " ") ? why : file + ": " + why);
        }
    }

    private int recording(FlightFile recording, ReportFile page) throws IOException {
        List<MotionLog> logs = frame == null && step == null ? recording.logs() : List.of();
        if (!logs.isEmpty()) {
            return ofSamplers(logs, page);
        }
        return loop(recording.loop(frame, step), page);
    }

    private int capsule(ReportFile page) throws IOException {
        if (frame != null || step != null) {
            throw wrong("--frame and --step are for a game without Freestep, which writes no such file");
        }
        List<MotionLog> logs = CapsuleFile.read(file).logs();
        if (logs.isEmpty()) {
            throw wrong("the file has no frames; pass capsule.listener() to a sampler");
        }
        return ofSamplers(logs, page);
    }

    private int ofSamplers(List<MotionLog> logs, ReportFile page) {
        Diagnosis diagnosis = new Diagnosis(log(logs));
        print(diagnosis);
        write(page, diagnosis.headline(), diagnosis.findings, "", "");
        return diagnosis.isEven() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** The sampler to diagnose: the one with the most frames. */
    private MotionLog log(List<MotionLog> logs) {
        MotionLog log = logs.get(0);
        if (logs.size() > 1) {
            String threads = logs.stream().map(each -> each.thread).collect(Collectors.joining(", "));
            print("This is about the sampler of the thread %s. All with samplers: %s.%n", log.thread, threads);
        }
        return log;
    }

    /** Diagnoses a game without Freestep. */
    private int loop(TracedLoop traced, ReportFile page) {
        if (traced == null) {
            throw wrong("the recording has no frames; pass MotionEvents.listener() to a sampler, or for a game without"
                    + " Freestep, let the recording trace the method that ends a frame");
        }
        LoopDiagnosis diagnosis = new LoopDiagnosis(traced);
        print("%s%n", diagnosis.headline());
        List<Finding> findings = diagnosis.report.findings();
        print(findings);
        print("%s%n", diagnosis.advice());
        write(page, diagnosis.headline(), findings, diagnosis.advice(), page == null ? "" : diagnosis.picture());
        return findings.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void print(Diagnosis diagnosis) {
        MotionReport of = diagnosis.report;
        print("%s%n", diagnosis.headline());
        print(diagnosis.findings);
        print("From key to swap: %s.%n", of.latency());
        diagnosis.waits().forEach(wait -> print("  %s%n", wait));
    }

    private void print(List<Finding> all) {
        List<Finding> findings = Diagnosis.joined(all);
        findings.stream().limit(MOST).forEach(finding -> {
            print("%-17s%s%n", Diagnosis.cause(finding.cause()), finding.text());
            print("%-17s%s%n", "  to change:", finding.advice());
        });
        if (findings.size() > MOST) {
            print("and %,d more%n", findings.size() - MOST);
        }
        print("%n");
    }

    private void write(ReportFile to, String headline, List<Finding> findings, String advice, String picture) {
        if (to == null) {
            return;
        }
        Page page = new Page("Motion in " + file.getFileName())
                .verdict(findings.isEmpty(), headline, advice.isEmpty() ? List.of() : List.of(advice))
                .drawing(picture)
                .section("When and why, the longest first")
                .table(
                        List.of("cause", "what happened", "what to change"),
                        Diagnosis.joined(findings).stream()
                                .map(each -> List.of(Diagnosis.cause(each.cause()), each.text(), each.advice()))
                                .toList());
        try {
            to.write(page.html());
        } catch (IOException e) {
            throw wrong(e.getMessage());
        }
        print("%nThe page is %s.%n", to);
    }

    private void print(AnimationErrors of, AnimationErrors.Cause cause, String name, String culprit) {
        print("  %-24s%,10d frames, up to %6.1f ms  %s%n", name, of.wrong(cause), of.worstMillis(cause), culprit);
    }

    private void refuseOptions() {
        if (report != null || frame != null || step != null) {
            throw wrong("a CSV is read without options");
        }
    }

    private int frames(FramesCsv csv) {
        refuseOptions();
        print("%s%n", csv.headline());
        csv.faults.forEach(fault -> print("%s%n", fault));
        return csv.faults.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private int presentMon(PresentMonCsv csv) {
        refuseOptions();
        print("%s%n", csv.headline());
        if (csv.errors().displayed() > 0) {
            print("On the screen: %s.%n", csv.errors());
            print(csv.errors(), AnimationErrors.Cause.SIMULATION_TIME, "wrong simulation time", "the game");
            print(csv.errors(), AnimationErrors.Cause.FRAME, "late frame", "the host");
            print(csv.errors(), AnimationErrors.Cause.REFRESH, "missed refresh", "the display");
        }
        boolean isEven = csv.errors().frames() > 0 && csv.errors().errorMillis(1) <= VISIBLE_MILLIS;
        return isEven ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
}
