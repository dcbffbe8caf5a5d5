package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Three nodes as processes, with moves, and with a node that is killed or stands still. Each takes about 40 s. */
class RoomsTest {
    @Test
    void allPromisesAreKeptWhenANodeIsKilled() {
        assertEquals(0, run("--kill=1"));
    }

    @Test
    void allPromisesAreKeptWhenANodeStandsStill() {
        assumeTrue(Thorough.isOn(), "RandomRoomsTest has nodes that stand still, on a virtual clock");
        assertEquals(0, run("--kill=0", "--freeze=1"));
    }

    @Test
    void theMajorityMustRemain() {
        assertEquals(2, new CommandLine(new Rooms()).execute("--nodes=2", "--kill=1"));
    }

    private static int run(String... lost) {
        List<String> options = new ArrayList<>(
                List.of("--nodes=3", "--rooms=4", "--watch=2", "--seconds=20", "--moves=3", "--seed=" + Seeds.of(1)));
        options.addAll(List.of(lost));
        return new CommandLine(new Rooms()).execute(options.toArray(String[]::new));
    }
}
