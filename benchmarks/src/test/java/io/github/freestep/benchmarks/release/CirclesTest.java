package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks in the class files that few classes of a package need each other. Each class of a circle needs all others, so
 * none of them can be read, tested or moved alone. A nested class counts as a part of the class around it.
 */
class CirclesTest {
    /** Enough for types that users see together, such as a service, its builder and its run. */
    private static final int MOST = 5;

    private static final Pattern OURS = Pattern.compile("io/github/freestep/([a-z0-9/]+)/([A-Z]\\w*)");

    @Test
    void noCircleHasMoreThanFiveClasses() {
        Map<String, Map<String, Set<String>>> needs = needs(PackagesTest.MODULES);
        assertTrue(needs.get("state").get("State").contains("StateContent"), needs::toString);
        requireSmallCircles(needs);
    }

    static void requireSmallCircles(Map<String, Map<String, Set<String>>> ofPackages) {
        Map<String, Set<String>> large = new TreeMap<>();
        ofPackages.forEach((name, needs) -> {
            for (String each : needs.keySet()) {
                TreeSet<String> circle = reached(each, needs, new TreeSet<>());
                circle.removeIf(other -> !reached(other, needs, new TreeSet<>()).contains(each));
                if (circle.size() > MOST && circle.first().equals(each)) {
                    large.put(name + ": " + circle.size() + " with " + each, circle);
                }
            }
        });
        assertEquals(
                Map.of(),
                large,
                "a circle must have at most " + MOST + " classes; let one of them know less of the others");
    }

    /** Returns, for each package, which of its other classes each of its classes needs. */
    static Map<String, Map<String, Set<String>>> needs(List<String> modules) {
        Map<String, Map<String, Set<String>>> needs = new TreeMap<>();
        for (String module : modules) {
            for (Path file : ClassFiles.of(module)) {
                String name = ClassFiles.packageOf(file);
                Set<String> needed = needs.computeIfAbsent(name, n -> new TreeMap<>())
                        .computeIfAbsent(file.getFileName().toString().split("[$.]")[0], n -> new TreeSet<>());
                for (String text : ClassFiles.texts(module, file)) {
                    OURS.matcher(text)
                            .results()
                            .filter(found -> found.group(1).replace('/', '.').equals(name))
                            .forEach(found -> needed.add(found.group(2)));
                }
            }
        }
        return needs;
    }

    /** Adds the classes that a class needs, itself or through others. */
    private static TreeSet<String> reached(String from, Map<String, Set<String>> needs, TreeSet<String> into) {
        for (String next : needs.get(from)) {
            if (into.add(next)) {
                reached(next, needs, into);
            }
        }
        return into;
    }
}
