package io.github.freestep.render.trace.log;

import io.github.freestep.render.display.LatencyMeter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The times of the states and frames of one sampler, in memory. Not thread-safe. */
public final class MotionLog {
    /** The pauses of the virtual machine, in the order in which they ended. */
    public final List<VmPause> pauses = new ArrayList<>();

    /** What else happened, in any order. */
    public final List<Neighbour> neighbours = new ArrayList<>();

    /** The identifiers of the threads that made the frames, and of those that made the ticks. */
    public final Set<Long> frameThreads = new HashSet<>();

    public final Set<Long> tickThreads = new HashSet<>();

    /** The way of inputs to the swap. */
    public final LatencyMeter latency = new LatencyMeter();

    /** The name of the sampler's thread. */
    public final String thread;

    final List<MotionEntry> entries = new ArrayList<>();

    /** What the sampler began with. */
    public final SamplerSetup setup;

    private long frames;

    /** Creates an empty log of a sampler on a thread of that name, which began with a setup. */
    public MotionLog(String thread, SamplerSetup setup) {
        this.thread = thread;
        this.setup = setup;
    }

    /**
     * Reads a recording of JDK Flight Recorder.
     *
     * @return a log for each sampler that has frames, the one with the most frames first
     * @throws IOException if the file cannot be read, or is not a recording
     */
    public static List<MotionLog> read(Path file) throws IOException {
        return FlightFile.read(file).logs();
    }

    /** Adds what comes next. */
    public void add(MotionEntry entry) {
        entries.add(entry);
        frames += entry instanceof ShownFrame ? 1 : 0;
    }

    /** Passes all entries to a handler, in the order of time. */
    public void run(MotionHandler handler) {
        for (MotionEntry each : entries) {
            if (each instanceof ShownFrame frame) {
                handler.frame(frame);
            } else if (each instanceof StateTimes state) {
                handler.state(state);
            } else if (each instanceof TickWork work) {
                handler.tick(work);
            }
        }
    }

    /** The number of frames. */
    public long frames() {
        return frames;
    }
}
