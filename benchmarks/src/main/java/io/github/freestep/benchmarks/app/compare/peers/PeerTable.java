package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.report.Median;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of all plays. Not thread-safe. */
public final class PeerTable {
    private static final double PER_CENT = 100;
    private static final double MILLI = 1e6;
    private static final double KILO = 1e3;

    private final List<Integer> fps;
    private final Map<PeerKind, Map<PeerLoad, Map<Integer, List<Shown>>>> plays = new EnumMap<>(PeerKind.class);

    PeerTable(List<Integer> fps) {
        this.fps = fps;
    }

    private record Shown(PeerFigures figures, PeerFilm.Costs costs) {}

    /** A table. The first cell of each row is the name of a peer. */
    private record Part(List<String> header, List<List<String>> rows) {}

    void add(PeerKind peer, int rate, PeerLoad load, PeerFilm film) {
        plays.computeIfAbsent(peer, each -> new EnumMap<>(PeerLoad.class))
                .computeIfAbsent(load, each -> new TreeMap<>())
                .computeIfAbsent(rate, each -> new ArrayList<>())
                .add(new Shown(PeerFigures.of(film, rate), film.costs()));
    }

    /** Returns a table of motion for each load, and one of costs. */
    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (PeerLoad load : PeerLoad.values()) {
            List<List<String>> rows = new ArrayList<>();
            plays.keySet().forEach(peer -> rows.add(row(peer.toString(), rate -> motion(shown(peer, load, rate)))));
            rows.add(row("all, waking up", rate -> number(wakeUpJudder(load, rate))));
            parts.add(new Part(row(load.toString(), rate -> rate + " fps"), rows));
        }
        List<String> costs = List.of(
                "costs",
                "key to picture, light",
                "jittery",
                "slowest",
                "garbage",
                "frame thread, per frame",
                "other threads, per tick",
                "lines");
        parts.add(new Part(costs, plays.keySet().stream().map(this::costs).toList()));
        return parts;
    }

    private List<String> row(String name, IntFunction<String> cell) {
        return Stream.concat(Stream.of(name), fps.stream().map(cell::apply)).toList();
    }

    /** Returns the tables as text in the form of the page. */
    public String text() {
        return parts().stream()
                .map(part -> line(part.header) + "|" + "---|".repeat(part.header.size()) + "\n"
                        + part.rows.stream().map(PeerTable::line).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String motion(List<Shown> shown) {
        return number(median(shown, each -> PER_CENT * each.figures.judder())) + " / "
                + number(median(shown, each -> PER_CENT * each.figures.still()));
    }

    /** Returns the median of all peers. */
    private double wakeUpJudder(PeerLoad load, int rate) {
        List<Shown> all = plays.keySet().stream()
                .flatMap(peer -> shown(peer, load, rate).stream())
                .toList();
        return median(all, each -> PER_CENT * each.figures.wakeUpJudder());
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
                peer.toString(),
                unit(median(light, each -> each.figures.inputNanos() / MILLI), "ms"),
                unit(median(shown(peer, PeerLoad.JITTERY, slow), each -> each.figures.inputNanos() / MILLI), "ms"),
                unit(Math.min(PER_CENT, slowest), "%"),
                unit(median(light, each -> each.costs.bytesPerSecond() / KILO), "kB/s"),
                unit(median(light, each -> each.costs.frameMicros()), "us"),
                unit(median(light, each -> each.costs.tickMicros()), "us"),
                "" + peer.lines);
    }

    /** Returns the figures of each play for the JSON file. */
    List<Object> json() {
        List<Object> peers = new ArrayList<>();
        plays.forEach((peer, loads) -> {
            List<Object> each = new ArrayList<>();
            loads.forEach((load, rates) ->
                    rates.forEach((rate, shown) -> shown.forEach(play -> each.add(json(load, rate, play)))));
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", peer.toString());
            json.put("lines", peer.lines);
            json.put("plays", each);
            peers.add(json);
        });
        return peers;
    }

    private static Map<String, Object> json(PeerLoad load, int rate, Shown play) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("load", load.toString());
        json.put("fps", rate);
        json.put("judderPercent", PER_CENT * play.figures.judder());
        json.put("wakeUpJudderPercent", PER_CENT * play.figures.wakeUpJudder());
        json.put("stillPercent", PER_CENT * play.figures.still());
        json.put("simulatedPerReal", play.figures.pace());
        json.put("keyToPictureMillis", play.figures.inputNanos() / MILLI);
        json.put("garbageBytesPerSecond", play.costs.bytesPerSecond());
        json.put("frameThreadMicrosPerFrame", play.costs.frameMicros());
        json.put("otherThreadsMicrosPerTick", play.costs.tickMicros());
        return json;
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
