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

    /** Returns a table of motion for each load, and one of speed, as text in the form of the page. */
    public String text() {
        StringJoiner tables = new StringJoiner("\n");
        for (PeerLoad load : PeerLoad.values()) {
            List<List<String>> rows = new ArrayList<>();
            plays.keySet().forEach(peer -> rows.add(row(peer.toString(), rate -> motion(shown(peer, load, rate)))));
            rows.add(row("all, waking up", rate -> number(wakeUpJudder(load, rate))));
            tables.add(table(row(load.toString(), rate -> rate + " fps"), rows));
        }
        return tables.add(table(
                        List.of("speed", "slowest"),
                        plays.keySet().stream().map(this::speed).toList()))
                .toString();
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
        return number(median(shown, each -> PER_CENT * each.judder())) + " / "
                + number(median(shown, each -> PER_CENT * each.still()));
    }

    /** Returns the median of all peers. */
    private double wakeUpJudder(PeerLoad load, int rate) {
        List<PeerFigures> all = plays.keySet().stream()
                .flatMap(peer -> shown(peer, load, rate).stream())
                .toList();
        return median(all, each -> PER_CENT * each.wakeUpJudder());
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
