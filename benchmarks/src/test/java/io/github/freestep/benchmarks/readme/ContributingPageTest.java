package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Our own tests follow a rule of the page for contributors that no compiler checks. */
class ContributingPageTest {
    /**
     * A generator whose seed does not come from Seeds gives the same values in each run, or values that cannot be
     * repeated.
     */
    private static final Pattern OWN_SEED = Pattern.compile("new (Splittable)?Random\\([^)]|ThreadLocal[R]andom");

    /** Seeds itself, two classes that add its offset or take a seed of it, and one that draws ports. */
    private static final Set<String> ALLOWED =
            Set.of("Seeds.java", "EngineContract.java", "SessionPeer.java", "FreePorts.java");

    @Test
    void randomTestsGetTheirSeedsFromOneClass() {
        Set<String> found = Readmes.files().stream()
                .filter(file -> file.toString().endsWith(".java") && isTest(file))
                .filter(file -> Readmes.find(OWN_SEED, file).findFirst().isPresent())
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toSet());
        assertEquals(
                ALLOWED,
                found,
                "use Seeds.random or Seeds.splittable there, so that -Dfreestep.seedOffset changes these seeds too");
    }

    private static boolean isTest(Path file) {
        return StreamSupport.stream(file.spliterator(), false).anyMatch(Path.of("test")::equals);
    }
}
