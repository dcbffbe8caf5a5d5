package io.github.freestep.benchmarks.jmh.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a world can be stepped with Freestep and without in turn, whether or not its contacts are read. */
class EngineTableTest {
    @ParameterizedTest
    @ValueSource(strings = {"physx", "bullet", "jolt", "dyn4j", "box2d"})
    void oneWorldIsSteppedInAllWays(String engine) {
        String table = EngineTable.run(engine, 200, 40, 8);
        assertEquals(5, table.lines().count(), table);
        assertTrue(table.startsWith(engine + ": "), table);
        assertTrue(table.lines().skip(1).allMatch(line -> line.matches(".* [0-9]+\\.[0-9]{3} \\(.*")), table);
    }
}
