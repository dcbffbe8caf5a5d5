package io.github.freestep.physics.lockstep;

import org.junit.jupiter.api.Test;

/** Tests a world that runs ahead of a match, on a network with virtual time. */
class PredictionTest {
    private final VirtualMatch match =
            new VirtualMatch(MatchSettings.of("sums", SumWorld.LAYOUT, 2).axes(1));

    @Test
    void theOwnInputTakesEffectAtOnce() {
        match.transitNanos = 40_000_000;
        VirtualMatch.Peer own = match.join(0);
        VirtualMatch.Peer other = match.join(1);
        match.until(() -> own.tick() > 300 && other.tick() > 300);
        own.predict(30);
        match.run(2_000);
        System.out.println(own.session + " depth " + own.ahead.depth() + " corr " + own.ahead.corrections() + " tick "
                + own.tick() + " ahead " + own.aheadStepper.metrics().tick());
        own.session.axis(0, 1);
        long asked = own.aheadStepper.metrics().tick();
        match.run(30);
        System.out.println(own.aheadWorld.at(0) + " " + own.world.at(0) + " asked " + asked + " now "
                + own.aheadStepper.metrics().tick());
        match.run(1000);
        System.out.println(own.aheadWorld.at(0) + " " + own.world.at(0) + " corr " + own.ahead.corrections());
        other.session.axis(0, 1);
        match.run(300);
        System.out.println(own.aheadWorld.at(1) + " " + own.world.at(1) + " corr " + own.ahead.corrections());
    }
}
