package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.examples.Toys;
import io.github.freestep.time.NanoClock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/**
 * The loop of games without Freestep: on one thread, it takes the steps that are due, and then shows the world between
 * the last two of them. While it is in a step, it cannot draw, so its half of the window keeps its picture.
 *
 * <p>Its thread stands for the thread of a game that draws. It begins a frame only at a refresh, and only if it has
 * finished the last frame, as after a swap that waits. The window draws its newest finished picture.
 */
final class UsualLoop implements AutoCloseable {
    /** The most time that the loop makes up for after a long step. It drops the rest, so that it recovers. */
    private static final long MOST_BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private record Key(int code, double value, long nanos) {}

    private final NanoClock clock;
    private final Toys toys;
    private final long tickNanos;
    private final World<Body> world = new World<>();
    private final Queue<Key> keys = new ConcurrentLinkedQueue<>();
    private final double[] older = new double[3 * Toys.BODIES];
    private final double[] newer = new double[3 * Toys.BODIES];
    private final Thread thread = new Thread(this::run, "usual loop");
    private long behindNanos;
    private long steps;
    private long polledKeyNanos;
    private long steppedKeyNanos;

    // Guarded by this.
    private final float[] poses = new float[7 * Toys.BODIES];
    private boolean isWanted;
    private boolean isBusy;
    private boolean isClosed;
    private long shownNanos; // of simulation time
    private long shownAtNanos; // when the world would have been so, had it never been behind
    private long shownKeyNanos; // when the newest key came whose effect is shown; 0 before the first

    UsualLoop(Toys toys, int rate, NanoClock clock) {
        this.clock = clock;
        this.toys = toys;
        tickNanos = TimeUnit.SECONDS.toNanos(1) / rate;
        toys.build(world, world::addBody);
        read();
        System.arraycopy(newer, 0, older, 0, newer.length);
        shownAtNanos = clock.nanoTime();
        thread.setDaemon(true);
        thread.start();
    }

    /** Brings a key to the loop, which polls it at the beginning of a frame. For any thread. */
    void key(int code, double value) {
        keys.add(new Key(code, value, clock.nanoTime()));
    }

    /** Lets the loop begin a frame unless it is still busy with the last one. Call it at each refresh. */
    synchronized void refresh() {
        isWanted = !isBusy;
        notifyAll();
    }

    /** Waits at most so long for the frame that the loop is busy with, and shows its newest finished picture. */
    synchronized void show(Side side, long refreshNanos, long mostMillis) throws InterruptedException {
        if (isWanted || isBusy) {
            wait(mostMillis);
        }
        side.shapes.poses.clear().put(poses).flip();
        side.shown(refreshNanos, shownNanos, refreshNanos - shownAtNanos, shownKeyNanos);
    }

    private void run() {
        for (long last = clock.nanoTime(); begin(); ) {
            long now = clock.nanoTime();
            behindNanos += Math.min(now - last, MOST_BEHIND_NANOS);
            last = now;
            for (Key key = keys.poll(); key != null; key = keys.poll()) {
                toys.act(key.code, key.value);
                polledKeyNanos = key.nanos;
            }
            for (; behindNanos >= tickNanos; behindNanos -= tickNanos) {
                System.arraycopy(newer, 0, older, 0, newer.length);
                toys.takeTime(tickNanos / 1e9);
                world.step(1, tickNanos / 1e9);
                steps++;
                steppedKeyNanos = polledKeyNanos;
                read();
            }
            finish(now);
        }
    }

    private synchronized boolean begin() {
        isBusy = false;
        notifyAll();
        try {
            while (!isWanted && !isClosed) {
                wait();
            }
        } catch (InterruptedException e) {
            return false;
        }
        isWanted = false;
        isBusy = true;
        return !isClosed;
    }

    private void read() {
        for (int slot = 0; slot < Toys.BODIES; slot++) {
            Transform pose = toys.bodies().get(slot).getTransform();
            newer[3 * slot] = pose.getTranslationX();
            newer[3 * slot + 1] = pose.getTranslationY();
            newer[3 * slot + 2] = pose.getRotationAngle();
        }
    }

    /** Makes the picture, in the form of {@code Frame.poses}. */
    private synchronized void finish(long beginNanos) {
        double alpha = (double) behindNanos / tickNanos;
        for (int slot = 0; slot < Toys.BODIES; slot++) {
            double angle = older[3 * slot + 2]
                    + alpha * Math.IEEEremainder(newer[3 * slot + 2] - older[3 * slot + 2], 2 * Math.PI);
            poses[7 * slot] = (float) (older[3 * slot] + alpha * (newer[3 * slot] - older[3 * slot]));
            poses[7 * slot + 1] = (float) (older[3 * slot + 1] + alpha * (newer[3 * slot + 1] - older[3 * slot + 1]));
            poses[7 * slot + 5] = (float) Math.sin(angle / 2);
            poses[7 * slot + 6] = (float) Math.cos(angle / 2);
        }
        shownNanos = Math.max(0, (steps - 1) * tickNanos + behindNanos);
        shownAtNanos = beginNanos - tickNanos;
        shownKeyNanos = steppedKeyNanos;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
