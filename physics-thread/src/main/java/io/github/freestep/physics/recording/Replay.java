package io.github.freestep.physics.recording;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a recording again, tick by tick and as fast as the caller steps it, and reports whether each state is what it
 * was. For one thread, the first that asks for a tick or a state: it sets the world up, and it reads the file.
 *
 * <pre>{@code
 * try (Replay replay = Replay.open(file, World::new, CommandReader.NONE)) {
 *     while (replay.next()) {
 *         if (!replay.matches()) {
 *             throw new AssertionError("tick " + replay.tick() + " is another");
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Only the simulation's own time is repeated: pauses and scales are in the recording, but take no time here. For a replay at
 * any speed, in both directions, in front of readers, there is {@link ReplaySimulation}.
 */
public final class Replay implements AutoCloseable {
    private final RecordingReader reader;
    private final RecordedFeed feed;
    private final Supplier<? extends Simulation> simulations;
    private final Timeline timeline;

    private final RecordingReader.Mark beginning;

    private Simulation simulation;
    private PhysicsBuilder builder;
    /** Null until the thread is known that it belongs to. */
    private InlineStepper stepper;

    private boolean closed;
    private long tick;
    private boolean matches = true;

    private Replay(RecordingReader reader, Supplier<? extends Simulation> simulations, CommandReader commands)
            throws IOException {
        this.reader = reader;
        this.simulations = simulations;
        feed = new RecordedFeed(reader, commands);
        timeline = new Timeline(reader.header().run().rate(), 0);
        beginning = reader.mark();
        builder = builder();
    }

    /**
     * Opens a recording in front of its first tick.
     *
     * @param file what a {@link Recorder} has made, whole or not
     * @param simulations makes one as it was when it was recorded; again whenever the replay has to begin anew
     * @param commands for those that were recorded
     * @return to be closed
     * @throws RecordingException if it is no recording, or a newer one, or its header is damaged, or the world that
     *     it describes does not fit into this JVM's heap: states too large for it are refused before a simulation is
     *     asked for
     * @throws IOException if it can't be read
     * @throws IllegalArgumentException if the simulation has another layout than was recorded
     */
    public static Replay open(Path file, Supplier<? extends Simulation> simulations, CommandReader commands)
            throws IOException {
        Objects.requireNonNull(simulations, "simulations must not be null");
        Objects.requireNonNull(commands, "the reader of commands must not be null");
        RecordingReader reader = RecordingReader.open(Objects.requireNonNull(file, "file must not be null"));
        try {
            return new Replay(reader, simulations, commands);
        } catch (RecordingException e) {
            reader.close();
            throw new RecordingException(file + ": " + e.getMessage());
        } catch (Throwable t) {
            reader.close();
            throw t;
        }
    }

    /** With a new simulation, which is asked for only if at least its states fit into the heap. */
    private PhysicsBuilder builder() throws IOException {
        HeaderCheck size = new HeaderCheck(reader.header());
        size.requireHeap();
        try {
            simulation = Objects.requireNonNull(
                    simulations.get(), "the simulation that the supplier makes must not be null");
        } catch (OutOfMemoryError e) {
            throw size.tooLarge(e);
        }
        size.requireLayout(simulation.layout());
        return like(reader.header().run())
                .inputCapacity(size.inputCapacity(reader.fileBytes()))
                .clock(new VirtualClock(0))
                .feed(feed);
    }

    /** A file can have settings that no service has. */
    private PhysicsBuilder like(RunSettings run) throws RecordingException {
        PhysicsBuilder parts = PhysicsService.builder(simulation);
        try {
            return parts.settings(run);
        } catch (IllegalArgumentException e) {
            throw new RecordingException("its run can't be repeated: " + e.getMessage());
        }
    }

    private InlineStepper setUp(PhysicsBuilder parts) throws RecordingException {
        try {
            return parts.inline();
        } catch (OutOfMemoryError e) {
            throw new HeaderCheck(reader.header()).tooLarge(e);
        }
    }

    /**
     * What the recording says of itself.
     *
     * @return also which simulation it is, and how it was set up
     */
    public RecordingHeader header() {
        return reader.header();
    }

    /**
     * Steps to the next recorded tick.
     *
     * @return false if there is none; then {@link #endReason} says why
     * @throws IOException if the file can't be read, or the world's states do not fit into this JVM's heap
     * @throws IllegalStateException if it was closed
     * @throws PhysicsException if the world can't be set up, or the step fails, as it may have done when it was recorded
     */
    public boolean next() throws IOException {
        if (closed) {
            throw new IllegalStateException("this replay was closed at tick " + tick + "; open another");
        }
        begin();
        if (!feed.ready(tick + 1)) {
            return false;
        }
        long to = feed.nextTick();
        // At scale 1, and as if nothing took any time: exactly the ticks of one step fall due.
        stepper.advance(timeline.simulationOf(to) - timeline.simulationOf(tick));
        tick = to;
        matches = !reader.hasHash() || reader.hash() == stepper.hash();
        return true;
    }

    /**
     * The number of the tick that was stepped last.
     *
     * @return 0 before the first
     */
    public long tick() {
        return tick;
    }

    /**
     * Whether the newest state is what it was when it was recorded, to the last bit.
     *
     * @return true as well for a tick that has no hash
     */
    public boolean matches() {
        return matches;
    }

    /**
     * Why there is no further tick.
     *
     * @return null as long as there may be one
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String endReason() {
        return feed.endReason();
    }

    /**
     * Where readers find the states.
     *
     * @return to subscribe to
     * @throws PhysicsException if the world can't be set up
     * @throws UncheckedIOException if its states do not fit into this JVM's heap
     */
    public StateBuffer states() {
        try {
            begin();
        } catch (RecordingException e) {
            throw new UncheckedIOException(e);
        }
        return stepper.states();
    }

    private void begin() throws RecordingException {
        if (builder == null) {
            throw new IllegalStateException("this replay failed on its way to another tick; open another");
        }
        if (stepper == null) {
            stepper = setUp(builder);
        }
    }

    /** All that the future depends on, as it is behind the newest tick; null if the simulation can't be saved. */
    Keyframe keyframe() throws IOException {
        return simulation instanceof SavableSimulation savable
                ? Keyframe.of(savable, stepper.bodies(), tick, reader.mark(), feed.axisValues)
                : null;
    }

    /** Goes back, or forth, to a keyframe; with null, to the beginning. With a new simulation, so it is set up anew. */
    void restart(Keyframe from) throws IOException {
        if (stepper != null) {
            stepper.close();
        }
        // Or else two worlds would have to fit into the heap.
        stepper = null;
        simulation = null;
        builder = null;
        feed.resume(
                from == null ? beginning : from.mark(),
                from == null ? new float[feed.axisValues.length] : from.axisValues());
        tick = from == null ? 0 : from.tick();
        matches = true;
        PhysicsBuilder parts = builder();
        if (from != null) {
            SavableSimulation savable = (SavableSimulation) simulation;
            parts.startAt(tick, context -> from.restore(savable, context.bodies()));
        }
        stepper = setUp(parts);
        builder = parts;
    }

    /** Lets go of the simulation and of the file. A second call does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (stepper != null) {
                stepper.close();
            }
        } finally {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
