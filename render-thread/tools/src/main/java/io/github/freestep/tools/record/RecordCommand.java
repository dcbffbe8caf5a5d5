package io.github.freestep.tools.record;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.state.StateLayout;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.Options.Range;
import io.github.freestep.tools.report.Interrupt;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a simulation and records everything that enters it. */
@Command(
        name = "record",
        description =
                "Run a simulation as fast as possible, with input and a command in each simulated second, and record"
                        + " everything that enters it.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the recording is complete",
            "1:the recording is incomplete, or the run failed",
            "2:an option is wrong, or the file could not be created",
            "130:interrupted; the recording is complete up to then"
        })
public final class RecordCommand extends AppCommand {
    private static final long NAP_NANOS = 1_000_000;
    private static final int MOST_EVENTS_BEHIND = 20_000;
    private static final int EVENTS_OF_TICK = 4;
    private static final int RATE = 100;
    private static final int INPUTS_PER_TICK = 10;

    @Option(
            names = "--simulation",
            paramLabel = "NAME",
            description = "swarm, springs, pile, pile2d, pile-bullet, pile-box2d, pile-jolt, or a class on the"
                    + " class path. Default: ${DEFAULT-VALUE}.")
    private String simulation = "swarm";

    @Option(names = "--bodies", paramLabel = "N", description = "Number of bodies. Default: depends on the scene.")
    @Range(max = StateLayout.MAX_CAPACITY)
    private Integer bodies;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Simulated seconds to record. Default: ${DEFAULT-VALUE}.")
    @Range(max = 86_400)
    private int seconds = 10;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The recording to write.")
    private Path file;

    private volatile boolean stopped;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = out();
        try (Interrupt interrupt = new Interrupt(out)) {
            int count = bodies == null ? Simulations.usualBodies(simulation) : bodies;
            RecordedWorld world = new RecordedWorld(simulation, count, seed);
            PhysicsBuilder builder =
                    checked(() -> PhysicsService.builder(world.get()).rate(RATE).hashEvery(1));
            if (!interrupt.begins(() -> stopped = true)) {
                return Interrupt.EXIT_CODE;
            }
            String problem = record(builder, world);
            if (problem != null) {
                out.println("incomplete: " + RecordingText.plain(problem));
            }
            summarise(out, problem == null);
            out.flush();
            boolean early = interrupt.over();
            return early
                    ? Interrupt.EXIT_CODE
                    : problem == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (FileAlreadyExistsException e) {
            throw wrong(file + " already exists; delete it, or give another --out");
        } catch (IOException e) {
            throw wrong(file + " cannot be written: " + RecordingText.why(e));
        }
    }

    /**
     * Prints a summary. If the file can't be read and the recording is not whole, prints none: its problem is
     * printed anyway.
     */
    private void summarise(PrintWriter out, boolean whole) throws IOException {
        try {
            out.println(RecordingText.line(RecordingSummary.of(file)) + ": " + file);
        } catch (IOException e) {
            if (whole) {
                throw e;
            }
        }
    }

    private String record(PhysicsBuilder builder, RecordedWorld world) throws IOException {
        long ticks = (long) seconds * RATE;
        // Ticks that take almost no time could overflow the recorder's queue. So the loop waits while it is more than
        // this many ticks ahead of the recorder.
        long behind = MOST_EVENTS_BEHIND / (EVENTS_OF_TICK + INPUTS_PER_TICK);
        try (InlineStepper stepper =
                builder.overloadPolicy(OverloadPolicy.neverSlip()).inline()) {
            Recorder recorder = Recorder.open(stepper, file, simulation, world.settings(), seed);
            Throwable failure = null;
            try (recorder) {
                long pushed = 0;
                for (long tick = 1; tick <= ticks && !stopped && recorder.failure() == null; tick++) {
                    while (tick - recorder.tick() > behind && recorder.failure() == null) {
                        LockSupport.parkNanos(NAP_NANOS);
                    }
                    for (; pushed < tick * INPUTS_PER_TICK; pushed++) {
                        InputMix.push(stepper.input(), pushed, stepper.clock().nanoTime());
                    }
                    if (tick % RATE == 0 && world.isScene()) {
                        stepper.submit(new RecordedWorld.Burst(tick / RATE));
                    }
                    stepper.advanceTick();
                }
            } catch (PhysicsException e) {
                failure = e;
            }
            failure = recorder.failure() == null ? failure : recorder.failure();
            return failure == null ? null : failure.getMessage();
        }
    }
}
