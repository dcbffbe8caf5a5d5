package io.github.freestep.physics.lockstep;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Which options of a run go with a match. */
class MatchWorldTest {
    @Test
    void whatTheMatchDecidesIsRefusedAtOnce() {
        InputFeed feed = (tick, fed) -> {};
        Map<String, Consumer<PhysicsBuilder>> decided = new LinkedHashMap<>();
        decided.put("rate", run -> run.rate(60));
        decided.put("axes", run -> run.axes(2));
        decided.put("clock", run -> run.clock(new VirtualClock(0)));
        decided.put("input", run -> run.input(input -> {}));
        decided.put("startAt", run -> run.startAt(7, context -> {}));
        decided.put("overloadPolicy", run -> run.overloadPolicy(OverloadPolicy.slip()));
        decided.put("faultPolicy", run -> run.faultPolicy(FaultPolicy.skip()));
        decided.put("feed", run -> Feeds.feed(run, feed));
        Map<String, String> deciders = Map.of(
                "rate", "MatchSettings.rate", "axes", "MatchSettings.axes", "clock", "LockstepSession.Builder.clock");
        decided.forEach((option, setting) -> refusedWith(
                option + " must not be set on the PhysicsBuilder of a MatchWorld, because "
                        + deciders.getOrDefault(option, "the match") + " decides it for all players; leave it out",
                IllegalArgumentException.class,
                () -> MatchWorld.of(new SumWorld(), setting)));
        refusedWith(
                "rate must not be set on the PhysicsBuilder of a MatchWorld, because MatchSettings.rate decides it for"
                        + " all players; leave it out",
                IllegalArgumentException.class,
                () -> MatchWorld.of(new SumWorld(), run -> run.rate(Ratio.of(60))));
    }

    @Test
    void whatConcernsOnlyOnePlayerGoesWithAMatch() {
        List<String> problems = new ArrayList<>();
        assertNotNull(MatchWorld.of(
                new SumWorld(),
                run -> run.name("arena")
                        .window(8)
                        .watchdog(Duration.ZERO)
                        .realTime(10)
                        .cpu(1)
                        .onProblem(problem -> problems.add(problem.message()))));
        assertEquals(List.of(), problems);
    }
}
