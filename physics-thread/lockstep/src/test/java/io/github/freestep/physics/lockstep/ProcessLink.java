package io.github.freestep.physics.lockstep;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One end of a link between two processes. Sending only adds to a queue; a thread that may block writes to the stream.
 */
final class ProcessLink {
    private interface Message {
        void write(DataOutputStream out) throws IOException;
    }

    private static final int INPUT = 1;
    private static final int HASH = 2;
    private static final int FOUND = 3;

    private static final long CLOSE_MILLIS = 10_000;

    /** Stops the writing thread. */
    private static final Message NO_MORE = out -> {};

    private final BlockingQueue<Message> outgoing = new LinkedBlockingQueue<>();
    private final CountDownLatch heard = new CountDownLatch(1);
    private final long flawedTick;
    private long countsAt = Players.DELAY;
    private Thread writer;

    /** The other side's result, or how the link broke before the result arrived. */
    private volatile String peerResult;

    private volatile boolean broken;

    /** Flips one bit of the input that it sends for {@code flawedTick}. */
    ProcessLink(long flawedTick) {
        this.flawedTick = flawedTick;
    }

    void open(InputStream in, OutputStream out, Players players, int peer, HashComparison hashes) {
        writer = daemon("pipe-out", () -> write(new DataOutputStream(new BufferedOutputStream(out))));
        daemon("pipe-in", () -> read(new DataInputStream(new BufferedInputStream(in)), players, peer, hashes));
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void sendInput(float[] axes) {
        float[] arrives = ++countsAt == flawedTick ? RandomAxes.flawed(axes) : axes;
        outgoing.add(out -> {
            out.write(INPUT);
            for (float axis : arrives) {
                out.writeFloat(axis);
            }
        });
    }

    void sendHash(long tick, long hash) {
        outgoing.add(out -> {
            out.write(HASH);
            out.writeLong(tick);
            out.writeLong(hash);
        });
    }

    void sendFound(String found) {
        outgoing.add(out -> {
            out.write(FOUND);
            out.writeUTF(found);
        });
    }

    /** The other side's result; null if it does not arrive in time. */
    String awaitFound(long millis) throws InterruptedException {
        return heard.await(millis, TimeUnit.MILLISECONDS) ? peerResult : null;
    }

    boolean isBroken() {
        return broken;
    }

    /** Waits until all messages are sent. */
    void close() throws InterruptedException {
        outgoing.add(NO_MORE);
        writer.join(CLOSE_MILLIS);
    }

    private void write(DataOutputStream out) {
        try {
            Message next = outgoing.take();
            while (next != NO_MORE) {
                next.write(out);
                if (outgoing.isEmpty()) {
                    out.flush();
                }
                next = outgoing.take();
            }
            out.flush();
        } catch (IOException | InterruptedException gone) {
            broken = true;
        }
    }

    /** Reads to the end of the stream, even after the result, because the other side still needs this side's input. */
    private void read(DataInputStream in, Players players, int peer, HashComparison hashes) {
        try {
            while (true) {
                switch (in.readUnsignedByte()) {
                    case INPUT -> players.received(peer, axes(in));
                    case HASH -> hashes.peerHash(in.readLong(), in.readLong());
                    case FOUND -> hear(in.readUTF());
                    default -> throw new IOException("unknown message");
                }
            }
        } catch (IOException | RuntimeException e) {
            broken = true;
            hear("the link broke: " + e);
        }
    }

    private void hear(String result) {
        if (peerResult == null) {
            peerResult = result;
            heard.countDown();
        }
    }

    private static float[] axes(DataInputStream in) throws IOException {
        float[] axes = new float[RandomAxes.AXES];
        for (int axis = 0; axis < axes.length; axis++) {
            axes[axis] = in.readFloat();
        }
        return axes;
    }
}
