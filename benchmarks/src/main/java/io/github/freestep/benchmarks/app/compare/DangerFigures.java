package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FragileWorld;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Shows why long or varying steps are dangerous: a ball that tunnels through a wall, a spring that explodes, by loop.
 */
final class DangerFigures {
    private static final double CENTIMETRES = 100;

    private DangerFigures() {}

    static void addTo(Page page, Comparison comparison, List<LoopResult> rows) {
        page.paragraph("A ball runs between walls of " + Math.round(CENTIMETRES * FragileWorld.WALL_THICKNESS_METRES)
                + " cm at " + Math.round(FragileWorld.BALL_SPEED) + " m/s, and a stiff spring swings. Both are moved by"
                + " the steps of the loop, as in most games: a collision is found only where a step ends, and the"
                + " spring is integrated with the length of the step. So a step of more than 12.5 ms can jump through"
                + " the wall. Steps of more than 25 ms make the spring explode, and steps of varying length feed energy"
                + " into it. Fixed steps of 10 ms are safe on every display.");
        int slowest = comparison.fps().indexOf(Collections.min(comparison.fps()));
        int filmed = comparison.fps().indexOf(comparison.filmFps());
        double wall = CENTIMETRES * FragileWorld.WALL_METRES;
        LineChart balls = LineChart.of("simulated time, ms", "position of the ball, cm")
                .covering(-2 * wall, 2 * wall)
                .reference("upper wall", ends(), new double[] {wall, wall})
                .reference("lower wall", ends(), new double[] {-wall, -wall});
        LineChart springs = LineChart.of("simulated time, ms", "amplitude of the spring")
                .covering(-FragileWorld.EXPLODED, FragileWorld.EXPLODED);
        for (LoopResult row : rows) {
            if (row.way() == LoopKind.VARIABLE) {
                line(row, slowest, comparison, balls, springs);
            } else if (row.way() == LoopKind.LONG_STEP || row.way() == LoopKind.FREESTEP) {
                line(row, filmed, comparison, balls, springs);
            }
        }
        page.figure("The ball. It stays where it was found beyond a wall.", balls);
        page.figure(
                "The spring. It is held at " + Math.round(FragileWorld.EXPLODED) + " when it has exploded.", springs);
        page.table(
                List.of("loop", "longest step", "ball", "spring"),
                rows.stream().map(DangerFigures::row).toList());
    }

    private static double[] ends() {
        return new double[] {0, 1e3 * FragileWorld.PATH_SECONDS};
    }

    private static void line(LoopResult row, int display, Comparison comparison, LineChart balls, LineChart springs) {
        List<FragileWorld.Moment> path = row.films().get(StepLoad.HEAVY).get(display).fragile().path().stream()
                .filter(moment -> moment.seconds() <= FragileWorld.PATH_SECONDS)
                .toList();
        String name = row.way() + ", " + comparison.fps().get(display) + " fps";
        double[] millis =
                path.stream().mapToDouble(moment -> 1e3 * moment.seconds()).toArray();
        balls.line(
                name,
                millis,
                path.stream().mapToDouble(moment -> CENTIMETRES * moment.ball()).toArray());
        springs.line(
                name,
                millis,
                path.stream().mapToDouble(FragileWorld.Moment::spring).toArray());
    }

    private static List<String> row(LoopResult row) {
        long longest =
                row.dangers().stream().mapToLong(Danger::longestNanos).max().orElseThrow();
        return List.of(
                row.name(),
                Units.text("%.0f ms", longest / 1e6),
                where(row, Danger::tunnelled, "goes through the wall", "stays inside"),
                where(row, Danger::exploded, "explodes", "holds"));
    }

    private static String where(LoopResult row, Predicate<Danger> broken, String bad, String good) {
        List<Danger> dangers = row.dangers().stream().filter(broken).toList();
        if (dangers.isEmpty()) {
            return good;
        }
        List<String> places = new ArrayList<>();
        String displays = dangers.stream()
                .filter(danger -> !danger.stalled())
                .map(danger -> String.valueOf(danger.fps()))
                .distinct()
                .collect(Collectors.joining(", "));
        if (!displays.isEmpty()) {
            places.add("at " + displays + " fps");
        }
        if (dangers.stream().anyMatch(Danger::stalled)) {
            places.add("after a stall");
        }
        return bad + " " + String.join(", and ", places);
    }
}
