package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void quotesStringsAndWritesNanAsNull() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a \"name\"", "back\\slash\nand line");
        map.put("unknown", Double.NaN);
        map.put("numbers", List.of(1L, 2.5, -3));
        assertEquals(
                "{\n\"a \\\"name\\\"\": \"back\\\\slash\\u000aand line\",\n\"unknown\": null,\n\"numbers\": [1,\n2.5,\n-3]\n}",
                Json.write(map));
    }

    @Test
    void writesEmptyCollectionsFlagsAndInfinity() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("violations", List.of());
        map.put("faults", Map.of());
        map.put("passed", true);
        map.put("worst", Double.POSITIVE_INFINITY);
        map.put("none", null);
        assertEquals(
                "{\n\"violations\": [],\n\"faults\": {},\n\"passed\": true,\n\"worst\": null,\n\"none\": null\n}",
                Json.write(map));
    }

    @Test
    void keepsAllDigitsOfASeed() {
        assertEquals("[9007199254740993,\n-3,\n7]", Json.write(Arrays.asList(9007199254740993L, -3.0, 7f)));
    }
}
