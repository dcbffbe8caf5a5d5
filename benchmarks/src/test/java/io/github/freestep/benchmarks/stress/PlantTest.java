package io.github.freestep.benchmarks.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The harness against itself. */
class PlantTest {
    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "torn, state: state of tick",
        "torn, frame: reader 1",
        "overwritten, state: state of tick",
        "lost-input, input: ",
        "lost-event, event: the event of step 20 is missing",
        "backward, backward: reader 1 (144 fps) went back",
        "thread, thread: the thread freestep-stress-planted is left",
        "allocation, allocation: the physics thread has allocated",
    })
    void whatIsPlantedIsFoundAndNamed(String plant, String named) {
        int code = run("--plant", plant, "--fault", "none", "--fps", "144", "--step-cost", "0us");
        assertEquals(1, code, out::toString);
        assertTrue(
                out.toString().lines().anyMatch(line -> line.startsWith("BROKEN  " + named) && line.contains("seed 1")),
                out::toString);
    }

    @Test
    void aTornStateOfSpringsIsFound() {
        int code = run("--simulation", "springs", "--plant", "torn", "--fault", "none", "--step-cost", "0us");
        assertEquals(1, code, out::toString);
        assertTrue(out.toString().contains("BROKEN  state: state of tick"), out::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torn --window 1",
                "overwritten --window 1",
                "lost-input --producers 0",
                "lost-event --rate 7",
                "backward --fps 1"
            })
    void aFlawThatWasNeverPutInIsNoProof(String plant) {
        int code = run(("--fault none --step-cost 0us --plant " + plant).split(" "));
        assertEquals(1, code, out::toString);
        String name = plant.substring(0, plant.indexOf(' '));
        assertTrue(
                out.toString().contains("BROKEN  fault: the planted flaw " + name + " was never put in"),
                out::toString);
    }

    @Test
    void noFaultBreaksAPromise() {
        StringBuilder faults = new StringBuilder();
        for (Fault fault : Fault.values()) {
            faults.append("--fault ")
                    .append(fault)
                    .append("@")
                    .append(0.3 + 0.1 * fault.ordinal())
                    .append(":0.3 ");
        }
        assertEquals(0, run((faults + "--seed 5 --step-cost 10%").split(" ")), out::toString);
    }

    private int run(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 4);
        all[args.length] = "--seconds";
        all[args.length + 1] = "2";
        all[args.length + 2] = "--bodies";
        all[args.length + 3] = "60";
        return Runs.run(out, all);
    }
}
