package io.github.freestep.real;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A process that plays programs at all rates, and prints a line for each play. One that hangs ends it. */
final class Player {
    /** Begins a line, because programs and libraries print, too. */
    static final String PLAYED = "played";

    /**
     * By how much frames last longer, because steps that are due exactly at a frame would be a question of rounding.
     */
    static final double LONGER = 1.0001;

    private static final long LONGEST_NANOS = 60_000_000_000L;
    /** The classes of the programs, and what else only this process may write. */
    static String folder;

    private static volatile long begunNanos;

    private Player() {}

    /** Arguments: the host, the classes, the frames a second with commas between, the seconds, the programs. */
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        folder = args[1];
        begunNanos = System.nanoTime();
        Thread guard = new Thread(Player::guard);
        guard.setDaemon(true);
        guard.start();
        URL[] classes = {Path.of(folder).toUri().toURL()};
        List<String> rates = List.of(args[2].split(","));
        for (String program : Arrays.asList(args).subList(4, args.length)) {
            for (String fps : rates) {
                begunNanos = System.nanoTime();
                String found;
                // Loaded again for each play, because programs have static fields.
                try (URLClassLoader loader = new URLClassLoader(classes)) {
                    Class<?> loaded = loader.loadClass(program);
                    found = Host.valueOf(args[0]).play(loaded, Integer.parseInt(fps), Double.parseDouble(args[3]));
                } catch (Throwable e) {
                    Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
                    found = Real.FAILED + cause.toString().replaceAll("\\s+", " ");
                }
                out.println(PLAYED + "\t" + program + "\t" + fps + "\t" + found);
            }
        }
        Runtime.getRuntime().halt(0); // or threads of a game would keep it
    }

    private static void guard() {
        while (System.nanoTime() - begunNanos < LONGEST_NANOS) {
            try {
                Thread.sleep(1_000);
            } catch (InterruptedException e) {
                return;
            }
        }
        Runtime.getRuntime().halt(1);
    }

    static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }

    static String found(int steps, List<Double> places, List<Double> speeds) {
        return "%d steps, %d bodies, places %s, speeds %s".formatted(steps, places.size(), sum(places), sum(speeds));
    }

    /**
     * Multiplies each value by its rank, because opposite errors of two bodies would cancel in a plain sum. Not by the
     * place of its body, because Minie lists bodies in the order of their native addresses.
     */
    private static String sum(List<Double> values) {
        int rank = 0;
        double sum = 0;
        for (double each : values.stream().sorted().toList()) {
            sum += ++rank * each;
        }
        return String.format(Locale.ROOT, "%.5f", sum);
    }
}
