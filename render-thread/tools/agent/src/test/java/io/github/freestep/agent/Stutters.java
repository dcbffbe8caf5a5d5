package io.github.freestep.agent;

import io.github.freestep.testing.Seeds;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * What planted lines of a demo pass to methods of the JDK: usually something with which they return at once, and in a
 * chosen frame something with which they take long. For the thread of the demo's frames.
 */
public final class Stutters {
    /** The kinds of stutters. Each has its own line, in this order. */
    static final List<String> KINDS =
            List.of("sleep", "park", "join", "lock", "file", "socket", "sort", "garbage", "collect", "step");

    /** Printed if the machine took too much of too many frames. */
    static final String TOO_BUSY = "too busy";

    /** The line of the first kind, which no method of a demo has. */
    static final int FIRST_LINE = 60_001;

    private static final int LENGTH = 20;
    private static final long MILLIS = 150;
    private static final int FRAMES_BETWEEN = 20;

    /** So that a machine without time for the demo ends it. */
    private static final int MOST_TRIES = 60;

    /** Those that last as long as the code has asked for. */
    private static final List<String> ASKED = List.of("sleep", "park");

    private static final int NUMBERS = 2_000_000;
    private static final int[] NONE = {};

    /** Stays, so that a collection takes long. */
    private static final List<Object> HEAP = new LinkedList<>();

    private static final List<String> PLANTS = new ArrayList<>();
    private static final Thread ENDED = new Thread();
    private static final Vector<Object> VECTOR = new Vector<>();
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final MemoryMXBean IDLE = (MemoryMXBean) Proxy.newProxyInstance(
            Stutters.class.getClassLoader(), new Class<?>[] {MemoryMXBean.class}, (proxy, method, arguments) -> null);
    private static final int[] MANY = Seeds.splittable(93).ints(NUMBERS).toArray();
    private static File pipe;
    private static String now = "";
    private static int frame;
    private static int planted;
    private static int tries;

    /** The kind of the newest plant, when its frame and its line began, and when the line ended; 0 while it runs. */
    private static String newest = "";

    private static long frameNanos;
    private static long lineNanos;
    private static long endNanos;

    private Stutters() {}

    /** Prepares what is needed. The pipe of a name is a file of which a read waits. */
    static void prepare(String pipeName) {
        pipe = new File(pipeName);
        for (int i = 0; i < LENGTH; i++) {
            PLANTS.add(KINDS.get(i % KINDS.size()));
        }
        RandomGenerator random = Seeds.splittable(94);
        for (int i = 0; i < LENGTH; i++) {
            Collections.swap(PLANTS, i, random.nextInt(LENGTH));
        }
        for (int i = 0; i < 4_000_000; i++) {
            HEAP.add(i);
        }
    }

    /** At the beginning of each frame. */
    public static void frame() {
        long nanos = System.nanoTime();
        count(nanos);
        frameNanos = nanos;
        frame++;
        now = "";
        // The first plant comes after two seconds, in which the demo and its code get warm.
        if (frame % FRAMES_BETWEEN == 0 && frame > 6 * FRAMES_BETWEEN) {
            if (planted == LENGTH || tries == MOST_TRIES) {
                if (planted < LENGTH) {
                    System.out.println(TOO_BUSY);
                }
                System.exit(0);
            }
            tries++;
            now = PLANTS.get(planted);
        }
    }

    /**
     * Prints the plant of the frame that has ended, unless the machine took more of the frame: then the plant is not
     * why it was late, and comes once more.
     */
    private static void count(long nanos) {
        if (!newest.isEmpty()) {
            long line = (endNanos == 0 ? nanos : endNanos) - lineNanos;
            // Waits count for as long as the code asked for.
            long explained = ASKED.contains(newest) ? Math.min(line, TimeUnit.MILLISECONDS.toNanos(MILLIS)) : line;
            if (2 * explained > nanos - frameNanos) {
                System.out.println(newest);
                planted++;
            }
            newest = "";
        }
    }

    private static boolean is(String kind) {
        long nanos = System.nanoTime();
        endNanos = endNanos == 0 ? nanos : endNanos;
        boolean is = now.equals(kind);
        if (is) {
            newest = kind;
            now = "";
            lineNanos = nanos;
            endNanos = 0;
        }
        return is;
    }

    public static long sleepMillis() {
        return is("sleep") ? MILLIS : 0;
    }

    public static long parkNanos() {
        return is("park") ? TimeUnit.MILLISECONDS.toNanos(MILLIS) : 0;
    }

    public static Thread thread() {
        return is("join") ? started(() -> {}) : ENDED;
    }

    private static Thread started(Runnable after) {
        Thread thread = new Thread(() -> {
            pause();
            after.run();
        });
        thread.start();
        return thread;
    }

    private static void pause() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Vector<Object> vector() {
        if (is("lock")) {
            CountDownLatch held = new CountDownLatch(1);
            new Thread(() -> {
                        synchronized (VECTOR) {
                            held.countDown();
                            pause();
                        }
                    })
                    .start();
            try {
                held.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return VECTOR;
    }

    public static InputStream file() throws IOException {
        if (!is("file")) {
            return InputStream.nullInputStream();
        }
        new Thread(() -> {
                    try (OutputStream out = new FileOutputStream(pipe)) {
                        pause();
                        out.write(1);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .start();
        return new FileInputStream(pipe);
    }

    public static InputStream socket() throws IOException {
        if (!is("socket")) {
            return InputStream.nullInputStream();
        }
        ServerSocket server = new ServerSocket(0);
        Socket socket = new Socket("localhost", server.getLocalPort());
        Socket accepted = server.accept();
        started(() -> {
            try {
                accepted.getOutputStream().write(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return socket.getInputStream();
    }

    public static int[] numbers() {
        return is("sort") ? MANY.clone() : NONE;
    }

    /** As many as are to be in a list at once. */
    public static List<Object> copied() {
        return is("garbage") ? HEAP : List.of();
    }

    public static MemoryMXBean memory() {
        return is("collect") ? MEMORY : IDLE;
    }

    public static int[] numbersOfStep() {
        return is("step") ? MANY.clone() : NONE;
    }
}
