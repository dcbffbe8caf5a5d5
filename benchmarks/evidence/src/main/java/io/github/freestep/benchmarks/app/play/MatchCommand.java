package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.app.remote.LinkCommand;
import io.github.freestep.physics.lockstep.MatchSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays a match over a bad connection, and checks each predicted state. */
@Command(
        name = "match",
        description = "Play a match in Jolt over a bad connection. All players predict.",
        footer = {"%nExample:", "  match --predict 20 --link 250ms,20%% --seconds 60"})
public final class MatchCommand extends LinkCommand {
    private static final String LINK = "80ms,5%";

    @Option(names = "--players", paramLabel = "N", description = "How many play. Default: ${DEFAULT-VALUE}.")
    @Range(max = MatchSettings.MAX_PLAYERS)
    private int players = 2;

    @Option(
            names = "--predict",
            paramLabel = "TICKS",
            description = "How far players predict, 0 to 120 ticks; with 0, the connection is good unless --link is"
                    + " given. Default: ${DEFAULT-VALUE}.")
    @Range(min = 0, max = MatchRun.MOST_AHEAD)
    private int predict = 8;

    /** Null for the usual link. */
    @Option(
            names = "--link",
            paramLabel = "LINK",
            description =
                    "The round trip, and the share of packets that is lost in each direction. Default: " + LINK + "%.")
    private String link;

    @Override
    protected Scenario overTheLink() {
        link = link == null && predict > 0 ? LINK : link;
        return new MatchRun(players, predict, link, seconds, seed, out());
    }
}
