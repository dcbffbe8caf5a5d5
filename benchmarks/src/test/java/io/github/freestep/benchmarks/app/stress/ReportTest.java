package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.report.JsonReader;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draws every figure of the page again from the JSON alone, and compares. */
class ReportTest {
    private static final String TIME = "run time, s";

    @TempDir
    Path folder;

    private Object json;
    private String page;
    private int figures;

    @Test
    void writesEverythingThatThePageDrawsToTheJson() throws Exception {
        StringWriter out = new StringWriter();
        String options = "--seconds 3 --bodies 20 --fps 90,uncapped --fault gc@0.5:0.2 --fault pause@1:0.2 --report ";
        assertEquals(0, Runs.run(out, (options + folder).split(" ")), out::toString);
        json = new JsonReader(Files.readString(folder.resolve("report.json"))).all();
        page = Files.readString(folder.resolve("report.html"));
        opening();
        ticks();
        frames();
        assertEquals(page.split("<figure>").length - 1, figures, "figures of the page");
    }

    private void opening() {
        LineChart chart = LineChart.of(TIME, "judder, %").logarithmic();
        for (Object reader : list(json, "frames")) {
            String name = (String) get(reader, "reader");
            for (String series : List.of("judderPercent", "newestStateJudderPercent")) {
                double[] seconds = numbers(reader, "series", series, "seconds");
                double[] values = raised(numbers(reader, "series", series, "values"), 0.001);
                if (series.equals("judderPercent")) {
                    chart.line(name, seconds, values);
                } else {
                    chart.reference("newest state, " + name, seconds, values);
                }
            }
        }
        for (Object each : list(json, "faults")) {
            chart.span("fault", number(each, "beginSeconds"), number(each, "endSeconds"));
        }
        assertDrawn(chart);
        assertTrue(page.indexOf("<figure>") < page.indexOf("<table>"), "the picture is below a table");
    }

    private static double[] raised(double[] values, double least) {
        return Arrays.stream(values).map(value -> Math.max(least, value)).toArray();
    }

    private void ticks() {
        Object tick = get(json, "tick");
        LineChart chart = LineChart.of(TIME, "time, ms").logarithmic();
        line(chart, "late", get(tick, "series", "latenessMillis"));
        line(chart, "compute", get(tick, "series", "computeMillis"));
        assertDrawn(marked(chart));
    }

    private void frames() {
        frames("off, %", 0.001, "speedOffPercent");
    }

    private void frames(String title, double least, String name) {
        LineChart chart = LineChart.of(TIME, title).logarithmic();
        for (Object reader : list(json, "frames")) {
            double[] values = raised(numbers(reader, "series", name, "values"), least);
            chart.line((String) get(reader, "reader"), numbers(reader, "series", name, "seconds"), values);
        }
        assertDrawn(marked(chart));
    }

    private static void line(LineChart chart, String name, Object of) {
        chart.line(name, numbers(of, "seconds"), numbers(of, "values"));
    }

    private LineChart marked(LineChart chart) {
        list(json, "faults").forEach(each -> chart.mark((String) get(each, "fault"), number(each, "beginSeconds")));
        return chart;
    }

    private void assertDrawn(LineChart chart) {
        String html = new Page("").figure("", chart).html();
        String figure = html.substring(html.indexOf("<figure>"), html.indexOf("<figcaption>"));
        assertTrue(figure.contains("<canvas"), figure);
        assertTrue(page.contains(figure), () -> "not in the page: " + figure);
        figures++;
    }

    private static Object get(Object of, String... path) {
        Object at = of;
        for (String name : path) {
            at = ((Map<?, ?>) at).get(name);
        }
        return at;
    }

    private static double number(Object of, String... path) {
        return (double) get(of, path);
    }

    private static List<?> list(Object of, String... path) {
        return (List<?>) get(of, path);
    }

    private static double[] numbers(Object of, String... path) {
        return list(of, path).stream().mapToDouble(each -> (double) each).toArray();
    }
}
