package io.github.freestep.benchmarks.app.compare.peers.host;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a host showed, frame by frame, as it passes from its process to the one that judges it. Do not change the
 * arrays.
 *
 * @param beganNanos when the host began each frame
 * @param drawnNanos when it had drawn it
 * @param busyNanos the processor time of its thread between the two
 * @param displayedNanos when each frame came on the screen
 * @param runner where it showed the runner, in metres
 */
public record PeerFilm(long[] beganNanos, long[] drawnNanos, long[] busyNanos, long[] displayedNanos, double[] runner)
        implements Serializable {
    private static final double NANOS = 1e9;

    public int frames() {
        return displayedNanos.length;
    }

    public long displayedNanos(int frame) {
        return displayedNanos[frame];
    }

    public long shownNanos(int frame) {
        return Math.round(runner[frame] / PeerScene.SPEED * NANOS);
    }

    void write(Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(this);
        }
    }

    /** Reads what the process of a host has written. */
    public static PeerFilm read(Path file) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (PeerFilm) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(file + " has no film", e);
        }
    }
}
