package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * What a recording says about itself before its first tick: all that is needed to set up the same simulation again.
 * Immutable. Recordings that are read have the same limits as those that are written.
 */
public final class RecordingHeader {
    static final int MAX_AXES = 1 << 16;

    /** The most inputs in a tick. */
    static final int MAX_INPUTS = 1 << 20;

    /** The most channels of both kinds together. */
    static final int MAX_CHANNELS = 1_000;

    /** The most bytes of a name, in UTF-8. */
    static final int MAX_NAME_BYTES = 200;

    /** The most bytes of the settings, in UTF-8. */
    static final int MAX_SETTINGS_BYTES = 1 << 14;

    private final RunSettings run;
    private final StateLayout layout;
    private final String simulation;
    private final String settings;
    private final long seed;

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException for a value beyond one
     */
    RecordingHeader(RunSettings run, StateLayout layout, String simulation, String settings, long seed) {
        Objects.requireNonNull(run, "the settings of the run must not be null");
        Objects.requireNonNull(run.rate(), "rate must not be null");
        Objects.requireNonNull(layout, "layout must not be null");
        Objects.requireNonNull(simulation, "the simulation's id must not be null");
        Objects.requireNonNull(settings, "the simulation's settings must not be null");
        requireNames(layout.linearChannels(), layout.steppedChannels());
        requireRange(run.axes(), 0, MAX_AXES, "axes", "declare only those that are used");
        requireRange(run.inputCapacity(), 1, MAX_INPUTS, "inputCapacity", "4096 is enough for most");
        requireText(
                simulation, MAX_NAME_BYTES, "the simulation's id", "shorten it, and put the rest into the settings");
        if (simulation.isEmpty()) {
            throw new IllegalArgumentException(
                    "the simulation's id must not be empty, was \"\"; name it so that a replay can find it");
        }
        requireText(settings, MAX_SETTINGS_BYTES, "the simulation's settings", "name a file in them that has the rest");
        requireRange(run.hashEvery(), 1, Integer.MAX_VALUE, "hashEvery", "1 is a hash in every tick");
        requireRange(run.mergedTicks(), 1, Integer.MAX_VALUE, "mergedTicks", "1 is a step for every tick");
        this.run = run;
        this.layout = layout;
        this.simulation = simulation;
        this.settings = settings;
        this.seed = seed;
    }

    /**
     * The settings that the run can be repeated with.
     *
     * @return with at most 65,536 axes, and room for at most 1,048,576 inputs in a tick
     */
    public RunSettings run() {
        return run;
    }

    /**
     * What a state holds.
     *
     * @return with at most 1,000 channels, and names of at most 200 bytes
     */
    public StateLayout layout() {
        return layout;
    }

    /**
     * Which simulation was recorded.
     *
     * @return an id of 1 to 200 bytes, as it was passed to the recorder
     */
    public String simulation() {
        return simulation;
    }

    /**
     * How to set the simulation up again.
     *
     * @return a text of at most 16,384 bytes in a format of the simulation's own, as it was passed to the recorder
     */
    public String settings() {
        return settings;
    }

    /**
     * The seed of the simulation's random numbers.
     *
     * @return as it was passed to the recorder
     */
    public long seed() {
        return seed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordingHeader that
                && run.equals(that.run)
                && layout.equals(that.layout)
                && simulation.equals(that.simulation)
                && settings.equals(that.settings)
                && seed == that.seed;
    }

    @Override
    public int hashCode() {
        return Objects.hash(run, layout, simulation, settings, seed);
    }

    /** All values, for messages and logs. */
    @Override
    public String toString() {
        return "RecordingHeader[run=" + run + ", layout=" + layout + ", simulation=" + simulation + ", settings="
                + settings + ", seed=" + seed + "]";
    }

    private static void requireNames(List<String> linear, List<String> stepped) {
        int channels = linear.size() + stepped.size();
        requireRange(channels, 0, MAX_CHANNELS, "the number of channels", "leave out those that no reader shows");
        linear.forEach(name -> requireText(name, MAX_NAME_BYTES, "the name of a channel", "shorten it"));
        stepped.forEach(name -> requireText(name, MAX_NAME_BYTES, "the name of a channel", "shorten it"));
    }

    private static void requireRange(int value, int least, int most, String what, String remedy) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " must be between " + least + " and " + most + ", was " + value + "; " + remedy);
        }
    }

    private static void requireText(String text, int most, String what, String remedy) {
        int bytes;
        try {
            bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .limit();
        } catch (CharacterCodingException e) {
            // It would be read as another text than was written.
            throw new IllegalArgumentException(what + " must be valid Unicode, but has an unpaired surrogate", e);
        }
        if (bytes > most) {
            throw new IllegalArgumentException(
                    what + " must have at most " + most + " bytes, had " + bytes + "; " + remedy);
        }
    }
}
