package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.loops.KeyPlay;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.tools.report.Median;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of all plays, as the tables of the page. Not thread-safe. */
public final class PeerTable {
    private static final double PER_CENT = 100;
    private static final double MILLI = 1e6;

    /** Half a tick, a light step, and a frame of the simulated plays, and the least margin of a pacer. */
    private static final double BOUND_MILLIS = 5 + 0.5 + 1 + 0.2;

    private final List<Integer> fps;
    private final long seed;
    private final Map<PeerKind, Map<PeerLoad, Map<Integer, List<PeerFigures>>>> plays = new EnumMap<>(PeerKind.class);

    /**
     * Makes an empty table.
     *
     * @param seed of the simulated plays beside which keys are shown
     */
    PeerTable(List<Integer> fps, long seed) {
        this.fps = fps;
        this.seed = seed;
    }

    void add(PeerKind peer, int rate, PeerLoad load, PeerFilm film) {
        plays.computeIfAbsent(peer, each -> new EnumMap<>(PeerLoad.class))
                .computeIfAbsent(load, each -> new TreeMap<>())
                .computeIfAbsent(rate, each -> new ArrayList<>())
                .add(PeerFigures.of(film, rate));
    }

    /** Returns the tables of motion, one for each load. */
    public String motion() {
        return Stream.of(PeerLoad.values())
                .map(load -> table(
                        row(load.toString(), rate -> List.of(rate + " fps")),
                        plays.keySet().stream()
                                .filter(peer -> peer.isPlayed(load))
                                .map(peer -> row(peer.toString(), rate -> List.of(motion(shown(peer, load, rate)))))
                                .toList()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the table of keys: with threads, and simulated. */
    public String keys() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("bound of a thread with 100 ticks a second", rate -> List.of(bound(rate), "", bound(rate), "")));
        plays.keySet().stream()
                .filter(peer -> peer.simulated != null)
                .map(peer -> row(peer.toString(), rate -> keys(peer, rate)))
                .forEach(rows::add);
        return table(
                row(
                        "from key to picture, ms",
                        rate -> List.of(
                                rate + " fps: any effect", "half of it", "simulated: any effect", "half of it")),
                rows);
    }

    private static String bound(int rate) {
        return Units.text("%.1f", 1e3 / rate / 2 + BOUND_MILLIS);
    }

    private List<String> keys(PeerKind peer, int rate) {
        List<PeerFigures> shown = shown(peer, PeerLoad.LIGHT, rate);
        KeyPlay.Figures simulated = KeyPlay.of(peer.simulated, rate, StepLoad.LIGHT, seed);
        return Stream.of(
                        median(shown, PeerFigures::firstNanos) / MILLI,
                        median(shown, PeerFigures::halfNanos) / MILLI,
                        simulated.mean(),
                        simulated.half())
                .map(millis -> number("%.1f", millis))
                .toList();
    }

    private static String motion(List<PeerFigures> shown) {
        double[] judder = shown.stream()
                .mapToDouble(each -> PER_CENT * each.judder())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (judder.length == 0) {
            return "-";
        }
        String range = judder.length == 1
                ? ""
                : " (" + Units.digits(judder[0]) + "-" + Units.digits(judder[judder.length - 1]) + ")";
        return Units.digits(median(shown, each -> PER_CENT * each.judder())) + range + ", "
                + number("%.1f", median(shown, each -> each.ageNanos() / MILLI)) + ", "
                + number("%.0f", median(shown, each -> 1e3 * each.jumpMetres())) + ", "
                + number("%.2f", median(shown, each -> PER_CENT * each.missed()));
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

    private List<PeerFigures> shown(PeerKind peer, PeerLoad load, int rate) {
        return plays.get(peer).getOrDefault(load, Map.of()).getOrDefault(rate, List.of());
    }

    /** Returns the median of what was measured; NaN if nothing was. */
    private static double median(List<PeerFigures> shown, ToDoubleFunction<PeerFigures> figure) {
        return Median.of(shown.stream().mapToDouble(figure).filter(Double::isFinite));
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : Units.text(format, value);
    }
}
