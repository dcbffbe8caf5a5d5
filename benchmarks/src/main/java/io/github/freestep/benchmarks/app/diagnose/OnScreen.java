package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.display.DisplayMeter;
import io.github.freestep.render.display.DisplayMeter.Cause;
import java.util.List;

/** Says what was on the screen, and who caused the errors. */
final class OnScreen {
    private static final double VISIBLE_MILLIS = 4;

    private OnScreen() {}

    /** One row for each cause; empty without display times. */
    static List<List<String>> causes(DisplayMeter of) {
        if (of.displayed() == 0) {
            return List.of();
        }
        return List.of(
                row(of, Cause.SIMULATION_TIME, "wrong simulation time", "the game or the sampler"),
                row(of, Cause.FRAME, "late frame", "the host"),
                row(of, Cause.REFRESH, "missed refresh", "the display"));
    }

    private static List<String> row(DisplayMeter of, Cause cause, String name, String by) {
        return List.of(name, Units.text("%,d", of.wrong(cause)), Units.text("%.1f ms", of.worstMillis(cause)), by);
    }

    /** Whether there are errors to judge, and none of them can be seen. */
    static boolean isEven(DisplayMeter of) {
        return of.frames() > 0 && of.errorMillis(1) <= VISIBLE_MILLIS;
    }
}
