package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.DesyncDetector.Verdict;
import io.github.freestep.time.Ratio;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.locks.LockSupport;

/** One of two peers, each in a process of its own. As a main class, the second: it talks by standard input and output. */
final class PeerProcess {
    private static final long LOOK_NANOS = 1_000_000;

    private PeerProcess() {}

    /** What has become of it: what this side has found, and what the other says it has, which is null if it says nothing. */
    record Outcome(String found, String heard, String inWords) {}

    /** Runs until so many ticks were compared, or can't be, on both sides. */
    static Outcome run(int me, InputStream in, OutputStream out, long ticks, long flawedTick, Ratio scale, long millis)
            throws InterruptedException {
        Rig world = new Rig();
        Sticks sticks = new Sticks(me);
        Pipe link = new Pipe(flawedTick);
        Players players = new Players(2, me, sticks, link::sendInput);
        DesyncDetector hashes = new DesyncDetector(1_024, link::sendHash);
        PhysicsBuilder game = PhysicsService.builder(world).overloadPolicy(OverloadPolicy.neverSlip());
        link.open(in, out, players, 1 - me, hashes);
        game.clock(Clocks.patient(() -> 0));
        String found;
        String heard;
        try (PhysicsService physics = players.start(game, hashes)) {
            physics.timeScale(scale);
            long since = System.nanoTime();
            while (hashes.verdict() == Verdict.AGREE
                    && hashes.agreedTick() < ticks
                    && !link.isBroken()
                    && System.nanoTime() - since < millis * 1_000_000) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            found = found(hashes, ticks);
            link.sendFound(found);
            // Until then the other side needs this one's input.
            heard = link.awaitFound(millis);
        }
        link.close();
        return new Outcome(found, heard, hashes.toString());
    }

    /** How far it has come beyond what was asked for is an accident. */
    private static String found(DesyncDetector hashes, long ticks) {
        return hashes.verdict() == Verdict.AGREE && hashes.agreedTick() >= ticks
                ? "the same for " + ticks + " ticks"
                : hashes.verdict() + " at tick " + hashes.firstDifferentTick();
    }

    public static void main(String[] arguments) throws InterruptedException {
        long ticks = Long.parseLong(arguments[0]);
        long flawedTick = Long.parseLong(arguments[1]);
        run(1, System.in, System.out, ticks, flawedTick, Ratio.of(1, 2), 120_000);
        System.exit(0);
    }
}
