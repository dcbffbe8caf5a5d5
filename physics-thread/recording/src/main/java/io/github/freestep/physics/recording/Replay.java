package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.SavedParts;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a recorded run, tick by tick and as fast as the caller steps it, and reports whether each state equals the
 * recorded one. For one thread: the first one that calls {@link #next} or {@link #states}. That thread sets the world
 * up, and reads the file.
 *
 * <pre>{@code
 * try (Replay replay = Replay.open(file, World::new, CommandReader.NONE)) {
 *     while (replay.next()) {
 *         if (!replay.matches()) {
 *             throw new AssertionError("tick " + replay.tick() + " differs: " + replay.difference());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>A replay repeats only simulation time. Pauses and time scales are in the recording, but have no effect here. To
 * show a recording to readers, at any speed and in both directions, use {@link ReplaySimulation}.
 */
public final class Replay implements AutoCloseable {
    final RecordingReader reader;
    final RecordedFeed feed;
    private final Supplier<? extends Simulation> simulations;
    private final boolean sameBits;
    private final Timeline timeline;

    private @Nullable Simulation simulation;

    /** Null while the replay goes to another tick, and after that has failed. */
    private @Nullable PhysicsBuilder builder;

    /** Null until the first call that needs it, because it belongs to the thread of that call. */
    private @Nullable InlineStepper stepper;

    private boolean closed;
    private long tick;
    private boolean matches = true;

    /** The hash of the newest state that was stepped here. */
    long hash;

    private Replay(
            RecordingReader reader,
            Supplier<? extends Simulation> simulations,
            CommandReader commands,
            boolean sameBits)
            throws IOException {
        this.reader = reader;
        this.simulations = simulations;
        this.sameBits = sameBits;
        feed = new RecordedFeed(reader, commands);
        timeline = new Timeline(reader.blocks.header.run().rate(), 0);
        builder = builder();
        tick = reader.beginning().tick();
    }

    /**
     * Opens a recording before its first tick.
     *
     * @param file a file that a {@link Recorder} wrote, complete or not
     * @param simulations makes a simulation like the recorded one; called again each time a {@link ReplaySimulation}
     *     goes to a tick that it has not kept
     * @param commands reads the recorded commands
     * @return a replay, to be closed
     * @throws RecordingException if the file is not a recording, or has another version, or its header is damaged, or
     *     the world does not fit into this JVM's heap (if its states alone do not fit, no simulation is made)
     * @throws IOException if the file can't be read
     * @throws IllegalArgumentException if the simulation's layout, or what its bits depend on ({@link
     *     Simulation#computedBy}), is not the recorded one
     */
    public static Replay open(Path file, Supplier<? extends Simulation> simulations, CommandReader commands)
            throws IOException {
        return open(file, simulations, commands, true);
    }

    /** Opens a recording; if {@code sameBits} is false, also one whose bits another engine or processor computed. */
    static Replay open(Path file, Supplier<? extends Simulation> simulations, CommandReader commands, boolean sameBits)
            throws IOException {
        Objects.requireNonNull(simulations, "simulations must not be null");
        Objects.requireNonNull(commands, "commands must not be null");
        RecordingReader reader = new RecordingReader(Objects.requireNonNull(file, "file must not be null"));
        try {
            return new Replay(reader, simulations, commands, sameBits);
        } catch (RecordingException e) {
            reader.close();
            throw new RecordingException(file + ": " + e.getMessage());
        } catch (Throwable t) {
            reader.close();
            throw t;
        }
    }

    /** Makes a simulation and its builder. Calls the supplier only if the states fit into the heap. */
    private PhysicsBuilder builder() throws IOException {
        HeaderCheck check = new HeaderCheck(reader.blocks.header);
        check.requireHeap();
        Simulation made;
        try {
            made = Objects.requireNonNull(simulations.get(), "the supplier of simulations must not return null");
        } catch (OutOfMemoryError e) {
            throw check.tooLarge(e);
        }
        simulation = made;
        check.requireAlike(made, sameBits);
        // A step or a command that failed in the recorded run must fail again, so its failure is not reported as a
        // problem.
        PhysicsBuilder parts = Feeds.feed(PhysicsService.builder(made), feed)
                .clock(new VirtualClock(0))
                .onProblem(problem -> {});
        try {
            return parts.settings(reader.blocks.header.run())
                    .inputCapacity(check.inputCapacity(reader.blocks.fileBytes()));
        } catch (IllegalArgumentException e) {
            // A file may contain settings that no service can have.
            throw new RecordingException("the run can't be repeated: " + e.getMessage());
        }
    }

    private InlineStepper setUp(PhysicsBuilder parts) throws RecordingException {
        try {
            return parts.inline();
        } catch (OutOfMemoryError e) {
            throw new HeaderCheck(reader.blocks.header).tooLarge(e);
        }
    }

    /**
     * Returns the header: which simulation it is, and how it was set up.
     *
     * @return the recording's header
     */
    public RecordingHeader header() {
        return reader.blocks.header;
    }

    /**
     * Steps to the next recorded tick.
     *
     * @return false if there is no further tick; if that is too early, {@link #failure} says why
     * @throws IOException if the file can't be read, or the world's states do not fit into this JVM's heap, or the
     *     saved world that the recording begins with can't be restored
     * @throws IllegalStateException if this replay was closed
     * @throws PhysicsException if the set-up or the step fails; it may have failed in the recorded run as well
     */
    public boolean next() throws IOException {
        if (closed) {
            throw new IllegalStateException("this replay was closed at tick " + tick + "; open another");
        }
        InlineStepper run = begin();
        if (!feed.ready(tick + 1)) {
            return false;
        }
        long to = reader.tick;
        // At scale 1 on a virtual clock, exactly the ticks of one step fall due.
        run.advance(timeline.simulationOf(to) - timeline.simulationOf(tick));
        tick = to;
        hash = hash(run);
        matches = !reader.hasHash || reader.hash == hash;
        return true;
    }

    /**
     * Returns the tick that was stepped last.
     *
     * @return a tick's number; before the first, the tick that the recording begins with, usually 0
     */
    public long tick() {
        return tick;
    }

    /**
     * Returns whether the newest state equals the recorded one, to the last bit.
     *
     * @return true also if the recording has no hash of the tick
     */
    public boolean matches() {
        return matches;
    }

    /**
     * Says which parts, bodies and values differ from the recording. Between keyframes, a recording has only hashes, so
     * this replay first steps to the next keyframe, if there is one at {@link #tick} or later. It then continues from
     * the recorded world, so ask for {@link #states} again.
     *
     * @return such as "at the keyframe of tick 500, score is 13 in the recording, and 12 in this replay"; a text that
     *     says why the values are unknown if no such keyframe can be restored
     * @throws IOException as {@link #next}
     * @throws PhysicsException as {@link #next}
     */
    public String difference() throws IOException {
        KeyframeIndex keyframes = new KeyframeIndex(reader.blocks);
        do {
            Block newest = keyframes.before(tick + 1);
            if (newest != null && newest.tick() == tick && restores()) {
                byte[] here = parts();
                restart(Keyframe.read(reader.blocks.content(newest), newest));
                return "at the keyframe of tick " + tick + ", "
                        + SavedParts.difference(parts(), here, "the recording", "this replay");
            }
        } while (restores() && next());
        return "the values are unknown, because no keyframe follows that can be restored";
    }

    /** Returns the parts, bodies and values of the newest tick. */
    byte[] parts() throws IOException {
        InlineStepper run = begin();
        return run.read(c -> SavedParts.of(
                        c, run.states(), out -> c.world(SavableSimulation.class).save(out)))
                .join();
    }

    /**
     * Says why the replay ends before the end of the run: the recording is damaged or incomplete, or it has a command
     * that no replay can run.
     *
     * @return an exception with the reason; null while there may be a further tick, and after the regular end
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable RecordingException failure() {
        return feed.failure;
    }

    /**
     * Describes the last ten inputs of a recording up to a tick, to find the one that caused a fault.
     *
     * @param file the recording
     * @param toTick the last tick
     * @return a text for each input with its tick, in the order in which they took effect
     * @throws IOException if the file cannot be read, or is not a recording
     */
    public static List<String> inputs(Path file, long toTick) throws IOException {
        Deque<String> newest = new ArrayDeque<>();
        try (RecordingReader reader = new RecordingReader(Objects.requireNonNull(file, "file must not be null"))) {
            while (reader.next() && reader.tick <= toTick) {
                for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                    if (entry.kind == EntryKind.AXIS || entry.kind == EntryKind.INPUT) {
                        String what = entry.kind == EntryKind.INPUT && entry.isAction ? "action " : "axis ";
                        newest.add("tick " + reader.tick + ": " + what + entry.code + ", value " + entry.value);
                    }
                    if (newest.size() > 10) {
                        newest.remove();
                    }
                }
            }
        }
        return List.copyOf(newest);
    }

    /**
     * Leaves the recording: begins a run of another world, which continues from the tick of this replay with input of
     * its own. So a bug report becomes a game in which one can walk around. This replay can be continued, too.
     *
     * @param builder builds a run of a simulation that was set up like the recorded one; gets the settings of the
     *     recorded run, such as its rate and axes
     * @return a running service, whose first state is the one of {@link #tick}
     * @throws IllegalArgumentException if the replayed simulation is not a {@link SavableSimulation}
     * @throws IOException as {@link #next}
     */
    public PhysicsService play(PhysicsBuilder builder) throws IOException {
        Objects.requireNonNull(builder, "builder must not be null; pass PhysicsService.builder(world)");
        InlineStepper run = begin();
        if (!(simulation instanceof SavableSimulation savable && savable.isSavable())) {
            throw new IllegalArgumentException("a replay can only be left if its simulation is a SavableSimulation;"
                    + " implement save and restore");
        }
        return Saves.startAt(
                        builder.settings(header().run()), run.read(Saves::saved).join())
                .start();
    }

    /**
     * Returns the buffer of the replayed states, for readers.
     *
     * @return the state buffer
     * @throws PhysicsException if the set-up fails
     * @throws UncheckedIOException if the world's states do not fit into this JVM's heap
     */
    public StateBuffer states() {
        try {
            return begin().states();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InlineStepper begin() throws IOException {
        if (builder == null) {
            throw new IllegalStateException("this replay failed when it went to another tick; open another");
        }
        return stepper == null ? start(builder, first()) : stepper;
    }

    /** Reads the saved world that the recording begins with; returns null if it begins with that of the set-up. */
    private @Nullable Keyframe first() throws IOException {
        return reader.begin == null ? null : Keyframe.read(reader.blocks.content(reader.begin), reader.begin);
    }

    private InlineStepper start(PhysicsBuilder parts, @Nullable Keyframe from) throws IOException {
        if (from != null) {
            if (!restores()) {
                throw new RecordingException("the recording begins with a saved world of tick " + from.tick()
                        + ", which the simulation must restore exactly; pass one that does");
            }
            parts.startAt(tick, context -> Saves.restore(context, from.saved()));
        }
        InlineStepper run = setUp(parts);
        stepper = run;
        if (from != null && from.hashed() && hash(run) != from.hash()) {
            builder = null;
            throw new RecordingException("the world restored from the keyframe of tick " + from.tick()
                    + " is not the recorded one: its hash differs");
        }
        return run;
    }

    /** Lets another thread continue the replay. */
    void release() {
        Objects.requireNonNull(stepper).release();
    }

    /** The hash of the newest state of a run. */
    private static long hash(InlineStepper of) {
        return Inside.of(of.events()).hash();
    }

    /** Whether keyframes of the file restore the recorded states exactly. */
    boolean restores() {
        return simulation instanceof SavableSimulation savable && savable.restoresExactly();
    }

    /**
     * Goes to a keyframe, back or forth, or to the beginning if it is null. Makes and sets up a new simulation.
     *
     * @throws RecordingException if the restored state is not the recorded one
     */
    void restart(@Nullable Keyframe from) throws IOException {
        if (stepper != null) {
            stepper.close();
        }
        // Releases the old world first, so that two worlds need not fit into the heap.
        stepper = null;
        simulation = null;
        builder = null;
        Keyframe keyframe = from == null ? first() : from;
        feed.resume(keyframe == null ? reader.beginning() : keyframe.mark());
        tick = keyframe == null ? 0 : keyframe.tick();
        matches = true;
        PhysicsBuilder parts = builder();
        start(parts, keyframe);
        builder = parts;
    }

    /**
     * Closes the simulation and the file. A second call does nothing.
     *
     * @throws IllegalStateException if another thread, which is alive, has called {@link #next}; all then stays open
     * @throws UncheckedIOException if the file cannot be closed
     */
    @Override
    public void close() {
        try {
            if (stepper != null) {
                stepper.close();
            }
        } finally {
            if (stepper == null || stepper.status() != Physics.Status.RUNNING) {
                closeFile();
            }
        }
    }

    private void closeFile() {
        closed = true;
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
