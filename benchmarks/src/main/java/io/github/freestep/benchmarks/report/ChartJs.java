package io.github.freestep.benchmarks.report;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The script of Chart.js, which draws the charts of a page. Stateless. */
final class ChartJs {
    private ChartJs() {}

    /** Returns the script with the licences of its two parts, which every copy must include. */
    static String code() {
        return licence("LICENSE.txt")
                + licence("kurkle-color.txt")
                + Resource.text(
                                ChartJs.class,
                                "/META-INF/resources/webjars/chart.js/" + version() + "/dist/chart.umd.min.js")
                        // A browser's tools would look for another file.
                        .replaceFirst("//# sourceMappingURL=.*", "");
    }

    private static String licence(String file) {
        return "/*!\n"
                + Resource.text(ChartJs.class, "/META-INF/licenses/chart.js/" + file)
                        .strip() + "\n*/\n";
    }

    /** The jar has the version in its paths. */
    private static String version() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(
                    Resource.text(ChartJs.class, "/META-INF/maven/org.webjars.npm/chart.js/pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException("a string can be read", e);
        }
        return properties.getProperty("version");
    }
}
