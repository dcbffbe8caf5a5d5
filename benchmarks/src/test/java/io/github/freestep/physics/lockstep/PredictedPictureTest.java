package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.tools.report.Lane;
import io.github.freestep.tools.report.MotionDrawing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The picture of a prediction on the page about the gallery is that of {@link PushMatch}. */
class PredictedPictureTest {
    private static final int OTHER = 1;

    /** In the middle of the match. */
    private static final int FIRST = 900;

    /** From the left to the right end of the track. */
    private static final double METRES = 3;

    /** The speed that the line above the bars stands for, in metres per second. */
    private static final double LINE = 1.5;

    private static final PushMatch MATCH = new PushMatch(1, options -> options.ticks(30));

    @Test
    void thePictureInTheTreeIsThatOfTheMatch() throws Exception {
        assumeTrue(Seeds.of(0) == 0, "other seeds give another match");
        String drawn = MotionDrawing.svg(
                "The other player of a match, at 1/" + MotionDrawing.SLOWER
                        + " speed. Bars: how far the picture moves per frame.",
                List.of(
                        lane("match with input delay", false, MATCH.delayed),
                        lane("predicted, corrected at once", false, MATCH.corrected),
                        lane("predicted by Freestep", true, MATCH.shown)),
                PushMatch.FPS);
        Path made = Path.of("target", "prediction.svg");
        Files.writeString(made, drawn);
        assertEquals(
                drawn,
                Files.readString(Path.of("..", ".github", "prediction.svg")),
                "copy benchmarks/" + made + " to .github");
    }

    private static Lane lane(String name, boolean isOurs, DrawnMotion picture) {
        double[] judder = picture.judder();
        String label = String.format(
                Locale.ROOT,
                "%s: jerk %.1f %%, p99 %.0f %%%s",
                name,
                100 * Arrays.stream(judder).average().orElseThrow(),
                100 * judder[(int) (0.99 * judder.length)],
                later(picture));
        return new Lane(
                label,
                isOurs,
                frames().mapToDouble(frame -> 0.5 + picture.x(frame, OTHER) / METRES)
                        .toArray(),
                frames().mapToDouble(frame ->
                                Math.abs(picture.x(frame, OTHER) - picture.x(frame - 1, OTHER)) * PushMatch.FPS / LINE)
                        .toArray());
    }

    private static String later(DrawnMotion picture) {
        double millis = frames().mapToLong(frame -> picture.laterNanos(frame, MATCH.shown))
                        .average()
                        .orElseThrow()
                / 1e6;
        return millis < 1 ? "" : String.format(Locale.ROOT, ", %.0f ms later", millis);
    }

    private static IntStream frames() {
        return IntStream.range(FIRST, FIRST + MotionDrawing.FRAMES);
    }
}
