package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the states of a server in another process, over links that delay, lose, duplicate and reorder datagrams. */
@Command(
        name = "remote",
        // The alias makes it read as an option of stress: a stress run with a network in between.
        aliases = "--remote",
        description = {
            "Start a server in another process, a relay that makes a bad network of loopback, and a receiver.",
            "For each link, measure how evenly the receiver's picture moves and how late it is. The receiver's clock"
                    + " counts the least delay of the link as zero, so all delays are in addition to it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:each link carried states, and no picture went backwards",
            "1:a picture went backwards, or no state arrived",
            "2:an option is wrong"
        },
        footer = {
            "%nExamples:",
            "  stress remote",
            "  stress remote --bodies 200 --loss 0,20 --seconds 30",
            "  stress remote --bodies 200 --loss 0 --cap 1000,500,250",
            "  stress remote --bodies 200 --link burst,wifi,delay-jump"
        })
public final class RemoteStressCommand extends AppCommand {
    private static final double DELAY_MILLIS = 20;

    @Option(
            names = "--bodies",
            paramLabel = "N",
            description = "Bodies of the swarm, 1 to 100000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 100_000)
    private int bodies = 1_000;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration for each link in seconds, 1 to 3600. Default: ${DEFAULT-VALUE}.")
    @Range(max = 3_600)
    private int seconds = 15;

    @Option(names = "--fps", paramLabel = "N", description = "Frames per second, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    private int fps = 144;

    @Option(
            names = "--loss",
            split = ",",
            paramLabel = "PERCENT",
            description = "Lost datagrams in percent, 0 to 100, one run for each. Default: 0,1,5.")
    @Range(min = 0, max = 100)
    private List<Integer> loss = List.of(0, 1, 5);

    @Option(
            names = "--jitter",
            paramLabel = "MILLIS",
            description = "How far a delay may differ from 20 ms, in ms, 0 to 20. Default: ${DEFAULT-VALUE}.")
    @Range(min = 0, max = 20)
    private int jitter = 5;

    @Option(
            names = "--cap",
            split = ",",
            paramLabel = "KBIT",
            description = "What a link carries to the receiver in kbit/s, 1 to 1000000, one more run for each.")
    @Range(max = 1_000_000)
    private List<Integer> caps = List.of();

    @Option(
            names = "--link",
            split = ",",
            paramLabel = "NAME",
            description = "Links as users have them, in place of those of --loss: ${COMPLETION-CANDIDATES}.")
    List<LinkProfile> profiles = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the relay. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Override
    public Integer call() throws IOException, InterruptedException {
        print("%d bodies at 100 Hz, a reader at %d frames/s, %d s for each link%n%n", bodies, fps, seconds);
        print("%s%n", RemoteFigures.HEADER);
        boolean passed = true;
        try (ServerProcess server = ServerProcess.start(bodies)) {
            List<LinkQuality> links = new ArrayList<>();
            profiles.forEach(profile -> links.add(profile.quality));
            if (profiles.isEmpty()) {
                loss.forEach(percent -> links.add(new LinkQuality(DELAY_MILLIS, jitter, percent, percent)));
            }
            caps.forEach(kilobits -> links.add(new LinkQuality(DELAY_MILLIS, jitter, 0, 0, kilobits)));
            for (LinkQuality link : links) {
                RemoteFigures figures = new RemoteRun(server.port(), bodies, fps, link, seed).run(seconds);
                print("%s%n", figures.row());
                passed &= figures.passed();
            }
        }
        return passed ? 0 : 1;
    }
}
