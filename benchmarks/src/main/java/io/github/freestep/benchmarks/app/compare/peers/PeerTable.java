package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.report.Median;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of all plays. Not thread-safe. */
public final class PeerTable {
    private static final double PER_CENT = 100;

    private final List<Integer> fps;
    private final Map<PeerKind, Map<PeerLoad, Map<Integer, List<PeerFigures>>>> plays = new EnumMap<>(PeerKind.class);

    PeerTable(List<Integer> fps) {
        this.fps = fps;
    }

    void add(PeerKind peer, int rate, PeerLoad load, PeerFilm film) {
        plays.computeIfAbsent(peer, each -> new EnumMap<>(PeerLoad.class))
                .computeIfAbsent(load, each -> new TreeMap<>())
                .computeIfAbsent(rate, each -> new ArrayList<>())
                .add(PeerFigures.of(film, rate));
    }

    private List<String> row(String name, IntFunction<String> cell) {
        return Stream.concat(Stream.of(name), fps.stream().map(cell::apply)).toList();
    }

    /** Returns tables of motion and of missed refreshes for each load, and one of speed, which a script can merge. */
    public String text() {
        StringJoiner tables = new StringJoiner("\n");
        for (PeerLoad load : PeerLoad.values()) {
            tables.add(table(load.toString(), load, PeerTable::motion));
            tables.add(table(load + ", missed", load, PeerTable::missed));
        }
        return tables.add(table(
                        List.of("speed", "slowest"),
                        plays.keySet().stream().map(this::speed).toList()))
                .toString();
    }

    private String table(String title, PeerLoad load, Function<List<PeerFigures>, String> cell) {
        return table(
                row(title, rate -> rate + " fps"),
                plays.keySet().stream()
                        .map(peer -> row(peer.toString(), rate -> cell.apply(shown(peer, load, rate))))
                        .toList());
    }

    /** The first cell of each row is the name of a peer. */
    private static String table(List<String> header, List<List<String>> rows) {
        return line(header) + "|" + "---|".repeat(header.size()) + "\n"
                + rows.stream().map(PeerTable::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String motion(List<PeerFigures> shown) {
        double[] judder = shown.stream()
                .mapToDouble(each -> PER_CENT * each.judder())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return judder.length == 0
                ? "-"
                : number(median(shown, each -> PER_CENT * each.judder())) + "(" + number(judder[0]) + "-"
                        + number(judder[judder.length - 1]) + ")/"
                        + number(median(shown, each -> PER_CENT * each.still())) + "/"
                        + number(median(shown, each -> 1e3 * each.jumpSeconds()));
    }

    private static String missed(List<PeerFigures> shown) {
        return Stream.<ToDoubleFunction<PeerFigures>>of(
                        PeerFigures::wokeLate, PeerFigures::lostCore, PeerFigures::drewLong)
                .map(fault -> number(median(shown, each -> PER_CENT * fault.applyAsDouble(each))))
                .collect(Collectors.joining("/"));
    }

    private List<String> speed(PeerKind peer) {
        double slowest = plays.get(peer).values().stream()
                .flatMap(rates -> rates.values().stream())
                .flatMap(List::stream)
                .mapToDouble(each -> PER_CENT * each.pace())
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        return List.of(peer.toString(), number(Math.min(PER_CENT, slowest)) + " %");
    }

    private List<PeerFigures> shown(PeerKind peer, PeerLoad load, int rate) {
        return plays.get(peer).getOrDefault(load, Map.of()).getOrDefault(rate, List.of());
    }

    /** Returns the median of what was measured; NaN if nothing was. */
    private static double median(List<PeerFigures> shown, ToDoubleFunction<PeerFigures> figure) {
        return Median.of(shown.stream().mapToDouble(figure).filter(Double::isFinite));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : Units.digits(value);
    }
}
