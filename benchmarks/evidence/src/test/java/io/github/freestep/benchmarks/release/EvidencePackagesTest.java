package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules of {@link PackagesTest} and {@link CirclesTest} for the evidence, which is built after those tests. */
class EvidencePackagesTest {
    /** Beside the folder of the module, from which those tests look for others. */
    private static final List<String> MODULES = List.of("evidence");

    @Test
    void noPackageNeedsItselfThroughOthers() {
        Map<String, Set<String>> needs = PackagesTest.needs(MODULES);
        assertTrue(needs.get("benchmarks.evidence").contains("benchmarks.app.compare"), needs::toString);
        assertEquals(List.of(), PackagesTest.cycle(needs));
    }

    @Test
    void noCircleHasMoreThanFiveClasses() {
        CirclesTest.requireSmallCircles(ClassFiles.needs(MODULES));
    }
}
