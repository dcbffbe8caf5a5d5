package io.github.freestep.benchmarks.app.record;

import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.state.StateLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a simulation, and records all that enters it. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        description = {
            "Run a simulation with input and commands, and record all that enters it.",
            "Exit code 0 if the recording is whole, 1 if it is not or the run has failed, 2 for a wrong option or a file that can't be made,"
                    + " 130 if it was interrupted, with a recording of what was run until then."
        })
public final class RecordCommand implements Callable<Integer> {
    private static final long NAP_NANOS = 1_000_000;
    private static final double NANOS = 1e9;
    private static final int MOST_EVENTS_BEHIND = 20_000;
    private static final int EVENTS_OF_TICK = 4;

    @Option(
            names = "--simulation",
            defaultValue = "swarm",
            paramLabel = "NAME",
            description =
                    "One of swarm, orbit, springs, pile, stack, pile2d, or a class on the class path (${DEFAULT-VALUE}).")
    private String simulation;

    @Option(names = "--bodies", paramLabel = "N", description = "How many; as many as the scene usually has.")
    @Range(max = StateLayout.MAX_CAPACITY)
    private Integer bodies;

    @Option(
            names = "--rate",
            defaultValue = "100",
            paramLabel = "HZ",
            description = "Ticks a second (${DEFAULT-VALUE}).")
    @Range(max = 100_000)
    private int rate;

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "N", description = "How long (${DEFAULT-VALUE}).")
    @Range(max = 86_400)
    private int seconds;

    @Option(
            names = "--events-per-second",
            defaultValue = "1000",
            paramLabel = "N",
            description = "Input that is pushed (${DEFAULT-VALUE}).")
    @Range(min = 0, max = 1_000_000)
    private int eventsPerSecond;

    @Option(
            names = "--hash-every",
            defaultValue = "1",
            paramLabel = "N",
            description = "Ticks from one hash of the state to the next (${DEFAULT-VALUE}).")
    private int hashEvery;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Of the simulation (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--fast",
            description = "Not in real time but as fast as it goes, without a thread; and without commands.")
    private boolean fast;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Option(names = "--force", description = "Write over a file that exists.")
    private boolean force;

    @Spec
    private CommandSpec spec;

    private volatile boolean stopped;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (Interrupt interrupt = new Interrupt(out)) {
            RecordedWorld world = world();
            PhysicsBuilder builder = builder(world);
            if (force) {
                delete();
            }
            if (!interrupt.begins(() -> stopped = true)) {
                return Interrupt.EXIT_CODE;
            }
            String problem = fast ? recordFast(builder, world, out) : recordLive(builder, world, out);
            if (problem != null) {
                out.println("not whole: " + RecordingText.plain(problem));
            }
            summarise(out, problem == null);
            out.flush();
            boolean early = interrupt.over();
            return early
                    ? Interrupt.EXIT_CODE
                    : problem == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (FileAlreadyExistsException e) {
            throw wrong(file + " exists already; give --force to write over it");
        } catch (IOException e) {
            throw wrong(file + " can't be written: " + RecordingText.why(e));
        } catch (RuntimeException | OutOfMemoryError e) {
            if (RecordingText.isOfHeap(e)) {
                throw wrong("not recorded: " + RecordingText.heap());
            }
            throw e;
        }
    }

    /** No device, no pipe and no folder: what --force replaces is a file. */
    private void delete() throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw wrong(file + " is not a regular file, and --force replaces nothing else");
        }
        Files.deleteIfExists(file);
    }

    /** Where another program has taken the file away, the recording's problem says so. */
    private void summarise(PrintWriter out, boolean whole) throws IOException {
        try {
            out.println(RecordingText.line(RecordingSummary.of(file)) + ": " + file);
        } catch (IOException e) {
            if (whole) {
                throw e;
            }
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private RecordedWorld world() {
        int count = bodies == null ? Scenes.usualBodies(simulation) : bodies;
        return new RecordedWorld(simulation, count, seed);
    }

    private PhysicsBuilder builder(RecordedWorld world) {
        try {
            return PhysicsService.builder(world.get()).rate(rate).hashEvery(hashEvery);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private String recordLive(PhysicsBuilder builder, RecordedWorld world, PrintWriter out) throws IOException {
        Progress progress = new Progress(out, System.console() != null, "second", seconds);
        try (PhysicsService physics = builder.build()) {
            Recorder recorder = Recorder.open(physics, file, simulation, world.settings(), seed);
            try (recorder) {
                physics.start();
                Pushes pushes = new Pushes(physics.input(), eventsPerSecond);
                long start = physics.clock().nanoTime();
                long bursts = 0;
                double passed = 0;
                while (!stopped && passed < seconds && physics.failure() == null) {
                    long now = physics.clock().nanoTime();
                    passed = (now - start) / NANOS;
                    pushes.upTo(passed, now);
                    if (bursts < (long) passed) {
                        RecordedWorld.Burst burst = world.burst(++bursts);
                        if (burst != null) {
                            physics.submit(burst);
                        }
                    }
                    progress.at((long) passed);
                    LockSupport.parkNanos(NAP_NANOS);
                }
                progress.end();
            } catch (UncheckedIOException e) {
                // The recorder's problem, which is told below.
            }
            return problem(recorder, physics.failure());
        }
    }

    private static String problem(Recorder recorder, Throwable failure) {
        if (RecordingText.isOfHeap(failure)) {
            throw new OutOfMemoryError(failure.getMessage());
        }
        Throwable problem = recorder.failure() == null ? failure : recorder.failure();
        return problem == null ? null : problem.getMessage();
    }

    private String recordFast(PhysicsBuilder builder, RecordedWorld world, PrintWriter out) throws IOException {
        long ticks = (long) seconds * rate;
        // Ticks that take no time are waited with, so that the recorder has room for what they tell.
        long behind = Math.max(1, MOST_EVENTS_BEHIND / (EVENTS_OF_TICK + eventsPerSecond / rate));
        Progress progress = new Progress(out, System.console() != null, "tick", ticks);
        try (InlineStepper stepper =
                builder.overloadPolicy(OverloadPolicy.neverSlip()).inline()) {
            Recorder recorder = Recorder.open(stepper, file, simulation, world.settings(), seed);
            PhysicsException failure = null;
            try (recorder) {
                Pushes pushes = new Pushes(stepper.input(), eventsPerSecond);
                for (long tick = 1; tick <= ticks && !stopped && recorder.failure() == null; tick++) {
                    while (tick - recorder.tick() > behind && recorder.failure() == null) {
                        LockSupport.parkNanos(NAP_NANOS);
                    }
                    pushes.upTo((double) tick / rate, stepper.clock().nanoTime());
                    stepper.tick();
                    progress.at(tick);
                }
            } catch (PhysicsException e) {
                failure = e;
            } catch (UncheckedIOException e) {
                // The recorder's problem, which is reported below.
            }
            progress.end();
            return problem(recorder, failure);
        }
    }
}
