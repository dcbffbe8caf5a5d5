package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.OtherProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A start that fails because the system has no more threads leaves nothing behind: no file, port, thread or claim. Only
 * on Linux, which can limit the memory of a process.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@EnabledOnOs(OS.LINUX)
class FewThreadsTest {
    /** More than a JVM takes with stacks that are so long, and some threads. */
    private static final long LIMIT = 48 * FewThreads.STACK;

    @Test
    void aStartThatFailsForLackOfThreadsLeavesNothingBehind(@TempDir Path folder) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -v " + (LIMIT >> 10) + " && exec \"$@\"", "sh"));
        command.addAll(OtherProcess.with(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:-UseDynamicNumberOfCompilerThreads",
                        "-Xss" + (FewThreads.STACK >> 20) + "m",
                        // Otherwise, the JVM itself reports each thread that it cannot start.
                        "-Xlog:disable")
                .command(
                        FewThreads.class,
                        Long.toString(LIMIT),
                        folder.resolve("run.rec").toString())
                .command());
        ProcessBuilder process = new ProcessBuilder(command);
        // The C library would take memory of its own for each thread.
        process.environment().put("MALLOC_ARENA_MAX", "1");
        assertEquals("", OtherProcess.output(process, FewThreadsTest::tellsOfThreads));
    }

    private static boolean tellsOfThreads(String line) {
        return line.matches("|\\tat .*|.*(ProblemDelivery\\$SystemLog|unable to create native thread).*");
    }
}
