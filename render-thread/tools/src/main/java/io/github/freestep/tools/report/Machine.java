package io.github.freestep.tools.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine on which figures were measured. The figures are valid for this machine only. */
public final class Machine {
    private Machine() {}

    /** Describes the machine that this process runs on, and its JDK. */
    public static String here() {
        return Runtime.getRuntime().availableProcessors() + " x " + processorName() + " ("
                + System.getProperty("os.arch") + "), " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", " + System.getProperty("java.vm.name") + " "
                + System.getProperty("java.vm.version");
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
}
