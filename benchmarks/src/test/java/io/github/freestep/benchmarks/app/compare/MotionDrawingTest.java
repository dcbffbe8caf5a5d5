package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.testing.Seeds;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class MotionDrawingTest {
    private static final int FPS = 144;
    private static final int FRAMES = 120;
    private static final int LEG_FRAMES = 60;
    private static final Pattern BALL = Pattern.compile("<circle[^>]*r=\"12\"><animate [^>]*values=\"([^\"]*)\"");
    private static final PlaySettings SETTING =
            new PlaySettings(FPS, StepLoad.HEAVY, Seeds.of(7), 0, CompareCommand.LOOP_SECONDS);

    private static final List<LoopKind> BOTH = List.of(LoopKind.RAW, LoopKind.FREESTEP);

    private final String drawn = MotionDrawing.svg(BOTH, FPS, Seeds.of(7), StepLoad.HEAVY);

    @Test
    void theSameDisplayAndSeedGiveTheSameFile() {
        assertEquals(drawn, MotionDrawing.svg(BOTH, FPS, Seeds.of(7), StepLoad.HEAVY));
    }

    @Test
    void itIsWellFormedAndRunsNoScript() throws Exception {
        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(drawn)));
        assertEquals("svg", parsed.getDocumentElement().getTagName());
        assertEquals(0, parsed.getElementsByTagName("script").getLength());
    }

    @Test
    void eachPlaceIsWhatWasOnScreen() {
        List<String> lanes =
                BALL.matcher(drawn).results().map(lane -> lane.group(1)).toList();
        assertEquals(List.of(places(LoopKind.RAW), places(LoopKind.FREESTEP)), lanes);
    }

    /** By the walk's own clock, and not by the drawing's. */
    private static String places(LoopKind kind) {
        FrameHistory film = LoopPlayer.scripted(kind, SETTING);
        int first = film.frameAt(SETTING.settledNanos());
        double legNanos = 1e9 * LEG_FRAMES / FPS;
        return IntStream.range(first, first + FRAMES)
                .mapToDouble(frame -> (film.shownNanos(frame) - SETTING.settledNanos()) / legNanos)
                .map(legs -> legs < 0 ? -legs : legs <= 1 ? legs : legs <= 2 ? 2 - legs : legs - 2)
                .mapToObj(MotionDrawing::ballX)
                .collect(Collectors.joining(";"));
    }

    @Test
    void judderAndDelayAreThoseOfTheWholeFilm() {
        for (LoopKind kind : BOTH) {
            MotionFigures figures = MotionFigures.of(LoopPlayer.scripted(kind, SETTING), SETTING.settledNanos());
            assertTrue(drawn.contains(MotionDrawing.label(kind, figures)));
        }
    }

    @Test
    void allFramesOfALoopAreDrawn() {
        List<String> animations = Pattern.compile("values=\"([^\"]*)\"")
                .matcher(drawn)
                .results()
                .map((MatchResult values) -> values.group(1))
                .toList();
        for (String values : animations) {
            assertEquals(FRAMES, Arrays.stream(values.split(";")).count());
        }
    }

    /** A loop of one thread shows no frame while it waits for the step. */
    @Test
    void aHitchIsDrawnRefreshByRefresh() {
        PlaySettings setting = new PlaySettings(60, StepLoad.HITCH, Seeds.of(7), 0, 10);
        FrameHistory film = LoopPlayer.scripted(LoopKind.INTERPOLATED, setting);
        MotionLane lane = new MotionLane(film, setting, setting.settledNanos() - 250_000_000, FRAMES);
        double[] speeds = lane.speeds();
        assertEquals(FRAMES, speeds.length);
        assertEquals(FRAMES, lane.places(LEG_FRAMES).length);
        IntStream.range(0, 15).forEach(i -> assertEquals(1, speeds[i], 0.01, "refresh " + i));
        IntStream.range(16, 31).forEach(i -> assertEquals(0, speeds[i], "refresh " + i));
        assertEquals(15, Arrays.stream(speeds).max().orElseThrow(), 0.1, "250 ms at one refresh");
    }

    @Test
    void theFilesInTheTreeAreThoseThatTheCommandWrites() throws Exception {
        requireSame(BOTH, StepLoad.HEAVY, "motion.svg");
        requireSame(
                List.of(LoopKind.INTERPOLATED, LoopKind.RAW, LoopKind.CLAMPED, LoopKind.DEFAULTS),
                StepLoad.HITCH,
                "hitch.svg");
        requireSame(
                List.of(LoopKind.CAPPED, LoopKind.INTERPOLATED, LoopKind.CLAMPED, LoopKind.DEFAULTS, LoopKind.FREESTEP),
                StepLoad.HEAVY,
                "loops.svg");
    }

    private static void requireSame(List<LoopKind> loops, StepLoad load, String file) throws Exception {
        assertEquals(
                MotionDrawing.svg(loops, MotionCommand.FPS, MotionCommand.SEED, load),
                Files.readString(Path.of("..", ".github", file)),
                "run the command that the README names for .github/" + file);
    }
}
