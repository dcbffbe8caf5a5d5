package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Progress;
import io.github.freestep.benchmarks.report.ReportFile;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.trace.MotionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what happened in a motion trace. */
@Command(
        name = "diagnose",
        description = {
            "Replay a motion trace, and say when motion was uneven, why, and which options would have helped.",
            "A MotionTrace writes such files; stress and watch do so too.",
            "Or read a CSV of PresentMon 2, and say who caused its animation errors."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:motion was even",
            "1:motion was uneven, time was paused or scaled, the file is damaged or cut off, this release replays the"
                    + " file of another release differently, or no frame of a CSV has an animation error",
            "2:the file is neither a motion trace nor a CSV of PresentMon, or an option is wrong"
        },
        footer = {
            "%nExamples:",
            "  diagnose stutter-1.motion",
            "  diagnose stutter-1.motion --report out",
            "  diagnose PresentMon.csv"
        })
public final class DiagnoseCommand extends AppCommand {
    private static final int MOST = 50;

    @Parameters(paramLabel = "FILE", description = "The motion trace to read, or a CSV of PresentMon 2.")
    private Path file;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a page with a timeline to this folder: diagnose.html.")
    private Path report;

    @Option(
            names = "--display",
            paramLabel = "HZ",
            description = "The refresh rate of the display, to say whether the frame rate fits it.")
    private Double display;

    @Override
    public Integer call() {
        if (display != null && !(display > 0)) {
            throw wrong("--display must be above 0 Hz, was " + display);
        }
        if (!Files.exists(file)) {
            throw wrong("there is no file \"" + file + "\"");
        }
        if (PresentMonCsv.is(file)) {
            return presentMon();
        }
        ReportFile page = checked(() -> {
            if (report == null) {
                return null;
            }
            ReportFile.makeFolder(report);
            return new ReportFile("--report", report.resolve("diagnose.html"));
        });
        Diagnosis diagnosis;
        Progress progress = new Progress(out(), "replay", Diagnosis.REPLAYS);
        try {
            diagnosis = Diagnosis.of(file, display, progress::at);
        } catch (IOException e) {
            throw wrong("the trace cannot be read: " + e.getMessage());
        } finally {
            progress.clear();
        }
        print(diagnosis);
        if (page != null) {
            try {
                page.write(DiagnosePage.html(diagnosis));
            } catch (IOException e) {
                throw wrong(e.getMessage());
            }
            print("report: %s%n", page);
        }
        boolean good = diagnosis.isEven() && diagnosis.doubts().isEmpty();
        return good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void print(Diagnosis diagnosis) {
        MotionReport of = diagnosis.report;
        print("%s%n", diagnosis.headline());
        diagnosis.doubts().forEach(doubt -> print("%s%n", doubt));
        diagnosis.findings.stream().limit(MOST).forEach(finding -> {
            print("%-17s%s%n", DiagnosePage.cause(finding.cause()), finding.text());
            print("%-17s%s%n", "  to change:", finding.advice());
        });
        if (diagnosis.findings.size() > MOST) {
            print("and %,d more%n", diagnosis.findings.size() - MOST + of.moreFindings());
        }
        print("%n");
        print(of.display());
        if (!of.trials().isEmpty()) {
            print("%n%-36s%10s%8s%8s%12s%n", "tried by a replay", "judder", "froze", "jumped", "mean delay");
            print(of.recorded(), "as it was");
            of.trials().forEach(trial -> print(trial, trial.option()));
            print("%n%s%n", diagnosis.advice());
        }
    }

    private void print(DisplayMeter display) {
        print("%s%n", OnScreen.figures(display));
        for (List<String> row : OnScreen.causes(display)) {
            print("  %-24s%10s frames, up to %9s  %s%n", row.toArray());
        }
    }

    private int presentMon() {
        if (report != null || display != null) {
            throw wrong((report != null ? "--report" : "--display") + " has no effect with a CSV of PresentMon");
        }
        PresentMonCsv csv;
        try {
            csv = PresentMonCsv.read(file);
        } catch (IOException e) {
            throw wrong("the CSV of PresentMon cannot be read: " + e.getMessage());
        }
        print("%s%n", csv.headline());
        if (csv.display().displayed() > 0) {
            print(csv.display());
        }
        print("%s%n", csv.agreement());
        return OnScreen.isEven(csv.display()) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void print(MotionReport.Trial trial, String name) {
        print(
                "%-36s%10s%8d%8d%12s%n",
                name,
                Units.percent(100 * trial.judder()),
                trial.frozen(),
                trial.jumping(),
                Units.text("%.1f ms", trial.delayNanos() / 1e6));
    }
}
