package io.github.freestep.benchmarks.pacing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What the figures were measured on: they mean nothing elsewhere. */
record Machine(String processor, int processors, String architecture, String system, String jdk) {
    static Machine here() {
        return new Machine(
                processorName(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.arch"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    private static String processorName() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("not known");
        } catch (IOException e) {
            return "not known";
        }
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("processor", processor);
        json.put("processors", processors);
        json.put("architecture", architecture);
        json.put("system", system);
        json.put("jdk", jdk);
        return json;
    }

    @Override
    public String toString() {
        return processors + " x " + processor + " (" + architecture + "), " + system + ", " + jdk;
    }
}
