package io.github.freestep.benchmarks.app.compare.peers.host;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a host showed, frame by frame, as it passes from its process to the one that judges it. Times count from the
 * start of the display. Do not change the arrays.
 *
 * @param zeroNanos when simulation time was zero
 * @param pressedNanos when the keys were pressed
 * @param displayedNanos when each frame came on the screen
 * @param runner where it showed the runner, in metres
 * @param shuttle where it showed the shuttle, in metres
 * @param keys how many keys it showed
 */
public record PeerFilm(
        long zeroNanos, long[] pressedNanos, long[] displayedNanos, double[] runner, double[] shuttle, double[] keys)
        implements Serializable {
    private static final double NANOS = 1e9;

    public int frames() {
        return displayedNanos.length;
    }

    /** Returns the simulation time that a frame showed. */
    public double shownNanos(int frame) {
        return (runner[frame] - PeerScene.RUNNER_X) / PeerScene.SPEED * NANOS;
    }

    /** Writes the films of all pictures that a host has drawn in each frame. */
    static void write(PeerFilm[] films, Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(films);
        }
    }

    /** Reads what the process of a host has written. */
    public static PeerFilm[] read(Path file) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (PeerFilm[]) in.readObject();
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IOException(file + " has no films", e);
        }
    }
}
