package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.report.Median;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The figures of all plays, as tables in the form of the page. Not thread-safe. */
final class PeerTable {
    private static final double PER_CENT = 100;
    private static final double MILLI = 1e6;
    private static final double KILO = 1e3;

    private final List<Integer> fps;
    private final Map<PeerKind, Map<PeerLoad, Map<Integer, List<Shown>>>> plays = new EnumMap<>(PeerKind.class);

    PeerTable(List<Integer> fps) {
        this.fps = fps;
    }

    private record Shown(PeerFigures figures, PeerFilm.Costs costs) {}

    void add(PeerKind peer, int rate, PeerLoad load, PeerFilm film) {
        plays.computeIfAbsent(peer, each -> new EnumMap<>(PeerLoad.class))
                .computeIfAbsent(load, each -> new TreeMap<>())
                .computeIfAbsent(rate, each -> new ArrayList<>())
                .add(new Shown(PeerFigures.of(film, rate), film.costs()));
    }

    /** Returns a table of motion for each load, and one of costs. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (PeerLoad load : PeerLoad.values()) {
            text.append(line(
                    load.toString(), fps.stream().map(rate -> rate + " fps").toList()));
            text.append(rule(fps.size()));
            plays.keySet()
                    .forEach(peer -> text.append(line(
                            peer.toString(),
                            fps.stream().map(rate -> motion(peer, load, rate)).toList())));
            text.append('\n');
        }
        List<String> costs = List.of(
                "key to picture, light",
                "jittery",
                "slowest",
                "garbage",
                "frame thread, per frame",
                "other threads, per tick",
                "lines");
        text.append(line("costs", costs)).append(rule(costs.size()));
        plays.keySet().forEach(peer -> text.append(line(peer.toString(), costs(peer))));
        return text.toString();
    }

    private static String line(String first, Collection<String> cells) {
        return "| " + first + " | " + String.join(" | ", cells) + " |\n";
    }

    private static String rule(int cells) {
        return "|---|" + "---|".repeat(cells) + "\n";
    }

    private String motion(PeerKind peer, PeerLoad load, int rate) {
        List<Shown> shown = shown(peer, load, rate);
        return number(median(shown, each -> PER_CENT * each.figures.judder())) + " / "
                + number(median(shown, each -> PER_CENT * each.figures.still()));
    }

    private List<String> costs(PeerKind peer) {
        int slow = fps.get(0);
        List<Shown> light = shown(peer, PeerLoad.LIGHT, slow);
        double slowest = plays.get(peer).values().stream()
                .flatMap(rates -> rates.values().stream())
                .flatMap(List::stream)
                .mapToDouble(each -> PER_CENT * each.figures.pace())
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        return List.of(
                unit(median(light, each -> each.figures.inputNanos() / MILLI), "ms"),
                unit(median(shown(peer, PeerLoad.JITTERY, slow), each -> each.figures.inputNanos() / MILLI), "ms"),
                unit(Math.min(PER_CENT, slowest), "%"),
                unit(median(light, each -> each.costs.bytesPerSecond() / KILO), "kB/s"),
                unit(median(light, each -> each.costs.frameMicros()), "us"),
                unit(median(light, each -> each.costs.tickMicros()), "us"),
                "" + peer.lines);
    }

    private List<Shown> shown(PeerKind peer, PeerLoad load, int rate) {
        return plays.get(peer).getOrDefault(load, Map.of()).getOrDefault(rate, List.of());
    }

    /** Returns the median of what was measured; NaN if nothing was. */
    private static double median(List<Shown> shown, ToDoubleFunction<Shown> figure) {
        return Median.of(shown.stream().mapToDouble(figure).filter(Double::isFinite));
    }

    private static String unit(double value, String unit) {
        return Double.isNaN(value) ? "-" : Units.digits(value) + " " + unit;
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : Units.digits(value);
    }
}
