package io.github.freestep.agent;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * A game of frames of 15 ms, twenty of which take 150 ms longer, for one of eight reasons each. Prints the reasons in
 * the order of their frames: the method that waits or works.
 */
class PlantedGame {
    static final List<String> KINDS =
            List.of("compute", "sleep", "lock", "park", "notice", "readSocket", "collect", "step");
    private static final long FRAME_NANOS = 15_000_000;
    private static final long PLANT_MILLIS = 150;
    private static final int PLANTS = 20;
    private static final int FRAMES_BETWEEN = 30;

    private final Object lock = new Object();
    private final List<Object> heap = new ArrayList<>();
    private double sum;

    public static void main(String[] arguments) {
        RandomGenerator random = Seeds.splittable(93);
        List<String> plants = new ArrayList<>();
        for (int i = 0; i < PLANTS; i++) {
            plants.add(KINDS.get(i % KINDS.size()));
        }
        for (int i = 0; i < PLANTS; i++) {
            Collections.swap(plants, i, random.nextInt(PLANTS));
        }
        PlantedGame game = new PlantedGame();
        for (int i = 0; i < 1_000_000; i++) {
            game.heap.add(new long[] {i});
        }
        for (int i = 0; i <= PLANTS * FRAMES_BETWEEN; i++) {
            String plant = i > 0 && i % FRAMES_BETWEEN == 0 ? plants.get(i / FRAMES_BETWEEN - 1) : "";
            if (!plant.isEmpty()) {
                System.out.println(plant);
            }
            game.step(plant.equals("step") ? PLANT_MILLIS : 1);
            game.render(plant);
            game.swap();
        }
    }

    private void step(long millis) {
        work(millis);
    }

    private void render(String plant) {
        switch (plant) {
            case "compute" -> compute();
            case "sleep" -> sleep();
            case "lock" -> waitForHolder();
            case "park" -> park();
            case "notice" -> notice();
            case "readSocket" -> readSocket();
            case "collect" -> collect();
            default -> {}
        }
    }

    private void swap() {
        LockSupport.parkNanos(FRAME_NANOS);
    }

    private void work(long millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - until < 0) {
            for (int i = 1; i < 10_000; i++) {
                sum = (sum + i) / i;
            }
        }
    }

    private void compute() {
        work(PLANT_MILLIS);
    }

    private void sleep() {
        try {
            Thread.sleep(PLANT_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void waitForHolder() {
        Thread holder = new Thread(() -> {
            synchronized (lock) {
                lock.notifyAll();
                sleep();
            }
        });
        synchronized (lock) {
            holder.start();
            try {
                lock.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void park() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PLANT_MILLIS);
        while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private void notice() {
        synchronized (heap) {
            try {
                heap.wait(PLANT_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void readSocket() {
        try (ServerSocket server = new ServerSocket(0);
                Socket socket = new Socket("localhost", server.getLocalPort());
                Socket accepted = server.accept()) {
            new Thread(() -> answer(accepted)).start();
            socket.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(Socket socket) {
        sleep();
        try {
            socket.getOutputStream().write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void collect() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PLANT_MILLIS);
        while (System.nanoTime() - until < 0) {
            System.gc();
        }
    }
}
