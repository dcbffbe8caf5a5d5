package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Draws loops of the gallery: a recorded explosion, by two of them, or a ball, by any of them. */
@Command(
        name = "motion",
        description = {
            "Draw what a display shows of a simulation as an animated SVG: left, by the usual interpolated loop; right,"
                    + " by Freestep. With --loops, draw a ball by loops of compare.",
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
            description = "Rows of the table of compare to draw below each other, such as 7a,16. Default: a recorded"
                    + " pile that explodes, by rows 7a and 16 side by side.")
    private List<String> rows = List.of();

    @Option(
            names = "--delays",
            description =
                    "Draw judder over the age of the picture instead, for several allowed latenesses of Freestep.")
    private boolean delays;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The SVG file to write.")
    private Path out;

    @Override
    public Integer call() {
        List<LoopKind> loops = rows.stream().map(this::loop).toList();
        ReportFile file = checked(() -> new ReportFile("--out", out));
        try {
            file.write(drawing(loops));
            print("drawn in %s%n", out);
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private String drawing(List<LoopKind> loops) {
        if (delays) {
            return DelayCurve.svg(FPS, SEED);
        }
        return loops.isEmpty() ? LoopDrawing.explosion(FPS, SEED) : LoopDrawing.svg(loops, FPS, SEED);
    }

    private LoopKind loop(String row) {
        return Arrays.stream(LoopKind.values())
                .filter(kind -> kind.number.equals(row))
                .findFirst()
                .orElseThrow(() -> wrong("--loops must be rows of compare such as 7a,16, was \"" + row + "\""));
    }
}
