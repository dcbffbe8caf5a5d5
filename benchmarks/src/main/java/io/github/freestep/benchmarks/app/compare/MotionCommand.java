package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Draws loops of the gallery below each other: raw against interpolated motion, or others. */
@Command(
        name = "motion",
        description = {
            "Draw what a display shows of a simulation as an animated SVG: above, the newest state; below,"
                    + " interpolated. With --loops, draw other loops.",
            "Runs on a virtual clock, so the same options give the same file on every machine."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the file was written", "2:an option is wrong, or the file could not be written"})
public final class MotionCommand extends AppCommand {
    static final int FPS = 60;
    static final long SEED = 1;

    @Option(
            names = "--loops",
            paramLabel = "ROW",
            split = ",",
            description = "Rows of the table of compare to draw below each other. Default: 10,18b, the newest state"
                    + " and Freestep.")
    private List<String> rows = List.of(LoopKind.RAW.number, LoopKind.FREESTEP.number);

    @Option(
            names = "--hitch",
            description = "Draw 2 s around a single step of 250 ms. All other steps take 6 ms. Default: 3 ms, and 9 ms"
                    + " for one step in 20.")
    private boolean hitch;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The SVG file to write.")
    private Path out;

    @Override
    public Integer call() {
        List<LoopKind> loops = rows.stream().map(this::loop).toList();
        ReportFile file = checked(() -> new ReportFile("--out", out));
        try {
            file.write(MotionDrawing.svg(loops, FPS, SEED, hitch ? StepLoad.HITCH : StepLoad.HEAVY));
            print("drawn in %s%n", out);
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private LoopKind loop(String row) {
        return Arrays.stream(LoopKind.values())
                .filter(kind -> kind.number.equals(row))
                .findFirst()
                .orElseThrow(() -> wrong("--loops must be rows of compare such as 7a,18b, was \"" + row + "\""));
    }
}
