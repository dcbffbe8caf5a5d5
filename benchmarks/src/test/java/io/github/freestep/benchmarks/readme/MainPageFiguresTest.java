package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each figure of the main page, and of its chart, is in the row and column of the evidence that it is about. */
class MainPageFiguresTest {
    private static final Path PEERS = Path.of("benchmarks", "peers.md");
    private static final Path GALLERY = Path.of("benchmarks", "gallery.md");
    private static final Path MEASURED = Path.of("benchmarks", "measuring.md");
    private static final Path CHART = Path.of(".github", "peers.svg");
    private static final String OURS = "Freestep, callbacks, `frames.sample()`";
    private static final String LOOP = "libGDX, interpolated";
    private static final String PUBLISH = "1,000 bodies, 1 kHz: publish, us";
    private static final String KEY = "from key to picture, ms";
    private static final String ANY_EFFECT = "60 fps: any effect";

    /** What the page says, and where each of its figures comes from. */
    private static final List<Claim> CLAIMS = List.of(
            claim("as it was %s ms ago, instead of %s ms in the loop of libGDX", spikes(OURS, 1), spikes(LOOP, 1)),
            claim(
                    "with a slow step every two seconds, at 60 fps | %s %% | libGDX, interpolated: %s %% |",
                    spikes(OURS, 0), spikes(LOOP, 0)),
            claim(
                    "age of the picture in the same run, where Freestep shows an older one | %s ms |"
                            + " libGDX, interpolated: %s ms |",
                    spikes(OURS, 1), spikes(LOOP, 1)),
            claim(
                    "without a pacer, with light steps and callbacks, at 60 fps, where Freestep is slower | %s ms |"
                            + " libGDX, interpolated: %s ms |",
                    new Source(PEERS, KEY, OURS, ANY_EFFECT, 0), new Source(PEERS, KEY, LOOP, ANY_EFFECT, 0)),
            claim(
                    "the same with a pacer for Freestep, whose frames begin as late as they can | %s ms | %s ms |",
                    new Source(PEERS, KEY, "Freestep, callbacks, with a pacer", ANY_EFFECT, 0),
                    new Source(PEERS, KEY, LOOP, ANY_EFFECT, 0)),
            claim(
                    "the same by default, with a slow step every two seconds, on a [simulated clock]"
                            + "(benchmarks/gallery.md#from-key-to-picture) | %s ms | %s ms |",
                    simulatedSpikes("Freestep, callbacks, sampled at once"),
                    simulatedSpikes("7a accumulator, interpolated")),
            claim(
                    "| %s us | triple buffer by hand: %s us |",
                    new Source(MEASURED, "way", "Freestep", PUBLISH, 0),
                    new Source(MEASURED, "way", "a triple buffer by hand", PUBLISH, 0)));

    /** What the page of measurements says about two rows that look alike, but were measured under other conditions. */
    private static final Claim DEFAULT_CPU = claim(
            "the thread takes %s here, and %s in the first table",
            new Source(MEASURED, "", "a service with its default", "of its thread", 0),
            new Source(
                    MEASURED,
                    "way to wait",
                    "Freestep with its default, `.spinBudgetPerMille(5)`, until its thread wakes up",
                    "CPU, of a core",
                    0));

    /** The load of the chart, which the page of the peers describes. */
    private static final String LOAD = "a physics step of 35 ms";

    private static final Pattern CODE = Pattern.compile("(?m)^ {4}.*$|`[^`]*`");
    private static final Pattern FIGURE = Pattern.compile("\\d[\\d.]* (?:%|ms|us|mm|ns)(?!\\w)");
    private static final Pattern CHART_ROW = Pattern.compile("<g data-row=\"([^\"]*)\">(.*)</g>");
    private static final Pattern CHART_BAR =
            Pattern.compile("width=\"([\\d.]+)\" height=\"16\"/><text[^>]*>([\\d.]+)<");

    private record Source(Path page, String table, String row, String column, int index) {
        String figure() {
            for (List<List<String>> table : Readmes.tables(Readmes.text(page))) {
                int at = table.get(0).indexOf(column);
                if (table.get(0).get(0).equals(this.table) && at > 0) {
                    for (List<String> cells : table) {
                        if (cells.get(0).equals(row)) {
                            return cells.get(at).split("[,;] |(?<=\\d)/")[index];
                        }
                    }
                }
            }
            throw new AssertionError("no such row or column: " + this);
        }
    }

    private record Claim(String form, List<Source> sources) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, form, sources.stream().map(Source::figure).toArray());
        }
    }

    private static Claim claim(String form, Source... sources) {
        return new Claim(form, List.of(sources));
    }

    private static Source spikes(String row, int index) {
        return new Source(PEERS, "spikes", row, "60 fps", index);
    }

    private static Source simulatedSpikes(String row) {
        return new Source(GALLERY, "simulated, from key to picture", row, "spikes, 60 fps", 0);
    }

    @Test
    void eachClaimHasTheFiguresOfItsRows() {
        CLAIMS.forEach(claim ->
                assertTrue(page(Readmes.MAIN).contains(claim.toString()), () -> "the page does not say: " + claim));
    }

    @Test
    void theTextOfTheMeasurementsHasTheFiguresOfItsRows() {
        assertTrue(page(MEASURED).contains(DEFAULT_CPU.toString()), () -> "the page does not say: " + DEFAULT_CPU);
    }

    @Test
    void eachFigureBelongsToAClaim() {
        Set<String> claimed = Stream.concat(CLAIMS.stream().map(Claim::toString), Stream.of(LOAD))
                .flatMap(claim -> FIGURE.matcher(claim).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        FIGURE.matcher(page(Readmes.MAIN))
                .results()
                .forEach(
                        figure -> assertTrue(claimed.contains(figure.group()), () -> "no claim has " + figure.group()));
    }

    /** The bars of a column are as long as their figures are large. */
    @Test
    void theChartIsThatOfTheTable() {
        double[] scale = new double[3];
        List<MatchResult> rows = Readmes.find(CHART_ROW, CHART).toList();
        assertEquals(7, rows.size());
        for (MatchResult row : rows) {
            List<MatchResult> bars = CHART_BAR.matcher(row.group(2)).results().toList();
            assertEquals(scale.length, bars.size());
            for (int i = 0; i < scale.length; i++) {
                String figure = spikes(row.group(1), i).figure();
                assertEquals(figure, bars.get(i).group(2), row.group(1));
                double width = Double.parseDouble(bars.get(i).group(1));
                scale[i] = scale[i] == 0 ? width / Double.parseDouble(figure) : scale[i];
                assertEquals(scale[i] * Double.parseDouble(figure), width, 0.3, row.group(1));
            }
        }
    }

    /** The text of a page without code, with single spaces. */
    private static String page(Path page) {
        return CODE.matcher(Readmes.text(page)).replaceAll("").replaceAll("\\s+", " ");
    }
}
