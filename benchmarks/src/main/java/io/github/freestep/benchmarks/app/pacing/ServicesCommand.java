package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Median;
import io.github.freestep.benchmarks.report.Units;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares in interleaved rounds many services with steppers that one thread steps by hand. */
@Command(
        name = "services",
        // The alias makes it read as an option of pacing: pacing of many services.
        aliases = "--services",
        sortOptions = false,
        description = {
            "Run many services at the same time, as a server does that has one world per room: in a group of a few"
                    + " threads, with a thread each, and stepped by hand. Print what each way costs, and how late its"
                    + " ticks begin."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all rows ran", "2:an option is wrong"},
        footer = {"%nExamples:", "  pacing --services 100", "  pacing --services 1000 --rate 20"})
final class ServicesCommand extends AppCommand {
    /** The time after the start that is not measured, because waits learn their margin in it. */
    private static final long LEAD_IN_MILLIS = 500;

    private static final long WARM_UP_MILLIS = 1_000;

    /** More threads would measure the system's scheduler. */
    private static final int MOST_OWN_THREADS = 200;

    /** The ticks of a round whose lateness is stored; each takes eight bytes, and eight more at the end. */
    private static final long MOST_TICKS = 5_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Parameters(
            paramLabel = "SERVICES",
            arity = "0..1",
            description = "Number of services, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int services = 100;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads of the group, 1 to 64. Default: ${DEFAULT-VALUE}.")
    @Range(max = 64)
    private int workers = 2;

    @Mixin
    private final InterleavedRounds rounds = new InterleavedRounds();

    private final List<Row> rows = new ArrayList<>();

    /** A way to run rooms, and what its rounds have measured. */
    private record Row(
            String name,
            int services,
            Function<List<RoomWorld>, Rooms> start,
            List<Lateness> rounds,
            List<Double> heapBytes,
            List<Double> ticksPercent) {
        Row(String name, int services, Function<List<RoomWorld>, Rooms> start) {
            this(name, services, start, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        if ((long) services * rounds.rate * rounds.seconds > MOST_TICKS) {
            throw wrong("--seconds must be at most " + MOST_TICKS / services / rounds.rate + " with " + services
                    + " services at " + rounds.rate + " Hz, was " + rounds.seconds);
        }
        print(
                "%s%n%,d services at %d Hz, %d rounds of %d s%n",
                Machine.here(), services, rounds.rate, rounds.rounds, rounds.seconds);
        rows.add(new Row("own thread", 1, worlds -> Rooms.services(worlds, rounds.rate, 0)));
        rows.add(new Row("group of one", 1, worlds -> Rooms.services(worlds, rounds.rate, 1)));
        rows.add(new Row("group of many", services, worlds -> Rooms.services(worlds, rounds.rate, workers)));
        if (services <= MOST_OWN_THREADS) {
            rows.add(new Row("own threads", services, worlds -> Rooms.services(worlds, rounds.rate, 0)));
        }
        rows.add(new Row("by hand", services, worlds -> Rooms.byHand(worlds, rounds.rate)));
        for (Row row : rows) {
            run(row, WARM_UP_MILLIS);
            row.rounds.clear();
            row.heapBytes.clear();
            row.ticksPercent.clear();
        }
        rounds.run(out(), rows, row -> run(row, 1_000L * rounds.seconds));
        report();
        return 0;
    }

    private void run(Row row, long millis) throws InterruptedException {
        long heap = usedHeap();
        Set<Long> before = Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
        // Rooms that catch up may step more ticks than are due in the span.
        List<RoomWorld> worlds = IntStream.range(0, row.services)
                .mapToObj(i -> new RoomWorld((int) (rounds.rate * millis / 1_000) + rounds.rate))
                .toList();
        long ticks;
        long cpuNanos;
        long spanNanos;
        try (Rooms rooms = row.start.apply(worlds)) {
            TimeUnit.MILLISECONDS.sleep(LEAD_IN_MILLIS);
            ticks = -ticks(rooms);
            Map<Long, Long> cpu = cpuNanos(before);
            spanNanos = -System.nanoTime();
            worlds.forEach(world -> world.log(true));
            TimeUnit.MILLISECONDS.sleep(millis);
            worlds.forEach(world -> world.log(false));
            spanNanos += System.nanoTime();
            cpuNanos = cpuNanos(before).entrySet().stream()
                    .mapToLong(each -> each.getValue() - cpu.getOrDefault(each.getKey(), 0L))
                    .sum();
            ticks += ticks(rooms);
            // The logs are as long as the run, and not of the service.
            heap = usedHeap() - heap - row.services * 8L * (rounds.rate * millis / 1_000 + rounds.rate);
        }
        long[] all = new long[worlds.stream().mapToInt(RoomWorld::logged).sum()];
        int at = 0;
        for (RoomWorld world : worlds) {
            at = world.copyInto(all, at);
        }
        row.rounds.add(Lateness.of(all, 100.0 * cpuNanos / spanNanos));
        row.heapBytes.add((double) heap / row.services);
        row.ticksPercent.add(100.0 * ticks / (row.services * rounds.rate * (spanNanos / 1e9)));
    }

    private static long ticks(Rooms rooms) {
        return rooms.all.stream().mapToLong(room -> room.metrics().tick()).sum();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns the processor time of each thread that has begun since. A thread that has just ended has -1. */
    private static Map<Long, Long> cpuNanos(Set<Long> before) {
        Map<Long, Long> nanos = new TreeMap<>();
        Arrays.stream(THREADS.getAllThreadIds())
                .filter(id -> !before.contains(id))
                .forEach(id -> nanos.put(id, Math.max(0, THREADS.getThreadCpuTime(id))));
        return nanos;
    }

    private void report() {
        print("%n%8s %s %8s %10s%n", "services", Lateness.header(), "ticks", "kB/service");
        for (Row row : rows) {
            print(
                    "%8d %s %8s %10s%n",
                    row.services,
                    Lateness.row(row.name, row.rounds),
                    Units.text("%.1f %%", median(row.ticksPercent.stream())),
                    // One room is less than what else changes in the heap.
                    row.services == 1 ? "-" : Units.text("%.1f", median(row.heapBytes.stream()) / 1_024));
        }
        print("%ngroup of many, as a multiple of by hand: CPU %.2f%n", cpu("group of many") / cpu("by hand"));
    }

    private double cpu(String name) {
        return rows.stream()
                .filter(row -> row.name.equals(name))
                .mapToDouble(row -> median(row.rounds.stream().map(Lateness::cpuPercent)))
                .sum();
    }

    private static double median(Stream<Double> values) {
        return Median.of(values.mapToDouble(Double::doubleValue));
    }
}
