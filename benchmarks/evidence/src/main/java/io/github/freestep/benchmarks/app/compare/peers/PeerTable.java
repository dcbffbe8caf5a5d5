package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of all plays, as the tables of the page. Not thread-safe. */
public final class PeerTable {
    private static final double PER_CENT = 100;
    private static final double MILLI = 1e6;

    /** Half a tick, a light step, drawing, and the least margin of a pacer. */
    private static final double BOUND_MILLIS = 5 + 0.5 + 1 + 0.2;

    private final List<Integer> fps;
    private final Map<PeerKind, Map<PeerLoad, Map<Integer, PeerFigures>>> plays = new EnumMap<>(PeerKind.class);
    private final Map<PeerLoad, Double> beside = new EnumMap<>(PeerLoad.class);

    PeerTable(List<Integer> fps) {
        this.fps = fps;
    }

    void add(PeerKind peer, int rate, PeerLoad load, PeerFilm film) {
        plays.computeIfAbsent(peer, each -> new EnumMap<>(PeerLoad.class))
                .computeIfAbsent(load, each -> new TreeMap<>())
                .put(rate, PeerFigures.of(film, rate));
    }

    /** Takes note of the load average of the machine while peers were played under a load. */
    void beside(PeerLoad load, double average) {
        beside.put(load, average);
    }

    /** Returns the tables of motion, one for each load. */
    public String motion() {
        return Stream.of(PeerLoad.values())
                .map(load -> table(
                        row(title(load), rate -> List.of(rate + " fps")),
                        plays.keySet().stream()
                                .filter(peer -> peer.isPlayed(load))
                                .map(peer -> row(peer.toString(), rate -> List.of(motion(shown(peer, load, rate)))))
                                .toList()))
                .collect(Collectors.joining("\n"));
    }

    private String title(PeerLoad load) {
        return load + ", load average " + number("%.1f", beside.getOrDefault(load, Double.NaN));
    }

    /** Returns the table of keys. */
    public String keys() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(
                "bound of a thread with 100 ticks a second",
                rate -> List.of(Units.text("%.1f", 1e3 / rate / 2 + BOUND_MILLIS))));
        plays.keySet().stream()
                .map(peer -> row(peer.toString(), rate -> List.of(key(shown(peer, PeerLoad.LIGHT, rate)))))
                .forEach(rows::add);
        return table(row("from key to picture, ms", rate -> List.of(rate + " fps")), rows);
    }

    private static String key(PeerFigures shown) {
        return number("%.1f", shown.firstNanos() / MILLI);
    }

    private static String motion(PeerFigures shown) {
        return Double.isNaN(shown.judder())
                ? "-"
                : Units.digits(PER_CENT * shown.judder()) + ", "
                        + number("%.1f", shown.ageNanos() / MILLI) + ", "
                        + number("%.0f", 1e3 * shown.jumpMetres()) + ", "
                        + number("%.2f", PER_CENT * shown.missed());
    }

    private List<String> row(String name, IntFunction<List<String>> cells) {
        return Stream.concat(Stream.of(name), fps.stream().flatMap(rate -> cells.apply(rate).stream()))
                .toList();
    }

    /** The first cell of each row is the name of a peer. */
    private static String table(List<String> header, List<List<String>> rows) {
        return line(header) + "|" + "---|".repeat(header.size()) + "\n"
                + rows.stream().map(PeerTable::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private PeerFigures shown(PeerKind peer, PeerLoad load, int rate) {
        return plays.get(peer).getOrDefault(load, Map.of()).getOrDefault(rate, PeerFigures.NONE);
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : Units.text(format, value);
    }
}
