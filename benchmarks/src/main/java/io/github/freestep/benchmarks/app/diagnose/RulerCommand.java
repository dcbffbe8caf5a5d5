package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.report.ReportFile;
import io.github.freestep.benchmarks.report.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a CSV of frames with chosen faults, so that whatever judges frames can be checked. */
@Command(
        name = "ruler",
        description = {
            "Write a CSV of frames with chosen faults, to check diagnose or another tool: " + RulerCommand.FRAMES
                    + " frames of an even motion, with at most one fault in about a second. Prints the faults."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the file was written", "2:an option is wrong, or the file could not be written"})
public final class RulerCommand extends AppCommand {
    static final int FRAMES = 1200;
    private static final int FPS = 60;
    private static final int BETWEEN = 50;

    /** A frame shows a state of this age. */
    private static final double AGE_MILLIS = 25;

    private static final double METRES_PER_MILLI = 0.01;

    @Option(names = "--late-step", paramLabel = "N", description = "How often there is nothing newer to show.")
    private int lateSteps;

    @Option(names = "--late-frame", paramLabel = "N", description = "Frames that are made late.")
    private int lateFrames;

    @Option(names = "--missed-refresh", paramLabel = "N", description = "Frames that the display shows late.")
    private int missedRefreshes;

    @Option(names = "--wrong-time", paramLabel = "N", description = "Frames that show a wrong simulation time.")
    private int wrongTimes;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "Sets the order and the sizes of the faults. Default: 1.")
    private long seed = 1;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The file to write.")
    private Path out;

    @Override
    public Integer call() {
        int[] left = {lateSteps, lateFrames, missedRefreshes, wrongTimes};
        long all = 0;
        for (int each : left) {
            if (each < 0) {
                throw wrong("the number of faults of a kind must be at least 0, was " + each);
            }
            all += each;
        }
        if (all > FRAMES / BETWEEN - 2) {
            throw wrong("there must be at most " + (FRAMES / BETWEEN - 2) + " faults, were " + all);
        }
        ReportFile file = checked(() -> new ReportFile("--out", out));
        try {
            file.write(csv(left));
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw wrong(e.getMessage());
        }
    }

    /** The frame times are those of a display of 60 Hz; a fault lasts for one to three refreshes. */
    private String csv(int[] left) {
        int faults = left[0] + left[1] + left[2] + left[3];
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder csv = new StringBuilder("shown_ms,made_ms,displayed_ms,place\n");
        double period = 1e3 / FPS;
        int missing = 0;
        int planted = 0;
        for (int i = 0; i < FRAMES; i++) {
            double displayed = (i + missing) * period;
            double made = displayed - period;
            double shown = displayed - AGE_MILLIS;
            if (i % BETWEEN == BETWEEN / 2 && i > BETWEEN && planted < faults) {
                FramesCsv.Kind kind = FramesCsv.Kind.values()[draw(left, random)];
                int refreshes = 1 + random.nextInt(3);
                double late = refreshes * period;
                planted++;
                print("%s at %.2f s%n", kind.label, displayed / 1e3);
                switch (kind) {
                    case LATE_STEP -> {
                        shown -= period;
                        for (int still = 1; still < refreshes; still++, i++) {
                            row(csv, shown, made + (still - 1) * period, displayed + (still - 1) * period);
                        }
                        made += (refreshes - 1) * period;
                        displayed += (refreshes - 1) * period;
                    }
                    case LATE_FRAME -> {
                        missing += refreshes;
                        made += late;
                        displayed += late;
                        shown += late;
                    }
                    case MISSED_REFRESH -> {
                        missing += refreshes;
                        displayed += late;
                    }
                    case WRONG_TIME -> shown += (random.nextBoolean() ? 1 : -1) * (5 + 5 * random.nextDouble());
                }
            }
            row(csv, shown, made, displayed);
        }
        return csv.toString();
    }

    /** Draws one of the kinds that are left, and takes it. */
    private static int draw(int[] left, SplittableRandom random) {
        int which = random.nextInt(left[0] + left[1] + left[2] + left[3]);
        int kind = 0;
        while (which >= left[kind]) {
            which -= left[kind++];
        }
        left[kind]--;
        return kind;
    }

    private static void row(StringBuilder csv, double shown, double made, double displayed) {
        csv.append(Units.text("%.4f,%.4f,%.4f,%.6f%n", shown, made, displayed, shown * METRES_PER_MILLI));
    }
}
