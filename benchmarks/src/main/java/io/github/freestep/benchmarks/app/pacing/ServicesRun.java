package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.pacing.RoomWorld.LogWindow;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Runs one row once, and measures it. For one thread. */
final class ServicesRun {
    /** The time after the start that is not measured, because waits learn their margin in it. */
    private static final long LEAD_IN_MILLIS = 500;

    /** With fewer rooms, the other contents of the heap vary by more than a room takes. */
    private static final int LEAST_FOR_HEAP = 20;

    private final ServicesPlan plan;
    private final ServicesPlan.Row row;
    private final LogWindow window = new LogWindow();
    private final List<RoomWorld> worlds;
    private final List<RoomWorld> light;

    private ServicesRun(ServicesPlan plan, ServicesPlan.Row row, int ticks) {
        this.plan = plan;
        this.row = row;
        boolean heavy = plan.hasHeavy() && row.services() > 1;
        worlds = IntStream.range(0, row.services())
                .mapToObj(i -> new RoomWorld(plan.bodies(), heavy && i == 0 ? plan.heavyNanos() : 0, ticks, window))
                .toList();
        light = heavy ? worlds.subList(1, worlds.size()) : worlds;
    }

    /** Runs the row for a number of milliseconds, after a short lead-in. */
    static ServicesRound of(ServicesPlan plan, ServicesPlan.Row row, long millis) throws InterruptedException {
        return new ServicesRun(plan, row, (int) (plan.rate() * millis / 1_000)).run(millis);
    }

    /** Runs the row without measuring it. */
    static void warmUp(ServicesPlan plan, ServicesPlan.Row row, long millis) throws InterruptedException {
        Fleet fleet = row.start(new ServicesRun(plan, row, 0).worlds, plan.rate());
        try (fleet) {
            TimeUnit.MILLISECONDS.sleep(millis);
        }
    }

    private ServicesRound run(long millis) throws InterruptedException {
        boolean measuresHeap = row.services() >= LEAST_FOR_HEAP;
        long heapBefore = measuresHeap ? usedHeap() : 0;
        NewThreads threads = new NewThreads();
        double cpuPercent;
        long lost;
        double speedPercent;
        int count;
        double heapBytes;
        try (Fleet fleet = row.start(worlds, plan.rate())) {
            TimeUnit.MILLISECONDS.sleep(LEAD_IN_MILLIS);
            TickCount ticks = new TickCount(fleet.rooms(), plan.rate());
            threads.mark();
            long since = System.nanoTime();
            window.open();
            TimeUnit.MILLISECONDS.sleep(millis);
            window.close();
            cpuPercent = 100.0 * threads.cpuNanosSinceMark() / (System.nanoTime() - since);
            lost = IntStream.range(worlds.size() - light.size(), worlds.size())
                    .mapToLong(ticks::lost)
                    .sum();
            speedPercent = speedPercent(fleet);
            count = threads.count();
            heapBytes = measuresHeap ? (double) (usedHeap() - heapBefore) / row.services() : Double.NaN;
        }
        return ServicesRound.of(lateness(), cpuPercent, lost, speedPercent, count, heapBytes);
    }

    /** Returns the share of their speed at which the slowest of the light rooms runs. */
    private double speedPercent(Fleet fleet) {
        return 100
                * fleet.rooms().subList(worlds.size() - light.size(), worlds.size()).stream()
                        .mapToDouble(room -> room.metrics().sustainedScale())
                        .min()
                        .orElseThrow();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private long[] lateness() {
        long[] all = new long[light.stream().mapToInt(RoomWorld::logged).sum()];
        int from = 0;
        for (RoomWorld world : light) {
            world.copyInto(all, from);
            from += world.logged();
        }
        return all;
    }
}
