package io.github.freestep.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the figures were measured on: they mean nothing elsewhere.
 *
 * @param processor the processor's name, as far as the system tells it
 * @param processors how many of them this process may use
 * @param architecture of the virtual machine
 * @param system the operating system and its version
 * @param jdk the virtual machine and its version
 */
public record Machine(String processor, int processors, String architecture, String system, String jdk) {
    /**
     * This one.
     *
     * @return the machine that this process runs on
     */
    public static Machine here() {
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

    /**
     * For {@link Json}, and for a table of two columns.
     *
     * @return the components by their names
     */
    public Map<String, Object> json() {
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
