package io.github.freestep.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The machine on which figures were measured. The figures are valid for this machine only.
 *
 * @param processor the name of the processor, or "not known" if the system does not give it
 * @param processors the number of processors that this process may use
 * @param architecture the architecture of the virtual machine
 * @param system the operating system and its version
 * @param jdk the virtual machine and its version
 */
public record Machine(String processor, int processors, String architecture, String system, String jdk) {
    /** Describes the machine that this process runs on. */
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

    /** Returns the components by name, for a table of facts. */
    public Map<String, Object> json() {
        return Json.members(this);
    }

    @Override
    public String toString() {
        return processors + " x " + processor + " (" + architecture + "), " + system + ", " + jdk;
    }
}
