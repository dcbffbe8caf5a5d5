package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Units;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Shows the states of a server in another process, over links that delay, lose, duplicate and reorder datagrams. */
public final class LinksRun implements Scenario {
    private final int bodies;
    private final int seconds;
    private final int fps;
    private final long seed;
    private final PrintWriter out;
    private final List<LinkQuality> links;
    private final List<RemoteFigures> figures = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);

    /**
     * Chooses the links.
     *
     * @param seconds how long each link is run
     * @param names of links as users have them, with commas between them
     * @throws IllegalArgumentException if no link has one of the names
     */
    public LinksRun(int bodies, int seconds, int fps, String names, long seed, PrintWriter out) {
        links = Stream.of(names.split(",")).map(LinksRun::link).toList();
        this.bodies = bodies;
        this.seconds = seconds;
        this.fps = fps;
        this.seed = seed;
        this.out = out;
    }

    private static LinkQuality link(String name) {
        return Arrays.stream(LinkProfile.values())
                .filter(profile -> profile.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> Options.wrong("--link", "one of " + Arrays.toString(LinkProfile.values()), name))
                .quality;
    }

    @Override
    public String headline() {
        return Units.text(
                "%d bodies at 100 Hz, a reader at %d frames/s, %d s for each link%n%n%s",
                bodies, fps, seconds, RemoteFigures.HEADER);
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try (ServerProcess server = ServerProcess.start(bodies)) {
            for (LinkQuality link : links) {
                RemoteFigures measured = new RemoteRun(server.port(), bodies, fps, link, seed).run(seconds, stop);
                if (measured == null) {
                    return;
                }
                figures.add(measured);
                out.println(figures.get(figures.size() - 1).row());
                out.flush();
            }
        }
    }

    @Override
    public void stop() {
        stop.countDown();
    }

    @Override
    public Findings outcome(boolean interrupted) {
        List<String> broken = figures.stream()
                .filter(each -> !each.passed())
                .map(each -> each.link() + ": a picture went backwards, or no state arrived")
                .toList();
        Verdict verdict = Verdict.of(broken.isEmpty(), interrupted);
        String summary = "links: " + figures.size() + ", seed " + seed;
        Findings findings = Findings.of(": links", verdict, verdict.sentence(), broken, summary);
        findings.page()
                .table(
                        RemoteFigures.COLUMNS,
                        figures.stream().map(RemoteFigures::cells).toList());
        return findings;
    }
}
