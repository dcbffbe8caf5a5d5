package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the states of a server in another process over bad networks. */
@Command(
        name = "remote",
        description =
                "Start a server in another process, and a receiver over a bad network. Measure how even its picture is,"
                        + " and how late beyond the least delay of the link.",
        footer = {"%nExample:", "  remote --bodies 200 --link burst,wifi,delay-jump"})
public final class RemoteCommand extends LinkCommand {
    @Option(names = "--bodies", paramLabel = "N", description = "Bodies, 1 to 100000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 100_000)
    private int bodies = 1_000;

    @Option(
            names = "--fps",
            paramLabel = "FPS",
            description = "Frames per second, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int fps = 144;

    @Option(
            names = "--link",
            paramLabel = "LINK",
            description = "Links as users have them, such as burst,wifi. Default: ${DEFAULT-VALUE}, one that delays,"
                    + " loses, duplicates and reorders datagrams.")
    private String link = "mixed";

    @Override
    protected Scenario overTheLink() {
        return new LinksRun(bodies, seconds, fps, link, seed, out());
    }
}
