package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.net.RemoteInput;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.state.StateLayout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A receiver that shows the states of a server over a bad link, and measures what it shows. */
final class RemoteRun {
    private static final long CONNECT_SECONDS = 30;

    /** The time before the measurement, in which the reader learns the jitter of the link. */
    private static final long SETTLE_MILLIS = 5_000;

    private static final int FRAMES_PER_INPUT = 10;

    private final int serverPort;
    private final StateLayout layout;
    private final int fps;
    private final LinkQuality link;
    private final long seed;
    private final CountDownLatch connected = new CountDownLatch(1);
    private final MotionMeter motion = new MotionMeter();

    private final Histogram delays = new Histogram(3);
    private final Histogram inputs = new Histogram(3);
    private volatile boolean measures;
    private long inputSequence;

    RemoteRun(int serverPort, int bodies, int fps, LinkQuality link, long seed) {
        this.serverPort = serverPort;
        layout = Scenes.of("swarm", bodies, seed, StepCost.NONE).layout();
        this.fps = fps;
        this.link = link;
        this.seed = seed;
    }

    /** Returns the figures; null if the run is stopped before its end. */
    RemoteFigures run(int seconds, CountDownLatch stop) throws IOException, InterruptedException {
        InetAddress local = InetAddress.getLoopbackAddress();
        try (LossyTransport transport = LossyTransport.toLoopback(link, seed);
                RemoteStates remote = RemoteStates.builder(layout)
                        .transport(transport)
                        .server(() -> new InetSocketAddress(local, serverPort))
                        .start()) {
            long states;
            long bytes;
            long incomplete;
            // After this, the thread of the frames has ended, and its figures can be read.
            try (FrameLoop loop =
                    FrameLoop.start(FrameSampler.builder(remote.states()), fps, frame -> show(frame, remote.input()))) {
                if (!connected.await(CONNECT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException("no state has arrived in " + CONNECT_SECONDS + " s; the receiver is "
                            + remote.status() + ", its reader runs: " + loop.isRunning());
                }
                if (stop.await(SETTLE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return null;
                }
                states = -remote.receivedStates();
                bytes = -transport.receivedBytes();
                incomplete = -remote.incompleteStates();
                measures = true;
                if (stop.await(seconds, TimeUnit.SECONDS)) {
                    return null;
                }
                measures = false;
                states += remote.receivedStates();
                bytes += transport.receivedBytes();
                incomplete += remote.incompleteStates();
            }
            return new RemoteFigures(
                    link, (double) states / seconds, (double) bytes / seconds, incomplete, delays, inputs, motion);
        }
    }

    private void show(Frame frame, RemoteInput input) {
        if (!frame.hasState()) {
            return;
        }
        connected.countDown();
        if (frame.inputSequence() != inputSequence) {
            inputSequence = frame.inputSequence();
            if (measures) {
                inputs.recordValue(Math.max(0, frame.frameNanos() - frame.inputNanos()));
            }
        }
        if (measures) {
            delays.recordValue(Math.max(0, frame.delayNanos()));
            motion.add(frame);
            if (motion.frames() % FRAMES_PER_INPUT == 0) {
                input.action(1, 1);
            }
        }
    }
}
