package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Thorough;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a run finds the flaws planted in it. */
class PlantTest {
    private final StringWriter out = new StringWriter();

    private static final String SERVICE = "--seconds 1 --fault none --fps 144 --step-cost 0us --bodies 60";

    @ParameterizedTest
    @Rows(
            usually = 7,
            value = {
                SERVICE + ", torn, state: state of tick",
                SERVICE + ", lost-input, input: ",
                SERVICE + ", lost-event, event: the event of step 20 is missing",
                SERVICE + ", backward, backward: reader 1 (144 fps) went back",
                SERVICE + ", thread, thread: the thread freestep-stress-planted is left",
                SERVICE + ", allocation, allocation: the physics thread allocated",
                SERVICE + ", frame-allocation, allocation: reader 1 (144 fps) allocated",
                SERVICE + ", overwritten, state: state of tick",
                SERVICE + " --simulation pile2d, allocation, allocation: the physics thread allocated",
                // Lasting overload slows simulation time permanently, which is no reason to allocate.
                "--seconds 2 --fault none --bodies 60 --step-cost 150%:constant, allocation, allocation: the physics thread allocated",
            })
    void findsAndNamesEachPlantedFlaw(String options, String plant, String named) {
        int code = Runs.run(out, (options + " --plant " + plant).split(" "));
        assertEquals(1, code, out::toString);
        assertTrue(
                out.toString().lines().anyMatch(line -> line.startsWith("BROKEN  " + named) && line.contains("seed 1")),
                out::toString);
    }

    /** Each tenth of a second has a fault that allocates by design. */
    @Test
    void saysThatAPromiseWasNotChecked() {
        String options = "--seconds 1 --bodies 60 --fault burst@0:60 --fps 144 --step-cost 0us";
        assertEquals(0, Runs.run(out, options.split(" ")));
        String text = out.toString();
        String said =
                "allocation: hardly a moment of the physics thread was without faults; hardly a moment of reader 1 (144";
        assertTrue(text.contains("passed: every promise that was checked was kept; not checked: "), text);
        assertTrue(text.contains(said), text);
    }

    @Test
    void failsIfAFlawWasNeverPutIn() {
        int code = Runs.run(out, "--bodies 60 --rate 1 --seconds 1 --fault none --plant lost-event".split(" "));
        assertEquals(1, code, out::toString);
        assertTrue(
                out.toString().contains("BROKEN  fault: the planted flaw lost-event was never put in"), out::toString);
    }

    static Stream<String> scenes() {
        return Thorough.isOn()
                ? Stream.of("swarm", "pile", "pile2d", "pile-bullet", "pile-box2d", "pile-jolt")
                : Stream.of("pile-box2d");
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void keepsEveryPromiseUnderFaults(String simulation) {
        StringBuilder faults = new StringBuilder();
        for (FaultKind fault : FaultKind.ofService(true)) {
            faults.append("--fault ")
                    .append(fault)
                    .append("@")
                    .append(0.3 + 0.1 * fault.ordinal())
                    .append(":0.3 ");
        }
        String options = faults + "--seconds 2 --bodies 60 --seed 5 --step-cost 10% --simulation " + simulation;
        assertEquals(0, Runs.run(out, options.split(" ")), out::toString);
    }
}
