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

/** Shows the states of a server in another process, over links that delay, lose, duplicate and reorder datagrams. */
public final class LinksRun implements Scenario {
    private static final double DELAY_MILLIS = 20;
    private static final double JITTER_MILLIS = 5;

    private final int bodies;
    private final int seconds;
    private final int fps;
    private final long seed;
    private final PrintWriter out;
    private final List<LinkQuality> links = new ArrayList<>();
    private final List<RemoteFigures> figures = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);

    /** @param seconds how long each link is run */
    public LinksRun(int bodies, int seconds, int fps, long seed, PrintWriter out) {
        this.bodies = bodies;
        this.seconds = seconds;
        this.fps = fps;
        this.seed = seed;
        this.out = out;
    }

    /**
     * Adds a link as users have it.
     *
     * @throws IllegalArgumentException if no link has that name
     */
    public void addLink(String name) {
        links.add(Arrays.stream(LinkProfile.values())
                .filter(profile -> profile.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> Options.wrong("--link", "one of " + Arrays.toString(LinkProfile.values()), name))
                .quality);
    }

    /** Adds a link of 20 +- 5 ms that loses and duplicates a share of the datagrams. */
    public void addLink(int lossPercent) {
        links.add(new LinkQuality(DELAY_MILLIS, JITTER_MILLIS, lossPercent, lossPercent));
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
