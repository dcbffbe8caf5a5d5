package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.StateLayout;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The header of a recording: everything that is needed to set up the same simulation again. The same limits hold for
 * reading and for writing. See the example of {@link RecordingSummary}.
 *
 * @param run the settings to repeat the run with, which have at most 65,536 axes, and at most 1,048,576 inputs per tick
 * @param layout the layout of the simulation's states, with at most 1,000 channels, whose names have at most 200 bytes
 * @param simulation the name of the simulation, 1 to 200 bytes, as passed to the recorder
 * @param settings how to set the simulation up again, at most 16,384 bytes, in a format that the simulation defines, as
 *     passed to the recorder
 * @param seed the seed of the simulation's random numbers, as passed to the recorder
 * @param computedBy what the bits of the states depend on, see {@link Simulation#computedBy} for its limits
 */
public record RecordingHeader(
        RunSettings run, StateLayout layout, String simulation, String settings, long seed, String computedBy) {
    /** Maximum number of axes. */
    static final int MAX_AXES = 1 << 16;

    /** Maximum number of inputs per tick. */
    static final int MAX_INPUTS = 1 << 20;

    /** Maximum number of channels of both kinds together. */
    static final int MAX_CHANNELS = 1_000;

    /** Maximum length of a name, in bytes of UTF-8. */
    static final int MAX_NAME_BYTES = 200;

    /** Maximum length of the settings, in bytes of UTF-8. */
    static final int MAX_SETTINGS_BYTES = 1 << 14;

    /**
     * Makes a header, and checks its limits. The settings of the run are those of a builder, or of a file that was
     * checked.
     *
     * @param run the settings of the run
     * @param layout the layout of its states
     * @param simulation the name of its simulation
     * @param settings the settings of the simulation
     * @param seed its seed
     * @param computedBy what its bits depend on
     * @throws IllegalArgumentException if a value is beyond its limit
     */
    public RecordingHeader {
        Objects.requireNonNull(run, "run must not be null");
        Objects.requireNonNull(layout, "layout must not be null");
        Objects.requireNonNull(simulation, "simulation must not be null");
        Objects.requireNonNull(settings, "settings must not be null");
        Objects.requireNonNull(computedBy, "computedBy must not be null");
        requireNames(layout.linearChannels(), layout.steppedChannels());
        requireText(
                simulation, MAX_NAME_BYTES, "the simulation's name", "shorten it, and put the rest into the settings");
        SafeText.requireComputedBy(computedBy);
        if (simulation.isEmpty()) {
            throw new IllegalArgumentException(
                    "the simulation's name must not be empty, was \"\"; name it so that a replay can find it");
        }
        requireText(
                settings,
                MAX_SETTINGS_BYTES,
                "the simulation's settings",
                "name a file in them that contains the rest");
    }

    /** The header of a run, in which each of the settings and names has its limits. */
    static RecordingHeader of(PhysicsRun physics, String simulation, String settings, long seed) {
        String computedBy =
                Inside.of(physics.events()).context().world(Simulation.class).computedBy();
        StateLayout layout = physics.states().layout();
        return new RecordingHeader(physics.settings(), layout, simulation, settings, seed, computedBy);
    }

    private static void requireNames(List<String> linear, List<String> stepped) {
        int channels = linear.size() + stepped.size();
        if (channels > MAX_CHANNELS) {
            throw new IllegalArgumentException("the number of channels must be between 0 and " + MAX_CHANNELS + ", was "
                    + channels + "; leave out those that no reader shows");
        }
        linear.forEach(name -> requireText(name, MAX_NAME_BYTES, "the name of a channel", "shorten it"));
        stepped.forEach(name -> requireText(name, MAX_NAME_BYTES, "the name of a channel", "shorten it"));
    }

    private static void requireText(String text, int most, String what, String remedy) {
        int bytes;
        try {
            bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .limit();
        } catch (CharacterCodingException e) {
            // A reader would return a different text than was written.
            throw new IllegalArgumentException(what + " must be valid Unicode, but has an unpaired surrogate", e);
        }
        if (bytes > most) {
            throw new IllegalArgumentException(
                    what + " must have at most " + most + " bytes, had " + bytes + "; " + remedy);
        }
    }
}
