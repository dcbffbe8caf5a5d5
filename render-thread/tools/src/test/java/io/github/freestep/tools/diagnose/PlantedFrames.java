package io.github.freestep.tools.diagnose;

import io.github.freestep.tools.report.Units;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes a CSV of frames of an even motion, with at most one chosen fault in about a second. */
final class PlantedFrames {
    private static final int FRAMES = 1200;
    private static final int FPS = 60;
    private static final int BETWEEN = 50;

    /** A frame shows a state of this age. */
    private static final double AGE_MILLIS = 25;

    private PlantedFrames() {}

    /**
     * Returns the file. The frame times are those of a display of 60 Hz; a fault lasts for one to three refreshes.
     *
     * @param faults how many faults of each kind
     * @param random draws the order and the sizes of the faults
     */
    static String csv(Map<FramesCsv.Kind, Integer> faults, SplittableRandom random) {
        int[] left = new int[FramesCsv.Kind.values().length];
        faults.forEach((kind, count) -> left[kind.ordinal()] = count);
        StringBuilder csv = new StringBuilder("shown_ms,made_ms,displayed_ms\n");
        double period = 1e3 / FPS;
        int missing = 0;
        int all = 0;
        for (int each : left) {
            all += each;
        }
        for (int i = 0; i < FRAMES; i++) {
            double displayed = (i + missing) * period;
            double made = displayed - period;
            double shown = displayed - AGE_MILLIS;
            if (i % BETWEEN == BETWEEN / 2 && i > BETWEEN && all > 0) {
                FramesCsv.Kind kind = FramesCsv.Kind.values()[draw(left, random.nextInt(all--))];
                int refreshes = 1 + random.nextInt(3);
                double late = refreshes * period;
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

    /** Takes one of the kinds that are left. */
    private static int draw(int[] left, int drawn) {
        int kind = 0;
        for (int which = drawn; which >= left[kind]; kind++) {
            which -= left[kind];
        }
        left[kind]--;
        return kind;
    }

    private static void row(StringBuilder csv, double shown, double made, double displayed) {
        csv.append(Units.text("%.4f,%.4f,%.4f%n", shown, made, displayed));
    }
}
