package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * What a recording says about itself before its first tick: all that it takes to set up the same simulation again.
 * Immutable. Its limits hold for those that are read as for those that are written.
 *
 * @param run what the run can be repeated by, with at most {@value #MAX_AXES} axes, and room for at most {@value #MAX_INPUTS}
 *     inputs in a tick
 * @param layout what a state holds, with at most {@value #MAX_CHANNELS} channels, and names of at most {@value
 *     #MAX_NAME_BYTES} bytes
 * @param simulation which simulation it is, in at most {@value #MAX_NAME_BYTES} bytes and at least one
 * @param settings the simulation's own, in at most {@value #MAX_SETTINGS_BYTES} bytes of whatever it likes
 * @param seed the simulation's own
 */
public record RecordingHeader(RunSettings run, StateLayout layout, String simulation, String settings, long seed) {
    /** The most axes. */
    public static final int MAX_AXES = 1 << 16;

    /** The most inputs in a tick. */
    public static final int MAX_INPUTS = 1 << 20;

    /** The most channels of both kinds together. */
    public static final int MAX_CHANNELS = 1_000;

    /** The most bytes of a name, in UTF-8. */
    public static final int MAX_NAME_BYTES = 200;

    /** The most bytes of the settings, in UTF-8. */
    public static final int MAX_SETTINGS_BYTES = 1 << 14;

    /**
     * Checks the limits.
     *
     * @param run what the run can be repeated by
     * @param layout what a state holds
     * @param simulation which simulation it is
     * @param settings the simulation's own
     * @param seed the simulation's own
     * @throws IllegalArgumentException for a value beyond one
     */
    public RecordingHeader {
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
