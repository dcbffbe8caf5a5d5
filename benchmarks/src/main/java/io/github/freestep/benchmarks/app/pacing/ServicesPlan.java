package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.scenes.StepCost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is run: the number of rooms and the ways to run them.
 *
 * @param services rooms of the rows with many
 * @param workers numbers of threads of the groups; each gives a row
 * @param rate ticks per second
 * @param bodies bodies of a room
 * @param heavy the cost of each step of the first of many rooms
 */
record ServicesPlan(int services, List<Integer> workers, int rate, int bodies, StepCost heavy) {
    /** A row with more threads than this runs only on request, because each thread takes memory and processor time. */
    static final int MOST_OWN_THREADS = 200;

    static final String OWN_THREAD = "own thread";
    static final String GROUP_OF_ONE = "group of one";
    static final String OWN_THREADS = "own threads";
    static final String BY_HAND = "by hand";

    enum Way {
        OWN_THREADS,
        GROUP,
        BY_HAND
    }

    /** A row of the table: a number of rooms, and the way to run them. */
    record Row(String name, Way way, int services, int threads) {
        Fleet start(List<RoomWorld> worlds, int rate) {
            return switch (way) {
                case OWN_THREADS -> Fleet.ownThreads(worlds, rate);
                case GROUP -> Fleet.group(worlds, rate, threads);
                case BY_HAND -> Fleet.byHand(worlds, rate);
            };
        }

        boolean isGroupOfMany() {
            return way == Way.GROUP && !name.equals(GROUP_OF_ONE);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(OWN_THREAD, Way.OWN_THREADS, 1, 1));
        rows.add(new Row(GROUP_OF_ONE, Way.GROUP, 1, 1));
        workers.stream().distinct().forEach(threads -> rows.add(group(threads)));
        rows.add(new Row(OWN_THREADS, Way.OWN_THREADS, services, services));
        rows.add(new Row(BY_HAND, Way.BY_HAND, services, 1));
        return rows;
    }

    private Row group(int threads) {
        return new Row(threads + (threads == 1 ? " worker" : " workers"), Way.GROUP, services, threads);
    }

    /** Returns the rows with these names; if null, all rows but those with too many threads. */
    List<Row> rows(List<String> names) {
        if (names == null) {
            return rows().stream().filter(row -> !isTooMuch(row)).toList();
        }
        return names.stream().map(this::row).distinct().toList();
    }

    /** Returns whether the row runs only if it is named. */
    boolean isTooMuch(Row row) {
        return row.name.equals(OWN_THREADS) && services > MOST_OWN_THREADS;
    }

    private Row row(String name) {
        return rows().stream()
                .filter(row -> row.name.equals(name))
                .findFirst()
                .orElseThrow(() -> Options.wrong(
                        "--rows",
                        "some of " + rows().stream().map(Row::name).collect(Collectors.joining(", ")),
                        '"' + name + '"'));
    }

    boolean hasHeavy() {
        return heavyNanos() > 0;
    }

    long heavyNanos() {
        return (long) heavy.usualNanos(1.0 / rate);
    }
}
