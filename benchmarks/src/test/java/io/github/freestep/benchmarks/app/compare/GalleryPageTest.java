package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.loops.Display;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of the page about the gallery and the picture in it are what the command writes by default. */
class GalleryPageTest {
    private static final List<LoopResult> ROWS = new ArrayList<>();
    private static final int AT_60 = CompareCommand.LOOP_FPS.indexOf(60);
    private static final int AT_144 = CompareCommand.LOOP_FPS.indexOf(144);

    private static String page;

    @BeforeAll
    static void play() throws Exception {
        page = Files.readString(Path.of("gallery.md"));
        new Comparison(CompareCommand.LOOP_FPS, MotionCommand.SEED, CompareCommand.LOOP_SECONDS).rows(ROWS::add);
    }

    @Test
    void theTableHasTheFiguresOfTheCommand() {
        requireInPage(ROWS.stream()
                .map(row -> String.join(
                        " | ",
                        "| " + row.way(),
                        LoopTable.percent(motion(row, StepLoad.LIGHT, AT_144)),
                        LoopTable.percent(motion(row, StepLoad.HEAVY, AT_60)),
                        LoopTable.percent(motion(row, StepLoad.HEAVY, AT_144)),
                        late(motion(row, StepLoad.HEAVY, AT_60)),
                        String.format(Locale.ROOT, "%.1f", 1e3 * row.strayMetres()),
                        String.format(Locale.ROOT, "%,d", row.longStall().steps()),
                        row.sameBits() ? "yes" : "no",
                        row.overload().verdict(),
                        String.format(
                                Locale.ROOT, "%.0f |", row.overload().motion().fps())))
                .toList());
    }

    @Test
    void theTableOfDisplaysHasTheFiguresOfTheCommand() {
        requireInPage(ROWS.stream()
                .map(row -> String.join(
                        " | ",
                        "| " + row.way(),
                        cells(row.displays().get(Display.BUSY)),
                        cells(row.displays().get(Display.SLOW)),
                        cells(row.displays().get(Display.VARYING)) + " |"))
                .toList());
    }

    @Test
    void theTableOfTheHitchHasTheFiguresOfTheCommand() {
        requireInPage(ROWS.stream()
                .map(row -> String.join(
                        " | ",
                        "| " + row.way(),
                        LoopTable.percent(row.hitch().judder()),
                        String.valueOf(row.hitch().still()),
                        String.format(Locale.ROOT, "%.0f", row.hitch().largestMillis()),
                        String.format(Locale.ROOT, "%.1f |", 1e3 * row.hitch().strayMetres())))
                .toList());
    }

    private static String cells(MotionFigures motion) {
        return LoopTable.percent(motion) + String.format(Locale.ROOT, " | %.0f", motion.fps());
    }

    @Test
    void eachLoopIsDescribedAsInTheFileOfTheCommand() {
        requireInPage(ROWS.stream()
                .map(row -> "| " + row.way() + " | " + row.way().story + " |")
                .toList());
    }

    /** Of each loop in the picture. */
    @Test
    void thePictureHasTheFiguresOfTheTable() throws Exception {
        String picture = Files.readString(Path.of("..", ".github", "loops.svg"));
        long drawn = ROWS.stream()
                .filter(row -> picture.contains(
                        ">" + MotionDrawing.label(row.way(), motion(row, StepLoad.HEAVY, AT_60)) + "<"))
                .count();
        assertEquals(5, drawn, picture);
    }

    private static MotionFigures motion(LoopResult row, StepLoad load, int display) {
        return row.motions().get(load).get(display);
    }

    private static String late(MotionFigures motion) {
        return Double.isNaN(motion.latencyNanos())
                ? "drifts"
                : String.format(Locale.ROOT, "%.1f", motion.latencyNanos() / 1e6);
    }

    private static void requireInPage(List<String> lines) {
        String table = String.join("\n", lines);
        assertTrue(page.contains("\n" + table + "\n"), () -> "gallery.md must have this table:\n" + table);
    }
}
