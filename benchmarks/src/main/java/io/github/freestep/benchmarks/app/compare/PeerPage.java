package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.report.Page;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the page that plays the motion of each peer in the first round, and shows the figures of all rounds. */
final class PeerPage {
    private PeerPage() {}

    static String html(PeerComparison comparison, PeerTable table, String where) {
        Page page = new Page("Freestep and its peers");
        page.paragraph("Other physics services for the JVM, unmodified, beside Freestep with the same engines. All have"
                + " the same displays, the same additional cost of steps and the same key. " + where);
        motion(page, comparison, table);
        page.section("Figures");
        for (PeerTable.Part part : table.parts()) {
            page.table(part.header(), part.rows());
        }
        PeerComparison.LEGEND.forEach(page::paragraph);
        page.section("Settings").facts(settings(comparison));
        return page.html();
    }

    private static void motion(Page page, PeerComparison comparison, PeerTable table) {
        page.section("Motion");
        page.paragraph("What a display showed of a body that moves at 1 m/s, in the first round. It is drawn as if it"
                + " walked to and fro between two walls. The hollow body moves evenly, at the mean speed of the"
                + " program. The filled body is what the program showed. The strip is the distance between the two,"
                + " from -10 to 10 mm. A display slower than the recorded one skips some of its frames: play it slower"
                + " to see all of them.");
        List<PageFilms.Load> loads = Arrays.stream(PeerLoad.values())
                .map(load -> load(comparison, load))
                .toList();
        PageFilms films = new PageFilms(loads, Math.round(1e9 * PeerComparison.SETTLE_SECONDS), comparison.seconds());
        for (PeerTable.Peer peer : table.peers()) {
            String figure = "peer-" + peer.name().replaceAll("\\W+", "-");
            PageFilms.Loop loop = films.new Loop(peer.name(), figure, peer.isOurs());
            peer.plays()
                    .forEach(play -> loop.add(loads.get(play.load().ordinal()), play.fps(), play.film(), play.text()));
            page.figure(
                    figure,
                    peer.name() + ": "
                            + peer.plays().stream()
                                    .map(play -> play.load() + ", " + play.fps() + " fps: " + play.text())
                                    .collect(Collectors.joining("; "))
                            + ".");
        }
        films.addTo(page, comparison.fps().get(comparison.fps().size() - 1));
    }

    private static PageFilms.Load load(PeerComparison comparison, PeerLoad load) {
        return new PageFilms.Load(
                load.toString(),
                load.toString(),
                comparison.fps().stream().distinct().toList());
    }

    static Map<String, Object> json(
            PeerComparison comparison, PeerTable table, boolean complete, Map<String, Object> machine) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("settings", settings(comparison));
        json.put("machine", machine);
        json.put("complete", complete);
        json.put("peers", table.json());
        return json;
    }

    private static Map<String, Object> settings(PeerComparison comparison) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fps", comparison.fps());
        settings.put("seed", comparison.seed());
        settings.put("settleSeconds", PeerComparison.SETTLE_SECONDS);
        settings.put("seconds", comparison.seconds());
        settings.put("rounds", comparison.rounds());
        return settings;
    }
}
