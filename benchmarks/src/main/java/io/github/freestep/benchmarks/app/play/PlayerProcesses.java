package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.report.Interrupt;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Players of a match in processes of their own, each with a window. They end with this object or this process. */
final class PlayerProcesses implements AutoCloseable {
    private static final long CLOSE_SECONDS = 10;

    private final List<Process> processes = new ArrayList<>();

    private PlayerProcesses() {}

    static PlayerProcesses start(int count, List<String> arguments) throws IOException {
        PlayerProcesses all = new PlayerProcesses();
        try {
            for (int i = 0; i < count; i++) {
                all.processes.add(launch(arguments));
            }
            return all;
        } catch (IOException e) {
            all.close();
            throw e;
        }
    }

    int count() {
        return processes.size();
    }

    private static Process launch(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // The manifest of the jar has it too, but this process may run from a class path.
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PlayerProcesses.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Runs in the other process, which ends when its standard input ends. */
    public static void main(String[] args) {
        Thread parent = new Thread(PlayerProcesses::awaitEndOfParent, "freestep-parent");
        parent.setDaemon(true);
        parent.start();
        System.exit(Options.commandLine(new PlayCommand()).execute(args));
    }

    private static void awaitEndOfParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The pipe is broken, so the parent has ended.
        }
        System.exit(Interrupt.EXIT_CODE);
    }

    @Override
    public void close() {
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            try {
                process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly();
        }
    }
}
