package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Checks in the class files that few classes of a package need each other. Each class of a circle needs all others, so
 * none of them can be read, tested or moved alone. A nested class counts as a part of the class around it.
 */
class CirclesTest {
    /** Enough for types that users see together, such as a service, its builder and its run. */
    private static final int MOST = 5;

    @Test
    void noCircleHasMoreThanFiveClasses() {
        Map<String, Set<String>> needs = ClassFiles.needs(PackagesTest.MODULES);
        assertTrue(needs.get("state.State").contains("state.StateContent"), needs::toString);
        requireSmallCircles(needs);
    }

    static void requireSmallCircles(Map<String, Set<String>> needs) {
        needs.forEach((each, needed) ->
                needed.removeIf(other -> !ClassFiles.packageOf(other).equals(ClassFiles.packageOf(each))));
        Map<String, Set<String>> large = new TreeMap<>();
        for (String each : needs.keySet()) {
            TreeSet<String> circle = reached(each, needs, new TreeSet<>());
            circle.removeIf(other -> !reached(other, needs, new TreeSet<>()).contains(each));
            if (circle.size() > MOST && circle.first().equals(each)) {
                large.put(circle.size() + " with " + each, circle);
            }
        }
        assertEquals(
                Map.of(),
                large,
                "a circle must have at most " + MOST + " classes; let one of them know less of the others");
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
