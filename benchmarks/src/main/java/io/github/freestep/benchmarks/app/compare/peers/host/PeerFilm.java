package io.github.freestep.benchmarks.app.compare.peers.host;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a host showed, frame by frame, as it passes from its process to the one that judges it. Do not change the
 * arrays.
 *
 * @param beganNanos when the host began each frame
 * @param displayedNanos when each frame came on the screen
 * @param runner where it showed the runner, in metres
 * @param probe where it showed the probe, in metres
 * @param pressedNanos when the key was pressed
 * @param costs what the host used
 */
public record PeerFilm(
        long[] beganNanos, long[] displayedNanos, double[] runner, double[] probe, long[] pressedNanos, Costs costs) {
    private static final double NANOS = 1e9;

    /**
     * What a host used, without the additional cost of steps and without drawing.
     *
     * @param bytesPerSecond garbage of all threads
     * @param frameMicros processor time of the drawing thread for each frame, including the steps that it takes itself
     * @param tickMicros processor time of all other threads for each step
     * @param ticksPerSecond steps per second of real time
     */
    public record Costs(double bytesPerSecond, double frameMicros, double tickMicros, double ticksPerSecond) {}

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
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(displayedNanos.length);
            for (int i = 0; i < displayedNanos.length; i++) {
                out.writeLong(beganNanos[i]);
                out.writeLong(displayedNanos[i]);
                out.writeDouble(runner[i]);
                out.writeDouble(probe[i]);
            }
            out.writeInt(pressedNanos.length);
            for (long pressed : pressedNanos) {
                out.writeLong(pressed);
            }
            out.writeDouble(costs.bytesPerSecond);
            out.writeDouble(costs.frameMicros);
            out.writeDouble(costs.tickMicros);
            out.writeDouble(costs.ticksPerSecond);
        }
    }

    /** Reads what the process of a host has written. */
    public static PeerFilm read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            int frames = in.readInt();
            long[] began = new long[frames];
            long[] displayed = new long[frames];
            double[] runner = new double[frames];
            double[] probe = new double[frames];
            for (int i = 0; i < frames; i++) {
                began[i] = in.readLong();
                displayed[i] = in.readLong();
                runner[i] = in.readDouble();
                probe[i] = in.readDouble();
            }
            long[] pressed = new long[in.readInt()];
            for (int i = 0; i < pressed.length; i++) {
                pressed[i] = in.readLong();
            }
            Costs costs = new Costs(in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble());
            return new PeerFilm(began, displayed, runner, probe, pressed, costs);
        }
    }
}
