package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.tools.report.Median;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints how long a tick of a heap of awake boxes takes relative to the engine's step alone. One world is stepped in
 * all ways in turn, so that neither the heaps nor their places in memory differ.
 */
public final class EngineTable {
    private static final int BOXES = 1_000;

    /** As many as in the scene ConvexVsMesh. */
    private static final int ON_HILLS = 1_764;

    /** For boxes to fall into a heap that still moves. */
    private static final int FALL = 400;

    /** The ticks of a block, of which the median counts, because others may use the processor in some. */
    private static final int TICKS = 10;

    /** Processor time, because others may use the processor meanwhile. All engines step on one thread. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Keeps the poses that are read. */
    private static volatile double sum;

    /** How a tick is done. */
    private enum Way {
        ALONE("the engine alone"),
        POSES("alone, and all poses are read"),
        FREESTEP("Freestep, contacts are not read"),
        CONTACTS("Freestep, begins and ends are read");

        private final String words;

        Way(String words) {
            this.words = words;
        }
    }

    private final Pile<?> heap;
    private final InlineStepper stepper;

    /** The medians of the blocks, in microseconds. */
    private final double[][] blocks;

    /** How many begins and ends were read. */
    private int events;

    private EngineTable(String engine, int boxes, int fall, int blockCount) {
        heap = Pile.of(engine, boxes, true);
        stepper = PhysicsService.builder(heap.world()).inline();
        blocks = new double[Way.values().length][blockCount];
        for (int i = 0; i < fall; i++) {
            stepper.advanceTick();
        }
    }

    /**
     * Measures one engine in two worlds, the first of which lets the JVM compile.
     *
     * @param args physx, bullet, jolt, jolt-hills, dyn4j or box2d; and how many blocks of ticks to measure; default: 20
     */
    public static void main(String[] args) {
        int blockCount = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        int bodies = args[0].equals("jolt-hills") ? ON_HILLS : BOXES;
        run(args[0], bodies, FALL, blockCount);
        System.out.println(run(args[0], bodies, FALL, blockCount));
    }

    /** Measures a world, and returns its table. */
    static String run(String engine, int boxes, int fall, int blockCount) {
        EngineTable table = new EngineTable(engine, boxes, fall, blockCount);
        try {
            for (int block = 0; block < blockCount; block++) {
                table.inTurn(block);
            }
        } finally {
            table.stepper.close();
        }
        return table.text(engine);
    }

    /** Measures a block of each way. Each way comes first in some blocks. */
    private void inTurn(int block) {
        Way[] ways = Way.values();
        for (int i = 0; i < ways.length; i++) {
            Way way = ways[(i + block) % ways.length];
            blocks[way.ordinal()][block] = measure(way);
        }
    }

    private double measure(Way way) {
        if (way != Way.CONTACTS) {
            return block(way);
        }
        try (EventReader contacts =
                stepper.events().with(Kind.CONTACT_BEGIN, Kind.CONTACT_END).open()) {
            // In the first of these ticks, an adapter finds out what touches already.
            stepper.advanceTick();
            stepper.advanceTick();
            contacts.poll(event -> {});
            double median = block(way);
            events += contacts.poll(event -> {});
            return median;
        } finally {
            // An adapter takes its listener out in the first tick after the last consumer has left.
            stepper.advanceTick();
        }
    }

    private double block(Way way) {
        double[] micros = new double[TICKS];
        for (int i = 0; i < TICKS; i++) {
            long started = THREADS.getCurrentThreadCpuTime();
            tick(way);
            micros[i] = (THREADS.getCurrentThreadCpuTime() - started) / 1e3;
        }
        return Median.of(Arrays.stream(micros));
    }

    private void tick(Way way) {
        if (way == Way.FREESTEP || way == Way.CONTACTS) {
            stepper.advanceTick();
            return;
        }
        heap.engine().stepAlone();
        if (way == Way.POSES) {
            sum = heap.readAlone();
        }
    }

    private String text(String engine) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %.0f us alone, %.1f events a tick",
                engine,
                Median.of(Arrays.stream(blocks[0])),
                events / (double) (blocks[0].length * TICKS)));
        for (Way way : Way.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-36s %s of alone, %s of alone with poses, %s of Freestep without contacts",
                    way.words,
                    ratio(way, Way.ALONE),
                    ratio(way, Way.POSES),
                    ratio(way, Way.FREESTEP)));
        }
        return text.toString();
    }

    /** Returns the median and the quartiles of the ratios of the blocks. */
    private String ratio(Way of, Way to) {
        double[] sorted = IntStream.range(0, blocks[0].length)
                .mapToDouble(i -> blocks[of.ordinal()][i] / blocks[to.ordinal()][i])
                .sorted()
                .toArray();
        int last = sorted.length - 1;
        return String.format(
                Locale.ROOT,
                "%.3f (%.3f to %.3f)",
                Median.of(Arrays.stream(sorted)),
                sorted[last / 4],
                sorted[last - last / 4]);
    }
}
